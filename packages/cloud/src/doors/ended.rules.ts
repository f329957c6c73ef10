import type { Changes } from './apply.types.js';

/** A command that ended, for those who count: its outcome is `confirmed` or the reason why it failed. */
export interface EndedCommand {
  type: string;
  outcome: string;
  /** Since its request; null where that was not loaded. */
  seconds: number | null;
}

/** The commands that a group of inputs ended. What had ended before is not among those that change. */
export function endedIn({ commands, finished }: Pick<Changes, 'commands' | 'finished'>): EndedCommand[] {
  const ended = new Map<string, EndedCommand>();
  // Only modes of doors are completed by the writes of their hold.
  for (const { id, status, reason } of finished)
    ended.set(id, { type: 'door_mode', outcome: outcomeOf(status, reason), seconds: null });
  for (const { id, type, status, reason, requested_at, confirmed_at, failed_at } of commands) {
    const at = confirmed_at ?? failed_at;
    if ((status !== 'confirmed' && status !== 'failed') || at === null) continue;
    ended.set(id, { type, outcome: outcomeOf(status, reason), seconds: (at - requested_at) / 1_000 });
  }
  return [...ended.values()];
}

const outcomeOf = (status: 'confirmed' | 'failed', reason: string | null): string =>
  status === 'confirmed' ? status : (reason ?? 'failed');
