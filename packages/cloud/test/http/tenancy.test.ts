import { beforeEach, describe, expect, it } from '@jest/globals';
import { createApiKey } from '../../src/api-keys/create.js';
import { endpoints } from '../../src/endpoints.js';
import { type Endpoint, SCOPES } from '../../src/http/endpoint.js';
import { expectEnvelope, expectError } from './matrix.js';
import {
  BY_LIST,
  bodyFor,
  collections,
  idsIn,
  isList,
  listOf,
  makeLocation,
  makeRows,
  NAMING,
  NOT_NAMING,
  nameOf,
  pathTo,
  pretendGateways,
  REFERENCES,
  type Rows,
  shapeOf,
} from './rows.js';
import { httpWorld } from './world.js';

/* A key sees its location and all below it, and nothing reveals that there is more. */

const world = await httpWorld(endpoints, { settings: { WEBHOOK_ALLOW_PRIVATE: 'on' } });
pretendGateways(world);
const { account, location: top } = world;
const middle = await makeLocation(world, account.id, top.id);
const other = await world.addAccount('Other');
const own = await makeRows(world, account.id, middle);
const fresh = await makeRows(world, account.id, middle);
const child = await makeRows(world, account.id, await makeLocation(world, account.id, middle));
const parent = await makeRows(world, account.id, top.id);
const sibling = await makeRows(world, account.id, await makeLocation(world, account.id, top.id));
const stranger = await makeRows(world, other.accountId, other.locationId);
// A group elsewhere may hold locks from here.
for (const { group } of [parent, sibling])
  await world.context.pool.query(
    'insert into security_group_lock select id, $2 from security_group where code = $1',
    [group, own.lock],
  );
const { token } = await createApiKey(world.context, {
  accountId: account.id,
  locationId: middle,
  name: 'Tested',
  scopes: SCOPES,
  lockIds: [own, child].flatMap(({ lock, gate }) => [lock, gate]),
});

const within = Object.entries({ own, child });
const outside = Object.entries({ parent, sibling, 'other account': stranger });

beforeEach(() => world.clock.advance(60_000));

const lists = endpoints.filter(isList);
const byRow = endpoints
  .filter(({ params }) => params !== undefined)
  // What deletes comes last, so that everything else finds its row.
  .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));

describe.each(lists.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  const list = BY_LIST[listOf(endpoint)];
  const read = (rows: Rows, query: string) =>
    world.call('GET', `${pathTo(endpoint, rows)}?limit=100&${query}`, { token });

  it('is known to this test', () => {
    if (!list) throw new Error(`${name}: say in rows.ts what tells its items apart`);
    for (const parameter of Object.keys(shapeOf(endpoint.query)))
      if (!(parameter in NAMING) && !NOT_NAMING.includes(parameter))
        throw new Error(`${name}: say in rows.ts whether "${parameter}" names a row`);
  });

  if (collections(endpoint).length === 0) {
    it('shows what lies here and below, and nothing from elsewhere', async () => {
      const answer = await read(own, '');
      const ids = idsIn(answer, list?.field ?? '');
      for (const [, rows] of within) expect(ids).toContain(list?.of(rows));
      for (const [, rows] of outside) {
        expect(ids).not.toContain(list?.of(rows));
        expect(answer.text).not.toContain(rows.person.id);
        expect(answer.text).not.toContain(`"location":{"id":${rows.location},`);
      }
      expect(answer.json.next_cursor).toBeNull();
    });
  }

  for (const parameter of Object.keys(shapeOf(endpoint.query)).filter((one) => one in NAMING)) {
    const named = (rows: Rows) => `${parameter}=${encodeURIComponent(NAMING[parameter]?.(rows) ?? '')}`;

    it.each(outside)(`finds nothing by a \`${parameter}\` of %s`, async (_place, rows) => {
      const answer = await read(own, named(rows));
      expect([answer.status, answer.json]).toEqual([200, { data: [], next_cursor: null }]);
    });

    it.each(within)(`finds by a \`${parameter}\` of %s`, async (_place, rows) => {
      expect(idsIn(await read(own, named(rows)), list?.field ?? '')).toContain(list?.of(rows));
    });
  }
});

describe.each(byRow.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_name, endpoint) => {
  const call = (...owners: [Rows, ...Rows[]]) =>
    world.call(endpoint.method, pathTo(endpoint, ...owners), { token, body: bodyFor(endpoint, own) });

  it.each(outside)('answers 404 to a row of %s, as to one that never was', async (_place, rows) => {
    expectError(await call(rows), 404, 'not_found');
  });

  if (collections(endpoint).length > 1) {
    it('answers 404 where one row is of here and the other is not', async () => {
      for (const [, rows] of outside) {
        expectError(await call(own, rows), 404, 'not_found');
        expectError(await call(rows, own), 404, 'not_found');
      }
      expectError(await call(own, child), 404, 'not_found');
    });
  }

  it.each(within)('serves a row of %s', async (_place, rows) => {
    const answer = await call(rows);
    expectEnvelope(answer);
    // What another test has made of the row may be refused; that it is there is not denied.
    expect([undefined, 'subscription_paused', 'invitation_not_pending']).toContain(answer.json?.error?.code);
  });
});

it('an endpoint whose rows are not known here fails until they are', () => {
  const declared = { method: 'GET', path: '/gadgets/{id}' } as Endpoint;
  expect(() => pathTo(declared, own)).toThrow(/say in rows\.ts which row "gadgets" names/);
});

const referring = endpoints.filter(({ body }) =>
  Object.keys(shapeOf(body)).some((field) => field in REFERENCES),
);

it('every body field that looks like a reference is known to this test', () => {
  for (const endpoint of endpoints)
    for (const field of Object.keys(shapeOf(endpoint.body)))
      if (field.endsWith('_id') && !(field in REFERENCES))
        throw new Error(`${nameOf(endpoint)}: say in rows.ts which row "${field}" names`);
});

describe.each(referring.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  'a body of %s',
  (_name, endpoint) => {
    for (const field of Object.keys(shapeOf(endpoint.body)).filter((one) => one in REFERENCES)) {
      it.each(outside)(`may not name a \`${field}\` of %s`, async (_place, rows) => {
        const answer = await world.call(endpoint.method, pathTo(endpoint, fresh), {
          token,
          body: { ...bodyFor(endpoint, fresh), [field]: REFERENCES[field]?.(rows) },
        });
        expectError(answer, 422, 'validation_failed');
        expect(answer.json.error.details.map((detail: { field: string }) => detail.field)).toEqual([
          field === 'security_groups' ? 'security_groups[0]' : field,
        ]);
      });
    }
  },
);
