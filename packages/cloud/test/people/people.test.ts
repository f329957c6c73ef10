import { afterAll, describe, expect, test } from '@jest/globals';
import { createPeopleWorld } from './world.js';

const world = await createPeopleWorld({ LOG_LEVEL: 'error' });
afterAll(() => world.close());

const { hq, lab } = world.ids;
const post = (body: object, token?: string) =>
  world.call('POST', '/people', { body, ...(token ? { token } : {}) });
const details = (answer: { body: { error: { details: { field: string; code: string }[] } } }) =>
  answer.body.error.details.map(({ field, code }) => [field, code]);

describe('creating a person', () => {
  test('only a name is needed, and what is not set is an empty text', async () => {
    const { status, body } = await post({ name: 'Bo' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Bo',
      email: '',
      phone: '',
      company_name: '',
      title: '',
      language: '',
      location: { id: hq, name: 'HQ' },
    });
    expect((await world.call('GET', `/people/${body.id}`)).body).toEqual(body);
    expect((await world.reported('person.created')).at(-1)?.data).toEqual(body);
  });

  test('phone and e-mail are kept normalised', async () => {
    const { body } = await post({
      name: 'Cia',
      phone: '+358 (40) 765-4321',
      email: '  Cia@Acme.EXAMPLE ',
      language: 'pt-BR',
      location_id: lab,
    });
    expect(body).toMatchObject({
      phone: '+358407654321',
      email: 'cia@acme.example',
      language: 'pt-BR',
      location: { id: lab, name: 'Lab' },
    });
    expect((await post({ name: 'Dan', phone: '+44 (0)20 7946 0958' })).body.phone).toBe('+442079460958');
  });

  test.each([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(201) }],
    ['name', { name: null }],
    ['email', { email: 'anna' }],
    ['email', { email: 'a b@acme.example' }],
    ['email', { email: null }],
    ['phone', { phone: '0401234567' }],
    ['phone', { phone: '+358 40 CALL ME' }],
    ['phone', { phone: '+1234567890123456' }],
    ['language', { language: 'en_US' }],
    ['location_id', { location_id: 999_999 }],
    ['location_id', { location_id: 2 ** 53 }],
    ['location_id', { location_id: 'HQ' }],
  ])('a wrong %s is refused', async (field, fields) => {
    const answer = await post({ name: 'Eve', ...fields });
    expect([answer.status, details(answer)]).toEqual([422, [[field, 'invalid']]]);
  });

  test('every fault is reported at once', async () => {
    const fields = { name: 'Admin', email: 'anna', phone: '040', location_id: 999_999, foo: 1 };
    const faults = [
      ['email', 'invalid'],
      ['phone', 'invalid'],
      ['foo', 'unknown_field'],
      ['name', 'reserved_name'],
      ['location_id', 'invalid'],
    ];
    expect(details(await post(fields))).toEqual(faults);
    const { id } = await world.person();
    expect(details(await world.call('PUT', `/people/${id}`, { body: fields }))).toEqual(faults);
    expect(details(await post({ name: 5, location_id: 'HQ', email: 'anna' }))).toEqual([
      ['name', 'invalid'],
      ['email', 'invalid'],
      ['location_id', 'invalid'],
    ]);
  });

  test('200 characters are counted as people count them', async () => {
    expect((await post({ name: '🔑'.repeat(200) })).status).toBe(201);
  });

  test.each([
    'Service',
    'SERVICE',
    'admin',
    'Admin Smith',
    'serviceuser',
    'ServiceUser 7',
    ' Admin',
    'Ａdmin',
    'Admin-Team',
    'Admin, Bob',
    'Admin_x',
    'Admin.Bob',
    'admin/Bob',
    'Admin’s',
    '(Admin)',
    '-Admin',
    'Ad\u00admin',
    'Ad\u3164min',
    'Admin\u0301',
    'Ádmin',
    'Service/User',
    'service:help',
    'ServiceUser@home',
    'Ａｄｍｉｎ＿Bob',
  ])('the name %j could pass for the service', async (name) => {
    const answer = await post({ name });
    expect([answer.status, details(answer)]).toEqual([422, [['name', 'reserved_name']]]);
  });

  test.each(['Administrator', 'Serviceman', 'Bo Admin', 'Bo-Admin', 'Admin2', 'User', '🔑'])(
    'the name %j is free',
    async (name) => {
      expect((await post({ name })).status).toBe(201);
    },
  );

  test('every unknown field is named', async () => {
    const answer = await post({ name: 'Eve', id: 1, managed: true });
    expect(details(answer)).toEqual([
      ['id', 'unknown_field'],
      ['managed', 'unknown_field'],
    ]);
  });

  test("a person cannot be put outside the API key's reach", async () => {
    const answer = await post({ name: 'Eve', location_id: hq }, await world.key(lab));
    expect(details(answer)).toEqual([['location_id', 'invalid']]);
    const known = { name: 'Eve', email: 'eve@acme.example' };
    await post(known);
    expect(details(await post({ ...known, location_id: 999_999 }))).toEqual([['location_id', 'invalid']]);
  });
});

