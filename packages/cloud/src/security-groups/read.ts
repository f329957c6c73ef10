import type { Database } from '../context.js';
import * as sql from '../database/statement.js';
import type { Caller } from '../http/endpoint.js';

/** A page below the id $2 within location $1; the locks are counted for the page alone. */
const SECURITY_GROUPS = sql.statement(
  'security-groups',
  `with page as (
     select g.id, g.code, g.name, g.location_id from security_group g
     where ${sql.isWithin('g', '$1')} and g.id < coalesce($2::int, 2147483647) and ($4::int is null or g.location_id = $4)
       and ($5::text is null or position(lower($5) in lower(g.code)) > 0 or position(lower($5) in lower(g.name)) > 0)
       and ($6::int is null or exists (
         select from security_group_lock m join lock l on l.id = m.lock_id
         where m.security_group_id = g.id and m.lock_id = $6 and ${sql.isWithin('l', '$1')}))
     order by g.id desc limit $3
   )
   select page.*, o.name as location_name, (
     select count(*) from security_group_lock m join lock l on l.id = m.lock_id
     where m.security_group_id = page.id and ${sql.isWithin('l', '$1')}) as lock_count,
     exists (select from directory_group d where d.security_group_id = page.id) as directory
   from page join location o on o.id = page.location_id order by page.id desc`,
  {
    id: sql.int,
    code: sql.text,
    name: sql.text,
    location_id: sql.int,
    location_name: sql.text,
    lock_count: sql.bigint,
    directory: sql.present(sql.bool),
  },
);

export type SecurityGroupRow = sql.Row<typeof SECURITY_GROUPS>;

export interface SecurityGroupFilter {
  /** Only groups of exactly this location. */
  location_id?: number | undefined;
  /** Part of the code or the name, ignoring case. */
  search?: string | undefined;
  /** Only groups that have this lock. */
  lock_id?: number | undefined;
}

/** Newest first, from below the id `before`. */
export function listSecurityGroups(
  database: Database,
  caller: Pick<Caller, 'locationId'>,
  { location_id, search, lock_id }: SecurityGroupFilter,
  before: number | null,
  limit: number,
): Promise<SecurityGroupRow[]> {
  const filter = [location_id ?? null, search ?? null, lock_id ?? null];
  const values = [caller.locationId, before, limit, ...filter];
  return SECURITY_GROUPS.rows(database, values);
}

export function toSecurityGroup(row: SecurityGroupRow) {
  const { code, name, location_id, location_name, lock_count, directory } = row;
  return { code, name, location: { id: location_id, name: location_name }, lock_count, directory };
}
