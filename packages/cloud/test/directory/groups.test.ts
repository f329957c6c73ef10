import { beforeEach, describe, expect, test } from '@jest/globals';
import { createDirectoryWorld } from './world.js';

/*
 * Groups of a directory, as Entra and Okta write them:
 * https://learn.microsoft.com/en-us/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups (Group requests)
 * https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20 (SCIM Group operations)
 */

const world = await createDirectoryWorld();
const { context, ids, clock, tokenAt, scim } = world;
const { pool } = context;
const lab = await tokenAt(ids.lab);

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const patch = (id: string, ...Operations: object[]) =>
  scim('PATCH', `/Groups/${id}`, { schemas: [PATCH], Operations });
const group = async (displayName: string, more: object = {}) =>
  (await scim('POST', '/Groups', { schemas: [GROUP], displayName, ...more })).body;
const groups = (filter: string) => scim('GET', `/Groups?${new URLSearchParams({ filter })}`);
let made = 0;
async function user(more: object = {}): Promise<string> {
  const userName = `u${++made}@acme.example`;
  const body = { schemas: [USER], userName, displayName: `User ${made}`, emails: [{ value: userName }] };
  return (await scim('POST', '/Users', { ...body, ...more })).body.id;
}
const membersOf = async (id: string): Promise<string[]> =>
  (await scim('GET', `/Groups/${id}`)).body.members.map(({ value }: { value: string }) => value);

/** What is due is done. */
const settle = () => world.due.runDue();
/** The keys of a user's person, the newest first. */
async function keysOf(id: string) {
  const { rows } = await pool.query('select person_id from directory_user where id = $1', [id]);
  const { body } = await world.call('GET', `/keys?person_id=${rows[0].person_id}`);
  return body.data as { id: number; state: string | null; security_groups: string[] }[];
}
const groupsOfKey = async (id: string) => (await keysOf(id)).map((key) => [key.state, key.security_groups]);

beforeEach(async () => {
  await pool.query('delete from directory_group');
  await pool.query(
    "delete from security_group where code not in ('STAFF', 'CLEANING', 'LAB') and id not in (select security_group_id from access_key_group)",
  );
  await pool.query('truncate delivery, delivery_ended, notice');
});

describe('Entra', () => {
  test('looks for a group, makes it, adds and removes members, renames and deletes it', async () => {
    const [anna, bo] = [await user(), await user()];
    const none = await scim(
      'GET',
      '/Groups?excludedAttributes=members&filter=displayName%20eq%20%22Engineers%22',
    );
    expect([none.status, none.body.totalResults, none.body.Resources]).toEqual([200, 0, []]);
    const created = await scim('POST', '/Groups', {
      schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Engineers',
      meta: { resourceType: 'Group' },
    });
    const { id } = created.body;
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toMatch(new RegExp(`/scim/v2/Groups/${id}$`));
    expect(created.body).toMatchObject({
      schemas: [GROUP],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Engineers',
      members: [],
      meta: { resourceType: 'Group' },
    });
    const read = await scim('GET', `/Groups/${id}?excludedAttributes=members`);
    expect(read.body).toMatchObject({ id, displayName: 'Engineers' });
    expect(read.body).not.toHaveProperty('members');
    const added = await patch(id, {
      op: 'Add',
      path: 'members',
      value: [
        { $ref: null, value: anna },
        { $ref: null, value: bo },
      ],
    });
    expect([added.status, added.body]).toEqual([204, null]);
    expect(await membersOf(id)).toEqual([anna, bo]);
    const removed = await patch(id, { op: 'Remove', path: 'members', value: [{ $ref: null, value: anna }] });
    expect(removed.status).toBe(204);
    expect(await membersOf(id)).toEqual([bo]);
    const renamed = await patch(id, { op: 'Replace', path: 'displayName', value: 'Engineering' });
    expect(renamed.status).toBe(204);
    expect((await groups('displayName eq "engineering"')).body.Resources[0]).toMatchObject({ id });
    expect((await groups(`id eq "${id}" and members eq "${bo}"`)).body.totalResults).toBe(1);
    expect((await groups(`id eq "${id}" and members eq "${anna}"`)).body.totalResults).toBe(0);
    expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204);
    expect((await scim('GET', `/Groups/${id}`)).status).toBe(404);
    expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(404);
  });
});

