import { beforeAll, describe, expect, test } from '@jest/globals';
import { dashboardWorld } from '../http/pages-world.js';

/* Keys by what they want of those who look after them. */

const { world, context, ids, ask, signIn } = await dashboardWorld();
const owner = await signIn('owner@acme.example');
const stranger = await signIn('other@globex.example');
const DAY = 86_400_000;
const inDays = (days: number) => new Date(world.clock.now() + days * DAY);
const keys: Record<string, number> = {};
const holders: Record<string, string> = {};

async function give(name: string, fields: Record<string, Date | string | null>, locationId = ids.hq) {
  const { json: person } = await ask('POST', '/people', {
    cookie: owner,
    body: { name: `Holder of ${name}`, location_id: locationId },
  });
  const { id } = await context.prisma.accessKey.create({
    data: {
      account_id: ids.account,
      location_id: locationId,
      person_id: person.id,
      name,
      starts_at: inDays(-90),
      created_at: inDays(-90),
      updated_at: inDays(-90),
      ...fields,
    },
  });
  keys[name] = id;
  holders[name] = person.id;
  return { id, person_id: person.id };
}

const use = (key_id: number, person_id: string, at: Date) =>
  context.prisma.event.create({
    data: {
      account_id: ids.account,
      location_id: ids.hq,
      lock_id: ids.main,
      type: 'access.granted',
      source: 'app',
      occurred_at: at,
      key_id,
      person_id,
    },
  });

const HANDED = { state: 'handed_over', handed_over_at: inDays(-60) };

beforeAll(async () => {
  const used = await give('Used', HANDED);
  await use(used.id, used.person_id, inDays(-1));
  // Reported late: the newest use stays.
  await use(used.id, used.person_id, inDays(-5));
  const old = await give('Old', HANDED);
  await use(old.id, old.person_id, inDays(-31));
  await give('Never', HANDED);
  await give('Young', { ...HANDED, handed_over_at: inDays(-29) });
  await give('Waiting', { state: null });
  await give('Ending', { ...HANDED, handed_over_at: inDays(-1), expires_at: inDays(14) });
  await give('Later', { ...HANDED, handed_over_at: inDays(-1), expires_at: inDays(15) });
  await give('Expired', { ...HANDED, expires_at: inDays(0) });
  await give('Returned', { state: 'returned', handed_over_at: inDays(-60), returned_at: inDays(-2) });
  await give('Lab key', { ...HANDED, handed_over_at: inDays(-1) }, ids.lab);
});

const names = async (query: string, cookie = owner, location?: number) => {
  const { status, json } = await ask('GET', `/key-review?${query}`, {
    cookie,
    ...(location ? { location } : {}),
  });
  expect([query, status]).toEqual([query, 200]);
  return json.data.map(({ name }: { name: string }) => name);
};

describe('keys are shown by what they want', () => {
  test.each([
    ['in_use', ['Lab key', 'Later', 'Ending', 'Young', 'Never', 'Old', 'Used']],
    ['unused', ['Never', 'Old']],
    ['not_activated', ['Waiting']],
    ['ending', ['Ending']],
    ['ended', ['Returned', 'Expired']],
  ])('%s', async (show, expected) => {
    expect(await names(`show=${show}`)).toEqual(expected);
  });

  test('and counted', async () => {
    const { json } = await ask('GET', '/key-counts', { cookie: owner });
    expect(json).toMatchObject({ all: 10, in_use: 7, unused: 2, not_activated: 1, ending: 1, ended: 2 });
  });

  test('with the newest use, whenever it was reported', async () => {
    const { json } = await ask('GET', '/key-review?search=used', { cookie: owner });
    expect(json.data).toMatchObject([{ id: keys.Used, used_at: inDays(-1).toISOString() }]);
  });
});

test('keys are sorted by end, last use and person, and found by words of key and person', async () => {
  expect((await names('show=in_use&sort=end')).slice(0, 2)).toEqual(['Ending', 'Later']);
  expect((await names('show=unused&sort=used'))[1]).toBe('Old');
  expect((await names('sort=person')).slice(0, 3)).toEqual(['Ending', 'Expired', 'Lab key']);
  expect(await names('search=holder%20WAIT')).toEqual(['Waiting']);
  expect(await names('search=nothing')).toEqual([]);
});

