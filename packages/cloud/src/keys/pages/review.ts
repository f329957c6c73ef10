import { z } from 'zod';
import { decodeCursor, pageOf } from '../../http/cursor.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import { pageParameters, Timestamp } from '../../http/schemas.js';
import { timestamp, toKey } from '../read.js';
import { countKeys, type ReviewedKey, reviewKeys } from '../review.js';
import { ENDING_WITHIN_DAYS, SHOWN, SORTS, UNUSED_AFTER_DAYS } from '../review.rules.js';
import { KeyAnswer } from '../schemas.js';

const MAX_SEARCH = 200;
/** Rows behind these are found by a search. */
const MAX_ROWS = 10_000;

const Count = z.int();

const toReviewed = (row: ReviewedKey) => ({ ...toKey(row), used_at: timestamp(row.used_at) });

export const keyReviewEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/key-review',
    role: 'viewer',
    query: z.strictObject({
      show: z.enum([...SHOWN, 'all']).default('all'),
      sort: z.enum(SORTS).default('newest'),
      search: z.string().max(MAX_SEARCH).default(''),
      ...pageParameters,
    }),
    status: 200,
    answer: z.strictObject({
      data: z.array(z.strictObject({ ...KeyAnswer.shape, used_at: Timestamp.nullable() })),
      next_cursor: z.string().nullable(),
    }),
    async handler({ context, user, query }) {
      const binding = { list: 'key review', caller: user, filters: query };
      const from = query.cursor ? decodeCursor(context, binding, query.cursor, z.int().max(MAX_ROWS)) : 0;
      const rows = await reviewKeys(context, user, query, from, query.limit + 1);
      return { body: pageOf(context, binding, rows, query.limit, ({ row }) => row, toReviewed) };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/key-counts',
    role: 'viewer',
    status: 200,
    answer: z.strictObject({
      all: Count,
      in_use: Count,
      unused: Count,
      not_activated: Count,
      ending: Count,
      ended: Count,
      /** What counts as unused, and as about to end. */
      unused_after_days: z.int(),
      ending_within_days: z.int(),
    }),
    async handler({ context, user }) {
      const { all_keys, ...counts } = await countKeys(context.pool, user, new Date(context.clock.now()));
      const days = { unused_after_days: UNUSED_AFTER_DAYS, ending_within_days: ENDING_WITHIN_DAYS };
      return { body: { all: all_keys, ...counts, ...days } };
    },
  }),
];
