import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from '@jest/globals';
import { createPeopleWorld } from '../people/world.js';

const world = await createPeopleWorld({ LOG_LEVEL: 'error' });
afterAll(() => world.close());

const { hq, lab, account } = world.ids;
const NOW = '2026-01-07T06:00:00.000Z';
const details = (answer: { body: { error: { details: { field: string; code: string }[] } } }) =>
  answer.body.error.details.map(({ field, code }) => [field, code]);
const limitKeys = (phone_key_limit: number | null) =>
  world.context.prisma.account.update({ where: { id: account }, data: { phone_key_limit } });
const someone = await world.person({ name: 'Anna Aho', language: 'fi' });

describe('issuing a key', () => {
  test('sends an invitation and waits for its person', async () => {
    const { status, body } = await world.issue({
      person_id: someone.id,
      security_groups: ['STAFF', 'CLEANING', 'STAFF'],
      channel: 'both',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'Front doors',
      state: null,
      person: { id: someone.id, name: 'Anna Aho', email: someone.email },
      location: { id: hq, name: 'HQ' },
      security_groups: ['STAFF', 'CLEANING'],
      starts_at: NOW,
      expires_at: null,
      handed_over_at: null,
      returned_at: null,
      created_at: NOW,
      updated_at: NOW,
      invitation: { id: expect.any(Number), state: 'pending' },
    });
    expect((await world.call('GET', `/keys/${body.id}`)).body).toEqual(body);
    expect((await world.reported('key.issued')).at(-1)?.data).toEqual({
      invitation_id: body.invitation.id,
      channel: 'both',
      person: body.person,
      security_groups: ['STAFF', 'CLEANING'],
      starts_at: NOW,
      expires_at: '2026-01-14T06:00:00.000Z',
    });
    const sent = await world.outbox();
    expect(sent.map(({ channel, language }) => [channel, language])).toEqual([
      ['sms', 'fi'],
      ['email', 'fi'],
    ]);
    expect(sent[0]?.link).toMatch(/\/setup\/[A-Za-z0-9_-]{43}$/);
    expect(sent[0]?.link).toBe(sent[1]?.link);
  });

  test('the message names the end of the key where the link would live longer', async () => {
    const expires_at = new Date(world.clock.now() + 3_600_000).toISOString();
    await world.issue({ expires_at });
    expect((await world.outbox()).at(-1)?.link_ends).toBe(expires_at);
  });

  test('the link is in no answer and no event', async () => {
    const [sent] = await world.outbox();
    const token = sent?.link.split('/').at(-1) ?? '';
    const answers = await Promise.all(['/keys', '/invitations'].map((path) => world.call('GET', path)));
    const { rows } = await world.context.pool.query('select i::text from invitation i');
    expect(JSON.stringify([answers, await world.reported(), rows])).not.toContain(token);
  });

  test('of a key with an end, the invitation ends with it', async () => {
    const { body } = await world.issue({
      starts_at: '2026-01-08T08:00:00+02:00',
      expires_at: '2026-01-09T06:00:00Z',
    });
    expect([body.starts_at, body.expires_at]).toEqual([
      '2026-01-08T06:00:00.000Z',
      '2026-01-09T06:00:00.000Z',
    ]);
    expect((await world.reported('key.issued')).at(-1)?.data).toMatchObject({
      expires_at: '2026-01-09T06:00:00.000Z',
    });
  });

  test.each([
    [{ person_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }, [['person_id', 'invalid']]],
    [{ person_id: 'anna' }, [['person_id', 'invalid']]],
    [
      { security_groups: ['STAFF', 'NOPE', 'LAB'] },
      [
        ['security_groups[1]', 'unknown_security_group'],
        ['security_groups[2]', 'unknown_security_group'],
      ],
    ],
    [{ security_groups: [] }, [['security_groups', 'invalid']]],
    [{ channel: 'pigeon' }, [['channel', 'invalid']]],
    [{ expires_at: NOW }, [['expires_at', 'invalid']]],
    [{ starts_at: '2026-02-01T00:00:00Z', expires_at: '2026-01-31T00:00:00Z' }, [['expires_at', 'invalid']]],
    [{ starts_at: 'tomorrow' }, [['starts_at', 'invalid']]],
    [{ name: '' }, [['name', 'invalid']]],
    [
      { location_id: 1, state: 'handed_over' },
      [
        ['location_id', 'unknown_field'],
        ['state', 'unknown_field'],
      ],
    ],
  ])('%j is refused', async (fields, wanted) => {
    const answer = await world.issue({ person_id: someone.id, ...fields });
    expect([answer.status, details(answer)]).toEqual([422, wanted]);
  });

  test.each([
    [{ expires_at: NOW }, 'must be in the future'],
    [
      { starts_at: '2026-02-01T00:00:00Z', expires_at: '2026-01-31T00:00:00Z' },
      'must be after the beginning',
    ],
  ])('of %j the fault is said without names of fields', async (fields, message) => {
    const { body } = await world.issue({ person_id: someone.id, ...fields });
    expect(body.error.details[0].message).toBe(message);
  });

  test('every fault is reported at once', async () => {
    const noEmail = await world.person({ email: '' });
    const fields = { name: '', security_groups: ['STAFF', 'NOPE'], foo: 1, expires_at: NOW };
    expect(details(await world.issue({ person_id: noEmail.id, ...fields }))).toEqual([
      ['name', 'invalid'],
      ['foo', 'unknown_field'],
      ['security_groups[1]', 'unknown_security_group'],
      ['channel', 'invalid'],
      ['expires_at', 'invalid'],
    ]);
  });

  test('the channel must reach the person, and SMS must be enabled', async () => {
    const noPhone = await world.person({ phone: '' });
    expect(details(await world.issue({ person_id: noPhone.id, channel: 'both' }))).toEqual([
      ['channel', 'invalid'],
    ]);
    const noEmail = await world.person({ email: '' });
    expect(details(await world.issue({ person_id: noEmail.id }))).toEqual([['channel', 'invalid']]);
    await world.context.prisma.account.update({ where: { id: account }, data: { sms_enabled: false } });
    for (const channel of ['sms', 'both'])
      expect(details(await world.issue({ person_id: someone.id, channel }))).toEqual([
        ['channel', 'sms_disabled'],
      ]);
    expect(details(await world.issue({ person_id: randomUUID(), channel: 'sms' }))).toEqual([
      ['person_id', 'invalid'],
      ['channel', 'sms_disabled'],
    ]);
    await world.context.prisma.account.update({ where: { id: account }, data: { sms_enabled: true } });
  });

  test("codes are those of the API key's own location", async () => {
    const token = await world.key(lab);
    const person = (
      await world.call('POST', '/people', { token, body: { name: 'Bo', email: 'bo@acme.example' } })
    ).body;
    const issue = (code: string) =>
      world.call('POST', '/keys', {
        token,
        body: { person_id: person.id, name: 'Lab', security_groups: [code], channel: 'email' },
      });
    expect((await issue('LAB')).body.location.id).toBe(lab);
    expect(details(await issue('STAFF'))).toEqual([['security_groups[0]', 'unknown_security_group']]);
  });

  test('each API key issues at most 30 a minute, counted before any check', async () => {
    const token = await world.key(hq);
    for (let call = 0; call < 30; call++)
      expect((await world.call('POST', '/keys', { token, body: {} })).status).toBe(422);
    const answer = await world.call('POST', '/keys', { token, body: {} });
    expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([429, '30']);
  });
});

