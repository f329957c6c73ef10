// Months before those that a new database has.
const TABLES = ['event', 'event_scope'];

const monthOf = (at, later) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1));
const nameOf = (table, month) => `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`;

/** @returns the start of the month so many months before the first */
export async function addMonthsBefore(pool, count) {
  const { rows } = await pool.query(
    `select substring(pg_get_expr(relpartbound, oid) from 'TO \\(''([^'']+)''\\)')::timestamptz as first
     from pg_class where relname = 'event_before'`,
  );
  const [{ first }] = rows;
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const table of TABLES) {
      await client.query(`alter table ${table} detach partition ${table}_before`);
      for (let month = -count; month < 0; month++) {
        const [from, to] = [monthOf(first, month), monthOf(first, month + 1)];
        await client.query(
          `create table ${nameOf(table, from)} partition of ${table} for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
        );
      }
      await client.query(
        `alter table ${table} attach partition ${table}_before for values from (minvalue) to ('${monthOf(first, -count).toISOString()}')`,
      );
    }
    await client.query('commit');
  } finally {
    client.release();
  }
  await pool.query('analyze event, event_scope');
  return monthOf(first, -count);
}
