// Authenticated pages of the event log a second, against bare Express with one SELECT of the like.
import { measureRate } from './lib/rate.mjs';

await measureRate({
  measure: 'events-page',
  unit: 'pages of 50/s',
  goal: 0.7,
  floor_what: 'Express 5 with one SELECT of 50 events with lock and location',
  request: () => ({ path: '/events?limit=50' }),
  async prepare(pool) {
    await pool.query(
      `with made as (
         insert into event (account_id, location_id, lock_id, type, occurred_at, result, source, recorded_at)
         select l.account_id, l.location_id, l.id, (array['access.granted', 'door.closed'])[1 + i % 2],
                now() - i * interval '1 second', 'success', 'device', now()
         from generate_series(1, 10000) i
         join (select *, row_number() over (order by id) as number, count(*) over () as n from lock) l on l.number = 1 + i % l.n
         returning id, type, occurred_at, location_id)
       insert into event_scope (location_id, type, occurred_at, event_id)
       select a.ancestor_id, type, occurred_at, id from made join location_ancestor a using (location_id)`,
    );
    await pool.query('vacuum analyze event, event_scope');
  },
});
