import { toTimestamp } from '@door-access/protocol';
import type { SignedReport } from '@door-access/protocol/setup';
import { z } from 'zod';
import { ApiError } from '../../errors.js';
import { decodeCursor, pageOf } from '../../http/cursor.js';
import { endpoint, type PageEndpoint, streamed } from '../../http/endpoint.js';
import { type Source, writeSheet } from '../../http/pages/csv.js';
import {
  IntId,
  IntIdParam,
  LockName,
  listOf,
  Named,
  pageParameters,
  Timestamp,
  UuidParam,
} from '../../http/schemas.js';
import { findLock } from '../../locks/read.js';
import { LanguageParam } from '../../notify/language.js';
import { reportCover } from '../door-tests/cover.js';
import {
  countLastTests,
  type KeptReport,
  type LastTestRow,
  listLastTests,
  listReports,
  reportFile,
  TEST_STATES,
} from '../door-tests/reports.js';
import { type CsvTest, TEST_SHEET } from './sheet.rules.js';

/* The signed reports of a door's tests, as its gateway handed them in. */

const REPORTS_SHOWN = 5;

const TestOutcome = z.strictObject({
  id: z.uuid(),
  result: z.enum(['passed', 'failed', 'incomplete']),
  finished_at: Timestamp,
  by: z.string(),
  simulated: z.boolean(),
  has_pdf: z.boolean(),
});

const Report = TestOutcome.extend({
  steps: z.array(
    z.object({
      step: z.string(),
      result: z.enum(['passed', 'failed', 'skipped']),
      detail: z.string(),
      advice: z.string(),
      measured: z.record(z.string(), z.number()),
    }),
  ),
  /** What people added to it. */
  photos: z.array(
    z.strictObject({
      id: z.uuid(),
      width: z.int(),
      height: z.int(),
      added_at: Timestamp,
      added_by: z.string(),
    }),
  ),
});

type Kept = Pick<KeptReport, 'id' | 'finished_at' | 'document' | 'has_pdf'>;

const signedIn = (document: string) => (JSON.parse(document) as SignedReport).report;

function toOutcome({ id, finished_at, document, has_pdf }: Kept): z.input<typeof TestOutcome> {
  const { result, by, door } = signedIn(document);
  const simulated = door.driver === 'bench';
  return { id, result, finished_at: toTimestamp(finished_at.getTime()), by, simulated, has_pdf };
}

const toReport = ({ photos, ...kept }: KeptReport): z.input<typeof Report> => ({
  ...toOutcome(kept),
  steps: signedIn(kept.document).steps,
  photos: photos.map((photo) => ({ ...photo, added_at: toTimestamp(Date.parse(photo.added_at)) })),
});

const LIST = 'dashboard door tests';
const EXPORT_PAGE = 500;

/** A door and its last test; null where there was none. */
const DoorTest = z.strictObject({
  lock: LockName,
  location: Named,
  last: TestOutcome.nullable(),
});

function toDoorTest(row: LastTestRow): z.input<typeof DoorTest> {
  const { lock_id, lock_name, place, location_id, location_name } = row;
  return {
    lock: { id: lock_id, name: lock_name, place },
    location: { id: location_id, name: location_name },
    last: toLast(row),
  };
}

function toLast({
  report_id,
  finished_at,
  document,
  has_pdf,
}: LastTestRow): z.input<typeof DoorTest>['last'] {
  if (report_id === null || finished_at === null || document === null) return null;
  return toOutcome({ id: report_id, finished_at, document, has_pdf: has_pdf === true });
}

const positionOf = ({ finished_at, lock_id }: LastTestRow): [number | null, number] => [
  finished_at?.getTime() ?? null,
  lock_id,
];

/** As it was signed, and with what the service knows of the door. */
const FORMATS = {
  json: { type: 'application/json; charset=utf-8', end: '.json' },
  pdf: { type: 'application/pdf', end: '-signed.pdf' },
  cover: { type: 'application/pdf', end: '.pdf' },
};

export const reportEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/door-tests',
    role: 'viewer',
    query: z.strictObject({ state: z.enum(TEST_STATES).optional(), ...pageParameters }),
    status: 200,
    answer: listOf(DoorTest),
    async handler({ context, user, query }) {
      const binding = { list: LIST, caller: user, filters: query };
      const after = query.cursor
        ? decodeCursor(context, binding, query.cursor, z.tuple([z.int().nullable(), z.int()]))
        : undefined;
      const { locationId } = user;
      const wanted = { locationId, state: query.state ?? null, after, limit: query.limit + 1 };
      const rows = await listLastTests(context.pool, wanted);
      return { body: pageOf(context, binding, rows, query.limit, positionOf, toDoorTest) };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/door-tests/counts',
    role: 'viewer',
    status: 200,
    answer: z.strictObject({ never: z.int(), failed: z.int(), incomplete: z.int(), passed: z.int() }),
    async handler({ context, user }) {
      return { body: await countLastTests(context.pool, user.locationId) };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/door-tests/export',
    role: 'viewer',
    query: z.strictObject({ location: IntIdParam.optional() }),
    status: 200,
    answer: null,
    handler: streamed,
    async stream({ context, user, signal }, response) {
      const { locationId } = user;
      const source: Source<LastTestRow, ReturnType<typeof positionOf>, CsvTest> = {
        read: (after) => listLastTests(context.pool, { locationId, state: null, after, limit: EXPORT_PAGE }),
        positionOf,
        describe: (rows) => rows.map(toDoorTest),
        pageSize: EXPORT_PAGE,
      };
      await writeSheet(response, 'door-tests', TEST_SHEET, source, signal);
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/doors/{id}/reports',
    role: 'viewer',
    params: IntId,
    status: 200,
    answer: z.strictObject({ data: z.array(Report) }),
    async handler({ context, user, params }) {
      if (!(await findLock(context.pool, user, params.id))) throw new ApiError('not_found');
      const rows = await listReports(context.pool, params.id, REPORTS_SHOWN);
      return { body: { data: rows.map(toReport) } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/doors/{id}/reports/{report}/{format}',
    role: 'viewer',
    params: z.strictObject({ id: IntIdParam, report: UuidParam, format: z.enum(['json', 'pdf', 'cover']) }),
    /** Of the cover alone: the rest is as it was signed. */
    query: z.strictObject({ language: LanguageParam }),
    status: 200,
    answer: null,
    handler: streamed,
    async stream({ context, user, params: { id, report, format }, query: { language } }, response) {
      const bytes =
        format === 'cover'
          ? await reportCover(context, user, { lockId: id, id: report, language })
          : (await findLock(context.pool, user, id)) && (await reportFile(context.pool, id, report, format));
      if (!bytes) throw new ApiError('not_found');
      const { type, end } = FORMATS[format];
      response.writeHead(200, {
        'Content-Type': type,
        'Content-Length': bytes.length,
        'Content-Disposition': `attachment; filename="door-${id}-test-${report.slice(0, 8)}${end}"`,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      });
      response.end(bytes);
    },
  }),
];
