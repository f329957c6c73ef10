import type { Decision, ResultRecord } from '@door-access/protocol';

/** The life of one command (docs/behaviour.md, Commands): pure. Times are Unix milliseconds. */

/** A command expires this long after the request. */
export const COMMAND_LIFETIME_MS = 10_000;
/** How long after its expiry a confirmation may still be on the way before silence counts as `timed_out`. */
export const CONFIRMATION_GRACE_MS = 1_000;

export const COMMAND_STATUSES = ['pending', 'sent', 'confirmed', 'failed'] as const;
export type CommandStatus = (typeof COMMAND_STATUSES)[number];
export const COMMAND_REASONS = ['timed_out', 'device_missing', 'publish_failed', 'device_error'] as const;
export type CommandReason = (typeof COMMAND_REASONS)[number];

/** What a gateway says of a command that it did not carry out. */
export type Refusal = Exclude<ResultRecord['outcome'], 'confirmed'>;

export interface CommandState {
  status: CommandStatus;
  reason: CommandReason | null;
  switched_at: number | null;
  confirmed_at: number | null;
  failed_at: number | null;
  due_at: number | null;
}

export type CommandInput =
  | { kind: 'switched'; at: number }
  | { kind: 'result'; outcome: ResultRecord['outcome'] }
  | { kind: 'due' }
  | { kind: 'publish_failed' };

/** What follows for the event log: `granted` once, when the relay switched; `failed` once, when it never will. */
export type CommandEffect = 'granted' | 'failed';

export type CommandDecision = Decision<CommandState, CommandEffect>;

export function decideCommand(
  state: CommandState,
  input: CommandInput,
  { now }: { now: number },
): CommandDecision {
  // A failed command stays failed, a confirmed one confirmed: a late record changes neither.
  if (state.status === 'failed' || state.status === 'confirmed') return { state, effects: [] };
  switch (input.kind) {
    case 'switched':
      if (state.switched_at !== null) return { state, effects: [] };
      return { state: { ...state, switched_at: input.at }, effects: ['granted'] };
    case 'result':
      if (input.outcome === 'confirmed')
        return { state: confirmed(state, now), effects: state.switched_at === null ? ['granted'] : [] };
      return fail(state, refusalReason(input.outcome), now);
    case 'due':
      if (state.due_at === null || state.due_at > now) return { state, effects: [] };
      // The relay switched; only the final result is missing.
      if (state.switched_at !== null) return { state: confirmed(state, now), effects: [] };
      return fail(state, 'timed_out', now);
    case 'publish_failed':
      return fail(state, 'publish_failed', now);
  }
}

/** A gateway's `expired` is the reason `timed_out`. */
export const refusalReason = (outcome: Refusal): CommandReason =>
  outcome === 'expired' ? 'timed_out' : outcome;

const confirmed = (state: CommandState, now: number): CommandState => ({
  ...state,
  status: 'confirmed',
  confirmed_at: now,
  due_at: null,
});

function fail(state: CommandState, reason: CommandReason, now: number): CommandDecision {
  return {
    state: { ...state, status: 'failed', reason, failed_at: now, due_at: null },
    // A device error after the relay switched closes the record, but the door was opened: no second verdict on it.
    effects: state.switched_at === null ? ['failed'] : [],
  };
}
