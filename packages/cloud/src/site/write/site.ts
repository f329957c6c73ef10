import type { PoolClient } from 'pg';
import { RESTART_GRACE_MS } from '../../doors/presence.rules.js';
import { leaveDoors, lookAgainAt, takeDoors } from '../../doors/store/site.js';
import { groupRef, milliseconds } from '../desired.rules.js';
import type { Remembered, Write } from '../plan.rules.js';
import {
  MAKE_LOCATIONS,
  MAKE_LOCKS,
  REMEMBER,
  RENEW_GATEWAYS,
  UPDATE_LOCATIONS,
  UPDATE_LOCKS,
  WRITE_ACCOUNT,
  WRITE_GROUPS,
  WRITE_MEMBERS,
  WRITE_PEOPLE,
} from './site.sql.js';
import { idOf, idsOf, remember, type Tools } from './tools.js';

/* The sections without secrets: a handful of set-based statements each, however many rows. */

/** Returns the account's id. */
export async function writeAccount(
  client: PoolClient,
  writes: Write[],
  id: number | undefined,
  at: Date,
): Promise<number> {
  const [write] = writes;
  if (!write) return id as number;
  const { sms_enabled, phone_key_limit, platform_mode } = write.fields;
  const made = await WRITE_ACCOUNT.one(client, [write.ref, sms_enabled, phone_key_limit, platform_mode, at]);
  return made.id;
}

export async function writeLocations({ client, accountId, ids, at }: Tools, writes: Write[]): Promise<void> {
  if (writes.length === 0) return;
  const made = await MAKE_LOCATIONS.rows(client, [
    rowsOf(writes.filter(({ isNew }) => isNew).map(({ ref, fields }) => ({ ref, ...fields }))),
    accountId,
    at,
  ]);
  remember(ids.locations, made);
  // Parents come second, as a file may name a child first.
  const rows = writes.map(({ ref, fields }) => ({
    id: idOf(ids.locations, ref),
    name: fields.name,
    timezone: fields.timezone,
    address: fields.address,
    parent_id: idOf(ids.locations, fields.parent),
  }));
  await UPDATE_LOCATIONS.count(client, [rowsOf(rows)]);
  await lookAgainAt(
    client,
    rows.map(({ id }) => id),
    at,
  );
}

/** Keeps what the file has set, so that the next time shows what was changed since. */
export async function writeRemembered(
  { client, accountId }: Tools,
  remembered: readonly Remembered[],
): Promise<void> {
  await REMEMBER.count(client, [rowsOf(remembered), accountId]);
}

/** A gateway that owes a birth: its messages up to this connection count no more. */
export interface Renewed {
  id: string;
  connection: number;
}

/** Returns the gateways that have to report what is wired to still unknown doors. */
export async function writeLocks(tools: Tools, writes: Write[]): Promise<Renewed[]> {
  if (writes.length === 0) return [];
  const { client, accountId, ids, at } = tools;
  const unknown = writes.filter(
    ({ isNew, changed }) => isNew || changed.some((field) => ['type', 'gateway', 'door'].includes(field)),
  );
  const renewed = await renewGateways(tools, unknown);
  const moved = unknown.filter(({ isNew }) => !isNew).flatMap(({ ref }) => ids.locks.get(ref) ?? []);
  await leaveDoors(client, moved);
  await UPDATE_LOCKS.count(client, [
    rowsOf(writes.filter(({ isNew }) => !isNew).map((write) => lockRow(tools, write))),
    at,
  ]);
  const made = await MAKE_LOCKS.rows(client, [
    rowsOf(writes.filter(({ isNew }) => isNew).map((write) => lockRow(tools, write))),
    accountId,
    at,
  ]);
  remember(ids.locks, made);
  await takeDoors(
    client,
    writes.map(({ ref }) => ids.locks.get(ref)),
    moved,
    at,
  );
  return renewed;
}

/**
 * Only a birth says what is wired to a door, and one from before the lock was not heard for it. The connection counts
 * as displaced and has the time of a restart to come back, so that nothing goes offline that is there.
 */
async function renewGateways({ client, ids, at }: Tools, locks: Write[]): Promise<Renewed[]> {
  return RENEW_GATEWAYS.rows(client, [
    locks.flatMap(({ fields }) => idOf(ids.gateways, fields.gateway) ?? []),
    new Date(at.getTime() + RESTART_GRACE_MS),
    // Where they were: a hold that a lock leaves behind ends as no lock names its door any more.
    locks.flatMap(({ ref }) => ids.locks.get(ref) ?? []),
  ]);
}

function lockRow({ ids }: Tools, { ref, fields, changed }: Write) {
  const { name, place, type, door, toggle_policy, schedule } = fields;
  return {
    id: idOf(ids.locks, ref),
    ref,
    name,
    place,
    type,
    door,
    toggle_policy,
    schedule,
    scheduled: changed.includes('schedule') || changed.includes('toggle_policy'),
    location_id: idOf(ids.locations, fields.location),
    gateway_id: idOf(ids.gateways, fields.gateway),
    strike_ms: milliseconds(fields.strike_seconds as number),
    left_open_ms: milliseconds(fields.left_open_seconds as number),
  };
}

export async function writeGroups(
  { client, site, accountId, ids, at }: Tools,
  writes: Write[],
): Promise<void> {
  if (writes.length === 0) return;
  const rows = writes.map(({ index, fields }) => {
    const group = site.security_groups[index] as (typeof site.security_groups)[number];
    return {
      ...group,
      ref: groupRef(group),
      name: fields.name,
      location_id: idOf(ids.locations, group.location),
    };
  });
  const made = await WRITE_GROUPS.rows(client, [rowsOf(rows), accountId, at]);
  remember(ids.security_groups, made);
  const members = writes.flatMap(({ ref, fields }) =>
    idsOf(ids.locks, fields.locks).map((lock_id) => ({
      security_group_id: idOf(ids.security_groups, ref),
      lock_id,
    })),
  );
  await WRITE_MEMBERS.count(client, [rowsOf(members), made.map(({ id }) => id)]);
}

export async function writePeople(
  { client, context, accountId, ids, at }: Tools,
  writes: Write[],
): Promise<void> {
  if (writes.length === 0) return;
  const rows = writes.map(({ ref, isNew, fields }) => {
    const id = isNew ? context.ids.uuid() : idOf(ids.people, ref);
    if (isNew && id) remember(ids.people, [{ ref, id }]);
    return { ...fields, id, ref, is_new: isNew, location_id: idOf(ids.locations, fields.location) };
  });
  await WRITE_PEOPLE.count(client, [rowsOf(rows), accountId, at]);
}

const rowsOf = (rows: readonly object[]): string => JSON.stringify(rows);