describe('Okta', () => {
  test('imports groups page by page, pushes one, changes its name and its members, and unlinks it', async () => {
    const [anna, bo] = [await user(), await user()];
    for (let index = 0; index < 5; index++) await group(`Team ${index}`);
    const first = await scim('GET', '/Groups?startIndex=1&count=2');
    expect(first.body).toMatchObject({ totalResults: 5, startIndex: 1, itemsPerPage: 2 });
    const last = await scim('GET', '/Groups?startIndex=5&count=2');
    expect(last.body.Resources.map((one: { displayName: string }) => one.displayName)).toEqual(['Team 4']);
    const { id } = await group('Test SCIMv2', { members: [] });
    const renamed = await patch(id, { op: 'replace', value: { id, displayName: 'Test SCIMv20' } });
    expect(renamed.status).toBe(204);
    await patch(id, {
      op: 'add',
      path: 'members',
      value: [{ value: anna, display: 'test.user@okta.local' }],
    });
    await patch(
      id,
      { op: 'remove', path: `members[value eq "${anna}"]` },
      { op: 'add', path: 'members', value: [{ value: bo, display: 'test.user@okta.local' }] },
    );
    expect(await membersOf(id)).toEqual([bo]);
    await patch(id, { op: 'replace', path: 'members', value: [{ value: anna }, { value: bo }] });
    expect(await membersOf(id)).toEqual([anna, bo]);
    const put = await scim('PUT', `/Groups/${id}`, {
      schemas: [GROUP],
      id,
      displayName: 'Test SCIMv2',
      members: [{ value: anna, display: 'test.user@okta.local' }],
    });
    expect(put.body).toMatchObject({ displayName: 'Test SCIMv2', members: [{ value: anna, type: 'User' }] });
    expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204);
  });
});

