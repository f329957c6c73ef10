import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readConfig } from '../../src/config.js';
import { type NoticeWorker, startNoticeWorker } from '../../src/notify/worker.js';
import { createDueWorker } from '../../src/worker/due.js';
import { DUTIES } from '../../src/worker/duties.js';
import { dashboardWorld } from '../http/pages-world.js';
import { openMailbox } from '../notify/world.js';

/* The weekly report from the choice of a colleague to a mail server, and its end by the link in it. */

const { world, context, ids, ask, signIn } = await dashboardWorld();
const { clock, due } = world;
const { pool } = context;
let owner = '';
let lab = '';
const mailbox = await openMailbox();
context.config = { ...context.config, ...readConfig({ SMTP_URL: mailbox.url }), SMTP_URL: mailbox.url };
const notices: NoticeWorker = startNoticeWorker(context);
afterAll(async () => {
  await notices.stop();
  await mailbox.close();
});
beforeEach(async () => {
  // Weeks pass: the sessions of the test before are over.
  owner = await signIn('owner@acme.example');
  lab = await signIn('lab@acme.example');
  await pool.query('delete from weekly_report; delete from notice; delete from alarm');
  mailbox.mails.length = 0;
});

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
const choose = (cookie: string, chosen: object | null = { day: 'mon', hour: 7 }) =>
  ask('PUT', '/weekly-report', { cookie, body: { chosen } });
const dueAt = async (): Promise<Date> =>
  (await pool.query('select due_at from weekly_report order by due_at')).rows[0].due_at;
const toDue = async () => clock.advance((await dueAt()).getTime() - clock.now());
/** The last is the newest. */
const raise = (ago: number, kind = 'forced', change: { cause?: string; lock?: number } = {}) =>
  pool.query(
    `insert into alarm (id, account_id, location_id, lock_id, kind, started_at, opened_at, ended_at, cause, is_judged)
     values ((select coalesce(max(id), 0) + 1 from alarm), $1, $2, $3, $4, $5, $5, $5, $6, true)`,
    [ids.account, ids.hq, change.lock ?? ids.main, kind, new Date(clock.now() - ago), change.cause ?? null],
  );
const sent = async () => {
  await notices.runDue();
  return mailbox.mails.map(({ to, source }) => ({
    to: to[0],
    source: source.replaceAll('=\r\n', '').replaceAll('=3D', '='),
  }));
};
const linkIn = (source: string) =>
  /^List-Unsubscribe: <(.+)>/m.exec(source.replaceAll(/\r\n\s+/g, ' '))?.[1] ?? '';