describe('the plan limit', () => {
  test('counts keys not returned, and many at once do not exceed it', async () => {
    await world.clock.advance(61_000);
    const inUse = await world.context.prisma.accessKey.count({ where: { state: null } });
    await limitKeys(inUse + 2);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => world.issue({ person_id: someone.id })),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(2);
    const refused = answers.find(({ status }) => status !== 201);
    expect([refused?.status, refused?.body.error.code]).toEqual([422, 'entitlement_exceeded']);
    const [one] = made;
    const resent = await world.call('POST', `/invitations/${one?.body.invitation.id}/resend`);
    expect([resent.status, resent.body.error.code]).toEqual([422, 'entitlement_exceeded']);
    await world.call('DELETE', `/keys/${one?.body.id}`);
    expect((await world.issue({ person_id: someone.id })).status).toBe(201);
    await limitKeys(null);
  });
});

describe('changing a key', () => {
  test('only the fields given change; null takes the end away', async () => {
    await world.clock.advance(61_000);
    const { body } = await world.issue({ person_id: someone.id, expires_at: '2027-01-01T00:00:00Z' });
    await world.clock.advance(1_000);
    const patch = (fields: object) => world.call('PATCH', `/keys/${body.id}`, { body: fields });
    const changed = await patch({ name: 'Side doors', security_groups: ['CLEANING'], expires_at: null });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({
      ...body,
      name: 'Side doors',
      security_groups: ['CLEANING'],
      expires_at: null,
      updated_at: expect.not.stringContaining(body.updated_at),
    });
    expect((await patch({ name: 'Side doors' })).body.security_groups).toEqual(['CLEANING']);
    expect(details(await patch({}))).toEqual([['', 'invalid']]);
    expect(details(await patch({ security_groups: ['X'] }))).toEqual([
      ['security_groups[0]', 'unknown_security_group'],
    ]);
    expect(details(await patch({ expires_at: '2025-01-01T00:00:00Z' }))).toEqual([['expires_at', 'invalid']]);
    expect(details(await patch({ channel: 'sms' }))).toEqual([['channel', 'unknown_field']]);
  });

  test('every fault is reported at once', async () => {
    const { body } = await world.issue({ person_id: someone.id });
    const patch = (fields: object, id = body.id) => world.call('PATCH', `/keys/${id}`, { body: fields });
    const past = '2025-01-01T00:00:00Z';
    const fields = { name: '', security_groups: ['NOPE'], expires_at: past, foo: 1 };
    expect(details(await patch(fields))).toEqual([
      ['name', 'invalid'],
      ['foo', 'unknown_field'],
      ['expires_at', 'invalid'],
      ['security_groups[0]', 'unknown_security_group'],
    ]);
    expect(details(await patch({ security_groups: ['NOPE'], expires_at: past }))).toHaveLength(2);
    // The body is looked at before the row is.
    expect(details(await patch(fields, 999_999))).toEqual([
      ['name', 'invalid'],
      ['foo', 'unknown_field'],
    ]);
    expect((await patch({ name: 'X' }, 999_999)).status).toBe(404);
  });

  test('a returned key cannot be changed', async () => {
    const { body } = await world.issue({ person_id: someone.id });
    await world.call('DELETE', `/keys/${body.id}`);
    expect((await world.call('PATCH', `/keys/${body.id}`, { body: { name: 'X' } })).status).toBe(422);
  });
});