describe('keys', () => {
  test('a member gets one key of all its groups, by invitation; it changes with them, and is taken back with the last', async () => {
    const anna = await user();
    const staff = await group('staff');
    const cleaning = await group('CLEANING', { members: [{ value: anna }] });
    await settle();
    expect(await groupsOfKey(anna)).toEqual([[null, ['CLEANING']]]);
    const [key] = await keysOf(anna);
    expect(await world.outbox()).toHaveLength(1);
    // Nothing is due any more.
    await settle();
    expect(await world.outbox()).toHaveLength(1);
    await patch(staff.id, { op: 'add', path: 'members', value: [{ value: anna }] });
    await settle();
    expect(await groupsOfKey(anna)).toEqual([[null, ['CLEANING', 'STAFF']]]);
    await scim('DELETE', `/Groups/${cleaning.id}`);
    await settle();
    expect(await groupsOfKey(anna)).toEqual([[null, ['STAFF']]]);
    expect((await keysOf(anna))[0]?.id).toBe(key?.id);
    await patch(staff.id, { op: 'remove', path: 'members' });
    await settle();
    expect(await groupsOfKey(anna)).toEqual([['returned', ['STAFF']]]);
    expect(
      (await world.reported()).map(({ type }) => type).filter((type) => type.startsWith('key.')),
    ).toEqual(['key.issued', 'key.revoked']);
  });

  test('groups that are pushed side by side, with the same members, all come in, and give one key', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => user()));
    const teams = await Promise.all(['Red', 'Green', 'Blue', 'Grey'].map((name) => group(name)));
    const pushed = await Promise.all(
      teams.map(({ id }, index) => {
        const value = (index % 2 ? members.toReversed() : members).map((one) => ({ value: one }));
        return patch(id, { op: 'add', path: 'members', value });
      }),
    );
    expect(pushed.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    await settle();
    for (const one of members)
      expect(await groupsOfKey(one)).toEqual([[null, ['BLUE', 'GREEN', 'GREY', 'RED']]]);
  });

  test('a group is the security group of its code or name, with its locks; its name follows, its code stays', async () => {
    const { id } = await group('Staff');
    await patch(id, { op: 'replace', path: 'displayName', value: 'Everyone' });
    const { body } = await world.call('GET', `/security_groups?location_id=${ids.hq}&search=STAFF`);
    expect(body.data).toMatchObject([{ code: 'STAFF', name: 'Everyone', lock_count: 2, directory: true }]);
    await patch(id, { op: 'replace', path: 'displayName', value: 'staff' });
    const fresh = await group('Élèves & Co.');
    const found = await world.call('GET', `/security_groups?location_id=${ids.hq}&search=ELEVES`);
    expect(found.body.data).toMatchObject([{ code: 'ELEVES_CO', name: 'Élèves & Co.', lock_count: 0 }]);
    // The one that is taken is not taken twice.
    await patch(fresh.id, { op: 'replace', path: 'displayName', value: 'Pupils' });
    await group('ELEVES CO');
    const both = await world.call('GET', `/security_groups?location_id=${ids.hq}&search=ELEVES`);
    expect(new Set(both.body.data.map(({ code }: { code: string }) => code)).size).toBe(2);
  });

  test('one who is deactivated has no key, and gets one again with the account', async () => {
    const anna = await user();
    await group('CLEANING', { members: [{ value: anna }] });
    await settle();
    const active = (value: boolean) =>
      scim('PATCH', `/Users/${anna}`, {
        schemas: [PATCH],
        Operations: [{ op: 'replace', path: 'active', value }],
      });
    await active(false);
    await settle();
    expect((await groupsOfKey(anna)).map(([state]) => state)).toEqual(['returned']);
    await active(true);
    await settle();
    expect(await groupsOfKey(anna)).toEqual([[null, ['CLEANING']]]);
  });

  test('one without an e-mail address or phone gets a key as soon as there is one', async () => {
    const anna = await user({ userName: `plain${++made}`, emails: [] });
    await group('CLEANING', { members: [{ value: anna }] });
    await settle();
    expect(await groupsOfKey(anna)).toEqual([]);
    await scim('PATCH', `/Users/${anna}`, {
      schemas: [PATCH],
      Operations: [{ op: 'add', path: 'emails', value: [{ value: 'late@acme.example', type: 'work' }] }],
    });
    await settle();
    expect(await groupsOfKey(anna)).toEqual([[null, ['CLEANING']]]);
  });

  test('what cannot be given now is given later', async () => {
    const anna = await user();
    await pool.query('update account set phone_key_limit = 0');
    await group('CLEANING', { members: [{ value: anna }] });
    await settle();
    expect(await groupsOfKey(anna)).toEqual([]);
    await pool.query('update account set phone_key_limit = null');
    await settle();
    expect(await groupsOfKey(anna)).toEqual([]);
    await clock.advance(5 * 60_000);
    await settle();
    expect(await groupsOfKey(anna)).toEqual([[null, ['CLEANING']]]);
  });

  test('the groups of such a key are not changed by hand; all else of it is, and what is taken back stays so', async () => {
    const anna = await user();
    const { id } = await group('CLEANING', { members: [{ value: anna }] });
    await settle();
    const [key] = await keysOf(anna);
    const refused = await world.call('PATCH', `/keys/${key?.id}`, { body: { security_groups: ['STAFF'] } });
    expect([refused.status, refused.body.error.details]).toEqual([
      422,
      [{ field: 'security_groups', code: 'invalid', message: expect.stringContaining('directory') }],
    ]);
    expect((await world.call('PATCH', `/keys/${key?.id}`, { body: { name: 'Mine' } })).status).toBe(200);
    await world.call('DELETE', `/keys/${key?.id}`);
    await settle();
    expect((await groupsOfKey(anna)).map(([state]) => state)).toEqual(['returned']);
    // The directory's next word on this person's groups counts again.
    await patch(id, { op: 'remove', path: 'members' });
    await patch(id, { op: 'add', path: 'members', value: [{ value: anna }] });
    await settle();
    expect((await groupsOfKey(anna)).map(([state]) => state)).toEqual([null, 'returned']);
  });

  test('where keys may not be taken back, no one leaves a group with one', async () => {
    const anna = await user();
    const { id } = await group('CLEANING', { members: [{ value: anna }] });
    await settle();
    Object.assign(context.config, { KEY_REVOCATION: false });
    expect((await patch(id, { op: 'remove', path: 'members' })).status).toBe(503);
    expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(503);
    expect(await membersOf(id)).toEqual([anna]);
    Object.assign(context.config, { KEY_REVOCATION: true });
    expect((await patch(id, { op: 'remove', path: 'members' })).status).toBe(204);
  });
});

