import { describe, expect, test } from '@jest/globals';
import { dashboardWorld } from '../http/pages-world.js';
import { type Behaviour, createAuthenticator } from './authenticator.js';
import { linkTo } from './links.js';

const origin = 'https://doors.example';
const {
  world,
  context,
  ids,
  ask: askAt,
  signIn,
  addUser,
} = await dashboardWorld({ TRUST_PROXY: '1', PUBLIC_URL: origin });
let address = 0;
const ask = (method: string, path: string, cookie?: string, body?: object) =>
  askAt(method, path, {
    ...(cookie ? { cookie } : {}),
    ...(body ? { body } : {}),
    origin,
    headers: { 'X-Forwarded-For': `203.0.113.${++address}` },
  });
let made = 0;
async function newHolder() {
  const email = `holder${++made}@acme.example`;
  await addUser(email, 'viewer', ids.hq);
  return { email, cookie: await signIn(email), device: createAuthenticator(origin) };
}
type Holder = Awaited<ReturnType<typeof newHolder>>;

async function register({ cookie, device }: Holder, name = 'Phone', how: Behaviour = {}) {
  const options = await ask('POST', '/account/passkeys/options', cookie, {});
  if (options.status !== 200) return options;
  const passkey = device.register(options.json, how);
  return ask('POST', '/account/passkeys', cookie, { name, passkey });
}
const challenge = async () => (await ask('POST', '/session/passkey-options', undefined, {})).json;
const enter = (passkey: object) => ask('POST', '/session/passkey', undefined, { passkey });
const cookieOf = (answer: { headers: Headers }) => answer.headers.get('set-cookie')?.split(';')[0];
const passkeysOf = async (cookie: string) => (await ask('GET', '/account/passkeys', cookie)).json.data;

