import type { ReportUpload, SignedReport } from '@door-access/protocol/setup';
import { recordAudit, SERVICE } from '../../audit/record.js';
import { type Context, type Database, transaction } from '../../context.js';
import * as sql from '../../database/statement.js';
import { invalidField } from '../../errors.js';
import type { KnownGateway } from '../../http/endpoint.js';
import { fits, gatewayEntry, KNOWN_COLUMNS, KNOWN_GATEWAY } from '../entry.js';
import { addReportKey } from '../pairing.js';
import { hashGatewaySecret } from '../secret.rules.js';
import {
  checkDocument,
  checkPage,
  type FindKeys,
  type KnownKey,
  ownKey,
  readDocument,
} from './report-check.js';

/* Reports of door tests, as gateways hand them in and people read them. */

/** Of one door; older ones are deleted. */
const MAX_KEPT = 50;
/** Reports that come together, as after an outage of the cloud, by the end of their tests. */
const NEWEST_FIRST = 'received_at desc, finished_at desc, id';

const AUTHENTICATE = sql.statement(
  'gateway-known',
  `select ${KNOWN_COLUMNS} from gateway g where id = $1 and ${fits('$2', '$3')} and revoked_at is null`,
  KNOWN_GATEWAY,
);

const INSERT = sql.statement(
  'door-test-report-insert',
  `insert into door_test_report (id, account_id, gateway_id, door, lock_id, result, finished_at, received_at, document, pdf)
   values ($1, $2, $3, $4, (select id from lock where gateway_id = $3 and door = $4), $5, $6, $7, $8, $9)
   on conflict (id) do nothing returning lock_id`,
  { lock_id: sql.orNull(sql.int) },
);

const DELETE_OLD = sql.statement(
  'door-test-reports-delete-old',
  `delete from door_test_report where gateway_id = $1 and door = $2 and id in (
     select id from door_test_report where gateway_id = $1 and door = $2 order by ${NEWEST_FIRST} offset $3)`,
);

const SAME = sql.statement(
  'door-test-report-same',
  'select from door_test_report where id = $1 and gateway_id = $2 and document = $3',
);

const KEYS = sql.statement(
  'report-keys',
  'select gateway_id, key_id, public_key from gateway_report_key where gateway_id::text = $1 or key_id = $2 limit 100',
  { gateway_id: sql.uuid, key_id: sql.text, public_key: sql.bytes },
);

const OF_LOCK = sql.statement(
  'door-test-reports-of-lock',
  `select id, result, finished_at, document, pdf is not null as has_pdf, (
     select coalesce(json_agg(json_build_object('id', p.id, 'width', p.width, 'height', p.height,
       'added_at', p.added_at, 'added_by', p.added_by) order by p.added_at, p.id), '[]')
     from door_test_photo p where p.report_id = r.id) as photos
   from door_test_report r where lock_id = $1 order by ${NEWEST_FIRST} limit $2`,
  {
    id: sql.uuid,
    result: sql.text,
    finished_at: sql.time,
    document: sql.text,
    has_pdf: sql.bool,
    photos: sql.json<{ id: string; width: number; height: number; added_at: string; added_by: string }[]>(),
  },
);

/** The gateway of this id and secret; null for any other pair. */
export const authenticateGateway = async (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  id: string,
  secret: string,
): Promise<KnownGateway | null> =>
  (await AUTHENTICATE.row(pool, [id, hashGatewaySecret(secret), new Date(clock.now())])) ?? null;

/**
 * Keeps a report that its own gateway signed; the same one twice is kept once. The key that signed it becomes known, as
 * the gateway's credential vouches for it. @throws 422
 */
export async function keepReport(
  context: Context,
  gateway: KnownGateway,
  { document, pdf }: ReportUpload,
): Promise<{ id: string }> {
  const signed = readDocument(document);
  if (!signed) throw invalidField('document', 'is no report in its canonical form');
  const { report } = signed;
  if (report.gateway.id !== gateway.id) throw invalidField('document', 'is the report of another gateway');
  const key = ownKey(signed);
  const page = pdf === null ? null : Buffer.from(pdf, 'base64url');
  await requireSigned(key, document, page);
  const now = new Date(context.clock.now());
  await transaction(context.pool, async (client) => {
    await addReportKey(client, gateway.id, (key as KnownKey).public_key, now);
    const { door } = report.door;
    const inserted = await INSERT.row(client, [
      report.id,
      gateway.account_id,
      gateway.id,
      door,
      report.result,
      new Date(report.finished_at),
      now,
      document,
      page,
    ]);
    if (!inserted) return requireSame(client, gateway, signed, document);
    await DELETE_OLD.count(client, [gateway.id, door, MAX_KEPT]);
    const { lock_id } = inserted;
    const details = { report_id: report.id, door, lock_id, result: report.result, key_id: signed.key_id };
    await recordAudit(client, context, gatewayEntry(gateway, SERVICE, 'door_test_report', details));
  });
  return { id: report.id };
}

async function requireSigned(key: KnownKey | null, document: string, page: Buffer | null): Promise<void> {
  const find: FindKeys = async () => (key ? [key] : []);
  if (!key || (await checkDocument(document, find)).verdict !== 'valid')
    throw invalidField('document', 'is not signed by the key that it brings');
  if (page && (await checkPage(page, find)).verdict !== 'valid')
    throw invalidField('pdf', 'is not signed by the key of the report');
}