describe('what is refused', () => {
  test('a name that is taken, no name, and members that are no users of this directory', async () => {
    const { id } = await group('Team');
    const other = await group('Other');
    const elsewhere = (await scim('POST', '/Users', { schemas: [USER], userName: 'lab' }, lab.token)).body.id;
    const types = async (...answers: ReturnType<typeof scim>[]) =>
      (await Promise.all(answers)).map(({ status, body }) => [status, body.scimType]);
    expect(
      await types(
        scim('POST', '/Groups', { schemas: [GROUP], displayName: 'TEAM' }),
        patch(other.id, { op: 'replace', path: 'displayName', value: 'team' }),
        scim('POST', '/Groups', { schemas: [GROUP] }),
        patch(id, { op: 'remove', path: 'displayName' }),
        patch(id, { op: 'add', path: 'members', value: [{ value: 'anna' }] }),
        patch(id, { op: 'add', path: 'members', value: [{ value: elsewhere }] }),
        patch(id, { op: 'remove', path: 'members[display eq "anna"]' }),
        patch(id, { op: 'replace', path: 'owner', value: 'anna' }),
        groups('members eq "anna"'),
        scim('GET', '/Groups?sortBy=members'),
      ),
    ).toEqual([
      [409, 'uniqueness'],
      [409, 'uniqueness'],
      ...Array.from({ length: 4 }, () => [400, 'invalidValue']),
      [400, 'invalidFilter'],
      [400, 'invalidPath'],
      [400, 'invalidFilter'],
      [400, 'invalidPath'],
    ]);
    expect(await membersOf(id)).toEqual([]);
  });

  test('a group of another location is not there', async () => {
    const { id } = await group('Team');
    expect((await scim('GET', `/Groups/${id}`, undefined, lab.token)).status).toBe(404);
    expect((await scim('GET', '/Groups', undefined, lab.token)).body.totalResults).toBe(0);
    expect((await scim('DELETE', `/Groups/${id}`, undefined, lab.token)).status).toBe(404);
  });

  test('one who is removed from a group that has no such member, or does not exist, is no fault', async () => {
    const { id } = await group('Team');
    const gone = '89bb1940-b905-4575-9e7f-6f887cfb368e';
    expect((await patch(id, { op: 'Remove', path: 'members', value: [{ value: gone }] })).status).toBe(204);
    expect((await patch(id, { op: 'remove', path: `members[value eq "${gone}"]` })).status).toBe(204);
  });
});

test('the resource type and the schema are there to be found, and a search in a body', async () => {
  expect((await scim('GET', '/ResourceTypes/Group')).body).toMatchObject({
    endpoint: '/Groups',
    schema: GROUP,
  });
  const { body } = await scim('GET', `/Schemas/${GROUP}`);
  expect(body.attributes.map(({ name }: { name: string }) => name)).toEqual([
    'displayName',
    'externalId',
    'members',
  ]);
  await group('Team');
  const found = await scim('POST', '/Groups/.search', {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
    filter: 'displayName sw "te"',
    excludedAttributes: ['members'],
  });
  expect(found.body.Resources).toEqual([expect.objectContaining({ displayName: 'Team' })]);
});
