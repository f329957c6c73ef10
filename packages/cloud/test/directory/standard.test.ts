import { beforeAll, describe, expect, test } from '@jest/globals';
import { createDirectoryWorld } from './world.js';

/* Requirements of the standard (RFC 7643, 7644) beyond the usual requests of directories. */

const world = await createDirectoryWorld();
const { context, ids, scim } = world;

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';

const users = (query: Record<string, string>) => scim('GET', `/Users?${new URLSearchParams(query)}`);
const names = async (filter: string) => {
  const { status, body } = await users({ filter });
  if (status !== 200) return `${status} ${body.scimType}`;
  return body.Resources.map(({ userName }: { userName: string }) => userName).join(' ');
};

const create = (user: object) => scim('POST', '/Users', { schemas: [USER, ENTERPRISE], ...user });
beforeAll(async () => {
  await create({
    userName: 'anna',
    externalId: 'X1',
    displayName: 'Anna Äö',
    name: { givenName: 'Anna', familyName: 'Aho' },
    title: 'Caretaker',
    emails: [
      { value: 'Anna@acme.example', type: 'work', primary: true },
      { value: 'a@home.example', type: 'home' },
    ],
    phoneNumbers: [{ value: '+358401234567', type: 'mobile' }],
    [ENTERPRISE]: { organization: 'Acme' },
  });
  await world.clock.advance(1_000);
  await create({
    userName: 'bo',
    externalId: 'x1',
    displayName: 'Bo_Berg',
    name: { familyName: 'Berg' },
    emails: [{ value: 'bo@acme.example', type: 'home' }],
  });
  await world.clock.advance(1_000);
  await create({ userName: 'Cy', active: false });
});

describe('a filter', () => {
  test.each([
    ['userName eq "ANNA"', 'anna'],
    ['userName ne "anna"', 'bo Cy'],
    ['userName co "N"', 'anna'],
    ['userName sw "c"', 'Cy'],
    ['userName ew "o"', 'bo'],
    ['userName gt "anna"', 'bo Cy'],
    ['userName ge "bo" and userName le "BO"', 'bo'],
    ['userName lt "bo"', 'anna'],
    ['externalId eq "x1"', 'bo'],
    ['externalId sw "X"', 'anna'],
    ['not (externalId pr)', 'Cy'],
    ['externalId eq null', 'Cy'],
    ['displayName eq "bo_berg"', 'bo'],
    ['displayName co "_"', 'bo'],
    ['displayName co "%"', ''],
    ['displayName pr', 'anna bo'],
    ['title pr', 'anna'],
    ['title ne "Caretaker"', 'bo Cy'],
    ['name.familyName eq "aho"', 'anna'],
    ['name.familyName sw "a" or name.familyName sw "b"', 'anna bo'],
    ['name pr', 'anna bo'],
    ['active eq true', 'anna bo'],
    ['active eq "False"', 'Cy'],
    ['active ne true', 'Cy'],
    ['emails pr', 'anna bo'],
    ['emails co "@home"', 'anna'],
    ['emails eq "anna@ACME.example"', 'anna'],
    ['emails.value ew "acme.example"', 'anna bo'],
    ['emails.type eq "work"', 'anna'],
    ['emails[type eq "home"]', 'anna bo'],
    ['emails[type eq "home" and value co "acme"]', 'bo'],
    ['emails[type eq "work"].value sw "anna"', 'anna'],
    ['emails[primary eq true]', 'anna'],
    ['emails[not (type eq "home")]', 'anna'],
    ['not (emails[type eq "work"])', 'bo Cy'],
    ['phoneNumbers[type eq "mobile"].value eq "+358401234567"', 'anna'],
    [`${ENTERPRISE}:organization eq "acme"`, 'anna'],
    [`${USER}:userName eq "bo"`, 'bo'],
    ['meta.resourceType eq "User" and userName eq "bo"', 'bo'],
    ['meta.created gt "2026-01-07T06:00:00Z" and meta.created le "2026-01-07T06:00:01.000Z"', 'bo'],
    ['meta.lastModified ge "2026-01-07T08:00:02+02:00"', 'Cy'],
    ['(title pr or active eq false) and not (userName eq "cy")', 'anna'],
    ['title pr and active eq false or userName eq "bo"', 'bo'],
    ['nickName eq "x"', '400 invalidFilter'],
    ['meta.created eq "soon"', '400 invalidFilter'],
  ])('%s finds %j', async (filter, found) => {
    expect(await names(filter)).toBe(found);
  });

  test('counts all matches, and returns a page of them', async () => {
    const { body } = await users({ filter: 'emails pr', count: '1', startIndex: '2' });
    expect([body.totalResults, body.itemsPerPage, body.Resources[0].userName]).toEqual([2, 1, 'bo']);
    expect((await users({ filter: 'emails pr', count: '0' })).body).toMatchObject({
      totalResults: 2,
      Resources: [],
    });
  });

  test('without an index is refused if there are very many users; one by name is not', async () => {
    await context.pool.query(
      `insert into directory_user (id, account_id, location_id, user_name, user_key, attributes, created_at, updated_at)
       select gen_random_uuid(), $1, $2, 'many' || n, 'many' || n, '{}', now(), now() from generate_series(1, 20001) n`,
      [ids.account, ids.hq],
    );
    try {
      expect(await names('title pr')).toBe('400 tooMany');
      expect((await users({ sortBy: 'title' })).body.scimType).toBe('tooMany');
      expect(await names('title pr and userName eq "anna"')).toBe('anna');
      expect((await users({ count: '1' })).body.totalResults).toBe(20_004);
    } finally {
      await context.pool.query("delete from directory_user where user_key like 'many%'");
    }
  });
});

