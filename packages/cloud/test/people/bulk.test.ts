import { beforeEach, describe, expect, test } from '@jest/globals';
import { dashboardWorld } from '../http/pages-world.js';

/* One request for many people: each has an outcome, and the same request may be sent again. */

const { context, ids, other, ask, signIn } = await dashboardWorld();
const owner = await signIn('owner@acme.example');
const viewer = await signIn('viewer@acme.example');
const labManager = await signIn('lab@acme.example');
await context.prisma.securityGroup.create({
  data: { account_id: ids.account, location_id: ids.hq, code: 'STAFF', name: 'Staff' },
});
const KEY = { name: 'Front doors', security_groups: ['STAFF'], channel: 'reachable' };
let people: string[] = [];
let made = 0;

const make = async (body: object): Promise<string> => {
  const { status, json } = await ask('POST', '/people', { cookie: owner, body });
  expect(status).toBe(201);
  return json.id;
};

beforeEach(async () => {
  made++;
  people = [
    await make({ name: 'Anna', email: `anna${made}@acme.example` }),
    await make({ name: 'Bo' }),
    await make({ name: 'Carl', email: `carl${made}@acme.example`, location_id: ids.lab }),
  ];
});

const bulk = async (act: string, body: object, cookie = owner) => {
  const { status, json } = await ask('POST', `/people-bulk/${act}`, { cookie, body });
  expect([act, status]).toEqual([act, 200]);
  return json.data.map((one: { outcome: string; message: string | null }) => [one.outcome, one.message]);
};
const audits = async (action: string) => {
  const { rows } = await context.pool.query(
    'select subject_id from audit where action = $1 and subject_id = any($2) order by number',
    [action, people],
  );
  return rows.length;
};

describe('moving people', () => {
  test('moves those who are elsewhere, audited one by one, and leaves the others', async () => {
    const body = { ids: people, location_id: ids.lab };
    expect(await bulk('move', body)).toEqual([
      ['done', null],
      ['done', null],
      ['unchanged', 'is there already'],
    ]);
    expect(await audits('person.update')).toBe(2);
    expect(await bulk('move', body)).toEqual(people.map(() => ['unchanged', 'is there already']));
    expect(await audits('person.update')).toBe(2);
  });

  test('names who is managed elsewhere, and who is not there', async () => {
    await context.prisma.person.update({ where: { id: people[0] as string }, data: { managed: true } });
    const unknown = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
    expect(await bulk('move', { ids: [...people, unknown], location_id: ids.lab })).toEqual([
      ['refused', expect.stringContaining('site file')],
      ['done', null],
      ['unchanged', expect.anything()],
      ['refused', 'no such person here'],
    ]);
  });

  test('takes no location of others, no empty list, and not more than a hundred', async () => {
    for (const [body, field] of [
      [{ ids: people, location_id: other.location }, 'location_id'],
      [{ ids: [], location_id: ids.lab }, 'ids'],
      [{ ids: Array.from({ length: 101 }, () => people[0]), location_id: ids.lab }, 'ids'],
    ] as const) {
      const { status, json } = await ask('POST', '/people-bulk/move', { cookie: owner, body });
      expect([status, json.error.details[0].field]).toEqual([422, field]);
    }
  });

  test('is not for those who only look on, and reaches no one above', async () => {
    const body = { ids: people, location_id: ids.lab };
    expect((await ask('POST', '/people-bulk/move', { cookie: viewer, body })).status).toBe(403);
    expect(await bulk('move', body, labManager)).toEqual([
      ['refused', 'no such person here'],
      ['refused', 'no such person here'],
      ['unchanged', 'is there already'],
    ]);
  });
});

describe('giving a key', () => {
  test('gives one to each who can be reached, and no second one', async () => {
    const body = { ids: people, key: KEY };
    expect(await bulk('give', body)).toEqual([
      ['done', null],
      ['refused', expect.stringMatching(/phone|SMS/)],
      ['done', null],
    ]);
    expect(await bulk('give', body)).toEqual([
      ['unchanged', 'has this key already'],
      ['refused', expect.anything()],
      ['unchanged', 'has this key already'],
    ]);
    const { json } = await ask('GET', `/keys?person_id=${people[0]}`, { cookie: owner });
    expect(json.data).toHaveLength(1);
  });

  test('says of a group that is not there for whom it was refused', async () => {
    const body = { ids: [people[0]], key: { ...KEY, security_groups: ['NONE'] } };
    expect(await bulk('give', body)).toEqual([['refused', expect.any(String)]]);
  });
});

describe('taking keys back', () => {
  test('returns all keys of those chosen, once', async () => {
    await bulk('give', { ids: people, key: KEY });
    const body = { ids: people };
    const expected = [
      ['done', null],
      ['unchanged', 'has no key here'],
      ['done', null],
    ];
    expect(await bulk('take-back', body)).toEqual(expected);
    const { json } = await ask('GET', `/keys?person_id=${people[0]}`, { cookie: owner });
    expect(json.data).toMatchObject([{ state: 'returned', invitation: { state: 'cancelled' } }]);
    expect(await bulk('take-back', body)).toEqual(people.map(() => ['unchanged', 'has no key here']));
  });

  test('is audited key by key', async () => {
    await bulk('give', { ids: people, key: KEY });
    const count = async () =>
      (await context.pool.query("select from audit where action = 'key.return'")).rowCount ?? 0;
    const before = await count();
    await bulk('take-back', { ids: people });
    expect((await count()) - before).toBe(2);
  });
});
