import { beforeAll, describe, expect, test } from '@jest/globals';
import { dashboardWorld } from '../http/pages-world.js';

const { world, ask, signIn, context, ids } = await dashboardWorld();
let owner: string;
beforeAll(async () => {
  const { prisma } = context;
  const group = { account_id: ids.account, location_id: ids.hq, code: 'STAFF', name: 'Staff' };
  await prisma.securityGroup.create({ data: group });
  owner = await signIn('owner@acme.example');
});

type Fields = Record<string, string | number>;
const rowsOf = (list: readonly Fields[]) => list.map((fields) => ({ fields, copy: 0 }));
const importing = (list: readonly Fields[], key: object | null = null, cookie = owner) =>
  ask('POST', '/people-import', { cookie, body: { rows: rowsOf(list), key } });
const preview = (list: readonly Fields[], key: object | null = null) =>
  ask('POST', '/people-import/preview', { cookie: owner, body: { rows: rowsOf(list), key } });
const outcomes = (answer: { json: { data: { outcome: string }[] } }) =>
  answer.json.data.map(({ outcome }) => outcome);
const peopleCalled = async (name: string): Promise<number> =>
  (await context.pool.query('select from person where name = $1 and deleted_at is null', [name])).rowCount ??
  0;
const KEY = { name: 'Front', security_groups: ['STAFF'], channel: 'email', for_existing: false };

describe('a list of people', () => {
  test('is previewed as it will be imported: new ones, those there already, and faults by field', async () => {
    const list = [
      { name: 'Ines Import', email: 'Ines@Acme.example ', phone: '+358 40 765 4321' },
      { name: '', email: 'no address', phone: '040 123' },
      { name: 'Admin' },
      { name: 'Elsewhere', location_id: 999_999 },
    ];
    const seen = await preview(list);
    expect(outcomes(seen)).toEqual(['create', 'refused', 'refused', 'refused']);
    expect(seen.json.data[0]).toMatchObject({ email: 'ines@acme.example', phone: '+358407654321' });
    expect(seen.json.data[1].faults.map((one: { field: string }) => one.field)).toEqual([
      'name',
      'email',
      'phone',
    ]);
    expect(seen.json.data[2].faults[0]).toMatchObject({ field: 'name', code: 'reserved_name' });
    expect(seen.json.data[3].faults[0]).toMatchObject({ field: 'location_id' });
    expect(await peopleCalled('Ines Import')).toBe(0);

    expect(outcomes(await importing(list))).toEqual(['create', 'refused', 'refused', 'refused']);
    expect(await peopleCalled('Ines Import')).toBe(1);
    const again = [{ name: 'Other name', email: 'ines@acme.example', phone: '+358407654321' }];
    expect(outcomes(await preview(again))).toEqual(['exists']);
    const found = await importing(again);
    expect(found.json.data[0]).toMatchObject({ outcome: 'exists', person: { name: 'Ines Import' } });
  });

  test('given again goes on where it stopped, whatever the rows are told apart by', async () => {
    const rows = [0, 1].map((copy) => ({ fields: { name: 'Visitor' }, copy }));
    const send = () => ask('POST', '/people-import', { cookie: owner, body: { rows, key: null } });
    expect(outcomes(await send())).toEqual(['create', 'create']);
    expect(outcomes(await send())).toEqual(['before', 'before']);
    expect(await peopleCalled('Visitor')).toBe(2);
    await context.pool.query('update person set deleted_at = now() where name = $1', ['Visitor']);
    expect(outcomes(await send())).toEqual(['create', 'create']);
    await world.clock.advance(25 * 3_600_000);
    owner = await signIn('owner@acme.example');
    expect(outcomes(await send())).toEqual(['create', 'create']);
  });

  test('sent several times at once makes everybody once, also where it was imported before', async () => {
    const list = [{ name: 'Twin' }];
    const atOnce = () => Promise.all([importing(list), importing(list), importing(list)]);
    await atOnce();
    expect(await peopleCalled('Twin')).toBe(1);
    await context.pool.query("update person set deleted_at = now() where name = 'Twin'");
    await atOnce();
    expect(await peopleCalled('Twin')).toBe(1);
  });

  test('gives keys with invitations, once, and to those there already only when asked to', async () => {
    const list = [
      { name: 'Kaisa', email: 'kaisa@acme.example' },
      { name: 'Ines Import', email: 'ines@acme.example', phone: '+358407654321' },
      { name: 'No address' },
    ];
    const seen = await preview(list, KEY);
    expect(outcomes(seen)).toEqual(['create', 'exists', 'create']);
    expect(seen.json.data[2].faults[0]).toMatchObject({ field: 'channel' });
    const first = await importing(list, KEY);
    expect(first.json.data[0].key_id).toEqual(expect.any(Number));
    expect(first.json.data[1].key_id).toBeNull();
    expect(first.json.data[2]).toMatchObject({ outcome: 'create', key_id: null });
    expect(first.json.data[2].faults[0]).toMatchObject({ field: 'channel' });
    const second = await importing(list, KEY);
    expect(outcomes(second)).toEqual(['before', 'before', 'before']);
    expect(second.json.data[0].key_id).toBe(first.json.data[0].key_id);
    expect(second.json.data[1].key_id).toBeNull();
    const all = await importing(list, { ...KEY, for_existing: true });
    expect(all.json.data[1].key_id).toEqual(expect.any(Number));
    const wrong = await importing([{ name: 'Late' }], { ...KEY, security_groups: ['NOWHERE'] });
    expect(wrong.json.data[0].faults[0]).toMatchObject({ code: 'unknown_security_group' });
  });

  test('stays in its own tree, and takes a manager', async () => {
    const lab = await signIn('lab@acme.example');
    const outside = await importing([{ name: 'Up', location_id: ids.hq }], null, lab);
    expect(outside.json.data[0]).toMatchObject({ outcome: 'refused', faults: [{ field: 'location_id' }] });
    const other = await signIn('other@globex.example');
    expect(outcomes(await importing([{ name: 'Twin' }], null, other))).toEqual(['create']);
    const viewer = await signIn('viewer@acme.example');
    expect((await importing([{ name: 'No' }], null, viewer)).status).toBe(403);
    expect((await importing(Array(101).fill({ name: 'Many' }))).status).toBe(422);
  });
});