describe('a list', () => {
  test.each([
    [{ sortBy: 'userName' }, 'anna bo Cy'],
    [{ sortBy: 'userName', sortOrder: 'descending' }, 'Cy bo anna'],
    [{ sortBy: 'name.familyName' }, 'anna bo Cy'],
    [{ sortBy: 'emails', sortOrder: 'descending', filter: 'emails pr' }, 'bo anna'],
    [{ sortBy: `${USER}:externalId`, filter: 'externalId pr' }, 'anna bo'],
  ])('comes in the order of %j', async (query, sequence) => {
    const { body } = await users(query as unknown as Record<string, string>);
    expect([...body.Resources.map(({ userName }: { userName: string }) => userName)].join(' ')).toBe(
      sequence,
    );
  });

  test('is not sorted by an unknown attribute', async () => {
    expect((await users({ sortBy: 'colour' })).body.scimType).toBe('invalidPath');
    expect((await users({ sortBy: 'userName', sortOrder: 'up' })).body.scimType).toBe('invalidValue');
  });
});

describe('a search in a body', () => {
  test.each(['/.search', '/Users/.search'])('at %s is a list as one by its address', async (path) => {
    const search = {
      schemas: [SEARCH],
      filter: 'userName eq "anna"',
      attributes: ['name.familyName'],
      count: 5,
    };
    const { status, body } = await scim('POST', path, search);
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalResults: 1, startIndex: 1, itemsPerPage: 1 });
    expect(body.Resources).toEqual([
      { schemas: [USER, ENTERPRISE], id: expect.any(String), name: { familyName: 'Aho' } },
    ]);
    const others = await scim('POST', path, {
      schemas: [SEARCH],
      excludedAttributes: ['emails'],
      sortBy: 'userName',
    });
    expect(others.body.Resources.map((one: object) => 'emails' in one)).toEqual([false, false, false]);
    expect((await scim('GET', path)).status).toBe(405);
  });

  test.each([
    [{}, 'invalidSyntax'],
    [{ schemas: [USER] }, 'invalidValue'],
    [{ schemas: [SEARCH], count: 'many' }, 'invalidValue'],
    [{ schemas: [SEARCH], attributes: 'userName' }, 'invalidValue'],
    [{ schemas: [SEARCH], filter: { a: 1 } }, 'invalidValue'],
    [{ schemas: [SEARCH], filter: 'a b c' }, 'invalidFilter'],
  ])('%j is 400 %s', async (body, scimType) => {
    expect(await scim('POST', '/.search', body)).toMatchObject({ status: 400, body: { scimType } });
  });
});

describe('attributes', () => {
  const one = async (query: Record<string, string>) =>
    (await users({ filter: 'userName eq "anna"', ...query })).body.Resources[0];
  test('can be selected down to a sub-attribute', async () => {
    expect(await one({ attributes: `name.familyName,emails.value,${ENTERPRISE}:organization` })).toEqual({
      schemas: [USER, ENTERPRISE],
      id: expect.any(String),
      name: { familyName: 'Aho' },
      emails: [{ value: 'Anna@acme.example' }, { value: 'a@home.example' }],
      [ENTERPRISE]: { organization: 'Acme' },
    });
    expect((await one({ attributes: `${USER}:NAME.givenName` })).name).toEqual({ givenName: 'Anna' });
    expect(Object.keys(await one({ attributes: ENTERPRISE }))).toEqual(['schemas', 'id', ENTERPRISE]);
  });

  test('can be excluded down to a sub-attribute, except the id', async () => {
    const shown = await one({
      excludedAttributes: 'id,schemas,name.familyName,emails.type,emails.primary,title',
    });
    expect(shown).toMatchObject({
      id: expect.any(String),
      schemas: [USER, ENTERPRISE],
      name: { givenName: 'Anna' },
      emails: [{ value: 'Anna@acme.example' }, { value: 'a@home.example' }],
    });
    expect(shown.emails[0]).toEqual({ value: 'Anna@acme.example' });
    expect(shown).not.toHaveProperty('title');
  });
});

