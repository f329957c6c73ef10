import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError, invalidField } from '../errors.js';
import type { SignedIn } from '../http/endpoint.js';
import { toLocksysKey } from '../keys/locksys-key.js';
import { getKey } from '../keys/read.js';
import { lockingSystemOf } from '../locking-system/port.js';
import { type Arranging, arranging, audit, changedFields, requireLocation } from './within.js';

/* Security groups: which doors keys open. */

/** A locking system that takes a second for each key answers within the time of a request. */
export const MAX_KEYS_TO_SAVE = 20;

const GROUP = sql.statement(
  'premises-group',
  `select g.id, g.code, g.name, g.location_id, exists (select from directory_group d where d.security_group_id = g.id) as directory
   from security_group g where g.id = $2 and ${sql.isWithin('g', '$1')} for update of g`,
  { id: sql.int, code: sql.text, name: sql.text, location_id: sql.int, directory: sql.present(sql.bool) },
);

const ADD = sql.statement(
  'premises-group-add',
  `insert into security_group (account_id, location_id, code, name, created_at) values ($1, $2, $3, $4, $5)
   on conflict (location_id, code) do nothing returning id`,
  { id: sql.int },
);

const RENAME = sql.statement('premises-group-rename', 'update security_group set name = $2 where id = $1');

const DOORS = sql.statement(
  'premises-group-doors',
  `with gone as (delete from security_group_lock where security_group_id = $1 and lock_id = any($3::int[]))
   insert into security_group_lock (security_group_id, lock_id)
   select $1, id from unnest($2::int[]) as id on conflict do nothing`,
);

const REACHED = sql.statement(
  'premises-doors-reached',
  `select l.id from lock l where l.id = any($2::int[]) and l.type <> 'ended' and ${sql.isWithin('l', '$1')}`,
  { id: sql.int },
);

const KEYS = sql.statement(
  'premises-group-keys',
  `select k.id from access_key_group m join access_key k on k.id = m.access_key_id
   where m.security_group_id = $1 and k.state is distinct from 'returned' and k.person_id is not null
   order by k.id limit ${MAX_KEYS_TO_SAVE + 1}`,
  { id: sql.int },
);

const END = sql.statement(
  'premises-group-end',
  `with keys as (delete from access_key_group where security_group_id = $1),
   doors as (delete from security_group_lock where security_group_id = $1)
   delete from security_group where id = $1`,
);

export interface NewGroup {
  code: string;
  name: string;
  location_id: number;
}

/** @throws 422 on the fields */
export async function addGroup(context: Context, user: SignedIn, group: NewGroup): Promise<{ id: number }> {
  return arranging(context, user, async (arranging) => {
    const { client, at } = arranging;
    const { code, name, location_id } = group;
    await requireLocation(arranging, location_id);
    const made = await ADD.row(client, [user.accountId, location_id, code, name, at]);
    if (!made) throw invalidField('code', 'is that of another group at this location');
    await audit(arranging, 'security_group', 'create', { ...made, name, location_id });
    return made;
  });
}

export interface GroupChange {
  name?: string | undefined;
  add_doors: readonly number[];
  remove_doors: readonly number[];
}

/** @throws 404, 422 on the fields */
export async function changeGroup(
  context: Context,
  user: SignedIn,
  id: number,
  { name, add_doors, remove_doors }: GroupChange,
): Promise<void> {
  await arranging(context, user, async (arranging) => {
    const { client } = arranging;
    const group = await requireGroup(arranging, id);
    const fields: string[] = changedFields(group, { name });
    if (fields.length > 0 && group.directory)
      throw invalidField('name', 'is given by the directory, which says who is in this group');
    if (fields.length > 0) await RENAME.count(client, [id, name]);
    const asked = [...add_doors, ...remove_doors];
    const reached = new Set((await REACHED.rows(client, [user.homeLocationId, asked])).map((row) => row.id));
    const beyond = add_doors.findIndex((door) => !reached.has(door));
    if (beyond >= 0) throw invalidField(`add_doors[${beyond}]`, 'no such door among yours');
    await DOORS.count(client, [id, add_doors, remove_doors.filter((door) => reached.has(door))]);
    if (asked.length > 0) fields.push('locks');
    if (fields.length > 0) await audit(arranging, 'security_group', 'update', { ...group, id }, fields);
  });
}

/** Keys lose it; a key without another group opens nothing, and stays. @throws 403, 404, 409 `locksys_rejected` */
export async function endGroup(context: Context, user: SignedIn, id: number): Promise<void> {
  const system = lockingSystemOf(context);
  await system.guard(() =>
    arranging(context, user, async (arranging) => {
      const { client } = arranging;
      const group = await requireGroup(arranging, id);
      if (group.directory)
        throw new ApiError('forbidden', {
          message: 'This group is one of the directory: end it there, then here.',
        });
      const isElsewhere = system.condition() !== null;
      const keys = isElsewhere ? await KEYS.rows(client, [id]) : [];
      if (keys.length > MAX_KEYS_TO_SAVE)
        throw new ApiError('forbidden', {
          message: `More than ${MAX_KEYS_TO_SAVE} keys at the locking system have this group: take it from them first.`,
        });
      await END.count(client, [id]);
      await audit(arranging, 'security_group', 'end', group);
      for (const key of keys) await system.saveKey(toLocksysKey(await getKey(client, null, key.id)));
    }),
  );
}

async function requireGroup({ client, user }: Arranging, id: number) {
  const group = await GROUP.row(client, [user.homeLocationId, id]);
  if (!group) throw new ApiError('not_found');
  return group;
}
