import { COMMAND_MEMORY_MS, type CommandMessage, type OUTCOMES } from '@door-access/protocol';
import type { RelayName } from './relay.rules.js';

export type Outcome = (typeof OUTCOMES)[number];

/** How a command ended. */
export interface CommandResult {
  readonly outcome: Outcome;
  /** For people; absent where the outcome says it all. */
  readonly detail?: string;
}

/** What is remembered of a command id: when it came (corrected wall time), and its result once there is one. */
export interface SeenCommand {
  readonly at: number;
  readonly door: number;
  readonly result: CommandResult | null;
}

export type Verdict =
  | { readonly act: 'run' }
  | { readonly act: 'answer'; readonly result: CommandResult }
  /** Seen before and finished: its stored result goes up again. */
  | { readonly act: 'repeat'; readonly result: CommandResult }
  /** Seen before and still under way: its result is on its way up. */
  | { readonly act: 'ignore' };

export const INTERRUPTED: CommandResult = {
  outcome: 'device_error',
  detail: 'interrupted: the agent stopped before it reported how the command ended',
};

const expired = (detail: string): Verdict => ({ act: 'answer', result: { outcome: 'expired', detail } });

interface CommandFacts {
  readonly seen: SeenCommand | undefined;
  /** The session whose session message has come. */
  readonly session: string | null;
  /** The latest that corrected wall time can be at present, and its value when the first session message came to this process. */
  readonly now: number;
  readonly metAt: number;
}

/** Whether a command is new and fresh. */
export function judgeCommand(
  command: Pick<CommandMessage, 'session' | 'issued_at' | 'expires_at'>,
  { seen, session, now, metAt }: CommandFacts,
): Verdict {
  // First, so that a repeat in a later session never contradicts the first answer.
  if (seen) return seen.result ? { act: 'repeat', result: seen.result } : { act: 'ignore' };
  if (session === null) return expired('no session message has come yet');
  if (command.session !== session) return expired('the session is not the current one');
  if (isPast(command.expires_at, now)) return expired('expires_at has passed');
  // Its note may have died with that process, so whatever one before this may have run is not run again.
  if (Date.parse(command.issued_at) < metAt) return expired('it is older than this start of the agent');
  return { act: 'run' };
}

export const isPast = (expiresAt: string, now: number): boolean => Date.parse(expiresAt) <= now;

/** A command id is forgotten after an hour on the corrected clock; one from the far future (a clock that was wrong) too. */
export const isForgotten = (seen: SeenCommand, now: number): boolean =>
  Math.abs(now - seen.at) > COMMAND_MEMORY_MS;

/** Of a command whose turn at its door comes too late. */
export const LATE: CommandResult = {
  outcome: 'expired',
  detail: 'expires_at passed while the door was busy',
};

/** Of a door that has no such relay. */
export const notWired = (relay: RelayName): CommandResult => ({
  outcome: 'device_missing',
  detail: `no ${relay} relay is wired`,
});
