/** Of all doors in turn, one a second, up to now. */
export async function addEvents(pool, count, types = ['access.granted', 'door.closed']) {
  await pool.query(
    `with made as (
       insert into event (account_id, location_id, lock_id, type, occurred_at, result, source, recorded_at)
       select l.account_id, l.location_id, l.id, ($2::text[])[1 + i % cardinality($2::text[])],
              now() - i * interval '1 second', 'success', 'device', now()
       from generate_series(1, $1::int) i
       join (select *, row_number() over (order by id) as number, count(*) over () as n from lock) l on l.number = 1 + i % l.n
       returning id, type, occurred_at, location_id)
     insert into event_scope (location_id, type, occurred_at, event_id)
     select a.ancestor_id, type, occurred_at, id from made join location_ancestor a using (location_id)`,
    [count, types],
  );
  await pool.query('vacuum analyze event, event_scope');
}
