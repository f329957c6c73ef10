/**
 * SQL: the ids of a page of `list` (`ListScope` in the model) at location $1 and below, in state $2 if given, below the id
 * $3, at most $4. Each state is an index range of its own, so that a rare one costs its page too. The states are no array,
 * for whose length each page would be planned anew.
 */
export const listedPage = (list: 'key' | 'invitation' | 'lock', states: readonly string[]): string => `
  select m.id from (values ${states.map((state) => `('${state}')`).join(', ')}) as t(state) cross join lateral (
    select s.id from list_scope s
    where s.location_id = $1 and s.list = '${list}' and s.state = t.state and s.id < coalesce($3::int, 2147483647)
    order by s.id desc limit $4
  ) m where $2::text is null or t.state = $2 order by m.id desc limit $4`;
