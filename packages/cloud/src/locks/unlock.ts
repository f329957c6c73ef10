import { toTimestamp, type UnlockCommand } from '@door-access/protocol';
import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import type { Caller } from '../http/endpoint.js';
import { apply } from './apply.js';
import { COMMAND_LIFETIME_MS, CONFIRMATION_GRACE_MS } from './command.rules.js';
import type { CommandView } from './commands.js';

interface UnlockTarget {
  id: number;
  account_id: number;
  name: string;
  place: string;
  type: string;
  allowed: boolean;
  gateway_id: string | null;
  door: number | null;
  strike_ms: number;
  online: boolean | null;
  session: string | null;
}

/**
 * Orders a momentary unlock (spec 4.3): the command is committed before it is published, so that whatever the gateway
 * answers finds its record. The pulse length is the installer's setting.
 */
export async function unlock(
  context: Context,
  caller: Caller,
  lockId: number,
  note: string,
): Promise<CommandView> {
  const target = await findTarget(context, caller, lockId);
  if (!target) throw new ApiError('not_found');
  if (!target.allowed) throw new ApiError('lock_not_allowed');
  if (target.type !== 'remote' || target.gateway_id === null || target.door === null)
    throw new ApiError('lock_not_remote');
  if (target.online !== true || target.session === null) throw new ApiError('lock_offline');

  const now = context.clock.now();
  const connected = context.downlink.isConnected(target.gateway_id, target.session);
  const command = {
    id: context.ids.uuid(),
    type: 'unlock',
    status: connected ? 'sent' : 'pending',
    reason: null,
    requested_at: new Date(now),
    sent_at: connected ? new Date(now) : null,
    confirmed_at: null,
    failed_at: null,
    expires_at: new Date(now + COMMAND_LIFETIME_MS),
    lock: { id: target.id, name: target.name, place: target.place },
    api_key: caller.apiKey,
  } satisfies CommandView;
  await insert(context, target, command, note);

  const message: UnlockCommand = {
    v: 1,
    id: command.id,
    session: target.session,
    door: target.door,
    type: 'unlock',
    strike_ms: target.strike_ms,
    issued_at: toTimestamp(now),
    expires_at: toTimestamp(now + COMMAND_LIFETIME_MS),
  };
  try {
    await context.downlink.publish(target.gateway_id, target.session, 'command', message);
  } catch (error) {
    context.log.warn(
      { err: error, lock: target.id, command: command.id },
      'unlock not handed to the gateway',
    );
    await apply(context, [{ kind: 'command', command_id: command.id, input: { kind: 'publish_failed' } }]);
    throw new ApiError('publish_failed');
  }
  return command;
}

async function findTarget(
  context: Context,
  caller: Caller,
  lockId: number,
): Promise<UnlockTarget | undefined> {
  const { rows } = await context.pool.query<UnlockTarget>({
    name: 'unlock-target',
    text: `
select l.id, l.account_id, l.name, l.place, l.type, l.gateway_id, l.door, l.strike_ms, g.online, g.session,
       exists (select from api_key_lock x where x.api_key_id = $2 and x.lock_id = l.id) as allowed
from lock l
join location_ancestor a on a.location_id = l.location_id and a.ancestor_id = $1
left join gateway g on g.id = l.gateway_id
where l.id = $3`,
    values: [caller.locationId, caller.apiKey.id, lockId],
  });
  return rows[0];
}

async function insert(
  context: Context,
  target: UnlockTarget,
  command: CommandView,
  note: string,
): Promise<void> {
  const due = new Date(command.expires_at.getTime() + CONFIRMATION_GRACE_MS);
  await context.pool.query({
    name: 'command-insert',
    text: `
insert into command (id, account_id, lock_id, gateway_id, type, status, requested_at, sent_at, expires_at, due_at, api_key_id, note)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      command.id,
      target.account_id,
      target.id,
      target.gateway_id,
      command.type,
      command.status,
      command.requested_at,
      command.sent_at,
      command.expires_at,
      due,
      command.api_key?.id ?? null,
      note,
    ],
  });
}
