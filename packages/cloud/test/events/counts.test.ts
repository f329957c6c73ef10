import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { dashboardWorld } from '../http/pages-world.js';

const { ask, signIn, context, ids, addUser } = await dashboardWorld();
const { pool, prisma, clock } = context;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let viewer: string;
let lab: string;
const person = randomUUID();

const TYPES = [
  'access.granted',
  'access.denied',
  'unlock.failed',
  'door.forced',
  'door.left_open',
  'door.opened',
  'door.closed',
  'door.exit_button',
  'lock.hold_open.started',
  'lock.hold_open.ended',
  'lock.hold_open.failed',
  'lock.online',
  'lock.offline',
];

/** One event, as `apply` writes it: a row, and one a location above it. */
async function happened(lock: number, location: number, type: string, at: number, who: string | null) {
  await pool.query(
    `with e as (insert into event (account_id, location_id, lock_id, type, occurred_at, source, person_id)
       values ($1, $2, $3, $4, $5, 'device', $6) returning id)
     insert into event_scope (location_id, type, occurred_at, event_id)
     select a.ancestor_id, $4, $5, e.id from e, location_ancestor a where a.location_id = $2`,
    [ids.account, location, lock, type, new Date(at), who],
  );
}

beforeAll(async () => {
  viewer = await signIn('viewer@acme.example');
  lab = await signIn('lab@acme.example');
  await prisma.person.create({
    data: { id: person, account_id: ids.account, location_id: ids.hq, name: 'Anna' },
  });
  const now = clock.now();
  // Spread over the hours, days and doors, with a person behind some of them.
  for (let index = 0; index < 120; index++) {
    const isLab = index % 3 === 0;
    const type = TYPES[index % TYPES.length] as string;
    const at = now - (index < 40 ? index * 5 * 60_000 : (index - 39) * 20 * HOUR) - index;
    await happened(
      isLab ? ids.side : ids.main,
      isLab ? ids.lab : ids.hq,
      type,
      at,
      type.startsWith('access.') && index % 2 === 0 ? person : null,
    );
  }
});

type Counts = { buckets: ({ at: string } & Record<string, number>)[] } & Record<string, unknown>;

const countedOf = ({ buckets }: Counts): number =>
  buckets.reduce((sum, { at: _, ...series }) => sum + Object.values(series).reduce((a, b) => a + b, 0), 0);

async function listed(filter: string, cookie: string, location?: number): Promise<number> {
  let rows = 0;
  for (let cursor = ''; ; ) {
    const { status, json } = await ask('GET', `/events?limit=100${filter}${cursor}`, {
      cookie,
      ...(location ? { location } : {}),
    });
    expect(status).toBe(200);
    rows += json.data.length;
    if (!json.next_cursor) return rows;
    cursor = `&cursor=${encodeURIComponent(json.next_cursor)}`;
  }
}

describe('the chart of events', () => {
  const ago = (milliseconds: number) => new Date(clock.now() - milliseconds).toISOString();
  const FILTERS: [string, () => string][] = [
    ['nothing', () => ''],
    ['a type', () => '&type=access.denied'],
    ['several types', () => '&type=door.opened,door.closed,door.exit_button'],
    ['a door', () => `&lock_id=${ids.main}`],
    ['a person', () => `&person_id=${person}`],
    ['a person at a door', () => `&person_id=${person}&lock_id=${ids.side}`],
    ['a type of a person', () => `&person_id=${person}&type=access.granted`],
    ['a beginning', () => `&since=${ago(5 * DAY)}`],
    ['an end', () => `&until=${ago(2 * DAY)}`],
    ['a few hours', () => `&since=${ago(2 * HOUR)}&until=${ago(HOUR)}`],
    ['a time that ends before it begins', () => `&since=${ago(HOUR)}&until=${ago(2 * HOUR)}`],
    [
      'all of it',
      () => `&person_id=${person}&lock_id=${ids.main}&type=access.granted&since=${ago(30 * DAY)}`,
    ],
  ];
  test.each(FILTERS)('counts exactly what the list shows, asked for %s', async (_, filter) => {
    const { status, json } = await ask('GET', `/event-counts?${filter().slice(1)}`, { cookie: viewer });
    expect(status).toBe(200);
    expect(json).toMatchObject({ is_cut: false, has_earlier: false });
    const rows = await listed(filter(), viewer);
    expect(countedOf(json)).toBe(rows);
  });

  test('counts the events of the chosen location, and none outside the user’s own', async () => {
    const chosen = await ask('GET', '/event-counts', { cookie: viewer, location: ids.lab });
    expect(countedOf(chosen.json)).toBe(await listed('', viewer, ids.lab));
    expect(countedOf(chosen.json)).toBe(40);
    const own = await ask('GET', '/event-counts', { cookie: lab });
    expect(countedOf(own.json)).toBe(40);
    const foreign = await ask('GET', `/event-counts?lock_id=${ids.main}`, { cookie: lab });
    expect(countedOf(foreign.json)).toBe(0);
    const other = await ask('GET', `/event-counts?person_id=${person}`, {
      cookie: await signIn('other@globex.example'),
    });
    expect(countedOf(other.json)).toBe(0);
  });

  test('starts its days in the location’s time zone, or in the requested one', async () => {
    const asked = `since=${ago(6 * DAY)}`;
    const there = await ask('GET', `/event-counts?${asked}`, { cookie: viewer });
    const { timezone } = await prisma.location.findUniqueOrThrow({ where: { id: ids.hq } });
    expect(there.json).toMatchObject({ unit: 'day', timezone });
    const tokyo = await ask('GET', `/event-counts?${asked}&timezone=Asia/Tokyo`, { cookie: viewer });
    expect(tokyo.json.timezone).toBe('Asia/Tokyo');
    expect(tokyo.json.buckets[1].at).toMatch(/T15:00:00\.000Z$/);
    const strange = await ask('GET', '/event-counts?timezone=Mars/Base', { cookie: viewer });
    expect(strange.status).toBe(400);
    expect(strange.text).toContain('must be a time zone such as Europe/Helsinki');
  });

  test('reports that the list goes further back than the chart', async () => {
    await happened(ids.main, ids.hq, 'door.opened', clock.now() - 200 * DAY, null);
    const whole = await ask('GET', '/event-counts', { cookie: viewer });
    expect(whole.json).toMatchObject({ has_earlier: true, unit: 'day' });
    const typed = await ask('GET', '/event-counts?type=door.closed', { cookie: viewer });
    expect(typed.json).toMatchObject({ has_earlier: false });
  });

  test('counts events of a clock that is ahead', async () => {
    await addUser('ahead@acme.example', 'viewer', ids.hq);
    const cookie = await signIn('ahead@acme.example');
    const filter = '&type=lock.hold_open.failed';
    await happened(ids.main, ids.hq, 'lock.hold_open.failed', clock.now() + DAY, null);
    const { json } = await ask('GET', `/event-counts?${filter.slice(1)}`, { cookie });
    expect(countedOf(json)).toBe(await listed(filter, cookie));
  });
});
