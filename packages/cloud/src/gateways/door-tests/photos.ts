import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { byUser, recordAudit } from '../../audit/record.js';
import { type Context, transaction } from '../../context.js';
import * as sql from '../../database/statement.js';
import { ApiError, invalidField } from '../../errors.js';
import type { SignedIn } from '../../http/endpoint.js';
import { barePhoto, MAX_PHOTOS, type Photo } from './photo.rules.js';

/*
 * Photos that people add to the report of a door test. They are additions of the service: what the gateway signed stays as
 * it is. The audit log keeps the hash of each.
 */

/** Those who add to one report wait for each other. */
const REPORT = sql.statement(
  'door-test-report-lock',
  `select l.id, l.name, l.location_id from door_test_report r join lock l on l.id = r.lock_id
   where r.id = $1 and ${sql.isWithin('l', '$2')} for no key update of r`,
  { id: sql.int, name: sql.text, location_id: sql.int },
);

/** None where there are as many as may be. */
const INSERT = sql.statement(
  'door-test-photo-insert',
  `insert into door_test_photo (id, account_id, report_id, image, width, height, added_at, added_by)
   select $1, $2, $3, $4, $5, $6, $7, $8 where (select count(*) from door_test_photo where report_id = $3) < $9`,
);

const DELETE = sql.statement(
  'door-test-photo-delete',
  'delete from door_test_photo where id = $1 and report_id = $2 returning image',
  { image: sql.bytes },
);

const IMAGE = sql.statement(
  'door-test-photo',
  `select p.image from door_test_photo p join door_test_report r on r.id = p.report_id join lock l on l.id = r.lock_id
   where p.id = $1 and p.report_id = $2 and ${sql.isWithin('l', '$3')}`,
  { image: sql.bytes },
);

const OF_REPORT = sql.statement(
  'door-test-photos',
  'select image, width, height, added_at, added_by from door_test_photo where report_id = $1 order by added_at, id',
  { image: sql.bytes, width: sql.int, height: sql.int, added_at: sql.time, added_by: sql.text },
);

export type KeptPhoto = sql.Row<typeof OF_REPORT>;

/** The report is within the reach of the caller. */
export const photosOf = ({ pool }: Pick<Context, 'pool'>, report: string): Promise<KeptPhoto[]> =>
  OF_REPORT.rows(pool, [report]);

/** @throws 404 */
export async function readPhoto(
  { pool }: Pick<Context, 'pool'>,
  { locationId }: Pick<SignedIn, 'locationId'>,
  { report, photo }: { report: string; photo: string },
): Promise<Buffer> {
  const row = await IMAGE.row(pool, [photo, report, locationId]);
  if (!row) throw new ApiError('not_found');
  return row.image;
}

/**
 * @param image base64
 * @throws 404, 422
 */
export async function addPhoto(
  context: Context,
  user: SignedIn,
  report: string,
  image: string,
): Promise<{ id: string }> {
  const photo = barePhoto(Buffer.from(image, 'base64'));
  if (photo === null) throw invalidField('image', 'must be a JPEG image of at most 4096 pixels a side');
  const id = context.ids.uuid();
  await transaction(context.pool, async (client) => {
    const lock = await reach(client, user, report);
    if ((await insert(client, context, user, report, { id, ...photo })) === 0)
      throw invalidField('image', `there are ${MAX_PHOTOS} photos already`, 'limit_reached');
    await audit(client, context, user, 'add_test_photo', lock, { report, id, image: photo.image });
  });
  return { id };
}

/** @throws 404 */
export async function deletePhoto(
  context: Context,
  user: SignedIn,
  { report, photo }: { report: string; photo: string },
): Promise<void> {
  await transaction(context.pool, async (client) => {
    const lock = await reach(client, user, report);
    const deleted = await DELETE.row(client, [photo, report]);
    if (!deleted) throw new ApiError('not_found');
    await audit(client, context, user, 'delete_test_photo', lock, { report, id: photo, ...deleted });
  });
}

async function reach(client: PoolClient, { locationId }: SignedIn, report: string) {
  const lock = await REPORT.row(client, [report, locationId]);
  if (!lock) throw new ApiError('not_found');
  return lock;
}

const insert = (
  client: PoolClient,
  { clock }: Pick<Context, 'clock'>,
  { accountId, user }: SignedIn,
  report: string,
  { id, image, width, height }: Photo & { id: string },
) =>
  INSERT.count(client, [
    id,
    accountId,
    report,
    image,
    width,
    height,
    new Date(clock.now()),
    user.name,
    MAX_PHOTOS,
  ]);

const audit = (
  client: PoolClient,
  context: Context,
  user: SignedIn,
  action: 'add_test_photo' | 'delete_test_photo',
  lock: { id: number; name: string; location_id: number },
  { report, id, image }: { report: string; id: string; image: Buffer },
) =>
  recordAudit(client, context, {
    account_id: user.accountId,
    actor: byUser(user.user),
    action: `lock.${action}`,
    subject: { type: 'lock', id: String(lock.id), name: lock.name },
    location_id: lock.location_id,
    details: {
      report_id: report,
      photo_id: id,
      photo_hash: createHash('sha256').update(image).digest('hex'),
    },
  });
