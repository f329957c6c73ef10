import { z } from 'zod';
import type { Context } from '../../context.js';
import * as sql from '../../database/statement.js';
import { type CursorBinding, decodeCursor, pageOf } from '../../http/cursor.js';
import { endpoint, type PageEndpoint, type SignedIn, streamed } from '../../http/endpoint.js';
import { type Source, writeSheet } from '../../http/pages/csv.js';
import { sheet } from '../../http/pages/csv.rules.js';
import { BooleanParam, InstantParam, IntIdParam, pageParameters, Timestamp } from '../../http/schemas.js';
import { runsOf } from '../fold.rules.js';
import { AUDIT, AUDIT_COLUMNS, entryOf } from '../rows.js';

/* Who did what: filtered, what one act has written folded, and as a file. */

const MAX_EXPORTED = 100_000;
const EXPORT_PAGE = 1_000;
/** So many entries are read for a folded page; a longer run goes on with the next page. */
const MAX_FOLDED = 5_000;
const MAX_TEXT = 100;

const NumberParam = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be the number of an entry')
  .transform(Number);

const filters = {
  action: z.string().max(MAX_TEXT).optional(),
  /** A part of the name. */
  actor: z.string().max(MAX_TEXT).default(''),
  /** A part of the name, or the whole id. */
  subject: z.string().max(MAX_TEXT).default(''),
  since: InstantParam.optional(),
  until: InstantParam.optional(),
};
type Filter = z.output<z.ZodObject<typeof filters>>;

const Entry = z.strictObject({
  id: z.uuid(),
  number: z.int(),
  at: Timestamp,
  actor: z.strictObject({ type: z.string(), id: z.string().nullable(), name: z.string() }),
  action: z.string(),
  subject: z.strictObject({ type: z.string(), id: z.string(), name: z.string() }),
  details: z.record(z.string(), z.unknown()),
  sequence: z.int().nullable(),
  /** Its location; null if it has none. */
  location_id: z.int().nullable(),
  /** The run that it is the newest entry of; null where it stands alone. */
  run: z
    .strictObject({
      /** Number of its oldest entry. */
      from: z.int(),
      since: Timestamp,
      actions: z.array(z.strictObject({ action: z.string(), count: z.int() })),
    })
    .nullable(),
});

/**
 * What belongs to no location is shown where the whole account is looked at. A person's name is no part of an entry: it
 * is the present one, where the person is still within reach.
 */
const ENTRIES = sql.statement(
  'page-audit',
  `select ${AUDIT_COLUMNS}, case when subject_type = 'person' and subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (
     select p.name from person p where p.id = subject_id::uuid and p.account_id = $1 and ${sql.isWithin('p', '$2')}) end as person_name
   from audit e
   where account_id = $1 and ($3::bigint is null or number < $3) and ($4::text is null or action = $4)
     and (${sql.isWithin('e', '$2')}
       or (e.location_id is null and exists (select from location o where o.id = $2 and o.parent_id is null)))
     and ($6::text = '' or strpos(lower(actor_name), lower($6)) > 0)
     and ($7::text = '' or subject_id = $7 or strpos(lower(subject_name), lower($7)) > 0
       or (subject_type = 'person' and subject_id in (
         select p.id::text from person p where p.account_id = $1 and strpos(p.search, person_fold($7)) > 0)))
     and ($8::timestamptz is null or at >= $8) and ($9::timestamptz is null or at < $9)
     and ($10::bigint is null or number >= $10)
   order by number desc limit $5`,
  { ...AUDIT, person_name: sql.orNull(sql.text) },
  { unprepared: true },
);
type EntryRow = sql.Row<typeof ENTRIES>;

function read(
  { pool }: Pick<Context, 'pool'>,
  user: SignedIn,
  { action, actor, subject, since, until }: Filter,
  { before, from = null, limit }: { before: number | null; from?: number | null; limit: number },
): Promise<EntryRow[]> {
  const asked = [actor.trim(), subject.trim(), since ?? null, until ?? null, from];
  return ENTRIES.rows(pool, [user.accountId, user.locationId, before, action ?? null, limit, ...asked]);
}

