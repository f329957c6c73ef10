import type { PoolClient } from 'pg';
import { byCaller } from '../audit/record.js';
import type { Context } from '../context.js';
import { type Applying, applyWithin, settle } from '../doors/apply.js';
import type { ApplyInput } from '../doors/apply.types.js';
import { type Cause, causeOf } from '../doors/cause.rules.js';
import type { EmergencyMode } from '../doors/hold/hold.types.js';
import { ApiError } from '../errors.js';
import { type Announcement, announcing } from '../events/announce.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { holdLocation, holdSite, remoteLocksBelow } from './doors-below.sql.js';
import {
  type EmergencyRow,
  emergenciesWithDoors,
  inForceAt,
  insertEmergency,
  markEnded,
} from './emergency.sql.js';
import { toEmergencyData } from './schemas.js';

export interface Wanted {
  mode: EmergencyMode | 'none';
  reason: string;
  drill: boolean;
}

export interface Declared {
  emergency: EmergencyRow;
  /** It begins with this call. */
  isNew: boolean;
}

/** One emergency as a transaction goes about it. */
interface Declaring {
  context: Context;
  client: PoolClient;
  caller: Caller | Manager;
  location: { id: number; account_id: number; name: string };
  wanted: Wanted;
  at: Date;
}

/**
 * Begins an emergency at a location and all below it, in place of another one there, or ends it: in one transaction, in a
 * number of statements that does not depend on that of the doors. What is in force already is returned as it is.
 * @throws 404, 403 `lock_not_allowed`, 409 `no_emergency`, 409 `emergency` for a drill where an emergency is in force
 */
export async function declareEmergency(
  context: Context,
  caller: Caller | Manager,
  locationId: number,
  wanted: Wanted,
): Promise<Declared> {
  const { applying, ...declared } = await announcing(context, async (client, announce) => {
    await holdSite(client);
    const location = await holdLocation(client, caller.locationId, locationId);
    if (!location) throw new ApiError('not_found');
    const locks = await remoteLocksBelow(client, locationId, caller.apiKey?.id ?? null);
    if (locks.some(({ allowed }) => !allowed)) throw new ApiError('lock_not_allowed', { message: NOT_ALL });
    const before = await inForceAt(client, locationId);
    if (wanted.mode === 'none' && !before) throw new ApiError('no_emergency');
    const isReal = before !== undefined && !before.drill;
    // A drill never takes the place of what is real, and what is real always that of a drill.
    if (before?.mode === wanted.mode && (isReal || wanted.drill))
      return { ...(await declaredAs(client, before.id, false)), applying: null };
    if (isReal && wanted.drill) throw new ApiError('emergency');
    const declaring = { context, client, caller, location, wanted, at: new Date(context.clock.now()) };
    const ids = locks.map(({ id }) => id);
    const { id, applying } = await change(declaring, before?.id ?? null, ids);
    const isNew = id !== null;
    const rows = await emergenciesWithDoors(
      client,
      [id, before?.id].flatMap((one) => one ?? []),
    );
    const ended = rows.find((row) => row.id === before?.id);
    const begun = rows.find((row) => row.id === id);
    if (ended) announce(announcement(declaring, 'emergency.ended', ended));
    if (begun) announce(announcement(declaring, 'emergency.started', begun));
    return { emergency: (begun ?? ended) as EmergencyRow, isNew, applying };
  });
  if (applying) settle(context, applying);
  return declared;
}

const NOT_ALL =
  'The API key must control every remote lock at the location and below: add them to its list of locks.';

async function declaredAs(client: PoolClient, id: string, isNew: boolean): Promise<Declared> {
  const [emergency] = await emergenciesWithDoors(client, [id]);
  return { emergency: emergency as EmergencyRow, isNew };
}

/** `id`: of the emergency that begins; null where one only ends. */
async function change(
  { context, client, caller, location, wanted, at }: Declaring,
  before: string | null,
  lockIds: readonly number[],
): Promise<{ id: string | null; applying: Applying }> {
  const cause: Cause = causeOf({ key: null, apiKey: caller.apiKey });
  const by = byCaller(caller).name;
  const { mode, reason, drill } = wanted;
  const id = mode === 'none' ? null : context.ids.uuid();
  if (before !== null) await markEnded(client, before, at, by);
  if (id !== null && mode !== 'none')
    await insertEmergency(client, {
      id,
      account_id: location.account_id,
      location_id: location.id,
      mode,
      drill,
      reason,
      cause,
      begun_by: by,
      doors: lockIds.length,
      started_at: at,
    });
  const begun = id === null || mode === 'none' ? [] : [{ id, mode, drill, since: at.getTime(), cause }];
  const over = before === null ? [] : [before];
  const inputs = lockIds.map(
    (lock_id): ApplyInput => ({ kind: 'door', lock_id, input: { kind: 'emergency', begun, over, cause } }),
  );
  return { id, applying: await applyWithin(context.doors.within(client), context, inputs) };
}

/** With its entry in the audit log. */
function announcement(
  { caller, location, wanted }: Declaring,
  type: 'emergency.started' | 'emergency.ended',
  row: EmergencyRow,
): Announcement {
  const isEnd = type === 'emergency.ended';
  const { counts, ...data } = toEmergencyData(row);
  return {
    type,
    location_id: location.id,
    data: { ...data, counts },
    audits: [
      {
        account_id: location.account_id,
        actor: byCaller(caller),
        action: isEnd ? 'location.end_emergency' : 'location.begin_emergency',
        subject: { type: 'location', id: String(location.id), name: location.name },
        location_id: location.id,
        details: {
          emergency_id: row.id,
          mode: row.mode,
          drill: row.drill,
          // Why it ends, where no other one takes its place.
          reason: wanted.reason,
          counts: { ...counts },
        },
      },
    ],
  };
}
