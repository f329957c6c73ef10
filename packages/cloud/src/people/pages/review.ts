import { z } from 'zod';
import { decodeCursor, pageOf } from '../../http/cursor.js';
import { endpoint, type PageEndpoint, streamed } from '../../http/endpoint.js';
import { writeSheet } from '../../http/pages/csv.js';
import { sheet } from '../../http/pages/csv.rules.js';
import { csv, IntIdParam, pageParameters, Timestamp, UuidParam } from '../../http/schemas.js';
import { timestamp } from '../../keys/read.js';
import { toPerson } from '../read.js';
import { countPeople, type ReviewedPerson, reviewPeople, SORTS } from '../review.js';
import { PersonAnswer } from '../schemas.js';

const MAX_SEARCH = 200;
/** Rows behind these are found by a search. */
const MAX_ROWS = 10_000;
const MAX_EXPORTED = 100_000;
const EXPORT_PAGE = 2_000;

const filters = {
  search: z.string().max(MAX_SEARCH).default(''),
  sort: z.enum(SORTS).default('name'),
};

const toReviewed = (row: ReviewedPerson) => ({
  ...toPerson(row),
  managed: row.managed,
  keys: row.keys,
  came_at: timestamp(row.came_at),
});

const SHEET = sheet<ReviewedPerson>([
  ['name', ({ name }) => name],
  ['email', ({ email }) => email],
  ['phone', ({ phone }) => phone],
  ['company_name', (person) => person.company_name],
  ['title', ({ title }) => title],
  ['location', (person) => person.location_name],
  ['keys_in_use', ({ keys }) => String(keys)],
  ['last_came_at', (person) => timestamp(person.came_at) ?? ''],
  ['id', ({ id }) => id],
]);

export const peopleReviewEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/people-review',
    role: 'viewer',
    query: z.strictObject({ ...filters, ...pageParameters }),
    status: 200,
    answer: z.strictObject({
      data: z.array(
        z.strictObject({
          ...PersonAnswer.shape,
          managed: z.boolean(),
          /** In use now. */
          keys: z.int(),
          came_at: Timestamp.nullable(),
        }),
      ),
      next_cursor: z.string().nullable(),
    }),
    async handler({ context, user, query }) {
      const binding = { list: 'people review', caller: user, filters: query };
      const from = query.cursor ? decodeCursor(context, binding, query.cursor, z.int().max(MAX_ROWS)) : 0;
      const page = { from, limit: query.limit + 1, now: new Date(context.clock.now()) };
      const rows = await reviewPeople(context.pool, user, query, page);
      return { body: pageOf(context, binding, rows, query.limit, ({ row }) => row, toReviewed) };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/people-count',
    role: 'viewer',
    query: z.strictObject({ search: filters.search }),
    status: 200,
    answer: z.strictObject({ count: z.int() }),
    async handler({ context, user, query }) {
      return { body: { count: await countPeople(context.pool, user, query.search) } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/people-export',
    role: 'viewer',
    query: z.strictObject({
      ...filters,
      ids: csv(UuidParam).optional(),
      location: IntIdParam.optional(),
    }),
    status: 200,
    answer: null,
    handler: streamed,
    async stream({ context, user, query, signal }, response) {
      const now = new Date(context.clock.now());
      const source = {
        read: (from = 0) => reviewPeople(context.pool, user, query, { from, limit: EXPORT_PAGE, now }),
        positionOf: ({ row }: ReviewedPerson) => row,
        describe: (rows: readonly ReviewedPerson[]) => rows,
        pageSize: EXPORT_PAGE,
        max: MAX_EXPORTED,
      };
      await writeSheet(response, 'people', SHEET, source, signal);
    },
  }),
];
