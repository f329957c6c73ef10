import type { Database } from '../context.js';
import { type DoorPast, type PastEvent, stateAt, TELLING_TYPES } from './history.rules.js';

/** What was known of a door at a moment: one index look-up per telling type. */
export async function doorAt(database: Database, lockId: number, at: Date): Promise<DoorPast> {
  const { rows } = await database.query<Omit<PastEvent, 'occurred_at'> & { occurred_at: Date }>({
    name: 'door-at',
    text: `
select e.id, e.type, e.occurred_at, e.source, e.reason, p.name as person, e.explanation
from unnest($2::text[]) as t(type) cross join lateral (
  select * from event where lock_id = $1 and type = t.type and occurred_at <= $3 order by occurred_at desc limit 1
) e left join person p on p.id = e.person_id`,
    values: [lockId, TELLING_TYPES, at],
  });
  return stateAt(
    rows.map((row) => ({ ...row, occurred_at: row.occurred_at.getTime() })),
    at.getTime(),
  );
}
