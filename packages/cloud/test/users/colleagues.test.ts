import { describe, expect, test } from '@jest/globals';
import { startNoticeWorker } from '../../src/notify/worker.js';
import { dashboardWorld, PASSWORD } from '../http/pages-world.js';
import { linksTo, linkTo } from './links.js';

const { world, context, ids, other, ask, signIn, tryToSignIn, addUser } = await dashboardWorld({
  TRUST_PROXY: '1',
});
const OWNER = 'owner@acme.example';
const LAB = 'lab@acme.example';
const owner = await signIn(OWNER);
const lab = await signIn(LAB);
const DAY = 24 * 3_600_000;
let made = 0;
/** An address that is new to the service. */
const newAddress = () => `colleague${++made}@acme.example`;
let address = 0;
const elsewhere = () => ({ 'X-Forwarded-For': `203.0.113.${++address}` });

const invite = (cookie: string, email: string, role = 'viewer', location_id = ids.hq) =>
  ask('POST', '/colleague-invitations', { cookie, body: { email, role, location_id, language: 'fi' } });
const look = (token: string) => ask('POST', '/join/look', { body: { token }, headers: elsewhere() });
const join = (token: string, password = PASSWORD, name = 'Some Body') =>
  ask('POST', '/join', { body: { token, name, password }, headers: elsewhere() });
const colleagues = async (cookie: string) => (await ask('GET', '/colleagues', { cookie })).json;
const idOf = async (email: string): Promise<string> => {
  const { rows } = await context.pool.query('select id from account_user where email = $1', [email]);
  return rows[0]?.id;
};
const actions = async (subject: string): Promise<string[]> => {
  const { rows } = await context.pool.query(
    'select action from audit where subject_name = $1 or subject_id = $1 order by number',
    [subject],
  );
  return rows.map((row) => row.action);
};

