import { toTimestamp } from '@door-access/protocol';
import type { Context, Database } from '../context.js';
import type { CommandReason, CommandStatus } from '../doors/command.rules.js';
import { ApiError } from '../errors.js';
import type { Caller } from '../http/endpoint.js';

/* Command records as the interface shows them. */

export interface CommandView {
  id: string;
  type: 'unlock' | 'door_mode';
  status: CommandStatus;
  reason: CommandReason | null;
  requested_at: Date;
  sent_at: Date | null;
  confirmed_at: Date | null;
  failed_at: Date | null;
  expires_at: Date;
  lock: { id: number; name: string; place: string };
  api_key: { id: number; name: string } | null;
}

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
  caller: Pick<Caller, 'locationId'> & { apiKey: { id: number } | null },
  lockId: number,
  commandId: string,
  waitMs: number,
  signal: AbortSignal,
): Promise<CommandView> {
  const deadline = context.clock.monotonic() + waitMs;
  for (;;) {
    // Listening begins before the look, so that a change between the two is not missed.
    const heard = listen(context, commandId, signal);
    try {
      const command = await findCommand(context.pool, caller, lockId, commandId);
      const left = deadline - context.clock.monotonic();
      if (command.status === 'confirmed' || command.status === 'failed' || left <= 0 || signal.aborted)
        return command;
      await Promise.race([
        heard.promise,
        context.clock.sleep(Math.min(left, LOOK_AGAIN_MS), heard.signal).catch(() => {}),
      ]);
    } finally {
      heard.stop();
    }
  }
}

/** A change that another process made brings no nudge here. */
const LOOK_AGAIN_MS = 500;

/** Made once: an abort without a reason makes a DOMException with a stack each time. */
const OVER = new Error('over');

function listen(context: Context, commandId: string, callerSignal: AbortSignal) {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, callerSignal]);
  let onCommand: (id: string) => void = () => {};
  const promise = new Promise<void>((resolve) => {
    onCommand = (id) => {
      if (id === commandId) resolve();
    };
    context.nudge.on('command', onCommand);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  return {
    promise,
    signal,
    stop() {
      context.nudge.off('command', onCommand);
      over.abort(OVER);
    },
  };
}

async function findCommand(
  database: Database,
  caller: Pick<Caller, 'locationId'> & { apiKey: { id: number } | null },
  lockId: number,
  id: string,
): Promise<CommandView> {
  const { rows } = await database.query<CommandView & { allowed: boolean; command_id: string | null }>({
    name: 'command-by-id',
    text: `
select ($2::int is null or exists (select from api_key_lock x where x.api_key_id = $2 and x.lock_id = l.id)) as allowed, c.id as command_id,
       c.id, c.type, c.status, c.reason, c.requested_at, c.sent_at, c.confirmed_at, c.failed_at, c.expires_at,
       json_build_object('id', l.id, 'name', l.name, 'place', l.place) as lock,
       case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end as api_key
from lock l
join location_ancestor a on a.location_id = l.location_id and a.ancestor_id = $1
left join command c on c.lock_id = l.id and c.id = $4
left join api_key k on k.id = c.api_key_id
where l.id = $3`,
    values: [caller.locationId, caller.apiKey?.id ?? null, lockId, id],
  });
  const row = rows[0];
  if (!row) throw new ApiError('not_found');
  if (!row.allowed) throw new ApiError('lock_not_allowed');
  if (row.command_id === null) throw new ApiError('not_found');
  return row;
}
