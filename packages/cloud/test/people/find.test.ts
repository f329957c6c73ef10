import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { QueryConfig } from 'pg';
import type { Database } from '../../src/context.js';
import { listPeople, type PersonFilter } from '../../src/people/read.js';
import { createPeopleWorld } from './world.js';

const world = await createPeopleWorld();
afterAll(() => world.close());
const { pool, prisma } = world.context;
const { account, hq, lab } = world.ids;

const found = async (query: string, token = world.token): Promise<string[]> => {
  const { status, body } = await world.call('GET', `/people?limit=100&${query}`, { token });
  expect([query, status]).toEqual([query, 200]);
  return body.data.map(({ name }: { name: string }) => name);
};
const search = (text: string, token?: string) => found(`search=${encodeURIComponent(text)}`, token);

describe('people are found by any part of their name, e-mail address and phone', () => {
  beforeAll(async () => {
    for (const [name, email, phone] of [
      ['Anna Äänekoski', 'a.koski@quill.example', '+358401234567'],
      ['Łukasz Øverby', 'LUKASZ@north.example', '+4915112345678'],
      ['Кирилл', 'kirill@east.example', ''],
      ["Mia O'Hara 100%_\\", '', '+358449990000'],
      ['Bo', 'bo@quill.example', ''],
    ])
      await world.call('POST', '/people', { body: { name, email, phone } });
    await world.call('POST', '/people', { body: { name: 'Lab Anna', location_id: lab } });
  });

  test.each([
    ['koski', ['Anna Äänekoski']],
    ['aane', ['Anna Äänekoski']],
    ['ÄÄNE', ['Anna Äänekoski']],
    ['A\u0308a\u0308ne', ['Anna Äänekoski']],
    ['quill', ['Bo', 'Anna Äänekoski']],
    ['QUILL.EXAMPLE', ['Bo', 'Anna Äänekoski']],
    ['lukasz overby', ['Łukasz Øverby']],
    ['КИР', ['Кирилл']],
    ['koski anna', ['Anna Äänekoski']],
    ['quill anna', ['Anna Äänekoski']],
    ['anna lukasz', []],
    ['ø', ['Bo', "Mia O'Hara 100%_\\", 'Łukasz Øverby', 'Anna Äänekoski']],
    ['bo', ['Bo']],
    ["o'h", ["Mia O'Hara 100%_\\"]],
    ['%', ["Mia O'Hara 100%_\\"]],
    ['_\\', ["Mia O'Hara 100%_\\"]],
    ['кw', []],
    ['12345', ['Łukasz Øverby', 'Anna Äänekoski']],
    ['040 123', ['Anna Äänekoski']],
    ['0401234567', ['Anna Äänekoski']],
    ['+358 (40) 123-45', ['Anna Äänekoski']],
    ['0049 151', ['Łukasz Øverby']],
    ["quill' | 'anna", []],
    ['anna:* !x', []],
    ['\\ & <-> ( )', []],
    ['1:ann', []],
    ['\u0301', ['Lab Anna', 'Bo', "Mia O'Hara 100%_\\", 'Кирилл', 'Łukasz Øverby', 'Anna Äänekoski']],
  ])('“%s”', async (text, names) => {
    expect(await search(text)).toEqual(names);
  });

  test('within the reach, and with the other filters', async () => {
    expect(await search('anna', await world.key(lab))).toEqual(['Lab Anna']);
    expect(await found(`search=anna&location_id=${hq}`)).toEqual(['Anna Äänekoski']);
    expect(await found('search=ko&q=an')).toEqual(['Anna Äänekoski']);
    expect(await found('search=ko&email=bo%40quill.example')).toEqual([]);
  });

  test('as they are now', async () => {
    const { id } = await world.person({ name: 'Early Bird', email: '', phone: '' });
    await world.call('PUT', `/people/${id}`, { body: { name: 'Late Owl', phone: '+358400000777' } });
    expect([await search('bird'), await search('owl'), await search('00777')]).toEqual([
      [],
      ['Late Owl'],
      ['Late Owl'],
    ]);
    expect([await found('q=ear'), await found('q=la'), await found('q=late%20o')]).toEqual([
      [],
      ['Late Owl', 'Lab Anna'],
      ['Late Owl'],
    ]);
    await world.call('DELETE', `/people/${id}`);
    expect([await search('owl'), await found('q=late')]).toEqual([[], []]);
  });

  test.each(['search=', 'search=%20', `search=${'x'.repeat(201)}`])('%s is malformed', async (query) => {
    expect((await world.call('GET', `/people?${query}`)).status).toBe(400);
  });
});