describe('taking a key back', () => {
  test('returns it once, reports it once, and cancels its invitation', async () => {
    const { body } = await world.issue({ person_id: someone.id });
    const gone = await world.call('DELETE', `/keys/${body.id}`);
    expect(gone.status).toBe(200);
    expect(gone.body).toMatchObject({
      state: 'returned',
      handed_over_at: null,
      invitation: { state: 'cancelled' },
    });
    expect(gone.body.returned_at).toBe(new Date(world.clock.now()).toISOString());
    const reported = await world.reported('key.revoked');
    expect(reported.at(-1)?.data).toEqual({
      id: body.id,
      type: 'key.revoked',
      occurred_at: gone.body.returned_at,
      person: body.person,
      key: { id: body.id, name: 'Front doors', state: 'returned' },
    });
    const again = await world.call('DELETE', `/keys/${body.id}`);
    expect([again.status, again.body]).toEqual([200, gone.body]);
    expect(await world.reported('key.revoked')).toHaveLength(reported.length);
    expect((await world.outbox()).at(-1)?.status).toBe('withdrawn');
  });

  test('a person who is deleted gives all keys back first', async () => {
    const person = await world.person({ name: 'Cia' });
    const first = (await world.issue({ person_id: person.id })).body;
    const second = (await world.issue({ person_id: person.id })).body;
    const before = (await world.reported()).length;
    await world.call('DELETE', `/people/${person.id}`);
    const reported = (await world.reported()).slice(before).map(({ type, data }) => [type, data.id]);
    expect(reported).toEqual([
      ['key.revoked', first.id],
      ['key.revoked', second.id],
      ['person.deleted', person.id],
    ]);
    const { body } = await world.call('GET', `/keys/${first.id}`);
    expect(body).toMatchObject({
      state: 'returned',
      person: { id: person.id },
      invitation: { state: 'cancelled' },
    });
  });

  test('after a hard delete nothing names the person', async () => {
    const person = await world.person({ name: 'Dan' });
    const key = (await world.issue({ person_id: person.id })).body;
    await world.context.prisma.event.create({
      data: {
        account_id: account,
        location_id: hq,
        lock_id: world.ids.archive,
        type: 'access.granted',
        occurred_at: NOW,
        source: 'locksys',
        person_id: person.id,
        key_id: key.id,
      },
    });
    await world.context.pool.query(
      'insert into event_scope select location_id, type, occurred_at, id from event where key_id = $1',
      [key.id],
    );
    expect((await world.call('GET', '/events')).body.data[0]).toMatchObject({
      person: { id: person.id, name: 'Dan' },
      key: { id: key.id, name: 'Front doors' },
    });
    await world.call('DELETE', `/people/${person.id}?hard=true`);
    expect((await world.call('GET', `/keys/${key.id}`)).body.person).toBeNull();
    expect((await world.call('GET', `/invitations/${key.invitation.id}`)).body.person).toBeNull();
    expect((await world.call('GET', '/events')).body.data[0]).toMatchObject({
      person: null,
      key: { id: key.id },
    });
    expect((await world.call('GET', `/events?person_id=${person.id}`)).body.data).toEqual([]);
    expect((await world.outbox()).some(({ recipient }) => recipient === person.email)).toBe(false);
  });
});