describe('a passkey', () => {
  test('signs in the person who registered it, without a name being typed', async () => {
    const holder = await newHolder();
    expect((await register(holder)).status).toBe(201);
    const options = await challenge();
    expect(options).toMatchObject({ rpId: 'doors.example', userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
    const answer = await enter(holder.device.answer(options));
    expect(answer.status).toBe(204);
    const { json } = await ask('GET', '/session', cookieOf(answer));
    expect(json.user.email).toBe(holder.email);
    expect(await passkeysOf(holder.cookie)).toMatchObject([
      { name: 'Phone', last_used_at: expect.any(String) },
    ]);
    const { rows } = await context.pool.query(
      "select action, details->>'method' as method from audit where subject_name in ($1, $2) order by number",
      [holder.email, holder.email.split('@')[0]],
    );
    expect(rows.slice(-2)).toEqual([
      { action: 'user.add_passkey', method: null },
      { action: 'user.sign_in', method: 'passkey' },
    ]);
  });

  test('is asked for with the demand to live in the device and to check who holds it', async () => {
    const { cookie } = await newHolder();
    const { json } = await ask('POST', '/account/passkeys/options', cookie, {});
    expect(json.authenticatorSelection).toMatchObject({
      residentKey: 'required',
      userVerification: 'required',
    });
    expect(json.attestation).toBe('none');
  });

  test.each([
    ['made for another site', { origin: 'https://evil.example' }],
    ['bound to another host', { rpId: 'evil.example' }],
    ['of a device that did not check who holds it', { isVerified: false }],
  ])('%s is refused, when it is made and when it signs in', async (_, how) => {
    const holder = await newHolder();
    const refused = await register(holder, 'Phone', how);
    expect([refused.status, refused.json.error.details[0].field]).toEqual([422, 'passkey']);
    expect((await register(holder)).status).toBe(201);
    expect((await enter(holder.device.answer(await challenge(), how))).status).toBe(401);
  });

  test('answers a challenge once, in its time, and only one that was given out for it', async () => {
    const holder = await newHolder();
    await register(holder);
    const options = await challenge();
    const answer = holder.device.answer(options);
    expect((await enter(answer)).status).toBe(204);
    expect((await enter(answer)).status).toBe(401);
    expect((await enter(holder.device.answer(options))).status).toBe(401);
    const registration = await ask('POST', '/account/passkeys/options', holder.cookie, {});
    expect((await enter(holder.device.answer(registration.json))).status).toBe(401);
    expect((await enter(holder.device.answer({ challenge: 'A'.repeat(43) }))).status).toBe(401);
    const late = await challenge();
    await world.clock.advance(5 * 60_000);
    expect((await enter(holder.device.answer(late))).status).toBe(401);
  });

  test('beyond the twentieth is refused, however many were begun before', async () => {
    const holder = await newHolder();
    await register(holder);
    await context.pool.query(
      `insert into passkey (id, user_id, credential_id, public_key, counter, transports, name, created_at)
       select gen_random_uuid(), user_id, decode(md5(i::text || user_id), 'hex'), public_key, 0, '{}', 'Key', p.created_at
       from passkey p join account_user u on u.id = p.user_id, generate_series(2, 19) i where u.email = $1`,
      [holder.email],
    );
    const begun = [];
    for (const device of [createAuthenticator(origin), createAuthenticator(origin)])
      begun.push(device.register((await ask('POST', '/account/passkeys/options', holder.cookie, {})).json));
    const added = [];
    for (const passkey of begun)
      added.push((await ask('POST', '/account/passkeys', holder.cookie, { name: 'Key', passkey })).status);
    expect(added).toEqual([201, 422]);
    expect((await ask('POST', '/account/passkeys/options', holder.cookie, {})).status).toBe(422);
    expect(await passkeysOf(holder.cookie)).toHaveLength(20);
  });

  test('whose count goes back is a copy, and is refused', async () => {
    const holder = await newHolder();
    await register(holder);
    expect((await enter(holder.device.answer(await challenge(), { counter: 9 }))).status).toBe(204);
    expect((await enter(holder.device.answer(await challenge(), { counter: 9 }))).status).toBe(401);
    expect((await enter(holder.device.answer(await challenge(), { counter: 10 }))).status).toBe(204);
  });

  test('signs in no one else: not by another handle, and not one who is gone', async () => {
    const holder = await newHolder();
    await register(holder);
    const other = Buffer.alloc(16, 7).toString('base64url');
    expect((await enter(holder.device.answer(await challenge(), { userHandle: other }))).status).toBe(401);
    await context.pool.query('delete from account_user where email = $1', [holder.email]);
    expect((await enter(holder.device.answer(await challenge()))).status).toBe(401);
  });

  test('is added only by a person who signed in just now', async () => {
    const holder = await newHolder();
    await world.clock.advance(15 * 60_000);
    const refused = await register(holder);
    expect([refused.status, refused.json.error.code]).toEqual([403, 'forbidden']);
  });

  test('is one of several, is renamed, and is removed by its own holder alone', async () => {
    const holder = await newHolder();
    await register(holder);
    await world.clock.advance(1_000);
    const second = await register({ ...holder, device: createAuthenticator(origin) }, 'Key ring');
    const stranger = await newHolder();
    const path = `/account/passkeys/${second.json.id}`;
    expect((await ask('PATCH', path, stranger.cookie, { name: 'Mine' })).status).toBe(404);
    expect((await ask('DELETE', path, stranger.cookie)).status).toBe(404);
    expect((await ask('PATCH', path, holder.cookie, { name: 'Drawer' })).status).toBe(204);
    expect((await passkeysOf(holder.cookie)).map((one: { name: string }) => one.name)).toEqual([
      'Phone',
      'Drawer',
    ]);
    expect((await ask('DELETE', path, holder.cookie)).status).toBe(204);
    expect(await passkeysOf(holder.cookie)).toHaveLength(1);
    expect((await register({ ...stranger, device: holder.device })).status).toBe(422);
  });

  test('is how an invited colleague may come in, who keeps a way in', async () => {
    const owner = await signIn('owner@acme.example');
    const email = 'without-password@acme.example';
    await ask('POST', '/colleague-invitations', owner, { email, role: 'viewer', location_id: ids.hq });
    const token = await linkTo(context, email);
    const device = createAuthenticator(origin);
    const name = 'Some Body';
    const options = await ask('POST', '/join/passkey-options', undefined, { token, name });
    const neither = await ask('POST', '/join', undefined, { token, name });
    expect(neither.json.error.details[0].field).toBe('password');
    const passkey = device.register(options.json);
    const joined = await ask('POST', '/join', undefined, { token, name, passkey });
    expect(joined.status).toBe(204);
    const entered = await enter(device.answer(await challenge()));
    expect(entered.status).toBe(204);
    const cookie = cookieOf(entered) ?? '';
    expect((await ask('GET', '/session', cookie)).json.user).toMatchObject({ email, has_password: false });

    const [{ id }] = await passkeysOf(cookie);
    const removed = await ask('DELETE', `/account/passkeys/${id}`, cookie);
    expect([removed.status, removed.json.error.message]).toEqual([
      403,
      'It is your only way to sign in: set a password, or add another passkey first.',
    ]);
    const set = await ask('PUT', '/account/password', cookie, { password: 'quite another password' });
    expect(set.status).toBe(204);
    expect((await ask('DELETE', `/account/passkeys/${id}`, cookieOf(set))).status).toBe(204);
  });
});
