import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { comment, exif, jpeg } from '../../../../test/jpeg.js';
import { dashboardWorld } from '../http/pages-world.js';

/* Photos that people add to the report of a door test. */

const { world, ids, ask, signIn, context } = await dashboardWorld();
const owner = await signIn('owner@acme.example');
const lab = await signIn('lab@acme.example');
const viewer = await signIn('viewer@acme.example');
const stranger = await signIn('other@globex.example');

const photo = (text = 'one') => jpeg({ metadata: [exif('60.1699 N 24.9384 E'), comment(text)] });
const add = (report: string, image: Buffer | string = photo(), cookie = owner) =>
  ask('POST', `/door-tests/${report}/photos`, {
    cookie,
    body: { image: typeof image === 'string' ? image : image.toString('base64') },
  });
const photosOf = async (report: string) => {
  const { json } = await ask('GET', `/doors/${ids.main}/reports`, { cookie: viewer });
  return json.data.find(({ id }: { id: string }) => id === report).photos;
};

async function aReport(): Promise<string> {
  // The newest is shown first.
  await world.clock.advance(1_000);
  const id = randomUUID();
  const at = new Date(world.clock.now());
  await context.prisma.doorTestReport.create({
    data: {
      id,
      account_id: ids.account,
      gateway_id: world.gateway.id,
      door: 1,
      lock_id: ids.main,
      result: 'passed',
      finished_at: at,
      received_at: at,
      document: '{"report":{"by":"Ilkka","door":{"driver":"gpio"},"result":"passed","steps":[]}}',
    },
  });
  return id;
}

test('a photo is shown with who added it and when, and without where it was taken', async () => {
  const report = await aReport();
  const added = await add(report);
  expect(added.status).toBe(201);
  expect(await photosOf(report)).toEqual([
    {
      id: added.json.id,
      width: 8,
      height: 8,
      added_at: new Date(world.clock.now()).toISOString(),
      added_by: 'owner',
    },
  ]);
  const shown = await ask('GET', `/door-tests/${report}/photos/${added.json.id}`, { cookie: viewer });
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-type')).toBe('image/jpeg');
  expect(shown.headers.get('content-security-policy')).toContain('sandbox');
  const { rows } = await context.pool.query('select image from door_test_photo where id = $1', [
    added.json.id,
  ]);
  expect(rows[0].image).toEqual(jpeg());
});

test('one that is no JPEG, too large or too many is refused by name, and no more are kept', async () => {
  const report = await aReport();
  const fault = async (image: Buffer | string) => {
    const { status, json } = await add(report, image);
    return [status, json.error.details[0].field, json.error.details[0].message];
  };
  expect(await fault(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))).toEqual([
    422,
    'image',
    'must be a JPEG image of at most 4096 pixels a side',
  ]);
  expect(await fault(jpeg({ behind: Buffer.alloc(1024 * 1024) }))).toEqual([
    422,
    'image',
    'must be at most 1 MB',
  ]);
  expect(await fault('not base64!')).toEqual([422, 'image', expect.any(String)]);
  // All at once: they wait for each other.
  const added = await Promise.all(Array.from({ length: 6 }, (_, index) => add(report, photo(`${index}`))));
  expect(added.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 422, 422]);
  expect(await fault(photo())).toEqual([422, 'image', 'there are 4 photos already']);
  expect(await photosOf(report)).toHaveLength(4);
});

describe('photos', () => {
  test('are neither added, seen nor deleted from outside, nor changed by a viewer', async () => {
    const report = await aReport();
    const { id } = (await add(report)).json;
    const path = `/door-tests/${report}/photos/${id}`;
    for (const cookie of [lab, stranger]) {
      expect((await add(report, photo(), cookie)).status).toBe(404);
      expect((await ask('GET', path, { cookie })).status).toBe(404);
      expect((await ask('DELETE', path, { cookie })).status).toBe(404);
    }
    expect((await add(report, photo(), viewer)).status).toBe(403);
    expect((await ask('DELETE', path, { cookie: viewer })).status).toBe(403);
    expect(await photosOf(report)).toHaveLength(1);
  });

  test('of one report are not found under another', async () => {
    const [report, other] = [await aReport(), await aReport()];
    const { id } = (await add(report)).json;
    const path = `/door-tests/${other}/photos/${id}`;
    expect((await ask('GET', path, { cookie: owner })).status).toBe(404);
    expect((await ask('DELETE', path, { cookie: owner })).status).toBe(404);
    expect(await photosOf(report)).toHaveLength(1);
  });

  test('are deleted by a manager, and the audit log keeps the hash of each', async () => {
    const report = await aReport();
    const { id } = (await add(report)).json;
    expect((await ask('DELETE', `/door-tests/${report}/photos/${id}`, { cookie: owner })).status).toBe(204);
    expect(await photosOf(report)).toEqual([]);
    const { rows } = await context.pool.query(
      "select action, details from audit where details->>'photo_id' = $1 order by number",
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['lock.add_test_photo', 'lock.delete_test_photo']);
    expect(rows[0].details).toEqual(rows[1].details);
    expect(rows[0].details.photo_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('go with their report', async () => {
    const report = await aReport();
    await add(report);
    await context.pool.query('delete from door_test_report where id = $1', [report]);
    const { rowCount } = await context.pool.query('select from door_test_photo where report_id = $1', [
      report,
    ]);
    expect(rowCount).toBe(0);
  });
});
