import { byCaller, recordAudit } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { applyWithin, settle } from '../doors/apply.js';
import { causeOf } from '../doors/cause.rules.js';
import { MAX_MAINTENANCE_MS } from '../doors/maintenance.rules.js';
import { ApiError, invalidField } from '../errors.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { findLock, type LockRow } from './read.js';

/* Muting the alarms of a door for the time that someone works on it. */

const LOCK = sql.statement(
  'maintenance-lock',
  `select l.account_id, l.location_id, l.name, l.type, $3::int is null or exists (
     select from api_key_lock x where x.api_key_id = $3::int and x.lock_id = l.id) as allowed
   from lock l where l.id = $2 and ${sql.isWithin('l', '$1')} for no key update of l`,
  { account_id: sql.int, location_id: sql.int, name: sql.text, type: sql.text, allowed: sql.bool },
);

const IN_FORCE = sql.statement(
  'maintenance-in-force',
  'select id, reason, ends_at from maintenance where lock_id = $1 and ends_at > $2 order by started_at desc limit 1',
  { id: sql.uuid, reason: sql.text, ends_at: sql.time },
);

const INSERT = sql.statement(
  'maintenance-insert',
  `insert into maintenance (id, account_id, location_id, lock_id, reason, begun_by, started_at, ends_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

const PROLONG = sql.statement(
  'maintenance-prolong',
  'update maintenance set reason = $2, begun_by = $3, ends_at = $4 where id = $1',
);

const END = sql.statement('maintenance-end', 'update maintenance set ends_at = $2 where id = $1');

export interface WantedMaintenance {
  until: Date;
  reason: string;
}

/**
 * Puts a remote lock under maintenance until a time, changes the time of maintenance that is in force, or (null) ends it.
 * Where none is in force, ending it changes nothing.
 * @throws 404, 403 `lock_not_allowed`, 409 `lock_not_remote`, 422 for a time that is past or more than 24 hours away
 */
export async function setMaintenance(
  context: Context,
  caller: Caller | Manager,
  lockId: number,
  wanted: WantedMaintenance | null,
): Promise<LockRow> {
  const now = context.clock.now();
  const applying = await transaction(context.pool, async (client) => {
    const lock = await LOCK.row(client, [caller.locationId, lockId, caller.apiKey?.id ?? null]);
    if (!lock) throw new ApiError('not_found');
    if (!lock.allowed) throw new ApiError('lock_not_allowed');
    if (lock.type !== 'remote') throw new ApiError('lock_not_remote');
    if (wanted) requireSoon(wanted.until, now);
    const inForce = await IN_FORCE.row(client, [lockId, new Date(now)]);
    if (!wanted && !inForce) return null;
    const by = byCaller(caller);
    if (!wanted) await END.count(client, [inForce?.id, new Date(now)]);
    else if (inForce) await PROLONG.count(client, [inForce.id, wanted.reason, by.name, wanted.until]);
    else {
      const { account_id, location_id } = lock;
      const values = [account_id, location_id, lockId, wanted.reason, by.name, new Date(now), wanted.until];
      await INSERT.count(client, [context.ids.uuid(), ...values]);
    }
    await recordAudit(client, context, {
      account_id: lock.account_id,
      actor: by,
      action: wanted ? 'lock.begin_maintenance' : 'lock.end_maintenance',
      subject: { type: 'lock', id: String(lockId), name: lock.name },
      location_id: lock.location_id,
      details: wanted
        ? {
            until: wanted.until.toISOString(),
            reason: wanted.reason,
            ...(inForce ? { until_before: inForce.ends_at.toISOString() } : {}),
          }
        : { until_before: inForce?.ends_at.toISOString() ?? null },
    });
    const cause = causeOf({ key: null, apiKey: caller.apiKey });
    return applyWithin(context.doors.within(client), context, [
      {
        kind: 'maintenance',
        lock_id: lockId,
        input: wanted ? { kind: 'begin', until: wanted.until.getTime(), cause } : { kind: 'end', cause },
      },
    ]);
  });
  if (applying) settle(context, applying);
  const row = await findLock(context.pool, caller, lockId);
  if (!row) throw new ApiError('not_found');
  return row;
}

function requireSoon(until: Date, now: number): void {
  if (until.getTime() <= now) throw invalidField('until', 'must lie in the future');
  if (until.getTime() > now + MAX_MAINTENANCE_MS)
    throw invalidField('until', 'must lie within 24 hours; maintenance that takes longer is set again');
}
