import { text } from '../language/text.js';
import type { Alarm, Lock } from '../types.js';
import { named } from '../words/names.rules.js';
import { hardwareWords, whyWords } from '../words/why-words.js';
import { isUnderMaintenance, isUnderTest, STATUS_WORDS, type Status } from './status.rules.js';

/* The state of doors in words. */

/** Why no door is shown. */
export function nothingWords(search: string, only: Status | null, found: number): string {
  const wanted = search.trim();
  if (wanted !== '' && (found === 0 || only === null))
    return text('No door matches “{search}”.', { search: wanted });
  if (only === null) return text('There is no door here.');
  const status = text(STATUS_WORDS[only]);
  return wanted === ''
    ? text('No door here is in the state “{status}”.', { status })
    : text('No door in the state “{status}” matches “{search}”.', { status, search: wanted });
}

/** What its status alone does not say: whether a forced door stands open, how an offline one was, why one is held. */
export function besides(
  lock: Lock,
  status: Status,
  time: (at: string) => string,
  now: number,
): string | null {
  if (status === 'locksys') return null;
  if (isUnderMaintenance(lock, now))
    return text('under maintenance until {time}', { time: time(lock.maintenance_until ?? '') });
  if (isUnderTest(lock, now))
    return text('under test until {time}', { time: time(lock.under_test_until ?? '') });
  const state = lock.hold_open ? 'held' : lock.door_state;
  if (lock.online !== true)
    return state === 'unknown'
      ? null
      : text('last known {state, select, open {open} held {held open} other {closed}}', { state });
  const { contact_fault } = lock;
  if (status === 'unknown' && contact_fault !== undefined) return unreadWords(contact_fault);
  if (status === 'forced')
    return state === 'unknown'
      ? null
      : text('now {state, select, open {open} held {held open} other {closed}}', { state });
  if (status === 'left_open' && lock.door_state === 'open') return text('still open');
  return holdWords(lock, time);
}

/** Why it is an alarm. */
export function causeWords(
  { type, why, person }: Pick<Alarm, 'type' | 'why' | 'person'>,
  time: (at: string) => string,
): string {
  const known = why && whyWords(why, time);
  if (why && why.kind !== 'clock') return known ?? '';
  return [typeWords(type, person?.name), known].filter(Boolean).join(' ');
}

function typeWords(type: Alarm['type'], who: string | undefined): string {
  if (type === 'door.forced') return text('Opened with nothing to explain it.');
  if (type === 'lock.maintenance.ended') return text('It was left open during maintenance, which has ended.');
  return who
    ? text('No close was reported in time after it was opened by {who}.', { who: named(who) })
    : text('No close was reported in time after it was opened.');
}

/** The present contact state of a door that was forced or left open; a state that was not read is not shown as known. */
export function contactWords(
  { contact: { state, since, online } }: Pick<Alarm, 'contact'>,
  time: (at: string) => string,
): string {
  if (state === 'unknown') return text('The state of its contact is not known: check the door.');
  const at = since && time(since);
  if (!online)
    return at
      ? text(
          'Its gateway is offline, so its present state is not known; the contact last reported {state, select, open {open} other {closed}} since {time}.',
          { state, time: at },
        )
      : text(
          'Its gateway is offline, so its present state is not known; the contact last reported {state, select, open {open} other {closed}}.',
          { state },
        );
  if (state === 'open')
    return at
      ? text('The contact reports open since {time}: the door is still open.', { time: at })
      : text('The contact reports open: the door is still open.');
  return at
    ? text('The contact reports closed since {time}.', { time: at })
    : text('The contact reports closed.');
}

/** For a door whose contact is wired and cannot be read. */
export const unreadWords = (error: string): string =>
  text('its contact cannot be read ({error})', { error: hardwareWords(error) });

/** Why it is as it is, in a few words. */
export function holdWords(lock: Lock, time: (at: string) => string): string | null {
  const { door_mode: mode, emergency } = lock;
  if (emergency) return emergency === 'evacuation' ? text('by the evacuation') : text('in a lockdown');
  if (!mode || mode.mode === 'auto') return null;
  const until = mode.expires_at && time(mode.expires_at);
  if (mode.mode === 'closed')
    return until ? text('kept closed until {time}', { time: until }) : text('kept closed');
  if (mode.source === 'schedule')
    return until ? text('by schedule until {time}', { time: until }) : text('by schedule');
  return until ? text('by hand until {time}', { time: until }) : text('by hand, without an end');
}
