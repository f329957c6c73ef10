import { describe, expect, test } from '@jest/globals';
import { setPassword } from '../../src/users/manage.js';
import { dashboardWorld, PASSWORD } from '../http/pages-world.js';

const { world, context, ask, signIn, tryToSignIn } = await dashboardWorld({ TRUST_PROXY: '1' });
const OWNER = 'owner@acme.example';
const HOUR = 3_600_000;
let address = 0;
/** An address of its own, so that one test's tries do not count in another. */
const elsewhere = () => ({ 'X-Forwarded-For': `203.0.113.${++address}` });
const isSignedIn = async (cookie: string) => (await ask('GET', '/sessions', { cookie })).status === 200;

describe('signing in', () => {
  test('gives a cookie that scripts and other sites cannot use', async () => {
    const answer = await tryToSignIn(' Owner@Acme.example ');
    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800$/,
    );
  });

  test('says who is signed in, and no one without a cookie', async () => {
    const cookie = await signIn(OWNER);
    const { json } = await ask('GET', '/session', { cookie });
    expect(json.user).toMatchObject({ email: OWNER, role: 'owner', location: { name: 'HQ' } });
    expect((await ask('GET', '/session')).json).toEqual({
      user: null,
      service_name: 'Service',
      first_run: false,
      openid: null,
    });
  });

  test('keeps only a hash of the cookie', async () => {
    const cookie = await signIn(OWNER);
    const token = cookie.split('=')[1] ?? '';
    const { rows } = await context.pool.query('select * from user_session');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('refuses a wrong password and an unknown address alike', async () => {
    const wrong = await tryToSignIn(OWNER, 'not the password', elsewhere());
    const unknown = await tryToSignIn('unknown@acme.example', PASSWORD, elsewhere());
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.json).toEqual(unknown.json);
    expect(wrong.headers.get('set-cookie')).toBeNull();
  });

  test('is refused after ten tries in a quarter of an hour, from that address and for that user alone', async () => {
    const from = elsewhere();
    for (let tries = 0; tries < 10; tries++) await tryToSignIn(OWNER, 'wrong', from);
    const refused = await tryToSignIn(OWNER, PASSWORD, from);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
    expect((await tryToSignIn('viewer@acme.example', PASSWORD, from)).status).toBe(204);
    expect((await tryToSignIn(OWNER, PASSWORD, elsewhere())).status).toBe(204);
    await world.clock.advance(900_000);
    expect((await tryToSignIn(OWNER, PASSWORD, from)).status).toBe(204);
  });

  test('is not tried more often by anyone who has a whole network of addresses', async () => {
    const from = (host: number) => ({ 'X-Forwarded-For': `2001:db8:1:2::${host.toString(16)}` });
    for (let tries = 1; tries <= 10; tries++) await tryToSignIn(OWNER, 'wrong', from(tries));
    expect((await tryToSignIn(OWNER, PASSWORD, from(11))).status).toBe(429);
    const next = { 'X-Forwarded-For': '2001:db8:1:3::1' };
    expect((await tryToSignIn(OWNER, PASSWORD, next)).status).toBe(204);
  });

  test('takes over from the session of before', async () => {
    const before = await signIn(OWNER);
    const answer = await ask('POST', '/session', {
      cookie: before,
      body: { email: OWNER, password: PASSWORD },
    });
    expect(answer.status).toBe(204);
    expect(await isSignedIn(before)).toBe(false);
  });
});

describe('a session', () => {
  test('is over once signed out, for anyone who kept a copy of the cookie too', async () => {
    const cookie = await signIn(OWNER);
    expect(await isSignedIn(cookie)).toBe(true);
    const out = await ask('DELETE', '/session', { cookie });
    expect(out.status).toBe(204);
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(await isSignedIn(cookie)).toBe(false);
  });

  test('is over after twelve hours without use, and lasts while it is used', async () => {
    const used = await signIn(OWNER);
    const unused = await signIn(OWNER);
    await world.clock.advance(11 * HOUR);
    expect(await isSignedIn(used)).toBe(true);
    await world.clock.advance(2 * HOUR);
    expect(await isSignedIn(used)).toBe(true);
    expect(await isSignedIn(unused)).toBe(false);
  });

  test('is over after seven days however much it is used', async () => {
    const cookie = await signIn(OWNER);
    for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
      await world.clock.advance(8 * HOUR);
      expect(await isSignedIn(cookie)).toBe(true);
    }
    await world.clock.advance(8 * HOUR);
    expect(await isSignedIn(cookie)).toBe(false);
  });

  test('ends with a new password', async () => {
    const cookie = await signIn('viewer@acme.example');
    await setPassword(context, 'viewer@acme.example', 'another long password');
    expect(await isSignedIn(cookie)).toBe(false);
    await setPassword(context, 'viewer@acme.example', PASSWORD);
  });

  test('can be listed and ended from another browser, by its own user alone', async () => {
    const first = await signIn(OWNER);
    const second = await signIn(OWNER);
    const stranger = await signIn('lab@acme.example');
    const { json } = await ask('GET', '/sessions', { cookie: second });
    const mine = json.data.find((one: { is_this: boolean }) => one.is_this);
    expect((await ask('DELETE', `/sessions/${mine.id}`, { cookie: stranger })).status).toBe(404);
    expect(await isSignedIn(second)).toBe(true);
    expect((await ask('DELETE', `/sessions/${mine.id}`, { cookie: first })).status).toBe(204);
    expect(await isSignedIn(second)).toBe(false);
    expect(await isSignedIn(first)).toBe(true);
  });

  test('changes with its user: a smaller role counts from the next request on', async () => {
    const cookie = await signIn('lab@acme.example');
    await context.pool.query("update account_user set role = 'viewer' where email = 'lab@acme.example'");
    expect((await ask('GET', '/api-keys', { cookie })).status).toBe(403);
    await context.pool.query("update account_user set role = 'manager' where email = 'lab@acme.example'");
  });
});
