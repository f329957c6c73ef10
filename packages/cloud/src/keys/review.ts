import type { Context, Database } from '../context.js';
import type { Place } from '../database/of-token.js';
import * as sql from '../database/statement.js';
import { type KeyRow, keysById } from './read.js';
import { SHOWN, type Shown, type Sort, shownAt } from './review.rules.js';

/* All keys of a place, by what they want of those who look after them, with when each last opened a door. */

const AT = '$2::timestamptz';
const FROM = `access_key k left join key_use u on u.access_key_id = k.id`;
const WITHIN = 'k.location_id in (select a.location_id from location_ancestor a where a.ancestor_id = $1)';

const COUNTS = sql.statement(
  'keys-counted',
  `select count(*)::int as all_keys, ${SHOWN.map((one) => `count(*) filter (where ${shownAt(AT)[one]})::int as ${one}`).join(', ')}
   from ${FROM} where ${WITHIN}`,
  {
    all_keys: sql.present(sql.int),
    in_use: sql.present(sql.int),
    unused: sql.present(sql.int),
    not_activated: sql.present(sql.int),
    ending: sql.present(sql.int),
    ended: sql.present(sql.int),
  },
  { unprepared: true },
);

const SORTED: Record<Sort, string> = {
  newest: 'k.id desc',
  person: 'p.search, k.id',
  end: 'k.expires_at nulls last, k.id',
  used: 'u.used_at nulls first, k.id',
};

/** A page from row `$4` on, of those in which every word of `$5` occurs. */
const page = (shown: Shown | 'all', sort: Sort) =>
  sql.statement(
    `keys-reviewed-${shown}-${sort}`,
    `select k.id, u.used_at from ${FROM} left join person p on p.id = k.person_id
     where ${WITHIN} and ${shown === 'all' ? `${AT} is not null` : shownAt(AT)[shown]} and not exists (
       select from unnest($5::text[]) as t(word)
       where strpos(coalesce(p.search, '') || ' ' || lower(k.name), person_fold(t.word)) = 0)
     order by ${SORTED[sort]} limit $3 offset $4`,
    { id: sql.int, used_at: sql.orNull(sql.time) },
    { unprepared: true },
  );

const sorted = (shown: Shown | 'all') => ({
  newest: page(shown, 'newest'),
  person: page(shown, 'person'),
  end: page(shown, 'end'),
  used: page(shown, 'used'),
});

const PAGES = {
  all: sorted('all'),
  in_use: sorted('in_use'),
  unused: sorted('unused'),
  not_activated: sorted('not_activated'),
  ending: sorted('ending'),
  ended: sorted('ended'),
} satisfies Record<Shown | 'all', Record<Sort, unknown>>;

export interface ReviewFilter {
  show: Shown | 'all';
  sort: Sort;
  /** Words of the name of the key, or of its person. */
  search: string;
}

export type ReviewedKey = KeyRow & { used_at: Date | null; row: number };

/** Keys from a row on, each with its place in the list. */
export async function reviewKeys(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  { locationId }: Place,
  { show, sort, search }: ReviewFilter,
  from: number,
  limit: number,
): Promise<ReviewedKey[]> {
  const words = search.split(/\s+/u).filter(Boolean);
  const found = await PAGES[show][sort].rows(pool, [locationId, new Date(clock.now()), limit, from, words]);
  const keys = new Map(
    (
      await keysById(
        pool,
        found.map(({ id }) => id),
      )
    ).map((key) => [key.id, key]),
  );
  return found.flatMap(({ id, used_at }, index) => {
    const key = keys.get(id);
    return key ? [{ ...key, used_at, row: from + index + 1 }] : [];
  });
}

/** How many keys there are of each kind. */
export const countKeys = (
  database: Database,
  { locationId }: Place,
  at: Date,
): Promise<sql.Row<typeof COUNTS>> => COUNTS.one(database, [locationId, at]);
