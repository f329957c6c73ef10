import type { EventType } from '@door-access/protocol';
import { phrase, text } from '../../language/text.js';
import { EVENT_NAMES } from '../../words/event-words.js';
import { hardwareWords, whyWords } from '../../words/why-words.js';
import type { DoorDay, DoorThen, PastEvent } from '../types.js';

/* A door in the past, in words. */

type Clock = (at: string | number) => string;

export interface Line {
  name: string;
  value: string;
  why?: string | undefined;
}

/** What is known of that moment, and why it is believed. */
export function linesOf(then: DoorThen, clock: Clock): Line[] {
  const { door, forced, left_open, held_open, online, mode } = then;
  const lines: Line[] = [
    {
      name: text('Door'),
      value: doorThen(then, clock),
      why: door.by?.why ? whyWords(door.by.why, clock) : undefined,
    },
  ];
  if (forced.value)
    lines.push({ name: text('Forced open'), value: text('Yes: nothing explained the opening') });
  if (left_open.value)
    lines.push({
      name: text('Left open'),
      value: left_open.by
        ? text('Reported at {time}', { time: clock(left_open.by.occurred_at) })
        : text('Reported'),
    });
  lines.push(
    { name: text('Held open'), value: holdThen(held_open, clock) },
    { name: text('Mode'), value: modeThen(mode, clock) },
    { name: text('Gateway'), value: gatewayThen(online, clock) },
    { name: text('Last unlock'), value: momentOf(then.last_access, clock) },
    { name: text('Exit button'), value: momentOf(then.last_exit_press, clock) },
  );
  return lines;
}

function doorThen({ door, contact_fault: fault }: DoorThen, clock: Clock): string {
  if (door.by) {
    const time = clock(door.by.occurred_at);
    return door.value === 'open'
      ? text('Open since {time}', { time })
      : text('Closed since {time}', { time });
  }
  return fault
    ? text('Not known since {time}: its contact could not be read ({error})', {
        time: clock(fault.since),
        error: hardwareWords(fault.error),
      })
    : text('Not known: its contact had not been heard');
}

const HELD_SINCE: Record<string, string> = {
  schedule: phrase('Yes since {time} by the schedule'),
  exit_button: phrase('Yes since {time}, begun by the exit button'),
  manager: phrase('Yes since {time} from the dashboard'),
  app: phrase('Yes since {time} from a phone'),
  api: phrase('Yes since {time} over the API'),
};

function holdThen({ value, by }: DoorThen['held_open'], clock: Clock): string {
  if (value === false) return text('No');
  const time = by && clock(by.occurred_at);
  if (value === 'unknown')
    return time
      ? text('Not known since {time}: the hold could not be verified', { time })
      : text('Not known: the hold could not be verified');
  return time ? text(HELD_SINCE[by.source] ?? phrase('Yes since {time}'), { time }) : text('Yes');
}

function modeThen({ value, by }: DoorThen['mode'], clock: Clock): string {
  if (!by) return text('Followed its schedule');
  const what =
    value === 'closed'
      ? text('Closed')
      : by.until
        ? text('Hold open until {time}', { time: clock(by.until) })
        : text('Hold open until ended');
  const time = clock(by.set_at);
  const asked = by.who
    ? text('{what}, requested by {who} at {time}', { what, who: by.who, time })
    : text('{what}, requested at {time}', { what, time });
  return by.status === 'failed' ? text('{asked}; the gateway never confirmed it', { asked }) : asked;
}

function gatewayThen({ value, by }: DoorThen['online'], clock: Clock): string {
  if (value === 'unknown') return text('Not heard yet');
  const time = by && clock(by.occurred_at);
  if (value) return time ? text('Online since {time}', { time }) : text('Online');
  return time
    ? text('Offline since {time}: its last report is shown', { time })
    : text('Offline: its last report is shown');
}

function momentOf(event: PastEvent | null, clock: Clock): string {
  if (!event) return text('None known');
  const time = clock(event.occurred_at);
  return event.person ? text('{time} by {who}', { time, who: event.person }) : time;
}

const SECOND = 1_000;

/** As `2 h 5 min`. */
export function lengthWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / SECOND);
  if (seconds < 60) return text('{count, number} s', { count: seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return text('{count, number} min', { count: minutes });
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest > 0
    ? text('{hours} h {minutes} min', { hours, minutes: rest })
    : text('{count, number} h', { count: hours });
}

/** A day in one sentence, for those who do not see it drawn, and for those who do. */
export function dayWords(day: DoorDay, time: Clock): string {
  const times = (of: EventType) => day.marks.filter(({ type }) => type === of).length;
  const openings = times('door.opened');
  const unlocks = times('access.granted');
  const forced = day.marks.filter(({ type }) => type === 'door.forced').map(({ at }) => time(at));
  const left = times('door.left_open');
  const lasted = (bands: readonly { from: string; to: string; state: string }[], state: string) =>
    bands
      .filter((band) => band.state === state)
      .reduce((sum, { from, to }) => sum + Date.parse(to) - Date.parse(from), 0);
  const held = lasted(day.bands.hold, 'held');
  const offline = lasted(day.bands.gateway, 'offline');
  const parts = [
    openings > 0
      ? text('{count, plural, one {Opened once} other {Opened # times}}', { count: openings })
      : // A lock of the locking system reports who was let in, not when the door moved.
        unlocks > 0
        ? text('{count, plural, one {Unlocked once} other {Unlocked # times}}', { count: unlocks })
        : text('No openings reported'),
    forced.length > 0 &&
      text('forced open at {times}', {
        times: `${forced.slice(0, 3).join(', ')}${forced.length > 3 ? ' …' : ''}`,
      }),
    left > 0 && text('{count, plural, one {left open once} other {left open # times}}', { count: left }),
    held > 0 && text('held open {length}', { length: lengthWords(held) }),
    offline > 0 && text('its gateway offline {length}', { length: lengthWords(offline) }),
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

/** What happened at exactly this moment; null where nothing did. */
export function happenedAt(day: DoorDay | undefined, at: number): string | null {
  const here = (day?.marks ?? []).filter((mark) => Date.parse(mark.at) === at);
  return here.length > 0 ? here.map(({ type }) => text(EVENT_NAMES[type])).join(', ') : null;
}
