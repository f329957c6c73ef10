import { beforeEach, describe, expect, test } from '@jest/globals';
import { DOORCTL } from '../../src/audit/record.js';
import { revokeDirectoryToken } from '../../src/directory/tokens.js';
import { createDirectoryWorld } from './world.js';

const world = await createDirectoryWorld();
const { context, ids, hq, tokenAt, scim } = world;
const { pool } = context;
const lab = await tokenAt(ids.lab);

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const patch = (id: string, ...Operations: object[]) =>
  scim('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations });

/** As Okta creates a user. */
const okta = (userName: string, more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName,
  name: { givenName: 'Anna', familyName: 'Aho' },
  emails: [{ primary: true, value: userName, type: 'work' }],
  displayName: 'Anna Aho',
  locale: 'en-US',
  externalId: `00u${userName}`,
  groups: [],
  password: '1mz050nq',
  active: true,
  ...more,
});

/** As Entra creates one. */
const entra = (userName: string, more: object = {}) => ({
  schemas: [
    'urn:ietf:params:scim:schemas:core:2.0:User',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  ],
  externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
  userName,
  active: true,
  addresses: [{ type: 'work', country: 'FI', formatted: 'Street 1' }],
  emails: [{ primary: true, type: 'work', value: userName }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Bo Berg', familyName: 'Berg', givenName: 'Bo' },
  phoneNumbers: [{ type: 'mobile', value: '+358 40 765 4321' }],
  preferredLanguage: 'sv',
  roles: [],
  title: 'Electrician',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': {
    department: 'IT',
    employeeNumber: '42',
    organization: 'Berg AB',
  },
  ...more,
});

const reported = async () => (await world.reported()).map(({ type, data }) => [type, data.name]);
const person = async (email: string) => (await world.call('GET', `/people?email=${email}`)).body.data[0];

beforeEach(async () => {
  await pool.query('delete from directory_user');
  await pool.query('update access_key set person_id = null');
  await pool.query('delete from person');
  await pool.query('truncate delivery, delivery_ended');
});

describe('a directory like Okta', () => {
  test('asks for a user, creates it, changes it, takes it away and brings it back', async () => {
    const sought = await scim(
      'GET',
      '/Users?filter=userName%20eq%20%22anna%40acme.example%22&startIndex=1&count=100',
    );
    expect(sought).toMatchObject({
      status: 200,
      body: { totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] },
    });

    const made = await scim('POST', '/Users', okta('anna@acme.example'));
    expect(made).toMatchObject({
      status: 201,
      body: { userName: 'anna@acme.example', active: true, displayName: 'Anna Aho' },
    });
    expect(made.headers.get('location')).toBe(made.body.meta.location);
    expect(made.body.password).toBeUndefined();
    expect(await person('anna@acme.example')).toMatchObject({
      name: 'Anna Aho',
      language: 'en-US',
      location: { id: ids.hq },
    });
    expect(await reported()).toEqual([['person.created', 'Anna Aho']]);

    const { id } = made.body;
    const changed = await scim('PUT', `/Users/${id}`, {
      ...okta('anna@acme.example', { displayName: 'Anna Berg' }),
      id,
    });
    expect(changed).toMatchObject({ status: 200, body: { id, displayName: 'Anna Berg' } });
    // The same write again causes no event.
    await scim('PUT', `/Users/${id}`, { ...okta('anna@acme.example', { displayName: 'Anna Berg' }), id });
    expect(await reported()).toEqual([
      ['person.created', 'Anna Aho'],
      ['person.updated', 'Anna Berg'],
    ]);

    const gone = await patch(id, { op: 'replace', value: { active: false } });
    expect(gone).toMatchObject({ status: 200, body: { id, active: false } });
    expect(await person('anna@acme.example')).toBeUndefined();
    expect((await scim('GET', `/Users/${id}`)).body.active).toBe(false);
    expect((await patch(id, { op: 'replace', value: { active: false } })).status).toBe(200);

    const back = await patch(id, { op: 'replace', value: { active: true } });
    expect(back.body).toMatchObject({ id, active: true });
    expect(await person('anna@acme.example')).toMatchObject({ name: 'Anna Berg' });
    expect(await reported()).toEqual([
      ['person.created', 'Anna Aho'],
      ['person.updated', 'Anna Berg'],
      ['person.deleted', 'Anna Berg'],
      ['person.created', 'Anna Berg'],
    ]);
  });

  test('a second user of the same name, in any case, is 409', async () => {
    await scim('POST', '/Users', okta('anna@acme.example'));
    const second = await scim('POST', '/Users', okta('ANNA@acme.example'));
    expect(second).toMatchObject({
      status: 409,
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '409',
        scimType: 'uniqueness',
      },
    });
    expect(await reported()).toHaveLength(1);
  });
});

