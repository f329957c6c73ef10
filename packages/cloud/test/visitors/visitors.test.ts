import { describe, expect, test } from '@jest/globals';
import { dashboardWorld } from '../http/pages-world.js';

/* A visitor is given a key from a phone, comes, and is forgotten. */

const { world, context, ids, ask, signIn, other } = await dashboardWorld();
const { pool } = context;
const owner = await signIn('owner@acme.example');
const viewer = await signIn('viewer@acme.example');
const stranger = await signIn('other@globex.example');
const { id: group } = await context.prisma.securityGroup.create({
  data: { account_id: ids.account, location_id: ids.hq, code: 'LOBBY', name: 'Lobby' },
});
await pool.query('insert into security_group_lock values ($1, $2)', [group, ids.main]);

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const inMs = (ms: number) => new Date(world.clock.now() + ms).toISOString();
const give = (more: object = {}, cookie = owner) =>
  ask('POST', '/visitors', {
    cookie,
    body: {
      name: 'Vera Visitor',
      until: inMs(4 * HOUR),
      security_groups: ['LOBBY'],
      channel: 'shown',
      ...more,
    },
  });
const today = async (cookie = viewer, day = '') => (await ask('GET', `/visitors${day}`, { cookie })).json;
const find = async (id: number) => (await today()).data.find((one: { id: number }) => one.id === id);
/** The status of a setup page. */
async function opens(url: string): Promise<number> {
  const answer = await fetch(url);
  await answer.text();
  return answer.status;
}
const count = async (text: string) => (await pool.query(text)).rowCount;