test('pages follow each other without a gap', async () => {
  const found: string[] = [];
  for (let cursor = ''; ; ) {
    const { json } = await ask('GET', `/key-review?sort=person&limit=3${cursor}`, { cookie: owner });
    found.push(...json.data.map(({ name }: { name: string }) => name));
    if (json.next_cursor === null) break;
    cursor = `&cursor=${json.next_cursor}`;
  }
  expect(found).toEqual(await names('sort=person&limit=100'));
  expect(new Set(found).size).toBe(10);
});

test('a location shows its own keys, and another organisation none', async () => {
  expect(await names('show=all', owner, ids.lab)).toEqual(['Lab key']);
  expect(await names('show=all', stranger)).toEqual([]);
});

test('people are listed with their keys in use and when they last came', async () => {
  const ofPeople = async (query: string) => {
    const { status, json } = await ask('GET', `/people-review?${query}`, { cookie: owner });
    expect(status).toBe(200);
    return json.data as { name: string; keys: number; came_at: string | null }[];
  };
  const [last, before] = await ofPeople('sort=came');
  expect(last).toMatchObject({ name: 'Holder of Used', keys: 1, came_at: inDays(-1).toISOString() });
  expect(before?.name).toBe('Holder of Old');
  const byKeys = await ofPeople('sort=keys');
  expect(byKeys.map(({ keys: count }) => count)).toEqual([1, 1, 1, 1, 1, 1, 1, 0, 0, 0]);
  const byName = (await ofPeople('sort=name')).map(({ name }) => name);
  expect(byName).toEqual([...byName].sort());
  expect((await ofPeople('search=wait'))[0]?.name).toBe('Holder of Waiting');
  const { json } = await ask('GET', '/people-count?search=holder', { cookie: owner });
  expect(json).toEqual({ count: 10 });
  expect((await ask('GET', '/people-count', { cookie: stranger })).json).toEqual({ count: 0 });
});

test.each(['name', 'came', 'keys', 'newest'])(
  'people by %s: pages follow each other without a gap, as the whole list has them',
  async (sort) => {
    const listOf = async (query: string) => {
      const found: { id: string; name: string; keys: number; came_at: string | null }[] = [];
      for (let cursor = ''; ; ) {
        const { json } = await ask('GET', `/people-review?sort=${sort}&${query}${cursor}`, { cookie: owner });
        found.push(...json.data);
        if (json.next_cursor === null) return found;
        cursor = `&cursor=${json.next_cursor}`;
      }
    };
    const second = { account_id: ids.account, location_id: ids.hq, name: 'Second', starts_at: inDays(-90) };
    const { id } = await context.prisma.accessKey.create({
      data: {
        ...second,
        ...HANDED,
        person_id: holders.Never ?? null,
        created_at: inDays(-90),
        updated_at: inDays(-90),
      },
    });
    const all = await listOf('limit=100');
    expect(all).toHaveLength(10);
    for (const limit of [1, 3, 9]) expect(await listOf(`limit=${limit}`)).toEqual(all);
    if (sort === 'keys') {
      expect(all.map(({ keys: count }) => count)).toEqual([2, 1, 1, 1, 1, 1, 1, 0, 0, 0]);
      // Where they have as many, by name.
      expect(all.slice(1, 7).map(({ name }) => name)).toEqual(
        ['Ending', 'Lab key', 'Later', 'Old', 'Used', 'Young'].map((name) => `Holder of ${name}`),
      );
      expect((await listOf('search=holder%20e&limit=2')).map(({ keys: count }) => count)[0]).toBe(2);
    }
    await context.prisma.accessKey.delete({ where: { id } });
  },
);

test('people are exported as listed, all or those chosen, and no one else', async () => {
  const all = await ask('GET', '/people-export?sort=came', { cookie: owner });
  expect(all.text).toMatch(/^name,email,.*keys_in_use,last_came_at,id\r\nHolder of Used,/);
  expect(all.text.trim().split('\r\n')).toHaveLength(11);
  const id = all.text.split('\r\n')[1]?.split(',').at(-1);
  const one = await ask('GET', `/people-export?ids=${id}`, { cookie: owner });
  expect(one.text.trim().split('\r\n')).toHaveLength(2);
  const theirs = await ask('GET', `/people-export?ids=${id}`, { cookie: stranger });
  expect(theirs.text.trim().split('\r\n')).toHaveLength(1);
});
