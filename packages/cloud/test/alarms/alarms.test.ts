import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { RawGateway } from '../../../../test/raw-gateway.js';
import { signStandard } from '../../src/deliveries/signature.rules.js';
import { startNoticeWorker } from '../../src/notify/worker.js';
import { dashboardWorld } from '../http/pages-world.js';

/* From a door to people: alarms are rows of the event's transaction, and rules notify by way of the outbox. */

const { world, context, ids, ask, signIn } = await dashboardWorld();
const { clock, due } = world;
const owner = await signIn('owner@acme.example');
const manager = await signIn('lab@acme.example');
let gateway: RawGateway;

/** Takes what is posted, and answers as it is asked to. */
const posts: { path: string; headers: http.IncomingHttpHeaders; body: string }[] = [];
const receiver = http.createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    posts.push({ path: request.url ?? '', headers: request.headers, body });
    response.writeHead(200).end('ok');
  });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const at = (path: string) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;
const notices = startNoticeWorker(context);

beforeAll(async () => {
  gateway = await world.connect();
  await gateway.birth([{ door: 1 }, { door: 2 }]);
});
afterAll(async () => {
  await notices.stop();
  await new Promise((resolve) => receiver.close(resolve));
  receiver.closeAllConnections();
});

const move = (state: 'open' | 'closed', door = 1) =>
  gateway.send([gateway.record({ door, kind: 'contact', state, snapshot: false })]);
/** Time passes, and due work is done as it falls due. */
async function pass(ms: number): Promise<void> {
  const until = clock.now() + ms;
  await due.runDue();
  while (clock.now() < until) {
    const next = (await due.nextAt()) ?? until;
    await clock.advance(Math.max(1, Math.min(until, next) - clock.now()));
    await due.runDue();
  }
  await notices.runDue();
}
const log = async (show = 'waiting') =>
  (await ask('GET', `/alarm-log?show=${show}`, { cookie: owner })).json.data;
const sent = async () =>
  (
    await context.pool.query(
      `select channel, recipient, kind, status from notice where kind like 'alarm%' order by created_at, recipient`,
    )
  ).rows;
const forget = async () => {
  await context.pool.query(
    "delete from alarm_rule; delete from alarm_notice; delete from alarm_summary; delete from notice where kind like 'alarm%'",
  );
  posts.length = 0;
};
const channel = async (kind: string, address: string, language = '') => {
  const body = { name: `${kind} channel`, kind, address, language };
  const answer = await ask('POST', '/alarm-channels', { cookie: owner, body });
  expect([answer.status, answer.json?.error?.details]).toEqual([201, undefined]);
  return answer.json as { id: string; secret: string | null };
};
const makeRule = async (steps: { after_s: number; to: object[] }[], change: object = {}) => {
  const answer = await ask('POST', '/alarm-rules', {
    cookie: owner,
    body: {
      name: 'Night watch',
      location_id: ids.hq,
      kinds: ['forced'],
      lock_ids: [],
      hours: [],
      quiet: [],
      steps,
      per_hour: 6,
      ...change,
    },
  });
  expect([answer.status, answer.json?.error?.details]).toEqual([201, undefined]);
  return answer.json.id as string;
};
const userId = async (email: string) =>
  (await context.pool.query('select id from account_user where email = $1', [email])).rows[0].id as string;
const acknowledgeAll = async (note = '') => {
  const event_ids = (await log()).map(({ id }: { id: number }) => id);
  if (event_ids.length > 0)
    await ask('POST', '/alarms/acknowledge', { cookie: owner, body: { event_ids, note } });
  await pass(1_000);
};