describe('a visitor', () => {
  test('is given a key with a name and an end; the link is shown and sent to no one', async () => {
    expect((await ask('GET', '/visitor-groups', { cookie: owner })).json).toEqual({ codes: [] });
    const { status, json } = await give();
    expect(status).toBe(201);
    expect(json).toMatchObject({ person: { name: 'Vera Visitor' }, until: inMs(4 * HOUR) });
    expect(json.link.url).toMatch(/\/setup\/[\w-]{43}$/);
    expect(await count('select from notice')).toBe(0);
    expect(await opens(json.link.url)).toBe(200);
    const { body } = await world.call('GET', `/keys/${json.id}`);
    expect(body).toMatchObject({ name: 'Visit', expires_at: inMs(4 * HOUR), security_groups: ['LOBBY'] });
    const { body: invitation } = await world.call('GET', `/invitations/${body.invitation.id}`);
    expect(invitation).toMatchObject({ channel: 'shown', state: 'pending' });
    // The next one is offered the same doors.
    expect((await ask('GET', '/visitor-groups', { cookie: owner })).json).toEqual({ codes: ['LOBBY'] });
  });

  test('is sent the link by e-mail or SMS, and then it is in no answer', async () => {
    const mailed = await give({ name: 'Max Mailed', channel: 'email', email: 'max@visit.example' });
    expect([mailed.status, mailed.json.link]).toEqual([201, null]);
    expect(await count("select from notice where channel = 'email' and kind = 'invitation'")).toBe(1);
    await pool.query('update account set sms_enabled = true where id = $1', [ids.account]);
    const texted = await give({ name: 'Tess Texted', channel: 'sms', phone: '+358 40 123 4567' });
    expect([texted.status, texted.json.link]).toEqual([201, null]);
    expect(await count("select from notice where channel = 'sms'")).toBe(1);
  });

  test.each([
    [{ until: 'x' }, 'until'],
    [{ until: '2020-01-01T00:00:00Z' }, 'until'],
    [{ until: '2036-01-01T00:00:00Z' }, 'until'],
    [{ channel: 'email' }, 'email'],
    [{ channel: 'sms' }, 'phone'],
    [{ security_groups: [] }, 'security_groups'],
    [{ security_groups: ['NONE'] }, 'security_groups[0]'],
    [{ name: 'Admin' }, 'name'],
  ])('%j is refused, and no one is left behind', async (more, field) => {
    const before = await count('select from person');
    const { status, json } = await give(more);
    expect([status, json.error.details[0].field]).toEqual([422, field]);
    expect(await count('select from person')).toBe(before);
  });

  test('takes a place of the plan, and is not left behind where there is none', async () => {
    await pool.query('update account set phone_key_limit = 1 where id = $1', [ids.account]);
    const { status, json } = await give({ name: 'Too Many' });
    expect([status, json.error.code]).toEqual([422, 'entitlement_exceeded']);
    expect(await count("select from person where name = 'Too Many'")).toBe(0);
    await pool.query('update account set phone_key_limit = null where id = $1', [ids.account]);
  });

  test('is given by managers of that place alone', async () => {
    expect((await give({}, viewer)).status).toBe(403);
    const [first] = (await today()).data;
    expect((await today(stranger)).data).toEqual([]);
    const link = `/visitors/${first.id}/link`;
    expect((await ask('POST', link, { cookie: stranger, body: {} })).status).toBe(404);
    expect((await ask('GET', '/visitors', { cookie: owner, location: other.location })).status).toBe(404);
  });

  test('is given to 30 in a minute by one person, and to no more', async () => {
    await world.clock.advance(60_000);
    const asked: Promise<{ status: number }>[] = [];
    for (let times = 0; times < 31; times++) asked.push(give({ name: '' }));
    const statuses = (await Promise.all(asked)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(30).fill(422), 429]);
    await world.clock.advance(60_000);
  });

  test('is shown the code again: the link of before is dead', async () => {
    const { json: made } = await give({ name: 'Ada Again' });
    const { status, json } = await ask('POST', `/visitors/${made.id}/link`, { cookie: owner, body: {} });
    expect(status).toBe(200);
    expect(json.url).not.toBe(made.link.url);
    expect(await opens(made.link.url)).toBe(404);
    expect(await opens(json.url)).toBe(200);
    const { body: key } = await world.call('GET', `/keys/${made.id}`);
    const again = await world.call('POST', `/invitations/${key.invitation.id}/resend`);
    expect([again.status, again.body.error.details[0].field]).toEqual([422, 'channel']);
  });

  test('is in the list of the day: expected, came, ended', async () => {
    const { json: made } = await give({ name: 'Carl Came' });
    expect(await find(made.id)).toMatchObject({
      name: 'Carl Came',
      state: 'expected',
      host: 'owner',
      groups: ['Lobby'],
      came_at: null,
      is_pending: true,
    });
    await world.clock.advance(60_000);
    await pool.query(
      `insert into event (account_id, location_id, lock_id, type, occurred_at, result, source, person_id, key_id)
       values ($1, $2, $3, 'access.granted', $4, 'success', 'app', $5, $6)`,
      [ids.account, ids.hq, ids.main, inMs(0), made.person.id, made.id],
    );
    expect(await find(made.id)).toMatchObject({ state: 'came', came_at: inMs(0) });
    await ask('POST', `/keys/${made.id}/return`, { cookie: owner, body: {} });
    expect(await find(made.id)).toMatchObject({ state: 'ended', ended_at: inMs(0), is_pending: false });
    const tomorrow = new Date(world.clock.now() + DAY).toISOString().slice(0, 10);
    expect((await today(viewer, `?day=${tomorrow}`)).data).toEqual([]);
    expect((await ask('GET', '/visitors?day=tomorrow', { cookie: viewer })).status).toBe(400);
  });

  test('goes on where the key is given longer, and is an ordinary one without an end', async () => {
    const { json: longer } = await give({ name: 'Lou Longer' });
    const { json: staff } = await give({ name: 'Sam Staff' });
    await world.call('PATCH', `/keys/${longer.id}`, { body: { expires_at: inMs(8 * HOUR) } });
    await world.call('PATCH', `/keys/${staff.id}`, { body: { expires_at: null } });
    await world.clock.advance(5 * HOUR);
    await world.due.runDue();
    expect(await find(longer.id)).toMatchObject({ state: 'expected' });
    expect(await find(staff.id)).toBeUndefined();
    expect((await world.call('GET', `/keys/${staff.id}`)).body.state).toBeNull();
  });

  test('ends by itself, and is erased 30 days later, but for a person who was known', async () => {
    const known = { name: 'Kim Known', email: 'kim@acme.example' };
    expect((await world.call('POST', '/people', { body: known })).status).toBe(201);
    const { json: visit } = await give({ ...known, name: 'Kim' });
    expect(visit.person.name).toBe('Kim Known');
    const { json: vera } = await give({ name: 'Vera Once' });
    const state = async (id: number) => (await world.call('GET', `/keys/${id}`)).body.state;
    await world.clock.advance(4 * HOUR);
    await world.due.runDue();
    expect([await state(visit.id), await state(vera.id)]).toEqual(['returned', 'returned']);
    const { body } = await world.call('GET', '/changes?types=key.revoked&limit=500');
    const revoked = body.data.map(({ data }: { data: { id: number } }) => data.id);
    expect(revoked).toEqual(expect.arrayContaining([visit.id, vera.id]));
    await world.clock.advance(30 * DAY - 1);
    await world.due.runDue();
    expect(await count("select from person where name = 'Vera Once'")).toBe(1);
    await world.clock.advance(1);
    await world.due.runDue();
    expect(await count("select from person where name = 'Vera Once'")).toBe(0);
    expect(await count("select from person where name = 'Kim Known'")).toBe(1);
    expect(await count('select from visitor')).toBe(0);
    const { rows } = await pool.query("select distinct actor_name from audit where action = 'person.erase'");
    expect(rows).toEqual(expect.arrayContaining([{ actor_name: 'The end of a visit' }]));
  });
});
