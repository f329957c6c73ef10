import type { Decision } from '@door-access/protocol';
import type { CommandReason } from '../command.rules.js';
import type { Hold, HoldEffect } from './hold.types.js';

/* What the deciders of a hold have in common. Pure. */

export const failed = (hold: Hold, occurred_at: number, details: Record<string, unknown>): HoldEffect => ({
  kind: 'event',
  event: { type: 'lock.hold_open.failed', occurred_at, ...hold.held, actor: null, details },
});

/** The waiting command ends: confirmed, or failed for a reason. */
export function finish(hold: Hold, reason: CommandReason | null): Decision<Hold, HoldEffect> {
  const { command_id: id } = hold;
  if (id === null) return { state: hold, effects: [] };
  const status = reason === null ? 'confirmed' : 'failed';
  return {
    state: { ...hold, command_id: null },
    effects: [{ kind: 'finish', command: { id, status, reason } }],
  };
}