describe('listing keys and invitations', () => {
  test('newest first, page by page, by state, person and key', async () => {
    await world.clock.advance(61_000);
    const person = await world.person({ name: 'Eve' });
    const made = [];
    for (const name of ['K1', 'K2', 'K3'])
      made.unshift((await world.issue({ person_id: person.id, name })).body);
    const [k3, k2, k1] = made;
    await world.call('DELETE', `/keys/${k2.id}`);
    const list = async (path: string) => {
      const { status, body } = await world.call('GET', path);
      return [status, body.data.map(({ id }: { id: number }) => id)];
    };
    expect(await list(`/keys?person_id=${person.id}`)).toEqual([200, [k3.id, k2.id, k1.id]]);
    expect(await list(`/keys?person_id=${person.id}&state=none`)).toEqual([200, [k3.id, k1.id]]);
    expect(await list('/keys?state=returned&limit=1')).toEqual([200, [k2.id]]);
    expect(await list('/keys?state=handed_over')).toEqual([200, []]);
    const first = (await world.call('GET', '/keys?limit=2')).body;
    expect(first.data.map(({ id }: { id: number }) => id)).toEqual([k3.id, k2.id]);
    expect((await list(`/keys?limit=1&cursor=${first.next_cursor}`))[1]).toEqual([k1.id]);
    const invitation = (key: typeof k1) => key.invitation.id;
    expect(await list('/invitations?limit=3')).toEqual([200, made.map(invitation)]);
    expect(await list(`/invitations?key_id=${k2.id}`)).toEqual([200, [invitation(k2)]]);
    expect(await list(`/invitations?person_id=${person.id}&state=pending`)).toEqual([
      200,
      [invitation(k3), invitation(k1)],
    ]);
    expect(await list(`/invitations?person_id=${person.id}&key_id=${k1.id}&state=cancelled`)).toEqual([
      200,
      [],
    ]);
    expect(await list('/invitations?state=cancelled&limit=1')).toEqual([200, [invitation(k2)]]);
    expect(await list('/invitations?key_id=999999')).toEqual([200, []]);
    for (const path of [
      '/keys?state=null',
      '/keys?person_id=x',
      '/invitations?state=x',
      '/invitations?key_id=0',
      '/keys?x=1',
    ])
      expect((await world.call('GET', path)).status).toBe(400);
  });

  test('only what lies within the reach is there', async () => {
    const token = await world.key(lab);
    const key = (await world.issue({ person_id: someone.id })).body;
    for (const [method, path] of [
      ['GET', `/keys/${key.id}`],
      ['DELETE', `/keys/${key.id}`],
      ['GET', `/invitations/${key.invitation.id}`],
      ['DELETE', `/invitations/${key.invitation.id}`],
      ['POST', `/invitations/${key.invitation.id}/resend`],
    ] as const)
      expect((await world.call(method, path, { token })).status).toBe(404);
    const ids = (await world.call('GET', '/keys?limit=100', { token })).body.data.map(
      ({ location }: { location: { id: number } }) => location.id,
    );
    expect(new Set(ids)).toEqual(new Set([lab]));
  });
});