describe('a body', () => {
  test.each([
    [undefined, 'invalidSyntax'],
    [USER, 'invalidSyntax'],
    [[1], 'invalidSyntax'],
    [[], 'invalidValue'],
    [['urn:ietf:params:scim:schemas:core:2.0:Group'], 'invalidValue'],
  ])('with schemas %j is 400 %s', async (schemas, scimType) => {
    expect(await scim('POST', '/Users', { schemas, userName: 'dora' })).toMatchObject({
      status: 400,
      body: { scimType },
    });
    const id = (await users({ filter: 'userName eq "anna"' })).body.Resources[0].id;
    const put = await scim('PUT', `/Users/${id}`, { schemas, userName: 'anna' });
    const patch = await scim('PATCH', `/Users/${id}`, {
      schemas,
      Operations: [{ op: 'remove', path: 'locale' }],
    });
    expect([put, patch].map(({ status, body }) => [status, body.scimType])).toEqual([
      [400, scimType],
      [400, scimType],
    ]);
  });

  test('may hold the user under the name of its schema', async () => {
    const made = await create({ [USER]: { userName: 'dora', emails: [{ value: 'dora@acme.example' }] } });
    expect(made).toMatchObject({
      status: 201,
      body: { userName: 'dora', emails: [{ value: 'dora@acme.example' }] },
    });
    await scim('DELETE', `/Users/${made.body.id}`);
  });
});

describe('the path of a PATCH', () => {
  test('selects values by any filter, and is an error if none matches', async () => {
    const { id } = (
      await create({
        userName: 'eve',
        emails: [
          { value: 'eve@acme.example', type: 'work' },
          { value: 'eve@home.example', type: 'home' },
        ],
      })
    ).body;
    const patch = (operation: object) =>
      scim('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations: [operation] });
    const moved = await patch({
      op: 'replace',
      path: 'emails[value ew "acme.example" and type ne "home"].type',
      value: 'other',
    });
    expect(moved.body.emails.map(({ type }: { type: string }) => type)).toEqual(['other', 'home']);
    const gone = await patch({ op: 'remove', path: 'emails[not (type eq "home") or value co "nowhere"]' });
    expect(gone.body.emails).toEqual([{ value: 'eve@home.example', type: 'home' }]);
    expect(await patch({ op: 'replace', path: 'emails[value sw "x"].type', value: 'work' })).toMatchObject({
      status: 400,
      body: { scimType: 'noTarget' },
    });
    expect(await patch({ op: 'replace', path: 'emails[colour eq "red"].type', value: 'work' })).toMatchObject(
      {
        status: 400,
        body: { scimType: 'invalidFilter' },
      },
    );
    await scim('DELETE', `/Users/${id}`);
  });
});

describe('discovery', () => {
  test.each([
    '/ServiceProviderConfig',
    '/Schemas',
    '/ResourceTypes',
    '/ResourceTypes/User',
    `/Schemas/${USER}`,
  ])('%s is read and nothing else, and a filter is 403', async (path) => {
    expect((await scim('GET', path)).status).toBe(200);
    expect(await scim('GET', `${path}?filter=name%20eq%20%22User%22`)).toMatchObject({
      status: 403,
      body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '403' },
    });
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await scim(method, path, method === 'DELETE' ? undefined : {})).status).toBe(405);
  });

  test('returns resources that their schemas describe completely', async () => {
    const { body } = await scim('GET', '/Schemas');
    const ids = body.Resources.map(({ id }: { id: string }) => id);
    const core = (name: string) => `urn:ietf:params:scim:schemas:core:2.0:${name}`;
    expect(ids).toEqual([
      USER,
      core('Group'),
      ENTERPRISE,
      core('ServiceProviderConfig'),
      core('ResourceType'),
      core('Schema'),
    ]);
    const described = async (name: string) => {
      const { attributes } = (await scim('GET', `/Schemas/${core(name)}`)).body;
      return ['schemas', 'meta', ...attributes.map((one: { name: string }) => one.name)];
    };
    const config = (await scim('GET', '/ServiceProviderConfig')).body;
    const type = (await scim('GET', '/ResourceTypes/User')).body;
    for (const [name, resource] of [
      ['ServiceProviderConfig', config],
      ['ResourceType', type],
      ['Schema', body.Resources[0]],
    ]) {
      const known = await described(name);
      expect(Object.keys(resource).filter((key) => !known.includes(key))).toEqual([]);
    }
  });

  test('an unknown address is a 404 in the form of the standard', async () => {
    for (const path of ['/Schemas/urn:nothing', '/ResourceTypes/Role', '/nowhere', '/'])
      expect(await scim('GET', path)).toMatchObject({ status: 404, body: { status: '404' } });
  });
});
