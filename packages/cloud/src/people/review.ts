import type { Database } from '../context.js';
import type { Place } from '../database/of-token.js';
import * as sql from '../database/statement.js';
import { PERSON, PERSON_COLUMNS } from './read.js';
import { searchOf } from './search.rules.js';

/* People as a page lists them: sorted, counted, with their keys in use and when they last came in with one. */

export const SORTS = ['newest', 'name', 'came', 'keys'] as const;
export type Sort = (typeof SORTS)[number];

export interface ReviewFilter {
  sort: Sort;
  /** Parts of the name, the e-mail address or the phone. */
  search: string;
  /** These alone; all where it is left out. */
  ids?: readonly string[] | undefined;
}

const WITHIN =
  'p.location_id in (select a.location_id from location_ancestor a where a.ancestor_id = $1) and p.deleted_at is null';
const ofAccount = (table: 'p' | 'k') =>
  `${table}.account_id = (select o.account_id from location o where o.id = $1)`;
/** Each word of `$2`, or the digits `$3` of a phone number; all where there is no word. */
const MATCHES = `(cardinality($2::text[]) = 0
  or not exists (select from unnest($2::text[]) as t(word) where strpos(p.search, person_fold(t.word)) = 0)
  or ($3::text <> '' and strpos(p.search, $3) > 0))`;
const IN_USE = `k.state = 'handed_over' and k.starts_at <= $5 and (k.expires_at is null or k.expires_at > $5)`;
/** Of one person or of all: their keys in use at $5, and the newest use of any of their keys. */
const KEYS = `count(*) filter (where ${IN_USE})::int as keys, max(u.used_at) as came_at
  from access_key k left join key_use u on u.access_key_id = k.id`;

const page = (name: string, found: string) =>
  sql.statement(
    name,
    `with found as materialized (
       select p.id, row_number() over () as place from (select p.id from ${found} limit $6 offset $4) p)
     select ${PERSON_COLUMNS}, c.keys, c.came_at from found f join person p on p.id = f.id join location o on o.id = p.location_id
       cross join lateral (select ${KEYS} where k.person_id = p.id) c
     order by f.place`,
    { ...PERSON, keys: sql.present(sql.int), came_at: sql.orNull(sql.time) },
    { unprepared: true },
  );

const CHOSEN = `${MATCHES} and ($7::uuid[] is null or p.id = any($7))`;
/** As the index `person_by_name` has it. */
const NAME = 'left(p.search, 100)';
/** By name, read by the index up to the end of the page. */
const inNames = (which: string) =>
  `person p where ${ofAccount('p')} and ${WITHIN} and ${CHOSEN} and ${which} order by ${NAME}, p.id
   limit $4::int + $6::int`;
/** A person has exactly so many of these keys; as a case, which the planner does not take for a rare one. */
const hasKeys = (many: 0 | 1, keys: string) =>
  `case (select count(*) from (select from access_key ${keys} limit 2) k) when ${many} then true else false end`;
/** Those of a list are looked for only where all before it do not fill the page. */
const oneBehindAnother = (...lists: readonly string[]) =>
  `(${lists.map((list) => `(select p.id from ${list})`).join(' union all ')}) p`;

const PAGES = {
  newest: page('people-by-newest', `person p where ${WITHIN} and ${CHOSEN} order by p.seq desc`),
  name: page('people-by-name', oneBehindAnother(inNames('true'))),
  came: page(
    'people-by-came',
    oneBehindAnother(
      `key_use u join access_key k on k.id = u.access_key_id join person p on p.id = k.person_id
        where ${WITHIN} and ${CHOSEN} group by p.id order by max(u.used_at) desc, ${NAME}, p.id`,
      inNames(hasKeys(0, 'k join key_use u on u.access_key_id = k.id where k.person_id = p.id')),
    ),
  ),
  /** Most have one or none, and are looked at by name until there are enough. */
  keys: page(
    'people-by-keys',
    oneBehindAnother(
      `(with several as materialized (
          select k.person_id, count(*) as keys from access_key k where ${IN_USE} and ${ofAccount('k')}
          group by k.person_id having count(*) > 1)
         select p.id, s.keys, ${NAME} as name from several s join person p on p.id = s.person_id where ${WITHIN} and ${CHOSEN}) p
       order by p.keys desc, p.name, p.id`,
      inNames(hasKeys(1, `k where k.person_id = p.id and ${IN_USE}`)),
      inNames(hasKeys(0, `k where k.person_id = p.id and ${IN_USE}`)),
    ),
  ),
} satisfies Record<Sort, unknown>;

const COUNT = sql.statement(
  'people-counted',
  `select count(*)::int as count from person p where ${WITHIN} and ${MATCHES}`,
  { count: sql.present(sql.int) },
  { unprepared: true },
);

export type ReviewedPerson = sql.Row<(typeof PAGES)['newest']> & { row: number };

function wordsOf(search: string): [words: readonly string[], digits: string] {
  const [words = [], number] = searchOf(search);
  return [words, number?.[0] ?? ''];
}

/** People from a row on, each with their place in the list. */
export async function reviewPeople(
  database: Database,
  { locationId }: Place,
  { sort, search, ids }: ReviewFilter,
  { from, limit, now }: { from: number; limit: number; now: Date },
): Promise<ReviewedPerson[]> {
  const values = [locationId, ...wordsOf(search), from, now, limit, ids ?? null];
  const rows = await PAGES[sort].rows(database, values);
  return rows.map((row, index) => ({ ...row, row: from + index + 1 }));
}

export async function countPeople(
  database: Database,
  { locationId }: Place,
  search: string,
): Promise<number> {
  return (await COUNT.one(database, [locationId, ...wordsOf(search)])).count;
}