describe('de-duplication', () => {
  test('a person with the same identifiers is found as it is, without an event', async () => {
    const first = await post({ name: 'Fia', phone: '+358405550001', email: 'fia@acme.example' });
    const before = (await world.reported()).length;
    for (const body of [
      { name: 'Other', phone: '+358 40 555 0001' },
      { name: 'Other', email: 'FIA@acme.example' },
      { name: 'Other', phone: '+358405550001', email: 'fia@acme.example', title: 'Boss', location_id: lab },
    ]) {
      const again = await post(body);
      expect([again.status, again.body]).toEqual([200, first.body]);
    }
    expect(await world.reported()).toHaveLength(before);
  });

  test('one identifier that differs makes another person', async () => {
    await post({ name: 'Gus', phone: '+358405550002', email: 'gus@acme.example' });
    expect((await post({ name: 'Gus', phone: '+358405550002', email: 'gus2@acme.example' })).status).toBe(
      201,
    );
    expect((await post({ name: 'Gus' })).status).toBe(201);
  });

  test('of several the oldest is found', async () => {
    const oldest = await post({ name: 'Old', phone: '+358405550003' });
    const other = await post({ name: 'Young', email: 'young@acme.example' });
    await world.call('PUT', `/people/${other.body.id}`, { body: { phone: '+358405550003' } });
    expect((await post({ name: 'X', phone: '+358405550003' })).body.id).toBe(oldest.body.id);
  });

  test('a deleted person and one outside the reach are not found', async () => {
    const { body } = await post({ name: 'Hal', phone: '+358405550004' });
    expect((await post({ name: 'Hal', phone: '+358405550004' }, await world.key(lab))).status).toBe(201);
    await world.call('DELETE', `/people/${body.id}`);
    const again = await post({ name: 'Hal', phone: '+358405550004' });
    expect(again.status).toBe(200);
    expect(again.body.location.id).toBe(lab);
  });

  test('of many at the same moment one makes the person and the others find it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        post({
          name: `Ida ${index}`,
          phone: '+358405550005',
          ...(index % 2 ? { email: 'ida@acme.example' } : {}),
        }),
      ),
    );
    const withPhoneOnly = answers.filter((_, index) => index % 2 === 0);
    expect(new Set(withPhoneOnly.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(2);
    expect((await world.call('GET', '/people?phone=%2B358405550005')).body.data.length).toBeLessThanOrEqual(
      2,
    );
  });

  test('a repeated Idempotency-Key is answered from memory', async () => {
    const headers = { 'Idempotency-Key': 'jon-1' };
    const first = await world.call('POST', '/people', { body: { name: 'Jon' }, headers });
    const second = await world.call('POST', '/people', { body: { name: 'Jon' }, headers });
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('changing a person', () => {
  test('only the fields given change, and are reported', async () => {
    const { body } = await post({ name: 'Kai', title: 'Guard', phone: '+358405550006' });
    const changed = await world.call('PUT', `/people/${body.id}`, {
      body: { name: 'Kai Koski', title: 'Guard', phone: '' },
    });
    expect([changed.status, changed.body]).toEqual([200, { ...body, name: 'Kai Koski', phone: '' }]);
    expect((await world.reported('person.updated')).at(-1)?.data).toEqual({
      ...changed.body,
      changed_fields: ['name', 'phone'],
    });
  });

  test('what changes nothing, or only the place, is not reported', async () => {
    const { body } = await post({ name: 'Lea' });
    const before = (await world.reported()).length;
    expect((await world.call('PUT', `/people/${body.id}`, { body: { name: 'Lea' } })).status).toBe(200);
    const moved = await world.call('PUT', `/people/${body.id}`, { body: { location_id: lab } });
    expect(moved.body.location).toEqual({ id: lab, name: 'Lab' });
    expect(await world.reported()).toHaveLength(before);
    expect((await world.call('GET', `/people/${body.id}`, { token: await world.key(lab) })).status).toBe(200);
  });

  test('an empty body, a reserved name and a foreign place are refused', async () => {
    const { body } = await post({ name: 'Moa' });
    const put = (fields: object) => world.call('PUT', `/people/${body.id}`, { body: fields });
    expect(details(await put({}))).toEqual([['', 'invalid']]);
    expect(details(await put({ name: 'admin', location_id: 999 }))).toEqual([
      ['name', 'reserved_name'],
      ['location_id', 'invalid'],
    ]);
  });

  test('a managed person is not ours to change or delete', async () => {
    const { body } = await post({ name: 'Ned' });
    await world.context.prisma.person.update({ where: { id: body.id }, data: { managed: true } });
    const put = await world.call('PUT', `/people/${body.id}`, { body: { name: 'Nils' } });
    const gone = await world.call('DELETE', `/people/${body.id}?hard=true`);
    expect([put.status, put.body.error.code, gone.status]).toEqual([403, 'forbidden', 403]);
  });
});

describe('deleting a person', () => {
  test('a soft delete hides the person and reports who it was', async () => {
    const { body } = await post({ name: 'Olu', email: 'olu@acme.example' });
    expect((await world.call('DELETE', `/people/${body.id}`)).status).toBe(204);
    expect((await world.call('GET', `/people/${body.id}`)).status).toBe(404);
    expect((await world.call('PUT', `/people/${body.id}`, { body: { name: 'X' } })).status).toBe(404);
    expect((await world.call('DELETE', `/people/${body.id}`)).status).toBe(404);
    expect((await world.reported('person.deleted')).at(-1)?.data).toEqual({
      id: body.id,
      name: 'Olu',
      email: 'olu@acme.example',
      location: { id: hq, name: 'HQ' },
    });
  });

  test('a hard delete leaves nothing of the person, also after a soft one, and is reported once', async () => {
    const { body } = await post({ name: 'Pia', email: 'pia@acme.example' });
    await world.call('DELETE', `/people/${body.id}`);
    const before = (await world.reported('person.deleted')).length;
    expect((await world.call('DELETE', `/people/${body.id}?hard=true`)).status).toBe(204);
    expect(await world.context.prisma.person.findUnique({ where: { id: body.id } })).toBeNull();
    expect(await world.reported('person.deleted')).toHaveLength(before);
  });
});

describe('listing people', () => {
  test('newest first, page by page, and only within the reach', async () => {
    const token = await world.key(lab);
    const made: string[] = [];
    for (const name of ['Q1', 'Q2', 'Q3']) made.unshift((await post({ name, location_id: lab })).body.id);
    await post({ name: 'Q4' });
    const first = await world.call('GET', '/people?limit=2', { token });
    expect(first.body.data.map(({ id }: { id: string }) => id)).toEqual(made.slice(0, 2));
    const next = await world.call('GET', `/people?limit=2&cursor=${first.body.next_cursor}`, { token });
    expect(next.body.data[0].id).toBe(made[2]);
    expect((await world.call('GET', '/people?limit=1')).body.data[0].name).toBe('Q4');
  });

  test.each([
    ['email=CIA%40acme.example', ['Cia']],
    ['phone=%2B358407654321', ['Cia']],
    ['phone=+358+40+765+4321', ['Cia']],
    ['q=ci', ['Cia']],
    ['q=%25', []],
    ['q=Q4', ['Q4']],
    ['location_id=999999', []],
  ])('the filter %s', async (query, names) => {
    const { status, body } = await world.call('GET', `/people?${query}`);
    expect([status, body.data.map(({ name }: { name: string }) => name)]).toEqual([200, names]);
  });

  test('filters page too', async () => {
    const all = (await world.call('GET', `/people?location_id=${lab}&limit=100`)).body.data;
    const first = await world.call('GET', `/people?location_id=${lab}&limit=1`);
    const next = await world.call(
      'GET',
      `/people?location_id=${lab}&limit=1&cursor=${first.body.next_cursor}`,
    );
    expect([first.body.data[0], next.body.data[0]]).toEqual(all.slice(0, 2));
    expect((await world.call('GET', `/people?cursor=${first.body.next_cursor}`)).status).toBe(400);
  });

  test.each(['email=x', 'phone=040', 'location_id=x', 'q=', 'name=x', 'limit=101'])(
    '%s is malformed',
    async (query) => {
      expect((await world.call('GET', `/people?${query}`)).status).toBe(400);
    },
  );
});

test('a person elsewhere is not found, and a read key may not write', async () => {
  const { body } = await post({ name: 'Rob' });
  const token = await world.key(lab, ['people:read']);
  expect((await world.call('GET', `/people/${body.id}`, { token })).status).toBe(404);
  expect((await world.call('GET', '/people', { token })).status).toBe(200);
  expect((await world.call('DELETE', `/people/${body.id}`, { token })).status).toBe(403);
});
