import { z } from 'zod';
import * as sql from '../../database/statement.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';

const Location = z.strictObject({
  id: z.int(),
  name: z.string(),
  parent_id: z.int().nullable(),
  timezone: z.string(),
  address: z.string(),
  depth: z.int(),
  lock_count: z.int(),
});

/** The location $1 and all below it. */
const LOCATIONS = sql.statement(
  'locations',
  `select o.id, o.name, o.timezone, o.address, a.depth, case when a.depth > 0 then o.parent_id end as parent_id,
     (select count(*)::int from location_ancestor b join lock l on l.location_id = b.location_id and l.type <> 'ended'
       where b.ancestor_id = o.id) as lock_count
   from location_ancestor a join location o on o.id = a.location_id
   where a.ancestor_id = $1 and o.ended_at is null order by a.depth, o.name, o.id limit 5000`,
  {
    id: sql.int,
    name: sql.text,
    timezone: sql.text,
    address: sql.text,
    depth: sql.int,
    parent_id: sql.orNull(sql.int),
    lock_count: sql.int,
  },
  { unprepared: true },
);

export const locationEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/locations',
    role: 'viewer',
    status: 200,
    answer: z.strictObject({ data: z.array(Location) }),
    async handler({ context, user }) {
      return { body: { data: await LOCATIONS.rows(context.pool, [user.homeLocationId]) } };
    },
  }),
];
