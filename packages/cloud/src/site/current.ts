import type { Database } from '../context.js';
import * as sql from '../database/statement.js';
import { type Current, type CurrentRow, type Fields, groupRef, type Section } from './desired.rules.js';
import type { Applied } from './ownership.rules.js';

/** All that a site file may name of one account, in one statement; a ref that starts with "@" is the service's own. */
const LOAD = sql.statement(
  'site-load',
  `with a as (select id, name, sms_enabled, phone_key_limit, platform_mode from account where name = $1),
o as (select o.* from location o join a on a.id = o.account_id)
select (select row_to_json(a) from a) as account,
 (select coalesce(json_agg(x), '[]') from (
   select o.id, o.ref, o.name, o.timezone, o.address, o.ended_at is not null as ended, p.ref as parent from o left join o p on p.id = o.parent_id order by o.id) x) as locations,
 (select coalesce(json_agg(x), '[]') from (
   select g.id, g.ref, g.name, o.ref as location, g.bench, g.revoked_at is not null as revoked
     from gateway g join o on o.id = g.location_id order by g.created_at, g.id) x) as gateways,
 (select coalesce(json_agg(x), '[]') from (
   select l.id, l.ref, l.name, l.place, o.ref as location, l.type, g.ref as gateway, l.door, l.strike_ms, l.left_open_ms,
          l.toggle_policy, l.schedule
     from lock l join o on o.id = l.location_id left join gateway g on g.id = l.gateway_id order by l.id) x) as locks,
 (select coalesce(json_agg(x), '[]') from (
   select s.id, s.code, s.name, o.ref as location,
          array(select l.ref from security_group_lock m join lock l on l.id = m.lock_id where m.security_group_id = s.id) as locks
     from security_group s join o on o.id = s.location_id
     where not ($2::bool and exists (select from directory_group d where d.security_group_id = s.id)) order by s.id) x) as security_groups,
 (select coalesce(json_agg(x), '[]') from (
   select u.id, u.email, u.name, u.role, o.ref as location
     from account_user u join o on o.id = u.location_id order by u.created_at, u.id) x) as users,
 (select coalesce(json_agg(x), '[]') from (
   select k.id, k.ref, k.name, o.ref as location, k.scopes, extract(epoch from k.expires_at) * 1000 as expires_ms,
          extract(epoch from k.created_at) * 1000 as made_ms, k.revoked_at is not null as revoked,
          array(select l.ref from api_key_lock m join lock l on l.id = m.lock_id where m.api_key_id = k.id) as locks
     from api_key k join o on o.id = k.location_id where k.ref not like '@%' order by k.id) x) as api_keys,
 (select coalesce(json_agg(x), '[]') from (
   select p.id, coalesce(p.ref, p.id::text) as ref, p.name, p.email, p.phone, o.ref as location, p.company_name, p.title, p.language, p.managed,
          p.deleted_at is not null as deleted
     from person p join o on o.id = p.location_id
     where $2::bool and p.deleted_at is null and not exists (select from directory_user d where d.person_id = p.id)
       or p.ref is not null or p.id = any($3::uuid[])
     order by p.created_at, p.id) x) as people`,
  {
    account: sql.orNull(
      sql.json<{
        id: number;
        name: string;
        sms_enabled: boolean;
        phone_key_limit: number | null;
        platform_mode: boolean;
      }>(),
    ),
    locations:
      sql.json<
        {
          id: number;
          ref: string;
          name: string;
          timezone: string;
          address: string;
          parent: string | null;
          ended: boolean;
        }[]
      >(),
    gateways:
      sql.json<
        { id: string; ref: string; name: string; location: string; bench: boolean; revoked: boolean }[]
      >(),
    locks: sql.json<({ id: number; ref: string; strike_ms: number; left_open_ms: number } & Fields)[]>(),
    security_groups:
      sql.json<{ id: number; code: string; name: string; location: string; locks: string[] }[]>(),
    users: sql.json<{ id: string; email: string; name: string; role: string; location: string }[]>(),
    api_keys:
      sql.json<
        {
          id: number;
          ref: string;
          scopes: string[];
          locks: string[];
          expires_ms: number;
          made_ms: number;
          revoked: boolean;
          name: string;
          location: string;
        }[]
      >(),
    people: sql.json<({ id: string; ref: string; deleted: boolean } & Fields)[]>(),
  },
);

