import type { Database } from '../context.js';
import * as sql from '../database/statement.js';
import type { ErrorDetail } from '../errors.js';

/** Of the locks $2 and locations $3, those that are not at the location $1 or below it. */
const BEYOND = sql.statement(
  'webhook-beyond',
  `select 'lock_ids' as field, g.n::int - 1 as place from unnest($2::int[]) with ordinality g(id, n)
   where not exists (select from lock l where l.id = g.id and ${sql.isWithin('l', '$1')})
   union all
   select 'location_ids', g.n::int - 1 from unnest($3::int[]) with ordinality g(id, n)
   where not ${sql.isLocationWithin('g.id', '$1')}`,
  { field: sql.present(sql.text), place: sql.present(sql.int) },
);

export interface Reach {
  lock_ids?: readonly number[] | undefined;
  location_ids?: readonly number[] | undefined;
}

/** What forbids that a subscription at a location is of these locks and locations alone. */
export async function reachFaults(
  database: Database,
  locationId: number,
  { lock_ids = [], location_ids = [] }: Reach,
): Promise<ErrorDetail[]> {
  if (lock_ids.length + location_ids.length === 0) return [];
  const beyond = await BEYOND.rows(database, [locationId, lock_ids, location_ids]);
  return beyond.map(({ field, place }) => ({
    field: `${field}[${place}]`,
    code: 'invalid',
    message: `no such ${field === 'lock_ids' ? 'lock' : 'location'} within the scope of the subscription`,
  }));
}