describe('an alarm', () => {
  test('begins with its event, bears its number, and ends with the close of the door', async () => {
    await clock.advance(60_000);
    const opened = clock.now();
    await move('open');
    const [alarm] = await log();
    expect(alarm).toMatchObject({
      kind: 'forced',
      name: 'main',
      lock_id: ids.main,
      ended_at: null,
      acknowledged: null,
      location: { id: ids.hq, name: 'HQ' },
    });
    expect(Date.parse(alarm.started_at)).toBe(opened);
    const { rows } = await context.pool.query('select type from event where id = $1', [alarm.id]);
    expect(rows).toEqual([{ type: 'door.forced' }]);
    await pass(30_000);
    await move('closed');
    const closed = clock.now();
    await pass(5_000);
    expect(Date.parse((await log())[0].ended_at)).toBe(closed);
  });

  test('is acknowledged once, with a note, and given to a colleague', async () => {
    const [{ id }] = await log();
    const lab = await userId('lab@acme.example');
    const viewer = await userId('viewer@acme.example');
    const give = (user_id: string | null) =>
      ask('PUT', `/alarms/${id}/assignee`, { cookie: owner, body: { user_id } });
    // Of another place; and one who may look after this one.
    expect((await give(lab)).json.error.details[0].field).toBe('user_id');
    expect((await give(viewer)).status).toBe(204);
    const body = { event_ids: [id], note: 'The wind.' };
    expect((await ask('POST', '/alarms/acknowledge', { cookie: owner, body })).status).toBe(204);
    const answer = await ask('GET', `/alarms/${id}`, { cookie: owner });
    expect(answer.json).toMatchObject({
      acknowledged: { by: 'owner', note: 'The wind.' },
      assigned: { name: 'viewer' },
      notices: [],
      why: { kind: 'forced', window_ms: 10_000, said: null },
      fault: null,
    });
    expect(await log()).toEqual([]);
    expect(await log('all')).toHaveLength(1);
    // A manager of the lab alone does not see HQ.
    expect((await ask('GET', `/alarms/${id}`, { cookie: manager })).status).toBe(404);
  });

  test('of a gateway that goes away is one, whatever the number of its doors, and ends when it is back', async () => {
    gateway.client.stream.destroy();
    for (let tries = 0; tries < 100 && (await log()).length === 0; tries++)
      await new Promise((resolve) => setImmediate(resolve));
    expect(await log()).toMatchObject([{ kind: 'offline', name: 'HQ gateway', lock_id: null }]);
    await pass(60_000);
    gateway = await world.connect();
    await gateway.birth([{ door: 1 }, { door: 2 }]);
    await pass(65_000);
    const [alarm] = await log();
    expect(alarm.ended_at).not.toBeNull();
    await acknowledgeAll();
  });

  test('of a contact that cannot be read ends when it can be read again', async () => {
    const fault = (ok: boolean) =>
      gateway.send([
        gateway.record({ door: 1, kind: 'fault', input: 'contact', ok, error: ok ? null : 'no answer' }),
      ]);
    await fault(false);
    const [alarm] = await log();
    expect(alarm).toMatchObject({ kind: 'fault', name: 'HQ gateway' });
    expect((await ask('GET', `/alarms/${alarm.id}`, { cookie: owner })).json).toMatchObject({
      why: null,
      fault: { door: 'main', terminal: 'contact', error: 'no answer' },
    });
    await fault(true);
    await pass(65_000);
    expect((await log())[0].ended_at).not.toBeNull();
    await acknowledgeAll();
  });
});