/** Runs of entries, up to so many of them and one more. */
async function readRuns(
  context: Context,
  user: SignedIn,
  filter: Filter,
  before: number | null,
  limit: number,
): Promise<EntryRow[][]> {
  const rows: EntryRow[] = [];
  for (let size = limit; ; size = EXPORT_PAGE) {
    const more = await read(context, user, filter, { before: rows.at(-1)?.number ?? before, limit: size });
    rows.push(...more);
    const runs = runsOf(rows.map((row) => ({ ...foldable(row), row }))).map((run) =>
      run.map(({ row }) => row),
    );
    if (more.length < size || rows.length >= MAX_FOLDED || runs.length > limit)
      return runs.slice(0, limit + 1);
  }
}

const foldable = (row: EntryRow) => {
  const { actor, action, subject } = entryOf(row);
  return { at: row.at, actor, action, subject };
};

const binding = (user: SignedIn, filter: object): CursorBinding => ({
  list: 'dashboard audit',
  caller: user,
  filters: filter,
});

type CsvEntry = z.input<typeof Entry>;
const SHEET = sheet<CsvEntry>([
  ['at', ({ at }) => String(at)],
  ['actor_type', ({ actor }) => actor.type],
  ['actor', ({ actor }) => actor.name],
  ['action', ({ action }) => action],
  ['subject_type', ({ subject }) => subject.type],
  ['subject', ({ subject }) => subject.name],
  ['subject_id', ({ subject }) => subject.id],
  ['details', ({ details }) => JSON.stringify(details)],
  ['sequence', ({ sequence }) => String(sequence ?? '')],
  ['id', ({ id }) => id],
]);

export const auditListEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/audit',
    role: 'manager',
    query: z.strictObject({
      ...filters,
      /** Whether runs are one entry each. */
      fold: BooleanParam.optional(),
      /** Entries from this number on alone, as those of a run. */
      from: NumberParam.optional(),
      /** And up to this one. */
      to: NumberParam.optional(),
      ...pageParameters,
    }),
    status: 200,
    answer: z.strictObject({ data: z.array(Entry), next_cursor: z.string().nullable() }),
    async handler({ context, user, query }) {
      const bound = binding(user, query);
      const first = query.to === undefined ? null : query.to + 1;
      const before = query.cursor ? decodeCursor(context, bound, query.cursor, z.int()) : first;
      const { limit, from = null } = query;
      const runs = query.fold
        ? await readRuns(context, user, query, before, limit)
        : (await read(context, user, query, { before, from, limit: limit + 1 })).map((row) => [row]);
      return { body: pageOf(context, bound, runs, limit, (run) => run.at(-1)?.number, toEntry) };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/audit/export',
    role: 'manager',
    query: z.strictObject({ ...filters, location: IntIdParam.optional() }),
    status: 200,
    answer: null,
    handler: streamed,
    async stream({ context, user, query, signal }, response) {
      const source: Source<EntryRow, number, CsvEntry> = {
        read: (before) => read(context, user, query, { before: before ?? null, limit: EXPORT_PAGE }),
        positionOf: ({ number }) => number,
        describe: (rows) => rows.map((row) => toEntry([row])),
        pageSize: EXPORT_PAGE,
        max: MAX_EXPORTED,
      };
      await writeSheet(response, 'audit', SHEET, source, signal);
    },
  }),
];

function toEntry(run: readonly EntryRow[]): z.input<typeof Entry> {
  const row = run[0] as EntryRow;
  const last = run.at(-1) as EntryRow;
  const { account_id: _, subject, ...entry } = entryOf(row);
  const { number, sequence, person_name } = row;
  const counts = new Map<string, number>();
  for (const { action } of run) counts.set(action, (counts.get(action) ?? 0) + 1);
  return {
    ...entry,
    number,
    sequence,
    subject: { ...subject, name: person_name ?? subject.name },
    run:
      run.length < 2
        ? null
        : {
            from: last.number,
            since: last.at,
            actions: [...counts].map(([action, count]) => ({ action, count })),
          },
  };
}
