import type { Command, Wish } from './types.js';

/* The state of a press of a door's button: pure. Each is true when it is shown. */

/** Why nothing was sent, or nothing opened. */
export type Why =
  | 'no_network'
  | 'slow'
  | 'too_late'
  | 'lock_offline'
  | 'lock_not_remote'
  | 'emergency'
  | 'not_allowed'
  | 'outside_time'
  | 'hold_not_allowed'
  | 'no_key'
  | 'rate_limited'
  | 'server_error'
  | 'never_arrived'
  | NonNullable<Command['reason']>;

export type PressState =
  | { kind: 'idle' }
  /** On its way to the service. */
  | { kind: 'sending' }
  /** The service has it. */
  | { kind: 'sent' }
  /** The door's gateway has it. */
  | { kind: 'opening' }
  /** The relay has switched, and lets go after so long. */
  | { kind: 'open'; for_ms: number }
  /** The door is now held open, or no longer held, as requested. */
  | { kind: 'done' }
  /** It had been unlocked, and was locked again when that became known. */
  | { kind: 'was_open'; at: string | null }
  /** Nothing has reached the door, and nothing will. */
  | { kind: 'not_sent'; why: Why }
  /** The command was sent, and the door did not open. */
  | { kind: 'failed'; why: Why }
  /** The answer was lost on the way; the phone asks for it. */
  | { kind: 'unsure' }
  /** The result is not known. Nothing more happens. */
  | { kind: 'unknown' };

/** While these last, another press means the same one. */
export const isUnderWay = ({ kind }: PressState): boolean =>
  kind === 'sending' || kind === 'sent' || kind === 'opening' || kind === 'unsure';

/** How long a press may take to be fetched, so that it is sent in time. */
export const SEND_WITHIN_MS = 6_000;

export function fromCommand(command: Command, act: Wish['act']): PressState {
  switch (command.status) {
    case 'pending':
      return { kind: 'sent' };
    case 'sent':
      return { kind: 'opening' };
    case 'failed':
      return { kind: 'failed', why: command.reason ?? 'server_error' };
    case 'confirmed':
      if (act !== 'unlock') return { kind: 'done' };
      return command.unlocked_ms > 0
        ? { kind: 'open', for_ms: command.unlocked_ms }
        : { kind: 'was_open', at: command.confirmed_at };
  }
}

/** A refusal of the service, by its status and code. */
export function whyRefused(status: number, code: string): Why {
  if (code === 'lock_offline' || code === 'lock_not_remote' || code === 'publish_failed') return code;
  if (code === 'emergency') return code;
  if (code === 'outside_time_window') return 'outside_time';
  if (code === 'hold_not_allowed' || status === 422) return 'hold_not_allowed';
  if (status === 401) return 'no_key';
  if (status === 403 || status === 404) return 'not_allowed';
  if (status === 400) return 'too_late';
  return status === 429 ? 'rate_limited' : 'server_error';
}

/** The time to read why nothing was sent. */
const READ_MS = 4_000;

/**
 * Whether the obstacle to a press is gone: the network, or the door's connection. `wasAway`: the service has been
 * unreachable since, so that its answer is news; `for_ms`: from the press to the answer.
 */
export function isPast(
  state: PressState,
  {
    isLive,
    wasAway,
    isDoorOnline,
    for_ms,
  }: { isLive: boolean; wasAway: boolean; isDoorOnline: boolean; for_ms: number },
): boolean {
  if (state.kind !== 'not_sent' || !isLive) return false;
  if (state.why === 'lock_offline') return isDoorOnline && for_ms >= READ_MS;
  if (state.why !== 'no_network' && state.why !== 'slow') return false;
  return wasAway || for_ms >= READ_MS;
}