const APPLIED = sql.statement(
  'site-applied',
  `select s.section, s.ref, s.fields from site_applied s join account a on a.id = s.account_id where a.name = $1`,
  { section: sql.narrow<Section>(sql.text), ref: sql.text, fields: sql.json<Fields>() },
);

const USERS_ELSEWHERE = sql.statement(
  'site-users-elsewhere',
  'select u.email from account_user u join account a on a.id = u.account_id where u.email = any($1) and a.name <> $2',
  { email: sql.text },
);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * What the account of that name has now; empty sections without one.
 * @param people the refs of a file, beside all people whom a file has made; or all, but those of a directory. A
 *   person whom no file has named has the id for a ref.
 */
export async function loadCurrent(
  database: Database,
  accountName: string,
  people: readonly string[] | 'all' = [],
): Promise<Current> {
  const isAll = people === 'all';
  const ids = isAll ? [] : people.filter((ref) => UUID.test(ref));
  const loaded = await LOAD.one(database, [accountName, isAll, ids]);
  return {
    account: loaded.account ? [accountRow(loaded.account)] : [],
    locations: loaded.locations.map(({ ended: isEnded, ...location }) =>
      ended(byRef(location), isEnded && 'ended'),
    ),
    gateways: loaded.gateways.map(({ revoked, ...gateway }) => ended(byRef(gateway), revoked && 'revoked')),
    locks: loaded.locks.map(({ strike_ms, left_open_ms, ...lock }) =>
      ended(
        byRef({ ...lock, strike_seconds: strike_ms / 1000, left_open_seconds: left_open_ms / 1000 }),
        lock.type === 'ended' && 'ended',
      ),
    ),
    security_groups: loaded.security_groups.map((group) =>
      row(group.id, groupRef(group), { name: group.name, locks: group.locks.sort() }),
    ),
    users: loaded.users.map(({ id, email, ...fields }) => row(id, email, fields)),
    api_keys: loaded.api_keys.map(({ id, ref, expires_ms, made_ms, revoked, ...fields }) => {
      const expires_at = new Date(Number(expires_ms)).toISOString();
      const key = row(id, ref, {
        ...fields,
        scopes: fields.scopes.sort(),
        locks: fields.locks.sort(),
        expires_at,
      });
      return ended({ ...key, created_at: Number(made_ms) }, revoked && 'revoked');
    }),
    people: loaded.people.map(({ deleted, ...person }) => ended(byRef(person), deleted && 'deleted')),
  };
}

/** What a site file last set of the account of that name. */
export async function loadApplied(database: Database, accountName: string): Promise<Applied> {
  const applied: { [section in Section]?: Map<string, Fields> } = {};
  for (const { section, ref, fields } of await APPLIED.rows(database, [accountName])) {
    applied[section] ??= new Map();
    applied[section].set(ref, fields);
  }
  return applied;
}

/** E-mail addresses among these that are users of an account other than the one of that name. */
export async function usersElsewhere(
  database: Database,
  emails: readonly string[],
  accountName: string,
): Promise<string[]> {
  const rows = await USERS_ELSEWHERE.rows(database, [emails, accountName]);
  return rows.map(({ email }) => email);
}

const row = (id: number | string, ref: string, fields: Fields): CurrentRow => ({ id, ref, fields });

function byRef({ id, ref, ...fields }: { id: number | string; ref: string } & Fields): CurrentRow {
  return row(id, ref, fields);
}

function ended(current: CurrentRow, how: CurrentRow['ended'] | false): CurrentRow {
  return how ? { ...current, ended: how } : current;
}

function accountRow({ id, name, ...fields }: NonNullable<sql.Row<typeof LOAD>['account']>): CurrentRow {
  return row(id, name, fields);
}
