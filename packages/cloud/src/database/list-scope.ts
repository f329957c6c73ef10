import { isWithin } from './statement.js';

/* SQL: the ids of a page of a list at location $1 and below, in state $2 if given, below the id $3, at most $4. */

/**
 * By `list_scope`: each state is an index range of its own, so that a rare one costs its page too. The states are no
 * array, for whose length each page would be planned anew.
 */
export const listedPage = (list: 'key' | 'invitation' | 'lock', states: readonly string[]): string => `
  select m.id from (values ${states.map((state) => `('${state}')`).join(', ')}) as t(state) cross join lateral (
    select s.id from list_scope s
    where s.location_id = $1 and s.list = '${list}' and s.state = t.state and s.id < coalesce($3::int, 2147483647)
    order by s.id desc limit $4
  ) m where $2::text is null or t.state = $2 order by m.id desc limit $4`;

/** Of the rows `row` of a table that meet a condition, which few do. */
export const filteredPage = (table: string, row: string, state: string, condition: string): string => `
  select ${row}.id from ${table} ${row}
  where ${condition} and ($2::text is null or ${state} = $2) and ${row}.id < coalesce($3::int, 2147483647)
    and ${isWithin(row, '$1')}
  order by ${row}.id desc limit $4`;
