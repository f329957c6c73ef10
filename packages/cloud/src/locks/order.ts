import type { PoolClient } from 'pg';
import { byCaller, withAudit } from '../audit/record.js';
import { type Context, type Database, transaction } from '../context.js';
import { CONFIRMATION_GRACE_MS } from '../doors/command.rules.js';
import { ApiError } from '../errors.js';
import type { Caller, KeyHolder, Manager } from '../http/endpoint.js';
import type { CommandView } from './commands.js';

/* What unlocking and setting the door mode have in common: who may order what of which lock, and the command record. */

export type Orderer = Caller | Manager | KeyHolder;

/** Finds a caller whose right may be revoked meanwhile, and locks it in the transaction of the command. */
export type HeldOrderer<By extends Orderer = KeyHolder> = (client: PoolClient) => Promise<By>;

/** Runs `work`, which stores a command, on behalf of its caller. */
export async function ordering<By extends Orderer, T>(
  context: Context,
  by: By | HeldOrderer<By>,
  work: (database: Database, caller: By) => Promise<T>,
): Promise<T> {
  if (typeof by !== 'function') return work(context.pool, by);
  return transaction(context.pool, async (client) => work(client, await by(client)));
}

/** A remote lock whose unit is there, as an order needs to know it. */
export interface OrderTarget {
  id: number;
  account_id: number;
  location_id: number;
  name: string;
  place: string;
  type: string;
  allowed: boolean;
  gateway_id: string | null;
  door: number | null;
  strike_ms: number;
  online: boolean | null;
  session: string | null;
  hold_relay_wired: boolean | null;
}

/** The lock, within the caller's scope (404), on the key's list (403), remote and online (409), checked in this order. */
export async function findOrderTarget(database: Database, caller: Orderer, lockId: number) {
  const target = await findTarget(database, caller, lockId);
  if (!target) throw new ApiError('not_found');
  if (!target.allowed) throw new ApiError('lock_not_allowed');
  const { type, gateway_id, door, online, session } = target;
  if (type !== 'remote' || gateway_id === null || door === null) throw new ApiError('lock_not_remote');
  if (online !== true || session === null) throw new ApiError('lock_offline');
  return { ...target, gateway_id, door, session };
}

/** When an order was asked for, and when it is over; Unix milliseconds. */
export interface Span {
  asked_at: number;
  expires_at: number;
}

/** A new command record, not yet stored or sent. `id`: the id of a command that was named in advance. */
export function newCommand(
  context: Context,
  caller: Orderer,
  target: OrderTarget,
  type: CommandView['type'],
  { asked_at, expires_at }: Span,
  id: string = context.ids.uuid(),
): CommandView {
  const asked = new Date(asked_at);
  return {
    id,
    type,
    status: 'pending',
    reason: null,
    requested_at: asked,
    sent_at: null,
    confirmed_at: null,
    failed_at: null,
    expires_at: new Date(expires_at),
    lock: { id: target.id, name: target.name, place: target.place },
    api_key: caller.apiKey,
  };
}

async function findTarget(
  database: Database,
  caller: Orderer,
  lockId: number,
): Promise<OrderTarget | undefined> {
  const { rows } = await database.query<OrderTarget>({
    name: 'order-target',
    text: `
select l.id, l.account_id, l.location_id, l.name, l.place, l.type, l.gateway_id, l.door, l.strike_ms, g.online, g.session, s.hold_relay_wired,
       ($2::int is null or exists (select from api_key_lock x where x.api_key_id = $2 and x.lock_id = l.id)) as allowed
from lock l
join location_ancestor a on a.location_id = l.location_id and a.ancestor_id = $1
left join gateway g on g.id = l.gateway_id
left join door_state s on s.lock_id = l.id
where l.id = $3`,
    values: [caller.locationId, caller.apiKey?.id ?? null, lockId],
  });
  return rows[0];
}

export async function insertCommand(
  database: Database,
  context: Context,
  caller: Orderer,
  target: OrderTarget,
  command: CommandView,
  note: string,
  order: { mode: string; until: Date | null } | null = null,
): Promise<void> {
  const due = new Date(command.expires_at.getTime() + CONFIRMATION_GRACE_MS);
  const entry = {
    account_id: target.account_id,
    actor: byCaller(caller),
    action: `lock.${command.type}` as const,
    subject: { type: 'lock', id: String(target.id), name: target.name },
    location_id: target.location_id,
    details: {
      command_id: command.id,
      reason: note,
      ...(order ? { mode: order.mode, until: order.until?.toISOString() ?? null } : {}),
      ...('key' in caller ? { person_id: caller.personId } : {}),
    },
  };
  const statement = {
    name: 'command-insert',
    text: `
insert into command (id, account_id, lock_id, gateway_id, type, status, requested_at, sent_at, expires_at, due_at, api_key_id, note, user_id,
                     mode, until, person_id, key_id)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
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
      'user' in caller ? caller.user.id : null,
      order?.mode ?? null,
      order?.until ?? null,
      'key' in caller ? caller.personId : null,
      'key' in caller ? caller.key.id : null,
    ],
  };
  await database.query(withAudit(context, statement, entry));
}