describe('inviting a colleague', () => {
  test('sends a notice whose link makes them a user, once', async () => {
    const email = newAddress();
    const invited = await invite(owner, ` ${email.toUpperCase()} `, 'manager', ids.lab);
    expect(invited.status).toBe(201);
    expect(invited.text).not.toContain('http');
    expect((await colleagues(owner)).invited).toMatchObject([
      { email, role: 'manager', location: { name: 'Lab' }, state: 'pending', invited_by: 'owner' },
    ]);
    const token = await linkTo(context, email);
    expect((await look(token)).json).toMatchObject({
      state: 'pending',
      email,
      role: 'manager',
      organisation: 'Acme',
      location: 'Lab',
    });
    const joined = await join(token);
    expect(joined.status).toBe(204);
    const cookie = joined.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { json } = await ask('GET', '/session', { cookie });
    expect(json.user).toMatchObject({ email, name: 'Some Body', role: 'manager', location: { id: ids.lab } });
    expect((await tryToSignIn(email, PASSWORD, elsewhere())).status).toBe(204);

    expect((await look(token)).json.state).toBe('accepted');
    const again = await join(token);
    expect([again.status, again.json.error.message]).toEqual([
      409,
      'The invitation was used already: sign in.',
    ]);
    expect(await actions(await idOf(email))).toEqual(['user.invite', 'user.join', 'user.sign_in']);
    expect((await colleagues(owner)).invited).toEqual([]);
  });

  test('keeps only a hash of the link, seals the notice, and puts the secret where no browser sends it', async () => {
    const email = newAddress();
    await invite(owner, email);
    const token = await linkTo(context, email);
    const { rows } = await context.pool.query('select row_to_json(i)::text as text from user_invitation i');
    expect(JSON.stringify(rows)).not.toContain(token);
    const { rows: notices } = await context.pool.query('select data from notice where recipient = $1', [
      email,
    ]);
    expect(notices[0].data.includes(token)).toBe(false);
    expect((await linksTo(context, email))[0]).toMatchObject({ page: '/join', kind: 'colleague_invitation' });
  });

  test('is for seven days', async () => {
    const email = newAddress();
    const { json } = await invite(owner, email);
    const token = await linkTo(context, email);
    await context.pool.query(
      "update user_invitation set link_expires_at = link_expires_at - interval '7 days' where id = $1",
      [json.id],
    );
    expect((await look(token)).json.state).toBe('expired');
    expect((await join(token)).status).toBe(409);
    expect((await colleagues(owner)).invited.find((one: { id: string }) => one.id === json.id).state).toBe(
      'expired',
    );
    const resent = await ask('POST', `/colleague-invitations/${json.id}/resend`, { cookie: owner, body: {} });
    expect(resent.status).toBe(204);
    expect((await look(token)).status).toBe(404);
    expect((await look(await linkTo(context, email))).json.state).toBe('pending');
  });

  test('can be taken back: the link says so, and makes no one a user', async () => {
    const email = newAddress();
    const { json } = await invite(owner, email);
    const token = await linkTo(context, email);
    expect((await ask('DELETE', `/colleague-invitations/${json.id}`, { cookie: owner })).status).toBe(204);
    expect((await look(token)).json.state).toBe('withdrawn');
    expect((await join(token)).status).toBe(409);
    expect((await linksTo(context, email))[0]?.status).toBe('withdrawn');
    expect((await ask('DELETE', `/colleague-invitations/${json.id}`, { cookie: owner })).status).toBe(409);
    expect(await actions(json.id)).toEqual(['user.invite', 'user.withdraw_invitation']);
    expect((await invite(owner, email)).status).toBe(201);
  });

  test('is refused for a colleague, and twice for one address; who is a user elsewhere stays unsaid', async () => {
    const twice = newAddress();
    await invite(owner, twice);
    const answers = [await invite(owner, LAB), await invite(owner, twice)];
    expect(answers.map(({ json }) => json.error.details[0].message)).toEqual([
      'is a colleague already',
      'is invited already; send that invitation again',
    ]);
    expect((await invite(owner, 'other@globex.example')).status).toBe(201);
    const token = await linkTo(context, 'other@globex.example');
    expect((await look(token)).json.state).toBe('taken');
    expect((await join(token)).status).toBe(409);
  });

  test('gives nothing above the own role, and no location that is not theirs', async () => {
    expect((await invite(lab, newAddress(), 'owner', ids.lab)).json.error.details[0].field).toBe('role');
    expect((await invite(lab, newAddress(), 'viewer', ids.hq)).json.error.details[0].field).toBe(
      'location_id',
    );
    expect((await invite(lab, newAddress(), 'manager', ids.lab)).status).toBe(201);
  });

  test('holds only while its sender may still give that role there', async () => {
    const sender = newAddress();
    await addUser(sender, 'owner', ids.hq);
    const email = newAddress();
    const { json } = await invite(await signIn(sender), email, 'owner');
    const token = await linkTo(context, email);
    await ask('PATCH', `/colleagues/${await idOf(sender)}`, { cookie: owner, body: { role: 'manager' } });
    expect((await look(token)).json.state).toBe('withdrawn');
    expect((await join(token)).status).toBe(409);
    // The colleague who sends it again stands for it.
    await ask('POST', `/colleague-invitations/${json.id}/resend`, { cookie: owner, body: {} });
    expect((await look(await linkTo(context, email))).json.state).toBe('pending');
  });

  test('takes a name and a password that will do', async () => {
    const email = newAddress();
    await invite(owner, email);
    const token = await linkTo(context, email);
    expect((await join(token, 'short')).json.error.details[0].field).toBe('password');
    expect((await join(token, PASSWORD, '  ')).json.error.details[0].field).toBe('name');
    expect((await join(token)).status).toBe(204);
  });

  test('makes one user of two who use a link at once', async () => {
    const email = newAddress();
    await invite(owner, email);
    const token = await linkTo(context, email);
    const answers = await Promise.all([join(token), join(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  test('sends so many letters and no more', async () => {
    const sender = newAddress();
    await addUser(sender, 'manager', ids.lab);
    const cookie = await signIn(sender);
    const answers: number[] = [];
    for (let times = 0; times <= 30; times++)
      answers.push((await invite(cookie, newAddress(), 'viewer', ids.lab)).status);
    expect(answers.slice(0, 30)).toEqual(Array(30).fill(201));
    expect(answers[30]).toBe(429);
  });

  test('goes out by e-mail in the words of the sender', async () => {
    const email = newAddress();
    await invite(owner, email);
    const sent: { to: string; subject: string; text: string }[] = [];
    const worker = startNoticeWorker(context, {
      email: {
        async send({ to, rendered }) {
          sent.push({ to, subject: rendered.email.subject, text: rendered.email.text });
          return { ok: true };
        },
        async close() {},
      },
    });
    await worker.runDue();
    await worker.stop();
    const notice = sent.find(({ to }) => to === email);
    expect(notice?.subject).toBe('owner kutsuu sinut hoitamaan ovia: Acme');
    expect(notice?.text).toContain(`/join#${(await linksTo(context, email))[0]?.token}`);
  });
});

describe('changing a colleague', () => {
  test('counts from the next request on, and ends at once what they have open where they were moved', async () => {
    const email = newAddress();
    await addUser(email, 'manager', ids.hq);
    const cookie = await signIn(email);
    const id = await idOf(email);
    const answer = await ask('PATCH', `/colleagues/${id}`, {
      cookie: owner,
      body: { role: 'viewer', location_id: ids.lab },
    });
    expect(answer.status).toBe(204);
    expect((await ask('GET', '/api-keys', { cookie })).status).toBe(403);
    expect((await ask('GET', `/doors/${ids.main}`, { cookie })).status).toBe(404);
    const { rows } = await context.pool.query(
      "select details from audit where action = 'user.update' and subject_id = $1",
      [id],
    );
    expect(rows[0].details).toEqual({
      role: { from: 'manager', to: 'viewer' },
      location: { from: 'HQ', to: 'Lab' },
    });
  });

  test('removes them, and their sessions end with them', async () => {
    const email = newAddress();
    await addUser(email, 'viewer', ids.lab);
    const cookie = await signIn(email);
    const id = await idOf(email);
    expect((await ask('DELETE', `/colleagues/${id}`, { cookie: lab })).status).toBe(204);
    expect((await ask('GET', '/overview', { cookie })).status).toBe(401);
    expect((await tryToSignIn(email, PASSWORD, elsewhere())).status).toBe(401);
    expect(await actions(id)).toContain('user.remove');
  });

  test('reaches no one above the own role, and no one at another location', async () => {
    const above = newAddress();
    await addUser(above, 'owner', ids.lab);
    const id = await idOf(above);
    const body = { role: 'viewer' };
    expect((await ask('PATCH', `/colleagues/${id}`, { cookie: lab, body })).status).toBe(403);
    expect((await ask('DELETE', `/colleagues/${id}`, { cookie: lab })).status).toBe(403);
    const labId = await idOf(LAB);
    const promoted = await ask('PATCH', `/colleagues/${labId}`, { cookie: lab, body: { role: 'owner' } });
    expect([promoted.status, promoted.json.error.details[0].field]).toEqual([422, 'role']);
    expect((await ask('DELETE', `/colleagues/${await idOf(OWNER)}`, { cookie: lab })).status).toBe(404);
    expect((await colleagues(lab)).data.map((one: { email: string }) => one.email)).not.toContain(OWNER);
  });

  test('leaves an owner: the last one is not removed, demoted or moved down', async () => {
    const cookie = await signIn('other@globex.example');
    const id = await idOf('other@globex.example');
    const removed = await ask('DELETE', `/colleagues/${id}`, { cookie });
    expect([removed.status, removed.json.error.message]).toEqual([
      403,
      'other is the last owner of Globex HQ: make someone else an owner first.',
    ]);
    const demoted = await ask('PATCH', `/colleagues/${id}`, { cookie, body: { role: 'manager' } });
    expect([demoted.status, demoted.json.error.details[0].field]).toEqual([422, 'role']);
    await addUser('second@globex.example', 'owner', other.location, other.account);
    const second = await signIn('second@globex.example');
    const secondId = await idOf('second@globex.example');
    // Each removes the other at once: one of them stays.
    const answers = await Promise.all([
      ask('DELETE', `/colleagues/${secondId}`, { cookie }),
      ask('DELETE', `/colleagues/${id}`, { cookie: second }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
    const { rows } = await context.pool.query(
      "select count(*)::int as owners from account_user where account_id = $1 and role = 'owner'",
      [other.account],
    );
    expect(rows[0].owners).toBe(1);
  });
});

describe('a forgotten password', () => {
  const forget = (email: string, headers = elsewhere()) =>
    ask('POST', '/reset/ask', { body: { email, language: '' }, headers });
  const reset = (token: string, password: string) =>
    ask('POST', '/reset', { body: { token, password }, headers: elsewhere() });

  test('is answered alike whether there is such a user or not', async () => {
    const answers = await Promise.all([forget(OWNER), forget('unknown@acme.example')]);
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [202, '{}'],
      [202, '{}'],
    ]);
    await linkTo(context, OWNER);
    expect(await linksTo(context, 'unknown@acme.example')).toEqual([]);
  });

  test('is replaced by the link in the notice, once, within an hour; every session ends', async () => {
    const email = newAddress();
    await addUser(email, 'viewer', ids.hq);
    const cookie = await signIn(email);
    await forget(email);
    const token = await linkTo(context, email);
    const looked = await ask('POST', '/reset/look', { body: { token }, headers: elsewhere() });
    expect(looked.json).toEqual({ state: 'pending', email });
    expect((await reset(token, 'short')).status).toBe(422);
    const answer = await reset(token, 'quite another password');
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringMatching(/^session=/),
    ]);
    expect((await ask('GET', '/overview', { cookie })).status).toBe(401);
    expect((await tryToSignIn(email, PASSWORD, elsewhere())).status).toBe(401);
    expect((await tryToSignIn(email, 'quite another password', elsewhere())).status).toBe(204);
    expect((await reset(token, PASSWORD)).status).toBe(409);
    expect(await actions(await idOf(email))).toEqual([
      'user.create',
      'user.sign_in',
      'user.forgot_password',
      'user.reset_password',
      'user.sign_in',
    ]);
  });

  test('has links that die: of age, and of a newer one', async () => {
    const email = newAddress();
    await addUser(email, 'viewer', ids.hq);
    await forget(email);
    const first = await linkTo(context, email);
    await forget(email);
    while ((await linkTo(context, email)) === first) await new Promise(setImmediate);
    const second = await linkTo(context, email);
    expect((await reset(first, PASSWORD)).status).toBe(404);
    await world.clock.advance(3_600_000);
    const late = await reset(second, PASSWORD);
    expect([late.status, late.json.error.message]).toEqual([409, 'This link has run out: ask for another.']);
  });

  test('has a link that dies with the password that it was to replace', async () => {
    const email = newAddress();
    await addUser(email, 'viewer', ids.hq);
    await forget(email);
    const token = await linkTo(context, email);
    const body = { current: PASSWORD, password: 'quite another password' };
    expect((await ask('PUT', '/account/password', { cookie: await signIn(email), body })).status).toBe(204);
    expect((await reset(token, 'the password of a thief')).status).toBe(404);
    expect((await tryToSignIn(email, body.password, elsewhere())).status).toBe(204);
  });

  test('sends one requester at most three links in a quarter of an hour, and the response does not show it', async () => {
    const email = newAddress();
    await addUser(email, 'viewer', ids.hq);
    const here = elsewhere();
    for (let times = 0; times < 5; times++) expect((await forget(email, here)).status).toBe(202);
    await forget(OWNER);
    for (;;) {
      const { rows } = await context.pool.query(
        'select count(*)::int as n from notice where recipient = $1',
        [email],
      );
      if (rows[0].n === 3) break;
      await new Promise(setImmediate);
    }
    expect(await linksTo(context, email)).toHaveLength(3);
  });

  test('has a link that the outbox of the organisation does not show', async () => {
    await world.clock.advance(DAY);
    const email = newAddress();
    await addUser(email, 'viewer', ids.hq);
    await forget(email);
    const token = await linkTo(context, email);
    const { text, json } = await ask('GET', '/outbox', { cookie: await signIn(OWNER) });
    expect(json.data.map((one: { kind: string }) => one.kind)).toContain('password_reset');
    expect(text).not.toContain(token);
  });
});

describe('the own password', () => {
  const change = (cookie: string, body: object) => ask('PUT', '/account/password', { cookie, body });

  test('is changed by anyone who knows it, and ends every other session', async () => {
    const email = newAddress();
    await addUser(email, 'viewer', ids.hq);
    const [here, there] = [await signIn(email), await signIn(email)];
    const wrong = await change(here, { current: 'not the password', password: 'quite another password' });
    expect([wrong.status, wrong.json.error.details[0].field]).toEqual([422, 'current']);
    expect((await change(here, { password: 'quite another password' })).status).toBe(422);
    expect((await change(here, { current: PASSWORD, password: 'short' })).json.error.details[0].field).toBe(
      'password',
    );
    const answer = await change(here, { current: PASSWORD, password: 'quite another password' });
    expect(answer.status).toBe(204);
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    const seen = await Promise.all(
      [here, there, cookie].map((one) => ask('GET', '/sessions', { cookie: one })),
    );
    expect(seen.map(({ status }) => status)).toEqual([401, 401, 200]);
  });

  test('may be of 200 characters of any kind', async () => {
    const email = newAddress();
    await addUser(email, 'viewer', ids.hq);
    const password = '\u{1f511}'.repeat(200);
    expect((await change(await signIn(email), { current: PASSWORD, password })).status).toBe(204);
    const signedIn = await tryToSignIn(email, password, elsewhere());
    expect(signedIn.status).toBe(204);
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await change(cookie, { current: password, password: PASSWORD })).status).toBe(204);
  });

  test('is not guessed by anyone who sits at a browser left open', async () => {
    const email = newAddress();
    await addUser(email, 'viewer', ids.hq);
    const cookie = await signIn(email);
    const answers: number[] = [];
    for (let times = 0; times <= 10; times++)
      answers.push((await change(cookie, { current: `guess ${times}`, password: PASSWORD })).status);
    expect(answers).toEqual([...Array(10).fill(422), 429]);
  });
});
