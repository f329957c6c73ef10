import type { Database } from '../context.js';
import type { Caller } from '../http/endpoint.js';

export interface SecurityGroupRow {
  id: number;
  code: string;
  name: string;
  location_id: number;
  location_name: string;
  lock_count: number;
}

export interface SecurityGroupFilter {
  /** Only groups of exactly this location. */
  location_id?: number | undefined;
  /** Part of the code or the name, ignoring case. */
  search?: string | undefined;
}

/** Newest first, from below the id `before`; locks are counted for the page alone. */
export async function listSecurityGroups(
  database: Database,
  caller: Pick<Caller, 'locationId'>,
  { location_id, search }: SecurityGroupFilter,
  before: number | null,
  limit: number,
): Promise<SecurityGroupRow[]> {
  const { rows } = await database.query<SecurityGroupRow>({
    name: 'security-groups',
    text: `
with page as (
  select g.id, g.code, g.name, g.location_id from security_group g
  join location_ancestor a on a.location_id = g.location_id and a.ancestor_id = $1
  where g.id < coalesce($2::int, 2147483647) and ($4::int is null or g.location_id = $4)
    and ($5::text is null or position(lower($5) in lower(g.code)) > 0 or position(lower($5) in lower(g.name)) > 0)
  order by g.id desc limit $3
)
select page.*, o.name as location_name, (
  select count(*) from security_group_lock m join lock l on l.id = m.lock_id
  join location_ancestor b on b.location_id = l.location_id and b.ancestor_id = $1
  where m.security_group_id = page.id) as lock_count
from page join location o on o.id = page.location_id order by page.id desc`,
    values: [caller.locationId, before, limit, location_id ?? null, search ?? null],
  });
  return rows;
}

export function toSecurityGroup({ code, name, location_id, location_name, lock_count }: SecurityGroupRow) {
  return { code, name, location: { id: location_id, name: location_name }, lock_count };
}
