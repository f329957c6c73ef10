import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { connectGateway } from '../../../test/raw-gateway.js';
import { testDatabase } from '../../../test/setup/database.js';
import { startCloud } from '../src/cloud.js';
import { readConfig } from '../src/config.js';
import { readOutbox } from '../src/notify/outbox.js';
import { applySite } from '../src/site/apply-site.js';
import { parseSiteFile } from '../src/site/site-file.js';
import { Receiver } from './webhooks/receiver.js';

/* Every secret that a whole run gives out, and where it must not be: in the log, at its most talkative, and in a dump. */

const SITE = `
account: { name: Acme, sms_enabled: true }
locations: [{ ref: hq, name: HQ, timezone: UTC }]
gateways: [{ ref: gw, name: Gateway, location: hq }]
locks: [{ ref: main, name: Main, place: Ground floor, location: hq, type: remote, gateway: gw, door: 1 }]
security_groups: [{ code: STAFF, name: Staff, location: hq, locks: [main] }]
users: [{ email: owner@acme.example, name: Olga, role: owner, location: hq }]
api_keys:
  - { ref: erp, name: ERP, location: hq, scopes: [catalog:read, people:write, keys:write, locks:control, events:read, webhooks:manage], locks: [main] }
`;

const random = (bytes: number) => randomBytes(bytes).toString('hex');
const secrets = new Map<string, string>();
const keep = (name: string, secret: string): string => {
  secrets.set(name, secret);
  return secret;
};

