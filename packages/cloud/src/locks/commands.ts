import { toTimestamp } from '@door-access/protocol';
import type { Context } from '../context.js';
import type { CommandView, Scope } from '../doors/store/port.js';
import { ApiError } from '../errors.js';
import type { CommandChange } from '../nudge.js';

/* Command records as the interface shows them. */

export type { CommandView };

export function toCommand(row: CommandView) {
  return {
    id: row.id,
    type: row.type,
    lock: row.lock,
    status: row.status,
    reason: row.reason,
    requested_at: toTimestamp(row.requested_at.getTime()),
    sent_at: timestamp(row.sent_at),
    confirmed_at: timestamp(row.confirmed_at),
    failed_at: timestamp(row.failed_at),
    expires_at: toTimestamp(row.expires_at.getTime()),
    api_key: row.api_key,
  };
}

const timestamp = (date: Date | null): string | null => (date === null ? null : toTimestamp(date.getTime()));

/**
 * The command record, for a lock within the caller's scope (else 404) and on the key's list (else 403). With
 * `waitMs` it comes as soon as the command is confirmed or failed, at the latest after that time.
 */
export async function readCommand(
  context: Context,
  caller: Scope,
  lockId: number,
  commandId: string,
  waitMs: number,
  signal: AbortSignal,
): Promise<CommandView> {
  const read = () => findCommand(context, caller, lockId, commandId);
  const heard = listen(context, commandId);
  try {
    return await untilEnd(context, await read(), { read, heard, waitMs, signal });
  } finally {
    heard.stop();
  }
}

/** The time left to a caller who waits for the end of a command. */
export interface Waiting {
  waitMs: number;
  signal: AbortSignal;
}

interface Following extends Waiting {
  read: () => Promise<CommandView>;
  /** From before `command` was read, so that no change between the two is missed. */
  heard: Heard;
}

/** The command once it is confirmed or failed, or as it is when the time is over. */
export async function untilEnd(
  context: Context,
  command: CommandView,
  { read, heard, waitMs, signal }: Following,
): Promise<CommandView> {
  const deadline = context.clock.monotonic() + waitMs;
  let known = command;
  for (;;) {
    const left = deadline - context.clock.monotonic();
    if (hasEnded(known) || left <= 0 || signal.aborted) return known;
    const over = new AbortController();
    const sleep = context.clock.sleep(Math.min(left, LOOK_AGAIN_MS), AbortSignal.any([over.signal, signal]));
    await Promise.race([heard.changed(), sleep.catch(() => {})]);
    over.abort(OVER);
    const change = heard.take();
    known =
      change && hasEnded(change) && known.sent_at
        ? { ...known, ...change, sent_at: earlier(known.sent_at, change.confirmed_at) }
        : await read();
  }
}

const hasEnded = ({ status }: Pick<CommandView, 'status'>): boolean =>
  status === 'confirmed' || status === 'failed';

/** The confirmation may be written before the time at which the command was sent. */
const earlier = (sent: Date, confirmed: Date | null): Date =>
  confirmed !== null && confirmed < sent ? confirmed : sent;

/** Another process may not be heard. */
const LOOK_AGAIN_MS = 500;

/** Made once: an abort without a reason makes a DOMException with a stack each time. */
const OVER = new Error('over');

export interface Heard {
  /** Resolves once there is a change that was not taken. */
  changed(): Promise<void>;
  /** The newest change; undefined where only the row says what changed. */
  take(): CommandChange | undefined;
  stop(): void;
}

/** Listens for changes of a command, from now on. */
export function listen({ nudge }: Context, commandId: string): Heard {
  let news: { change: CommandChange | undefined } | undefined;
  let wake = () => {};
  const onCommand = (id: string, change?: CommandChange) => {
    if (id !== commandId) return;
    news = { change };
    wake();
  };
  nudge.on('command', onCommand);
  return {
    changed: () =>
      new Promise((resolve) => {
        wake = resolve;
        if (news) resolve();
      }),
    take() {
      const change = news?.change;
      news = undefined;
      return change;
    },
    stop: () => nudge.off('command', onCommand),
  };
}

export async function findCommand(
  { doors }: Context,
  caller: Scope,
  lockId: number,
  id: string,
): Promise<CommandView> {
  const row = await doors.findCommand(caller, lockId, id);
  if (!row) throw new ApiError('not_found');
  if (!row.allowed) throw new ApiError('lock_not_allowed');
  if (row.command_id === null) throw new ApiError('not_found');
  return row;
}