describe('a weekly report', () => {
  test('comes on its day at its hour of the place, as text, HTML and pictures, with what happened', async () => {
    expect((await choose(owner)).status).toBe(204);
    await toDue();
    await raise(24 * HOUR);
    await raise(25 * HOUR, 'left_open', { cause: 'just_past' });
    await raise(8 * 24 * HOUR, 'forced', { cause: 'bounce' });
    await due.runDue();
    const [mail, ...more] = await sent();
    expect([mail?.to, more]).toEqual(['owner@acme.example', []]);
    const source = mail?.source ?? '';
    expect(source).toMatch(/^Subject: The week at HQ: 2 alarms\r$/m);
    expect(source).toContain('Alarms: 2; the week before: 1.');
    expect(source).toContain('Nuisance: 50 % of forced and left open; the week before: 100 %.');
    expect(source).toMatch(/multipart\/alternative/);
    expect(source.match(/^Content-Type: image\/png/gm)).toHaveLength(2);
    expect(source).toMatch(/^Content-Id: <days>\r$/im);
    expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(source).toContain(`/doors/${ids.main}`);
  });

  test('is of the place where the role of its reader holds, and below', async () => {
    await choose(lab);
    await toDue();
    await raise(24 * HOUR);
    await due.runDue();
    expect((await sent())[0]?.source).toMatch(/^Subject: The week at Lab: no alarms\r$/m);
  });

  test('is sent once by two processes, and again a week later', async () => {
    await choose(owner);
    await toDue();
    const other = createDueWorker(context);
    await Promise.all([due.runDue(), other.runDue(), due.runDue()]);
    expect(await sent()).toHaveLength(1);
    const before = clock.now();
    await toDue();
    expect(clock.now() - before).toBe(WEEK);
    await due.runDue();
    expect(await sent()).toHaveLength(2);
  });

  test('of a week that is long past is not sent: the next one is', async () => {
    await choose(owner);
    await toDue();
    await clock.advance(25 * HOUR);
    await due.runDue();
    expect(await sent()).toEqual([]);
    expect((await dueAt()).getTime()).toBe(clock.now() - 25 * HOUR + WEEK);
  });

  test('is due for all readers of a place at once, of twenty places at a time', async () => {
    const places = (
      await pool.query(
        `insert into location (account_id, parent_id, ref, name, timezone)
         select $1, $2, 'weekly-' || i, 'Place', 'UTC' from generate_series(1, 21) i returning id`,
        [ids.account, ids.hq],
      )
    ).rows.map(({ id }: { id: number }) => id);
    await pool.query(
      `with readers as (
         insert into account_user (id, account_id, location_id, email, name, role, created_at)
         select gen_random_uuid(), $1, p, 'reader-' || p || '-' || i || '@acme.example', 'Reader', 'viewer', now()
         from unnest($2::int[]) p cross join generate_series(1, 3) i returning id, location_id)
       insert into weekly_report (user_id, account_id, day, hour, due_at) select id, $1, 'mon', 7, $3 from readers`,
      [ids.account, places, new Date(clock.now() - HOUR)],
    );
    const duty = DUTIES.find(({ name }) => name === 'weekly-report');
    const batch = (await duty?.due(context, new Date(clock.now()), 500)) ?? [];
    const { rows } = await pool.query(
      'select location_id, count(*)::int as readers from account_user where id = any($1::uuid[]) group by 1',
      [batch],
    );
    expect(rows.map(({ readers }: { readers: number }) => readers)).toEqual(Array(20).fill(3));
    await pool.query("delete from account_user where email like 'reader-%'");
    await pool.query("delete from location where ref like 'weekly-%'");
  });

  test('names ten of each list, and counts the rest', async () => {
    await choose(owner);
    await toDue();
    for (let count = 0; count < 12; count++) await raise(24 * HOUR + count * 60_000);
    await due.runDue();
    const source = (await sent())[0]?.source ?? '';
    expect(source).toContain('- and 2 more');
  });

  test('counts keys that end within a week, not those of visitors or those that are back', async () => {
    const key = (days: number, change = '') =>
      pool.query(
        `insert into access_key (account_id, location_id, name, starts_at, expires_at, created_at, updated_at ${change && ', returned_at'})
         values ($1, $2, 'Key', $3, $4, $3, $3 ${change}) returning id`,
        [ids.account, ids.lab, new Date(clock.now()), new Date(clock.now() + days * 24 * HOUR)],
      );
    await key(2);
    await key(6);
    await key(8);
    await key(3, ', now()');
    const answer = await ask('GET', '/weekly-report/mail', { cookie: owner });
    expect(answer.text).toMatch(/Keys that end within a week<\/h2>\n<p[^>]*>2<\/p>/);
  });

  test('can be seen and sent at once, by a viewer too', async () => {
    await raise(24 * HOUR);
    const viewer = await signIn('viewer@acme.example');
    const mail = await ask('GET', '/weekly-report/mail', { cookie: viewer });
    expect(mail.text).toContain('<h1');
    expect(mail.text).toContain('data:image/png;base64,');
    expect(mail.headers.get('content-security-policy')).toContain("default-src 'none'");
    const answer = await ask('POST', '/weekly-report/send', { cookie: viewer, body: {} });
    expect([answer.status, answer.json]).toEqual([202, { to: 'viewer@acme.example' }]);
    expect((await sent()).map(({ to }) => to)).toEqual(['viewer@acme.example']);
  });

  test('refuses a day and an hour that there are not, by name', async () => {
    const fields = async (chosen: object) =>
      (await choose(owner, chosen)).json.error.details.map(({ field }: { field: string }) => field);
    expect(await fields({ day: 'someday', hour: 7 })).toEqual(['chosen.day']);
    expect(await fields({ day: 'mon', hour: 24 })).toEqual(['chosen.hour']);
  });
});

describe('its link', () => {
  const link = async () => {
    await choose(owner);
    await ask('POST', '/weekly-report/send', { cookie: owner, body: {} });
    return linkIn((await sent())[0]?.source ?? '');
  };
  const chosen = async () => (await ask('GET', '/weekly-report', { cookie: owner })).json.chosen;

  test('asks first, and ends the report without signing in', async () => {
    const url = await link();
    const asked = await fetch(url);
    expect([asked.status, await asked.text()]).toEqual([
      200,
      expect.stringContaining('<form method="post">'),
    ]);
    expect(await chosen()).toEqual({ day: 'mon', hour: 7 });
    expect((await fetch(url, { method: 'POST' })).status).toBe(200);
    expect(await chosen()).toBeNull();
    // Again: nothing to end, and no error.
    expect((await fetch(url, { method: 'POST' })).status).toBe(200);
  });

  test('ends it by one click in a mail program', async () => {
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(await link(), { method: 'POST', body })).status).toBe(200);
    expect(await chosen()).toBeNull();
  });

  test('says nothing of whose report it is: a link that is none gets the same answers', async () => {
    const url = await link();
    const wrong = `${url.slice(0, -4)}AAAA`;
    const { rows } = await pool.query("select id from account_user where email = 'owner@acme.example'");
    expect(Buffer.from(url.split('/').at(-1) ?? '', 'base64url').toString('latin1')).not.toContain(
      rows[0].id,
    );
    for (const method of ['GET', 'POST']) {
      const answers = await Promise.all(
        [wrong, `${world.context.origin}/unsubscribe/x`, url].map((one) => fetch(one, { method })),
      );
      const texts = await Promise.all(answers.map((answer) => answer.text()));
      expect(new Set(texts).size).toBe(1);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      if (method === 'GET') expect(await chosen()).not.toBeNull();
    }
    expect((await fetch(url, { method: 'PUT' })).status).toBe(405);
  });

  test('of another is not ended by a link that is made up', async () => {
    const url = await link();
    await fetch(`${url.slice(0, -4)}AAAA`, { method: 'POST' });
    expect(await chosen()).not.toBeNull();
  });
});

test('a colleague who goes takes their report along', async () => {
  await choose(lab);
  const { rows } = await pool.query("select id from account_user where email = 'lab@acme.example'");
  const answer = await ask('DELETE', `/colleagues/${rows[0].id}`, { cookie: owner });
  expect(answer.status).toBe(204);
  expect((await pool.query('select from weekly_report')).rowCount).toBe(0);
});
