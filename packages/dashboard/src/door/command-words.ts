import { phrase, text } from '../language/text.js';
import type { Command, CommandOfDoor, Door } from '../types.js';
import { reasonWords } from '../words/event-words.js';
import type { Ask } from './command.rules.js';

/* Commands and their results, in words that claim only what is known. */

const DONE: Record<Ask, string> = {
  unlock: phrase('Unlocked. The gateway confirmed it at {time}.'),
  stay_open: phrase('The door is held open. The gateway confirmed it at {time}.'),
  auto: phrase('The door follows its schedule. The gateway confirmed it at {time}.'),
  closed: phrase('The door is kept closed. The gateway confirmed it at {time}.'),
};

/** How a command stands; `clock` words a moment. */
export function commandWords(ask: Ask, command: Command | null, clock: (at: string) => string): string {
  if (!command) return text('Sending…');
  const { requested_at, sent_at, confirmed_at, reason } = command;
  switch (command.status) {
    case 'pending':
      return text('Requested at {time}. On its way to the gateway…', { time: clock(requested_at) });
    case 'sent':
      return text('Sent to the gateway at {time}. Not confirmed yet…', {
        time: clock(sent_at ?? requested_at),
      });
    case 'confirmed':
      return text(DONE[ask], { time: clock(confirmed_at ?? requested_at) });
    default: {
      const why = text('Failed: {reason}.', {
        reason: reasonWords(reason) ?? text('the gateway did not confirm it'),
      });
      return reason === 'timed_out'
        ? `${why} ${text('Whether the door did it is not known: look at it.')}`
        : why;
    }
  }
}

/** Why it cannot be unlocked now. */
export const REFUSALS = {
  lockdown: phrase('No unlock until the lockdown ends.'),
  offline: phrase('The gateway is offline; the door cannot be reached.'),
} as const;

/** What a command asked for, as a heading in a list. */
export function askedWords({ type, mode, until }: CommandOfDoor, moment: (at: string) => string): string {
  if (type === 'unlock') return text('Unlock');
  if (mode === 'auto') return text('Follow the schedule');
  if (mode === 'closed') return text('Close for the rest of the block');
  if (mode === 'stay_open')
    return until ? text('Hold open until {time}', { time: moment(until) }) : text('Hold open until ended');
  return text('Door mode');
}

export const STATUS_WORDS = {
  pending: phrase('On its way'),
  sent: phrase('Sent'),
  confirmed: phrase('Confirmed'),
  failed: phrase('Failed'),
} as const;

/** What the door does now, as far as commands and schedule go. */
export function modeWords(
  {
    door_mode: mode,
    block,
    emergency,
    schedule,
  }: Pick<Door, 'door_mode' | 'block' | 'schedule' | 'emergency'>,
  moment: (at: string) => string,
): string {
  if (emergency)
    return emergency === 'evacuation'
      ? text('Held open until the evacuation ends.')
      : text('In a lockdown: no hold and no unlock until it ends. Its schedule waits.');
  const end = mode?.expires_at && moment(mode.expires_at);
  if (mode?.mode === 'stay_open')
    return end
      ? text('Held open by hand until {time}.', { time: end })
      : text('Held open by hand until someone ends it.');
  if (mode?.mode === 'closed')
    return end ? text('Closed by hand until {time}.', { time: end }) : text('Closed by hand.');
  if (schedule.length === 0) return text('No schedule and no command: closed unless it is unlocked.');
  if (!block) return text('On schedule. Nothing planned now.');
  const until = block.ends_at && moment(block.ends_at);
  if (mode?.source === 'schedule')
    return until
      ? text('On schedule: held open until {time}.', { time: until })
      : text('On schedule: always held open.');
  if (block.first_person_in)
    return until
      ? text('On schedule: held open once the first person is in, until {time}.', { time: until })
      : text('On schedule: held open once the first person is in.');
  return until ? text('On schedule: open until {time}.', { time: until }) : text('On schedule: always open.');
}