describe('a directory like Entra', () => {
  test('creates a user with an extension, and patches it in its own way', async () => {
    const made = await scim(
      'POST',
      '/Users',
      entra('bo@acme.example'),
      hq.token,
      'application/scim+json; charset=utf-8',
    );
    expect(made.status).toBe(201);
    expect(made.body['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User']).toEqual({
      organization: 'Berg AB',
    });
    expect(await person('bo@acme.example')).toMatchObject({
      name: 'Bo Berg',
      phone: '+358407654321',
      title: 'Electrician',
      company_name: 'Berg AB',
      language: 'sv',
    });
    const { id } = made.body;
    const changed = await patch(
      id,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'bo.berg@acme.example' },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+358 9 1234567' },
      { op: 'Replace', path: 'displayName', value: 'Bo B.' },
      { op: 'Remove', path: 'title' },
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'Sales',
      },
    );
    expect(changed.status).toBe(200);
    expect(await person('bo.berg@acme.example')).toMatchObject({
      name: 'Bo B.',
      title: '',
      phone: '+358407654321',
    });
    const updates = await world.reported('person.updated');
    expect(updates.map(({ data }) => data.changed_fields)).toEqual([['name', 'email', 'title']]);

    expect((await patch(id, { op: 'Replace', path: 'active', value: 'False' })).body.active).toBe(false);
    expect(await person('bo.berg@acme.example')).toBeUndefined();
  });

  test('looks for its user by every name it knows it by', async () => {
    const { id } = (await scim('POST', '/Users', entra('bo@acme.example'))).body;
    await scim('POST', '/Users', okta('anna@acme.example'));
    for (const filter of [
      'userName eq "BO@acme.example"',
      'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"',
      'emails.value eq "Bo@acme.example"',
      'emails[type eq "work"].value eq "bo@acme.example"',
      `id eq "${id}"`,
      'userName eq "bo@acme.example" and externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"',
    ]) {
      const { body } = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`);
      expect([filter, body.totalResults, body.Resources[0]?.id]).toEqual([filter, 1, id]);
    }
    const wrong = await scim('GET', `/Users?filter=${encodeURIComponent('userName is "b"')}`);
    expect(wrong).toMatchObject({ status: 400, body: { scimType: 'invalidFilter' } });
  });

  test('DELETE forgets the user and deletes the person, keys first', async () => {
    const { id } = (await scim('POST', '/Users', entra('bo@acme.example'))).body;
    const key = await world.issue({ person_id: (await person('bo@acme.example')).id });
    expect(key.status).toBe(201);
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404);
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(404);
    const types = (await reported()).map(([type]) => type);
    expect(types).toEqual(['person.created', 'key.issued', 'key.revoked', 'person.deleted']);
  });
});

describe('people that are there already', () => {
  test('a user takes over the person with the same e-mail, and its fields win', async () => {
    const { id } = await world.person({ name: 'A. Aho', email: 'anna@acme.example', phone: '' });
    expect((await scim('POST', '/Users', okta('anna@acme.example'))).status).toBe(201);
    expect(await person('anna@acme.example')).toMatchObject({ id, name: 'Anna Aho' });
    expect((await reported()).map(([type]) => type)).toEqual(['person.created', 'person.updated']);
  });

  test('not one that belongs to another user, nor one that the service manages: 409, and nothing is kept', async () => {
    await scim('POST', '/Users', okta('anna@acme.example'));
    const other = await scim('POST', '/Users', okta('anna2', { emails: [{ value: 'anna@acme.example' }] }));
    expect(other).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    const managed = await world.person({ name: 'M', email: 'managed@acme.example', phone: '' });
    await pool.query('update person set managed = true where id = $1', [managed.id]);
    expect((await scim('POST', '/Users', okta('managed@acme.example'))).status).toBe(409);
    expect((await scim('GET', '/Users')).body.totalResults).toBe(1);
  });

  test('a person deleted through the interface is an inactive user; erased, it is none', async () => {
    const { id } = (await scim('POST', '/Users', okta('anna@acme.example'))).body;
    const { id: personId } = await person('anna@acme.example');
    await world.call('DELETE', `/people/${personId}`);
    expect((await scim('GET', `/Users/${id}`)).body.active).toBe(false);
    await world.call('DELETE', `/people/${personId}?hard=true`);
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404);
  });

  test('one who is inactive from the start has no person yet', async () => {
    const made = await scim('POST', '/Users', okta('anna@acme.example', { active: false }));
    expect(made).toMatchObject({ status: 201, body: { active: false } });
    expect(await reported()).toEqual([]);
  });
});

describe('who may do what', () => {
  test('a directory sees the users of its own location, and people below it by its own token only', async () => {
    const { id } = (await scim('POST', '/Users', okta('anna@acme.example'), lab.token)).body;
    expect(await person('anna@acme.example')).toMatchObject({ location: { id: ids.lab } });
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404);
    expect((await scim('GET', '/Users')).body.totalResults).toBe(0);
    expect(
      (
        await scim('PATCH', `/Users/${id}`, {
          schemas: [PATCH],
          Operations: [{ op: 'remove', path: 'title' }],
        })
      ).status,
    ).toBe(404);
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(404);
    expect((await scim('GET', `/Users/${id}`, undefined, lab.token)).status).toBe(200);
  });

  test('a wrong token, an API key and a revoked token are 401', async () => {
    const other = await tokenAt(ids.hq);
    expect((await scim('GET', '/Users', undefined, other.token)).status).toBe(200);
    await revokeDirectoryToken(context, other.id, DOORCTL);
    for (const token of [other.token, world.token, `scim_${'x'.repeat(43)}`, 'x']) {
      expect(await scim('GET', '/Users', undefined, token)).toMatchObject({
        status: 401,
        body: { status: '401' },
      });
    }
    expect((await world.call('GET', '/people', { token: hq.token })).status).toBe(401);
  });

  test('the token is kept as a hash only, and who made, changed and deleted a person is written down', async () => {
    const { id } = (await scim('POST', '/Users', okta('anna@acme.example'))).body;
    await patch(id, { op: 'replace', value: { displayName: 'A', active: false } });
    const { rows } = await pool.query(
      "select action from audit where actor_type = 'directory' and actor_id = $1 order by number desc limit 2",
      [String(hq.id)],
    );
    expect(rows.map(({ action }) => action)).toEqual(['person.delete', 'person.create']);
    const kept = await pool.query('select row_to_json(t)::text as text from directory_token t');
    for (const { text } of kept.rows) expect(text).not.toContain(hq.token);
  });
});

describe('what is asked', () => {
  test.each([
    ['no body', undefined],
    ['no JSON', '{'],
    ['a list', []],
    ['no user name', { displayName: 'A' }],
    ['an address that is none', okta('a', { emails: [{ value: 'nowhere' }] })],
    ['a reserved name', okta('x@acme.example', { displayName: 'Admin' })],
    ['NUL', okta('a\0b@acme.example')],
  ])('%s is 400', async (_name, body) => {
    expect(await scim('POST', '/Users', body)).toMatchObject({ status: 400, body: { status: '400' } });
    expect((await scim('GET', '/Users')).body.totalResults).toBe(0);
  });

  test('another method is 405, another path 404, a foreign content type 400, a long body 413', async () => {
    expect((await scim('PUT', '/Users', {})).status).toBe(405);
    expect((await scim('GET', '/Roles')).status).toBe(404);
    expect((await scim('GET', '/Users/1/2')).status).toBe(404);
    expect((await scim('GET', '/Users/1')).status).toBe(404);
    expect((await scim('POST', '/Users', okta('a'), hq.token, 'text/plain')).status).toBe(400);
    expect((await scim('POST', '/Users', okta('a', { title: 'x'.repeat(70_000) }))).status).toBe(413);
  });

  test('lists come in pages, in the order of creation', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await scim('POST', '/Users', okta(`${name}@acme.example`));
    const page = async (query: string) => {
      const { body } = await scim('GET', `/Users?${query}`);
      return [
        body.totalResults,
        body.startIndex,
        body.itemsPerPage,
        body.Resources.map((one: { userName: string }) => one.userName[0]).join(''),
      ];
    };
    expect(await page('')).toEqual([5, 1, 5, 'abcde']);
    expect(await page('startIndex=2&count=2')).toEqual([5, 2, 2, 'bc']);
    expect(await page('startIndex=5&count=2')).toEqual([5, 5, 1, 'e']);
    expect(await page('startIndex=9')).toEqual([5, 9, 0, '']);
    expect(await page('startIndex=0&count=-1')).toEqual([5, 1, 0, '']);
    expect((await scim('GET', '/Users?count=many')).status).toBe(400);
  });

  test('attributes may be chosen', async () => {
    const { id } = (await scim('POST', '/Users', okta('anna@acme.example'))).body;
    const names = async (query: string) =>
      Object.keys((await scim('GET', `/Users/${id}?${query}`)).body).sort();
    expect(await names('attributes=userName,name.givenName')).toEqual(['id', 'name', 'schemas', 'userName']);
    expect(await names('excludedAttributes=emails,meta,name,locale,externalId')).toEqual([
      'active',
      'displayName',
      'id',
      'schemas',
      'userName',
    ]);
  });

  test('the service says what it can do', async () => {
    const config = (await scim('GET', '/ServiceProviderConfig')).body;
    expect([
      config.patch.supported,
      config.filter.supported,
      config.bulk.supported,
      config.etag.supported,
    ]).toEqual([true, true, false, false]);
    const types = (await scim('GET', '/ResourceTypes')).body;
    expect(types.Resources.map((one: { id: string }) => one.id)).toEqual(['User', 'Group']);
    expect((await scim('GET', '/ResourceTypes/User')).body.endpoint).toBe('/Users');
    const schemas = (await scim('GET', '/Schemas')).body;
    for (const { id, meta } of schemas.Resources)
      expect((await scim('GET', `/Schemas/${id}`)).body.meta).toEqual(meta);
  });
});

describe('many at once', () => {
  test('twenty requests for one user make one person', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => scim('POST', '/Users', okta('anna@acme.example'))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await reported()).toHaveLength(1);
  });
});