const { url, pool } = await testDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-secrets-'));
const log: string[] = [];
const logger = pino({ level: 'trace' }, { write: (line: string) => void log.push(line) });
const smtp = keep('SMTP password', random(16));
const sms = keep('SMS password', random(16));
const config = readConfig({
  DATABASE_URL: url,
  DATABASE_ALLOW_LOSS: 'on',
  DATA_DIR: folder,
  PORT: '0',
  MQTT_PORT: '0',
  LOG_LEVEL: 'trace',
  WEBHOOK_ALLOW_PRIVATE: 'on',
  SECRET_KEY: keep('SECRET_KEY', random(32)),
  SMTP_URL: `smtp://mailer:${smtp}@127.0.0.1:1`,
  SMS_URL: `http://gate:${sms}@127.0.0.1:1/send`,
});
const cloud = await startCloud(config, { log: logger });
const { context, baseUrl, origin } = cloud;
const receiver = await Receiver.start();
afterAll(async () => {
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

const site = (await applySite(context, parseSiteFile(SITE, 'site.yaml', context.clock.now()))).result;
const gateway = {
  id: site.gateways.gw?.id ?? '',
  secret: keep('gateway secret', site.gateways.gw?.secret ?? ''),
};
const token = keep('API token', site.api_keys.erp?.token ?? '');
const password = keep('password', site.users['owner@acme.example']?.password ?? '');
const lock = site.locks.main;

async function call(method: string, route: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${baseUrl}${route}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, json: text === '' ? null : JSON.parse(text) };
}

const page = (method: string, route: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(`${origin}${route}`, {
    method,
    redirect: 'manual',
    headers: { 'x-dashboard': '1', origin, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

async function useGateway() {
  const at = {
    url: cloud.mqttUrl,
    now: () => context.clock.now(),
    monotonic: () => context.clock.monotonic(),
  };
  const wrong = keep('wrong gateway secret', random(24));
  await expect(connectGateway({ ...at, ...gateway, secret: wrong })).rejects.toThrow();
  const raw = await connectGateway({ ...at, ...gateway });
  await raw.birth();
  // A message that makes no sense is kept aside, and logged.
  await raw.publish(`gateways/${gateway.id}/up/journal`, '{"v":1}');
  const { json } = await call('POST', `/locks/${lock}/unlock`, { reason: 'test' });
  await raw.send([
    raw.record({ kind: 'relay', relay: 'strike', on: true, cause: 'command', command_id: json.id }),
    raw.record({ kind: 'result', command_id: json.id, outcome: 'confirmed' }),
  ]);
  expect((await call('GET', `/locks/${lock}/commands/${json.id}?wait=5`)).json.status).toBe('confirmed');
  await raw.end();
}

async function useWebhooks() {
  receiver.answer(500);
  const hidden = keep('secret in a webhook url', random(16));
  const wanted = { url: `${receiver.url('/hook')}?key=${hidden}`, events: ['*'] };
  const key = { 'idempotency-key': 'hook-1' };
  const made = await call('POST', '/webhooks', wanted, key);
  keep('webhook secret', made.json.secret);
  expect((await call('POST', '/webhooks', wanted, key)).text).toBe(made.text);
  expect((await call('POST', `/webhooks/${made.json.id}/ping`)).json.response_status).toBe(500);
  await call('PATCH', `/webhooks/${made.json.id}`, { description: 'changed' });
  // A missing receiver, whose failure is reported.
  const gone = await call('POST', '/webhooks', {
    url: 'http://127.0.0.1:1/',
    events: ['ping'].slice(1).concat('*'),
  });
  keep('second webhook secret', gone.json.secret);
  await call('POST', `/webhooks/${gone.json.id}/ping`);
}

async function useInvitations() {
  const person = { name: 'Anna', email: 'anna@acme.example', phone: '+358401234567' };
  const { json } = await call('POST', '/people', person);
  const wanted = { person_id: json.id, name: 'Doors', security_groups: ['STAFF'], channel: 'both' };
  const { json: key } = await call('POST', '/keys', wanted, { 'idempotency-key': 'key-1' });
  const first = await newestLink();
  keep('setup link', first);
  await call('POST', `/invitations/${key.invitation.id}/resend`);
  const second = await newestLink();
  expect(second).not.toBe(first);
  keep('setup link of a resend', second);
  for (const [link, status] of [
    [first, 404],
    [second, 200],
  ] as const)
    expect((await page('GET', `/setup/${link}`)).status).toBe(status);
  const activated = await page('POST', `/setup/${second}`);
  expect(activated.status).toBe(303);
  await usePhone(activated.headers.get('set-cookie')?.split(';')[0] ?? '');
}

async function usePhone(cookie: string) {
  keep('phone cookie', cookie.split('=')[1] ?? '');
  const headers = { cookie, 'x-phone': '1' };
  const pressed = await page('POST', `/phone/api/doors/${lock}/presses`, {}, headers);
  const { press } = (await pressed.json()) as { press: string };
  keep('seal of a press', press.split('.')[2] ?? '');
  // The gateway has gone: a refusal is reported like a success.
  for (const value of [press, `${press}x`])
    await page('POST', `/phone/api/doors/${lock}/unlock`, { press: value }, headers);
  expect((await page('GET', '/phone/api/ring', undefined, headers)).status).toBe(200);
}

/** The token of the newest message's link, as a person would find it there. */
async function newestLink(): Promise<string> {
  const account_id = site.account.id;
  const [message] = await readOutbox(context, { account_id, limit: 1 });
  return /\/setup\/([\w-]{43})/.exec(message?.text ?? '')?.[1] ?? '';
}

async function useDashboard() {
  const email = 'owner@acme.example';
  const wrong = keep('wrong password', random(12));
  expect((await page('POST', '/dashboard/session', { email, password: wrong })).status).toBe(401);
  const signedIn = await page('POST', '/dashboard/session', { email, password });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  keep('session cookie', cookie.split('=')[1] ?? '');
  expect((await page('GET', '/dashboard/locks', undefined, { cookie })).status).toBe(200);
}

async function makeMistakes() {
  const wrong = keep('wrong API token', `${token.slice(0, 12)}${random(16)}`);
  expect((await call('GET', '/locks', undefined, { authorization: `Bearer ${wrong}` })).status).toBe(401);
  for (const route of [`/locks?api_key=${token}`, `/locks/${token}`, `/${token}`])
    expect((await call('GET', route)).status).toBeGreaterThanOrEqual(400);
  expect((await call('POST', '/people', `{"name":"${token}`)).status).toBe(422);
  // A failure inside, whatever the request held.
  await pool.query('alter table security_group rename to hidden_away');
  expect((await call('GET', `/security_groups?cursor=`)).status).toBe(400);
  expect((await call('GET', '/security_groups')).status).toBe(500);
  await pool.query('alter table hidden_away rename to security_group');
}

async function settled() {
  for (let tries = 0; tries < 100; tries++) {
    const { rows } = await pool.query(
      "select (select count(*) from notice where attempt > 0) as tried, (select count(*) from delivery_all where attempt > 0 and event_type <> 'ping') as sent",
    );
    if (rows[0].tried > 0 && rows[0].sent > 0) return;
    await context.clock.sleep(50);
  }
  throw new Error('no message and no delivery was tried');
}

/** Every row of every table, as text. */
async function dump(): Promise<string[]> {
  const { rows: tables } = await pool.query(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  expect(tables.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query(`select t::text as row from ${name} t`);
    for (const { row } of rows) found.push(`${name} ${row}`);
  }
  return found;
}

/** What a secret looks like when it is written as it is, in hex, or in base64 at any place of a longer text. */
function formsOf(secret: string): string[] {
  const raw = [Buffer.from(secret)];
  const random = secret.replace(/^whsec_/, '');
  if (/^[0-9a-f]{32,}$/.test(random)) raw.push(Buffer.from(random, 'hex'));
  else if (/^[A-Za-z0-9+/]{43}=$/.test(random)) raw.push(Buffer.from(random, 'base64'));
  else if (/^[\w-]{43}$/.test(random)) raw.push(Buffer.from(random, 'base64url'));
  const forms = [secret, encodeURIComponent(secret), random];
  for (const bytes of raw) {
    forms.push(bytes.toString('hex'), bytes.toString('hex').toUpperCase());
    for (const offset of [0, 1, 2]) {
      // The characters that depend on nothing but the secret, wherever it begins.
      const text = Buffer.concat([Buffer.alloc(offset), bytes])
        .toString('base64')
        .replaceAll('=', '');
      const own = text.slice(offset === 0 ? 0 : 4, -2);
      forms.push(own, own.replaceAll('+', '-').replaceAll('/', '_'));
    }
  }
  return [...new Set(forms)];
}

const leaks = (text: string): string[] =>
  [...secrets]
    .filter(([, secret]) => formsOf(secret).some((form) => text.includes(form)))
    .map(([name]) => name);

it('no secret of a whole run is in the log or in the database', async () => {
  await useGateway();
  await useWebhooks();
  await useInvitations();
  await useDashboard();
  await makeMistakes();
  await settled();
  const rows = await dump();
  await cloud.stop();
  for (const [name, secret] of secrets) expect([name, secret.length >= 12]).toEqual([name, true]);
  expect(log.length).toBeGreaterThan(20);
  expect(leaks(log.join(''))).toEqual([]);
  // An address is kept as it was given; nothing else repeats what may be hidden in it.
  expect(leaks(rows.filter((row) => !row.startsWith('subscription ')).join('\n'))).toEqual([]);
  expect(leaks(rows.join('\n'))).toEqual(['secret in a webhook url']);
});

it('the search finds a secret in every form', () => {
  for (const [name, secret] of secrets) {
    for (const text of [
      `x${secret}y`,
      Buffer.from(`xy${secret}z`).toString('base64'),
      Buffer.from(`x${secret}z`).toString('base64url'),
      Buffer.from(`${secret}`).toString('base64'),
      Buffer.from(secret).toString('hex'),
    ])
      expect([name, leaks(text).includes(name)]).toEqual([name, true]);
  }
});