async function requireSame(
  database: Database,
  gateway: KnownGateway,
  { report }: SignedReport,
  document: string,
): Promise<void> {
  if ((await SAME.count(database, [report.id, gateway.id, document])) === 0)
    throw invalidField('document', 'has the id of another report');
}

/** Keys of a gateway, and the gateways of a key, for `checkReportFile`. */
export const keysIn =
  (database: Database): FindKeys =>
  ({ gatewayId, keyId }) =>
    KEYS.rows(database, [gatewayId, keyId]);

export type KeptReport = sql.Row<typeof OF_LOCK>;

/** The newest of a lock first. The lock is within the reach of the caller. */
export const listReports = (database: Database, lockId: number, limit: number): Promise<KeptReport[]> =>
  OF_LOCK.rows(database, [lockId, limit]);

/** The result of a door's last test; `never` without one. */
export const TEST_STATES = ['never', 'failed', 'incomplete', 'passed'] as const;
export type TestState = (typeof TEST_STATES)[number];

export interface LastTestPage {
  locationId: number;
  state: TestState | null;
  /** The last of the page before: when its door was tested, null for never, and its lock. */
  after?: readonly [finishedAt: number | null, lockId: number] | undefined;
  limit: number;
}

/** Every door that a gateway may drive, each with its newest report. */
const WITH_LAST_TEST = `
  from lock l left join lateral (
    select id, result, finished_at, document, pdf is not null as has_pdf from door_test_report
    where lock_id = l.id order by ${NEWEST_FIRST} limit 1
  ) r on true
  where l.type = 'remote' and ${sql.isWithin('l', '$1')}`;

const LAST_TESTS = sql.statement(
  'door-tests',
  `select t.lock_id, t.lock_name, t.place, t.location_id, o.name as location_name, t.report_id, t.finished_at, t.document, t.has_pdf
   from (
     select l.id as lock_id, l.name as lock_name, l.place, l.location_id, r.id as report_id, r.finished_at, r.document, r.has_pdf,
       coalesce(r.finished_at, '-infinity') as tested
     ${WITH_LAST_TEST} and ($2::text is null or coalesce(r.result, 'never') = $2)
   ) t join location o on o.id = t.location_id
   where $4::int is null or (t.tested, t.lock_id) > (coalesce($3::timestamptz, '-infinity'), $4)
   order by t.tested, t.lock_id limit $5`,
  {
    lock_id: sql.int,
    lock_name: sql.text,
    place: sql.text,
    location_id: sql.int,
    location_name: sql.text,
    /** Null where the door was never tested. */
    report_id: sql.orNull(sql.uuid),
    finished_at: sql.orNull(sql.time),
    document: sql.orNull(sql.text),
    has_pdf: sql.orNull(sql.bool),
  },
);

export type LastTestRow = sql.Row<typeof LAST_TESTS>;

const COUNTS = sql.statement(
  'door-test-counts',
  `select coalesce(r.result, 'never') as state, count(*)::int as count ${WITH_LAST_TEST} group by 1`,
  { state: sql.narrow<TestState>(sql.text), count: sql.int },
);

/** A door is tested once a year. */
const OF_A_YEAR = sql.statement(
  'door-tests-of-a-year',
  `select count(*) filter (where r.finished_at >= $2)::int as tested,
     count(*) filter (where r.finished_at < $3::timestamptz - interval '1 year')::int as overdue,
     count(*) filter (where r.id is null)::int as never, count(*) filter (where r.result = 'failed')::int as failed
   ${WITH_LAST_TEST}`,
  {
    tested: sql.present(sql.int),
    overdue: sql.present(sql.int),
    never: sql.present(sql.int),
    failed: sql.present(sql.int),
  },
);

const FILE = sql.statement(
  'door-test-report-file',
  'select document, pdf from door_test_report where lock_id = $1 and id = $2',
  { document: sql.text, pdf: sql.orNull(sql.bytes) },
);

/** Doors never tested first, then those with the oldest test. Costs a look-up for each door of the location. */
export function listLastTests(
  database: Database,
  { locationId, state, after, limit }: LastTestPage,
): Promise<LastTestRow[]> {
  const [testedAt = null, lockId = null] = after ?? [];
  return LAST_TESTS.rows(database, [locationId, state, testedAt && new Date(testedAt), lockId, limit]);
}

/** How many doors were tested since a moment, are overdue, were never tested, and failed last. */
export const yearOfTests = (
  database: Database,
  locationId: number,
  { since, now }: { since: Date; now: Date },
) => OF_A_YEAR.one(database, [locationId, since, now]);

/** How many doors are in which state. */
export async function countLastTests(
  database: Database,
  locationId: number,
): Promise<Record<TestState, number>> {
  const counts = { never: 0, failed: 0, incomplete: 0, passed: 0 };
  for (const { state, count } of await COUNTS.rows(database, [locationId])) counts[state] = count;
  return counts;
}

/** As it came, for download; null if the lock has no such report, or the report no page. */
export async function reportFile(
  database: Database,
  lockId: number,
  id: string,
  format: 'json' | 'pdf',
): Promise<Buffer | null> {
  const row = await FILE.row(database, [lockId, id]);
  if (!row) return null;
  return format === 'json' ? Buffer.from(row.document) : row.pdf;
}