describe('the cost of a page does not depend on the number of people', () => {
  const MANY = 20_000;
  const CHUNK = 1_000;
  let busy: { accountId: number; locationId: number };
  let quiet: { accountId: number; locationId: number };

  beforeAll(async () => {
    const place = async (account_id: number, parent_id: number | null) => {
      const data = { account_id, parent_id, ref: randomUUID(), name: 'Place', timezone: 'UTC' };
      const { id } = await prisma.location.create({ data });
      await pool.query(
        `insert into location_ancestor (location_id, ancestor_id, depth)
         select $1::int, $1::int, 0 union all select $1::int, ancestor_id, depth + 1 from location_ancestor where location_id = $2`,
        [id, parent_id],
      );
      return id;
    };
    const other = await prisma.account.create({ data: { name: 'Another' } });
    const root = await place(other.id, null);
    const [one, two] = [await place(other.id, root), await place(other.id, root)];
    busy = { accountId: other.id, locationId: root };
    quiet = { accountId: account, locationId: hq };
    // The older half all begin alike; the newest half share nothing with them.
    for (let from = 1; from <= MANY; from += CHUNK) {
      const [name, place] = from <= MANY / 2 ? ['Annabel', one] : ['Berthold', two];
      await pool.query(
        `insert into person (id, account_id, location_id, name, email, phone)
         select gen_random_uuid(), $1, $2, $3::text || ' ' || i, lower($3::text) || i || '@many.example', '+35840' || 1000000 + i
         from generate_series($4::int, $5::int) i`,
        [other.id, place, name, from, from + CHUNK - 1],
      );
    }
    await pool.query('analyze person, list_scope, location_ancestor');
  }, 120_000);

  /** The number of buffers and rows that the list statement read, and the number of statements. */
  async function cost(caller: typeof busy, filter: PersonFilter) {
    const asked: QueryConfig[] = [];
    const watched = {
      query: (statement: QueryConfig) => {
        asked.push(statement);
        return pool.query(statement);
      },
    } as unknown as Database;
    const rows = await listPeople(watched, caller, filter, null, 51);
    const [statement] = asked as [QueryConfig];
    const { rows: plans } = await pool.query({
      text: `explain (analyze, buffers, format json) ${statement.text}`,
      values: statement.values as unknown[],
    });
    const [plan] = plans[0]['QUERY PLAN'];
    return {
      found: rows.length,
      statements: asked.length,
      pages: plan.Plan['Shared Hit Blocks'] + plan.Plan['Shared Read Blocks'],
    };
  }

  test.each<[string, PersonFilter, number]>([
    ['everybody', {}, 51],
    ['one letter that all share, the newest half not', { q: 'a' }, 51],
    ['two letters that half of all share', { q: 'an' }, 51],
    ['three letters that half of all share', { q: 'ann' }, 51],
    ['a beginning of one', { q: 'annabel 1234' }, 1],
    ['a beginning of no name', { q: 'x' }, 0],
    ['any part, one letter', { search: 'e' }, 51],
    ['any part, two letters', { search: 'th' }, 51],
    ['any part, one letter that no one has', { search: 'ж' }, 0],
    ['any part, two letters that no one has', { search: 'qz' }, 0],
    ['any part, of one', { search: 'nabel1234@' }, 1],
    ['any part of a phone', { search: '40 1012345' }, 1],
  ])('%s', async (_name, filter, number) => {
    const { found, statements, pages } = await cost(busy, filter);
    expect([found, statements]).toEqual([number, 1]);
    expect(pages).toBeLessThan(MAX_PAGES);
  });

  test('a small account does not pay for a large one', async () => {
    for (const filter of [{ search: 'th' }, { search: 'nab' }, { q: 'ann' }])
      expect((await cost(quiet, filter)).pages).toBeLessThan(400);
  });
});

/** Searching the newest thousand is the most expensive part of a page; searching everyone would cost twenty times as much. */
const MAX_PAGES = 5_000;
