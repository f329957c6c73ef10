import { beforeAll, expect, test } from '@jest/globals';
import { dashboardWorld } from '../http/pages-world.js';

/* The page of the audit log: filtered, folded, exported. */

const { world, ids, ask, signIn } = await dashboardWorld();
const owner = await signIn('owner@acme.example');
const labManager = await signIn('lab@acme.example');
const stranger = await signIn('other@globex.example');
const IMPORTED = 30;

beforeAll(async () => {
  await ask('POST', '/people', { cookie: owner, body: { name: 'Anna Aho' } });
  await world.clock.advance(60_000);
  const rows = Array.from({ length: IMPORTED }, (_, copy) => ({ fields: { name: 'Listed' }, copy }));
  await ask('POST', '/people-import', { cookie: owner, body: { rows, key: null } });
  await world.clock.advance(60_000);
  await ask('POST', '/people', {
    cookie: labManager,
    body: { name: 'Lab person', location_id: ids.lab },
  });
});

const list = async (query: string, cookie = owner) => {
  const { status, json } = await ask('GET', `/audit?${query}`, { cookie });
  expect([query, status]).toEqual([query, 200]);
  return json;
};

test('an import is one entry, which says how many of what it is, and opens into them', async () => {
  const { data } = await list('fold=true&action=person.create');
  expect(data).toHaveLength(3);
  const [, { run, number }] = data;
  expect(run.actions).toEqual([{ action: 'person.create', count: IMPORTED }]);
  const opened = await list(`from=${run.from}&to=${number}&limit=20`);
  expect(opened.data).toHaveLength(20);
  const rest = await list(`from=${run.from}&to=${number}&limit=20&cursor=${opened.next_cursor}`);
  expect(rest.data).toHaveLength(IMPORTED - 20);
  expect(rest.next_cursor).toBeNull();
});

test('folded pages follow each other without a gap', async () => {
  const seen: number[] = [];
  for (let cursor = ''; ; ) {
    const { data, next_cursor } = await list(`fold=true&limit=2${cursor}`);
    for (const { number, run } of data) seen.push(number, ...(run ? [run.from] : []));
    if (next_cursor === null) break;
    cursor = `&cursor=${next_cursor}`;
  }
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
  const { data } = await list('limit=100');
  expect(seen.at(-1)).toBe(data.at(-1).number);
});

test('entries are found by who, what, to what and when', async () => {
  const names = async (query: string) =>
    (await list(query)).data.map(({ subject }: { subject: { name: string } }) => subject.name);
  expect(await names('actor=LAB&action=person.create')).toEqual(['Lab person']);
  expect(await names('subject=aho')).toEqual(['Anna Aho']);
  expect(await names('subject=nothing')).toEqual([]);
  const since = new Date(world.clock.now() - 1_000).toISOString();
  expect(await names(`action=person.create&since=${since}`)).toEqual(['Lab person']);
  const until = new Date(world.clock.now() - 90_000).toISOString();
  expect(await names(`action=person.create&until=${until}`)).toEqual(['Anna Aho']);
});

test('what is filtered is exported, entry by entry', async () => {
  const { text } = await ask('GET', '/audit/export?action=person.create', { cookie: owner });
  const lines = text.trim().split('\r\n');
  expect(lines[0]).toBe('at,actor_type,actor,action,subject_type,subject,subject_id,details,sequence,id');
  expect(lines).toHaveLength(1 + IMPORTED + 2);
  expect(lines[1]).toContain('Lab person');
});

test('a manager of a location sees what is there, and another organisation nothing of ours', async () => {
  const { data } = await list('action=person.create', labManager);
  expect(data).toHaveLength(1);
  const { text } = await ask('GET', '/audit/export', { cookie: stranger });
  expect(text).not.toMatch(/Aho|Listed|Lab person/);
});