describe('a rule', () => {
  test('notifies who is on duty after its wait, escalates, and stops at the acknowledgement', async () => {
    await forget();
    const lab = await userId('lab@acme.example');
    const week = { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' };
    const rota = { weekly: [{ user_id: lab, ...week }], overrides: [] };
    expect((await ask('PUT', `/duty-rotas/${ids.hq}`, { cookie: owner, body: rota })).status).toBe(204);
    const boss = await userId('owner@acme.example');
    await makeRule([
      { after_s: 120, to: [{ kind: 'duty' }] },
      { after_s: 720, to: [{ kind: 'user', id: boss }] },
      { after_s: 1_400, to: [{ kind: 'user', id: boss }] },
    ]);
    await move('open');
    await pass(119_000);
    expect(await sent()).toEqual([]);
    await pass(2_000);
    expect(await sent()).toMatchObject([{ recipient: 'lab@acme.example', kind: 'alarm' }]);
    await pass(600_000);
    expect((await sent()).map(({ recipient }) => recipient)).toEqual([
      'lab@acme.example',
      'owner@acme.example',
    ]);
    const forced = (await log()).find(({ kind }: { kind: string }) => kind === 'forced');
    const { json } = await ask('GET', `/alarms/${forced.id}`, { cookie: owner });
    expect(json.notices).toMatchObject([
      { step: 0, name: 'lab', rule: 'Night watch', is_held: false },
      { step: 1, name: 'owner' },
    ]);
    await acknowledgeAll();
    await pass(720_000);
    expect(await sent()).toHaveLength(2);
    // Nothing that waited is sent either: the outbox has no server.
    expect(new Set((await sent()).map(({ status }) => status))).toEqual(new Set(['withdrawn']));
    await move('closed');
    await pass(65_000);
  });

  test('posts to a webhook, to Slack and to Teams, and shows no more of a URL than its host', async () => {
    await forget();
    const made = [
      await channel('webhook', at('/hook?key=s3cret')),
      await channel('slack', at('/services/T0/B0/s3cret')),
      await channel('teams', at('/workflows/s3cret')),
    ];
    await makeRule([{ after_s: 0, to: made.map(({ id }) => ({ kind: 'channel', id })) }]);
    await move('open');
    await pass(1_000);
    await notices.idle();
    expect(posts.map(({ path }) => path).sort()).toEqual([
      '/hook?key=s3cret',
      '/services/T0/B0/s3cret',
      '/workflows/s3cret',
    ]);
    const post = (path: string) => posts.find((one) => one.path.startsWith(path)) as (typeof posts)[number];
    const hook = post('/hook');
    const message = JSON.parse(hook.body);
    expect(message).toMatchObject({ type: 'alarm', data: { what: 'forced', name: 'main', location: 'HQ' } });
    expect(hook.headers['webhook-signature']).toBe(
      signStandard(
        [made[0]?.secret as string],
        { id: message.id, t: Number(hook.headers['webhook-timestamp']) },
        hook.body,
      ),
    );
    expect(JSON.parse(post('/services').body)).toMatchObject({
      text: 'main was forced open (HQ)',
      blocks: [{ type: 'header' }, { type: 'section' }, {}, {}, { type: 'actions' }, { type: 'context' }],
    });
    expect(JSON.parse(post('/workflows').body).attachments[0].content).toMatchObject({
      type: 'AdaptiveCard',
      actions: [{ type: 'Action.OpenUrl' }],
    });
    for (const path of ['/alarm-settings', '/alarm-log', '/outbox', '/audit'])
      expect((await ask('GET', path, { cookie: owner })).text).not.toContain('s3cret');
    const { rows } = await context.pool.query(
      "select count(*)::int as n from alarm_channel where address like '%s3cret%' or position('s3cret'::bytea in sealed) > 0",
    );
    expect(rows).toEqual([{ n: 0 }]);
    await move('closed');
    await acknowledgeAll();
  });

  test('says why in the language of a chat, and to a program in English alone', async () => {
    await forget();
    const made = [
      await channel('slack', at('/services/fi'), 'fi'),
      await channel('slack', at('/services/sv'), 'sv'),
      await channel('webhook', at('/hook/de'), 'de'),
    ];
    await makeRule([{ after_s: 0, to: made.map(({ id }) => ({ kind: 'channel', id })) }]);
    await move('open');
    await pass(1_000);
    await notices.idle();
    const body = (path: string) => posts.find((one) => one.path === path)?.body ?? '';
    expect(body('/services/fi')).toContain('Avautui, eikä mikään viimeisten 10 s aikana selitä sitä:');
    expect(body('/services/sv')).toContain('Öppnades utan att något under de senaste 10 s förklarar det:');
    const { data } = JSON.parse(body('/hook/de'));
    expect(data.text).toMatch(/^Opened with nothing in the last 10 s to explain it:/);
    expect(data).not.toHaveProperty('why');
    await move('closed');
    await acknowledgeAll();
  });

  test('notifies a recipient no more often than it may, and sums up the rest once', async () => {
    await forget();
    const mail = await channel('email', 'desk@acme.example');
    await makeRule([{ after_s: 0, to: [{ kind: 'channel', id: mail.id }] }], { per_hour: 3 });
    for (let times = 0; times < 8; times++) {
      await pass(15_000);
      await move('open');
      await pass(2_000);
      await move('closed');
    }
    await pass(2_000);
    expect((await sent()).map(({ kind }) => kind)).toEqual(['alarm', 'alarm', 'alarm']);
    await pass(3_600_000);
    expect((await sent()).map(({ kind }) => kind)).toEqual(['alarm', 'alarm', 'alarm', 'alarm_summary']);
    const { json } = await ask('GET', '/outbox', { cookie: owner });
    expect(json.data[0].text).toContain('5 more alarms have not been acknowledged');
    await acknowledgeAll();
  });

  test('does each step once, and loses none, where the transaction of a look fails half-way', async () => {
    await forget();
    const mail = await channel('email', 'crash@acme.example');
    await makeRule([{ after_s: 0, to: [{ kind: 'channel', id: mail.id }] }]);
    await pass(20_000);
    await move('open');
    await context.pool.query(
      'alter table notice add constraint no_alarm check (recipient not like $$crash%$$)',
    );
    await expect(due.runDue()).rejects.toThrow(/no_alarm/);
    expect(await sent()).toEqual([]);
    await context.pool.query('alter table notice drop constraint no_alarm');
    // Several processes look at once.
    await Promise.all([due.runDue(), due.runDue(), due.runDue()]);
    await pass(5_000);
    expect(await sent()).toHaveLength(1);
    await move('closed');
    await acknowledgeAll();
  });

  test('is silent while it is muted, and says of what lasts when that is over', async () => {
    await forget();
    const mail = await channel('email', 'muted@acme.example');
    const id = await makeRule([{ after_s: 0, to: [{ kind: 'channel', id: mail.id }] }]);
    const until = new Date(clock.now() + 600_000).toISOString();
    const mute = (body: object) => ask('PUT', `/alarm-rules/${id}/mute`, { cookie: owner, body });
    expect((await mute({ until: new Date(clock.now() - 1).toISOString() })).status).toBe(422);
    expect((await mute({ until })).status).toBe(204);
    await pass(20_000);
    await move('open');
    await pass(60_000);
    expect(await sent()).toEqual([]);
    const { json } = await ask('GET', '/alarm-settings', { cookie: owner });
    expect(json.rules[0]).toMatchObject({ muted_until: until, muted_by: 'owner' });
    await pass(600_000);
    expect(await sent()).toHaveLength(1);
    await move('closed');
    await acknowledgeAll();
  });
});

test('names its faults by their fields', async () => {
  const body = {
    name: ' ',
    location_id: ids.hq,
    kinds: [],
    lock_ids: [],
    hours: [],
    quiet: [],
    steps: [
      { after_s: 60, to: [{ kind: 'duty' }] },
      { after_s: 60, to: [] },
    ],
    per_hour: 0,
  };
  const { status, json } = await ask('POST', '/alarm-rules', { cookie: owner, body });
  expect(status).toBe(422);
  expect(json.error.details.map(({ field }: { field: string }) => field).sort()).toEqual([
    'kinds',
    'name',
    'per_hour',
    'steps[1].after_s',
    'steps[1].to',
  ]);
  const elsewhere = { ...body, name: 'x', kinds: ['forced'], per_hour: 1, location_id: 999_999 };
  const steps = [{ after_s: 0, to: [{ kind: 'channel', id: context.ids.uuid() }] }];
  const second = await ask('POST', '/alarm-rules', { cookie: owner, body: { ...elsewhere, steps } });
  expect(second.json.error.details.map(({ field }: { field: string }) => field)).toEqual([
    'location_id',
    'steps[0].to[0]',
  ]);
});

test('a channel takes no address that leads into this network, and none of another form', async () => {
  const attempt = async (kind: string, address: string) => {
    const body = { name: 'x', kind, address, language: '' };
    return (await ask('POST', '/alarm-channels', { cookie: owner, body })).json.error.details[0];
  };
  expect(await attempt('email', 'no address')).toMatchObject({ field: 'address' });
  expect(await attempt('sms', '12')).toMatchObject({ field: 'address' });
  expect(await attempt('slack', 'ftp://hooks.example')).toMatchObject({ field: 'address' });
});
