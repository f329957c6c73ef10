import { reasonWords } from '../event-words.rules.js';
import type { Command, CommandOfDoor, Door } from '../types.js';

/* Commands and their results, in words that claim only what is known. */

export type Ask = 'unlock' | 'stay_open' | 'auto' | 'closed';

const DONE: Record<Ask, string> = {
  unlock: 'Unlocked',
  stay_open: 'The door stays open',
  auto: 'The door follows its schedule',
  closed: 'The door is kept closed',
};

export const isWaiting = ({ status }: Pick<Command, 'status'>): boolean =>
  status === 'pending' || status === 'sent';

/** How a command stands; `clock` words a moment. */
export function commandWords(ask: Ask, command: Command | null, clock: (at: string) => string): string {
  if (!command) return 'Sending…';
  switch (command.status) {
    case 'pending':
      return `Requested at ${clock(command.requested_at)}. On its way to the gateway…`;
    case 'sent':
      return `Sent to the gateway at ${clock(command.sent_at ?? command.requested_at)}. Not confirmed yet…`;
    case 'confirmed':
      return `${DONE[ask]}. The gateway confirmed it at ${clock(command.confirmed_at ?? command.requested_at)}.`;
    default: {
      const why = reasonWords(command.reason) ?? 'the gateway did not confirm it';
      const doubt =
        command.reason === 'timed_out' ? ' Whether the door did it is not known: look at it.' : '';
      return `Failed: ${why}.${doubt}`;
    }
  }
}

/** What a command asked for, as a heading in a list. */
export function askedWords(command: CommandOfDoor, moment: (at: string) => string): string {
  if (command.type === 'unlock') return 'Unlock';
  if (command.mode === 'auto') return 'Follow the schedule';
  if (command.mode === 'closed') return 'Close for the rest of the block';
  if (command.mode === 'stay_open')
    return command.until ? `Stay open until ${moment(command.until)}` : 'Stay open until ended';
  return 'Door mode';
}

export const STATUS_WORDS = {
  pending: 'On its way',
  sent: 'Sent',
  confirmed: 'Confirmed',
  failed: 'Failed',
} as const;

/** What the door does now, as far as commands and schedule go. */
export function modeWords(
  door: Pick<Door, 'door_mode' | 'block' | 'schedule' | 'emergency'>,
  moment: (at: string) => string,
) {
  const { door_mode: mode, block, emergency } = door;
  if (emergency)
    return emergency === 'evacuation'
      ? 'Held open until the evacuation ends.'
      : 'In a lockdown: no hold and no unlock until it ends. Its schedule waits.';
  if (mode?.mode === 'stay_open')
    return `Set to stay open ${mode.expires_at ? `until ${moment(mode.expires_at)}` : 'until someone ends it'}.`;
  if (mode?.mode === 'closed')
    return `Set to closed${mode.expires_at ? ` until ${moment(mode.expires_at)}` : ''}.`;
  if (door.schedule.length === 0) return 'No schedule and no command: closed unless it is unlocked.';
  if (!block) return 'On schedule. Nothing planned now.';
  const until = block.ends_at === null ? 'at all times' : `until ${moment(block.ends_at)}`;
  return mode?.source === 'schedule'
    ? `On schedule: held open ${until}.`
    : block.first_person_in
      ? `On schedule: held open as soon as the first person comes in, ${until}.`
      : `On schedule: open ${until}.`;
}
