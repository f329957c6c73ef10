import { beforeAll, describe, expect, test } from '@jest/globals';
import type { RawGateway } from '../../../../test/raw-gateway.js';
import { dashboardWorld } from '../http/pages-world.js';

/* Floor plans: a drawing for each location, and its doors on it, now and in the past. */

const { world, ids, ask, signIn, context } = await dashboardWorld();
const owner = await signIn('owner@acme.example');
const lab = await signIn('lab@acme.example');
const viewer = await signIn('viewer@acme.example');
const stranger = await signIn('other@globex.example');
let gateway: RawGateway;

// One pixel.
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const hq = `/locations/${ids.hq}/plan`;
const draw = (path = hq, cookie = owner) =>
  ask('PUT', `${path}/image`, { cookie, body: { image: PNG, width: 640, height: 480 } });
const place = (doors: object[], version: number, cookie = owner) =>
  ask('PUT', `${hq}/doors`, { cookie, body: { version, doors } });
const plan = async (cookie = owner) => (await ask('GET', hq, { cookie })).json.plan;

beforeAll(async () => {
  gateway = await world.connect();
  await gateway.birth([{ door: 1 }, { door: 2 }]);
});

test('a location has no plan until it gets a drawing, which comes back byte for byte', async () => {
  expect(await plan()).toBeNull();
  expect((await draw()).status).toBe(204);
  expect(await plan(viewer)).toMatchObject({
    location: { id: ids.hq },
    image: { type: 'image/png', width: 640, height: 480 },
    version: 1,
    changed_by: 'owner',
    doors: [],
  });
  const image = await ask('GET', `${hq}/image?version=1`, { cookie: viewer });
  expect(image.headers.get('content-type')).toBe('image/png');
  expect(image.headers.get('content-security-policy')).toContain('sandbox');
  const list = await ask('GET', '/floor-plans', { cookie: viewer });
  expect(list.json.data).toMatchObject([{ location: { id: ids.hq }, doors: 0 }]);
});

test('a drawing larger than an ordinary body is taken; one over 4 MB and what is no image are refused by name', async () => {
  const large = Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.alloc(1_000_000)]).toString('base64');
  const send = (image: string, more: object = {}) =>
    ask('PUT', `${hq}/image`, { cookie: owner, body: { image, width: 10, height: 10, ...more } });
  expect((await send(large)).status).toBe(204);
  const fault = async (image: string, more: object = {}) => {
    const { status, json } = await send(image, more);
    return [status, json.error.details[0].field, json.error.details[0].message];
  };
  const svg = Buffer.from('<svg/>').toString('base64');
  expect(await fault(svg)).toEqual([422, 'image', 'must be a PNG, a JPEG or a WebP image']);
  expect(await fault('not base64!')).toEqual([422, 'image', expect.any(String)]);
  expect(await fault(PNG, { width: 8_193 })).toEqual([422, 'width', expect.any(String)]);
  const over = Buffer.alloc(4_194_305).toString('base64');
  expect((await send(over)).status).toBe(422);
});

describe('doors', () => {
  test('are placed against the version that the person saw', async () => {
    const { version } = await plan();
    const doors = [{ lock_id: ids.main, x: 0.25, y: 0.75 }];
    expect((await place(doors, version)).status).toBe(204);
    expect(await plan()).toMatchObject({ version: version + 1, doors });
    const late = await place([], version);
    expect([late.status, late.json.error.code]).toEqual([409, 'changed_meanwhile']);
    expect((await plan()).doors).toEqual(doors);
  });

  test('of other locations, twice the same, and outside the drawing are refused by name', async () => {
    const { version } = await plan();
    const field = async (doors: object[]) => {
      const { status, json } = await place(doors, version);
      return [status, json.error.details[0].field];
    };
    const here = { lock_id: ids.main, x: 0, y: 1 };
    expect(await field([here, here])).toEqual([422, 'doors[1].lock_id']);
    expect(await field([here, { ...here, lock_id: 999_999 }])).toEqual([422, 'doors[1].lock_id']);
    expect(await field([{ ...here, x: 1.01 }])).toEqual([422, 'doors[0].x']);
  });

  test('are shown as they were at a moment, as the page of each shows it', async () => {
    const before = world.clock.now();
    await world.clock.advance(1_000);
    await gateway.send([gateway.record({ door: 1, kind: 'contact', state: 'open', snapshot: false })]);
    await world.clock.advance(1_000);
    const at = async (when: number) =>
      (await ask('GET', `${hq}/past?at=${new Date(when).toISOString()}`, { cookie: viewer })).json.doors[0];
    const own = async (when: number) =>
      (await ask('GET', `/doors/${ids.main}/at?at=${new Date(when).toISOString()}`, { cookie: viewer })).json;
    for (const when of [before, world.clock.now()]) {
      const [then, page] = [await at(when), await own(when)];
      expect(then).toEqual({
        lock_id: ids.main,
        door: page.door.value,
        forced: page.forced.value,
        left_open: page.left_open.value,
        held_open: page.held_open.value,
        online: page.online.value,
      });
    }
    expect((await at(world.clock.now())).door).toBe('open');
  });
});

test('who may not see a location sees no plan of it, and viewers change none', async () => {
  for (const cookie of [lab, stranger]) {
    expect((await ask('GET', hq, { cookie })).status).toBe(404);
    expect((await ask('GET', `${hq}/image`, { cookie })).status).toBe(404);
    expect((await draw(hq, cookie)).status).toBe(404);
    expect((await ask('DELETE', hq, { cookie })).status).toBe(404);
    expect((await ask('GET', '/floor-plans', { cookie })).json.data).toEqual([]);
  }
  expect((await draw(hq, viewer)).status).toBe(403);
  expect((await place([], 1, viewer)).status).toBe(403);
});

test('a plan is deleted, with the places of its doors, and each change is in the audit log', async () => {
  expect((await ask('DELETE', hq, { cookie: owner })).status).toBe(204);
  expect(await plan()).toBeNull();
  expect((await ask('DELETE', hq, { cookie: owner })).status).toBe(404);
  const { rows } = await context.pool.query(
    `select distinct action from audit where action like '%plan' or action like '%doors' order by 1`,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'location.delete_plan',
    'location.place_doors',
    'location.set_plan',
  ]);
});
