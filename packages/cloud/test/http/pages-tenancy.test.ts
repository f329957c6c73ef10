import { createECDH, randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { jpeg } from '../../../../test/jpeg.js';
import type { PageEndpoint } from '../../src/http/endpoint.js';
import { dashboardWorld } from './pages-world.js';

/* Two organisations on one service: whatever one names of the other's is not there. */

const { world, context, ids, other, ask, signIn, mount } = await dashboardWorld();
const all = mount.endpoints;
const owner = await signIn('owner@acme.example');
const stranger = await signIn('other@globex.example');
const ours = await furnish();

/** Of every route that names something: ours by its ids, with a body that its schema takes. */
const {
  rows: [group],
} = await context.pool.query(
  `insert into security_group (account_id, location_id, code, name) values ($1, $2, 'TENANCY', 'Ours') returning id`,
  [ids.account, ids.hq],
);

const NAMED: Record<string, [path: string, body?: object]> = {
  'GET /doors/{id}': [`/doors/${ids.main}`],
  'GET /doors/{id}/set-up': [`/doors/${ids.main}/set-up`],
  'PATCH /doors/{id}/set-up': [`/doors/${ids.main}/set-up`, { name: 'Theirs' }],
  'DELETE /doors/{id}': [`/doors/${ids.main}`],
  'GET /doors/{id}/access': [`/doors/${ids.main}/access`],
  'GET /people/{id}/access': [`/people/${ours.person}/access`],
  'GET /groups/{id}': [`/groups/${group.id}`],
  'PATCH /groups/{id}': [`/groups/${group.id}`, { name: 'Theirs' }],
  'DELETE /groups/{id}': [`/groups/${group.id}`],
  'GET /groups/{id}/access': [`/groups/${group.id}/access`],
  'GET /locations/{id}': [`/locations/${ids.lab}`],
  'PATCH /locations/{id}': [`/locations/${ids.lab}`, { name: 'Theirs' }],
  'DELETE /locations/{id}': [`/locations/${ids.lab}`],
  'GET /locations/{id}/plan': [`/locations/${ids.lab}/plan`],
  'GET /locations/{id}/plan/image': [`/locations/${ids.lab}/plan/image`],
  'GET /locations/{id}/plan/past': [`/locations/${ids.lab}/plan/past?at=2026-01-07T06:00:00Z`],
  'PUT /locations/{id}/plan/image': [
    `/locations/${ids.lab}/plan/image`,
    { image: 'iVBORw0KGgo=', width: 10, height: 10 },
  ],
  'PUT /locations/{id}/plan/doors': [`/locations/${ids.lab}/plan/doors`, { version: 1, doors: [] }],
  'DELETE /locations/{id}/plan': [`/locations/${ids.lab}/plan`],
  'GET /calendars/{id}': [`/calendars/${ours.calendar}`],
  'PUT /calendars/{id}': [`/calendars/${ours.calendar}`, { version: '0', ...ours.calendarBody }],
  'POST /calendars/{id}/preview': [`/calendars/${ours.calendar}/preview`, ours.calendarBody],
  'DELETE /calendars/{id}': [`/calendars/${ours.calendar}`],
  'GET /calendars/{id}/year': [`/calendars/${ours.calendar}/year`],
  'GET /doors/{id}/year': [`/doors/${ids.main}/year`],
  'POST /doors/{id}/schedule/overlaps': [`/doors/${ids.main}/schedule/overlaps`, { exceptions: [] }],
  'GET /doors/{id}/reader': [`/doors/${ids.archive}/reader`],
  'POST /doors/{id}/reader': [`/doors/${ids.archive}/reader`, { act: 'close' }],
  'GET /doors/{id}/range': [`/doors/${ids.main}/range?from=2026-01-07T00:00:00Z&to=2026-01-08T00:00:00Z`],
  'GET /doors/{id}/week': [`/doors/${ids.main}/week`],
  'GET /doors/{id}/commands': [`/doors/${ids.main}/commands`],
  'GET /doors/{id}/schedule': [`/doors/${ids.main}/schedule`],
  'PUT /doors/{id}/schedule': [
    `/doors/${ids.main}/schedule`,
    { version: '0', weekly: [], exceptions: [], toggle_policy: 'none' },
  ],
  'POST /doors/{id}/schedule/preview': [
    `/doors/${ids.main}/schedule/preview`,
    { weekly: [], exceptions: [] },
  ],
  'GET /doors/{id}/at': [`/doors/${ids.main}/at?at=2026-01-07T06:00:00Z`],
  'GET /doors/{id}/day': [`/doors/${ids.main}/day`],
  'GET /locks/{id}': [`/locks/${ids.main}`],
  'POST /locks/{id}/unlock': [`/locks/${ids.main}/unlock`, {}],
  'POST /locks/{id}/door-mode': [`/locks/${ids.main}/door-mode`, { mode: 'auto' }],
  'GET /locks/{id}/commands/{command_id}': [`/locks/${ids.main}/commands/${ours.command}`],
  'PUT /locks/{id}/maintenance': [
    `/locks/${ids.main}/maintenance`,
    { until: new Date(world.clock.now() + 60_000).toISOString(), reason: 'Taken over' },
  ],
  'DELETE /locks/{id}/maintenance': [`/locks/${ids.main}/maintenance`],
  'GET /people/{id}': [`/people/${ours.person}`],
  'PUT /people/{id}': [`/people/${ours.person}`, { name: 'Taken over' }],
  'DELETE /people/{id}': [`/people/${ours.person}`],
  'GET /people/{id}/notices': [`/people/${ours.person}/notices`],
  'GET /people/{id}/phones': [`/people/${ours.person}/phones`],
  'DELETE /people/{id}/phones/{phone_id}': [`/people/${ours.person}/phones/${randomUUID()}`],
  'GET /keys/{id}': [`/keys/${ours.key}`],
  'PATCH /keys/{id}': [`/keys/${ours.key}`, { name: 'Taken over' }],
  'POST /keys/{id}/hand-over': [`/keys/${ours.key}/hand-over`, {}],
  'POST /keys/{id}/return': [`/keys/${ours.key}/return`, {}],
  'PUT /keys/{id}/begins-blocks': [`/keys/${ours.key}/begins-blocks`, { begins_blocks: true }],
  'POST /keys/{id}/invitations': [`/keys/${ours.key}/invitations`, {}],
  'PUT /keys/{id}/holds-doors': [`/keys/${ours.key}/holds-doors`, { holds_doors: true }],
  'POST /visitors/{id}/link': [`/visitors/${ours.key}/link`, {}],
  'GET /people/{id}/key-marks': [`/people/${ours.person}/key-marks`],
  'GET /invitations/{id}': [`/invitations/${ours.invitation}`],
  'POST /invitations/{id}/resend': [`/invitations/${ours.invitation}/resend`, {}],
  'DELETE /invitations/{id}': [`/invitations/${ours.invitation}`],
  'GET /webhooks/{id}': [`/webhooks/${ours.webhook}`],
  'PATCH /webhooks/{id}': [`/webhooks/${ours.webhook}`, { status: 'paused' }],
  'DELETE /webhooks/{id}': [`/webhooks/${ours.webhook}`],
  'POST /webhooks/{id}/ping': [`/webhooks/${ours.webhook}/ping`, {}],
  'POST /webhooks/{id}/rotate-secret': [`/webhooks/${ours.webhook}/rotate-secret`, {}],
  'GET /webhooks/{id}/pause': [`/webhooks/${ours.webhook}/pause`],
  'GET /webhooks/{id}/deliveries': [`/webhooks/${ours.webhook}/deliveries`],
  'POST /webhooks/{id}/deliveries/{delivery_id}/redeliver': [
    `/webhooks/${ours.webhook}/deliveries/${ours.delivery}/redeliver`,
    {},
  ],
  'DELETE /api-keys/{id}': [`/api-keys/${ours.apiKey}`],
  'GET /doors/{id}/reports': [`/doors/${ids.main}/reports`],
  'GET /doors/{id}/reports/{report}/{format}': [`/doors/${ids.main}/reports/${ours.report}/json`],
  'POST /door-tests/{report}/photos': [`/door-tests/${ours.report}/photos`, { image: ours.photoImage }],
  'GET /door-tests/{report}/photos/{photo}': [`/door-tests/${ours.report}/photos/${ours.photo}`],
  'DELETE /door-tests/{report}/photos/{photo}': [`/door-tests/${ours.report}/photos/${ours.photo}`],
  'GET /gateways/{id}': [`/gateways/${world.gateway.id}`],
  'POST /gateways/{id}/pair': [`/gateways/${world.gateway.id}/pair`, {}],
  'DELETE /gateways/{id}': [`/gateways/${world.gateway.id}`],
  'PATCH /account/passkeys/{id}': [`/account/passkeys/${ours.passkey}`, { name: 'Taken over' }],
  'DELETE /account/passkeys/{id}': [`/account/passkeys/${ours.passkey}`],
  'PATCH /colleagues/{id}': [`/colleagues/${ours.colleague}`, { role: 'viewer' }],
  'DELETE /colleagues/{id}': [`/colleagues/${ours.colleague}`],
  'POST /colleague-invitations/{id}/resend': [`/colleague-invitations/${ours.invited}/resend`, {}],
  'DELETE /colleague-invitations/{id}': [`/colleague-invitations/${ours.invited}`],
  'POST /locations/{id}/emergency': [
    `/locations/${ids.lab}/emergency`,
    { mode: 'evacuation', reason: 'Taken over' },
  ],
  'GET /emergencies/{id}': [`/emergencies/${ours.emergency}`],
  'GET /emergencies/{id}/report': [`/emergencies/${ours.emergency}/report`],
  'GET /doors/{id}/noise': [`/doors/${ids.main}/noise`],
  'GET /alarms/{id}': [`/alarms/${ours.event}`],
  'PUT /alarms/{id}/assignee': [`/alarms/${ours.event}/assignee`, { user_id: null }],
  'PUT /alarm-rules/{id}': [`/alarm-rules/${ours.alarmRule}`, ours.alarmRuleBody],
  'PUT /alarm-rules/{id}/mute': [`/alarm-rules/${ours.alarmRule}/mute`, { until: null }],
  'DELETE /alarm-rules/{id}': [`/alarm-rules/${ours.alarmRule}`],
  'DELETE /alarm-channels/{id}': [`/alarm-channels/${ours.alarmChannel}`],
  'POST /alarm-channels/{id}/test': [`/alarm-channels/${ours.alarmChannel}/test`, {}],
  'DELETE /account/browsers/{id}': [`/account/browsers/${ours.browser}`],
  'POST /account/browsers/{id}/test': [`/account/browsers/${ours.browser}/test`, { language: '' }],
  'PUT /duty-rotas/{id}': [`/duty-rotas/${ids.hq}`, { weekly: [], overrides: [] }],
  'DELETE /sessions/{id}': [`/sessions/${ours.session}`],
};
const nameOf = ({ method, path }: PageEndpoint) => `${method} ${path}`;
const rows = (endpoints: readonly PageEndpoint[]) => endpoints.map((one) => [nameOf(one), one] as const);
const naming = all.filter(({ path }) => path.includes('{'));

test('every route that names something is tried below, and no other', () => {
  expect(Object.keys(NAMED).sort()).toEqual(naming.map(nameOf).sort());
});

/** What a page reads without naming anything. */
const lists = all.filter(
  ({ method, path, role, stream }) => method === 'GET' && role !== null && !path.includes('{') && !stream,
);

test.each(rows(lists))('what we read ourselves is answered as declared: %s', async (_, { path }) => {
  expect((await ask('GET', path, { cookie: owner })).status).toBe(200);
});

describe('another organisation', () => {
  test.each(rows(naming))('finds nothing of ours: %s', async (name, { method }) => {
    const [path, body] = NAMED[name] as [string, object?];
    const asked = { cookie: stranger, ...(body ? { body } : {}) };
    const answer = await ask(method, path, asked);
    expect([answer.status, answer.json?.error.code]).toEqual([404, 'not_found']);
  });

  test.each(rows(lists))(
    'reads nothing of ours, and cannot look at our location: %s',
    async (_, { path }) => {
      const answer = await ask('GET', path, { cookie: stranger });
      expect(answer.status).toBe(200);
      expect(answer.text).not.toMatch(/Acme|acme|HQ gateway|Ours|Ground floor|127\.0\.0\.1:9/);
      expect((await ask('GET', path, { cookie: stranger, location: ids.hq })).status).toBe(404);
    },
  );

  test.each([
    ['POST', '/people', { name: 'Smuggled', location_id: ids.hq }, 'location_id'],
    [
      'POST',
      '/keys',
      { person_id: ours.person, name: 'Smuggled', security_groups: ['X'], channel: 'email' },
      null,
    ],
    [
      'POST',
      '/colleague-invitations',
      { email: 'mole@globex.example', role: 'viewer', location_id: ids.hq },
      'location_id',
    ],
    ['POST', '/calendars', { name: 'Smuggled', location_id: ids.hq }, 'location_id'],
    [
      'POST',
      '/api-keys',
      { name: 'Smuggled', scopes: ['locks:control'], lock_ids: [ids.main] },
      'lock_ids[0]',
    ],
  ])('puts nothing of its own into ours: %s %s', async (method, path, body, field) => {
    const answer = await ask(method, path, { cookie: stranger, body });
    expect(answer.status).toBe(422);
    if (field) expect(answer.json.error.details[0].field).toBe(field);
  });

  test('acknowledges no alarm of ours', async () => {
    const { rows } = await context.pool.query('select count(*)::int as before from alarm_acknowledgement');
    const body = { event_ids: [ours.event] };
    await ask('POST', '/alarms/acknowledge', { cookie: stranger, body });
    const after = await context.pool.query('select count(*)::int as before from alarm_acknowledgement');
    expect(after.rows).toEqual(rows);
  });

  test('is not reached by us either', async () => {
    expect((await ask('GET', `/doors/${other.lock}`, { cookie: owner })).status).toBe(404);
    expect((await ask('GET', '/overview', { cookie: owner, location: other.location })).status).toBe(404);
  });
});

test('ours was there to be found, and it is unchanged', async () => {
  const answers = await Promise.all(
    rows(naming.filter(({ method }) => method === 'GET')).map(async ([name]) => {
      return [name, (await ask('GET', NAMED[name]?.[0] ?? '', { cookie: owner })).status];
    }),
  );
  expect(answers).toEqual(answers.map(([name]) => [name, 200]));
  const { json } = await ask('GET', `/people/${ours.person}`, { cookie: owner });
  expect(json.name).toBe('Ours');
});

/** One of everything. */
async function furnish() {
  const make = async (path: string, body: object) => {
    const { status, json, text } = await ask('POST', path, { cookie: owner, body });
    if (status !== 201) throw new Error(`${path}: ${status} ${text}`);
    return json;
  };
  // A simulated reader stands beside simulated gateways alone.
  await context.prisma.gateway.updateMany({ data: { bench: true } });
  const drawing = { image: 'iVBORw0KGgo=', width: 10, height: 10 };
  await ask('PUT', `/locations/${ids.lab}/plan/image`, { cookie: owner, body: drawing });
  const person = await make('/people', { name: 'Ours', email: 'ours@acme.example' });
  await context.prisma.securityGroup.create({
    data: { account_id: ids.account, location_id: ids.hq, code: 'OURS', name: 'Ours' },
  });
  const key = await make('/keys', {
    person_id: person.id,
    name: 'Ours',
    security_groups: ['OURS'],
    channel: 'email',
  });
  const apiKey = await make('/api-keys', { name: 'Ours', scopes: ['events:read'] });
  const webhook = await make('/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] });
  const ping = await ask('POST', `/webhooks/${webhook.id}/ping`, { cookie: owner, body: {} });
  const command = randomUUID();
  const at = new Date(world.clock.now());
  await context.prisma.command.create({
    data: {
      id: command,
      account_id: ids.account,
      lock_id: ids.main,
      gateway_id: world.gateway.id,
      type: 'unlock',
      status: 'failed',
      reason: 'timed_out',
      requested_at: at,
      failed_at: at,
      expires_at: at,
    },
  });
  const report = randomUUID();
  await context.prisma.doorTestReport.create({
    data: {
      id: report,
      account_id: ids.account,
      gateway_id: world.gateway.id,
      door: 1,
      lock_id: ids.main,
      result: 'passed',
      finished_at: at,
      received_at: at,
      document: '{"report":{"by":"Ours","door":{"driver":"gpio"},"result":"passed","steps":[]}}',
    },
  });
  const photoImage = jpeg().toString('base64');
  const photo = (await make(`/door-tests/${report}/photos`, { image: photoImage })).id;
  const event = await context.prisma.event.create({
    data: {
      account_id: ids.account,
      location_id: ids.hq,
      lock_id: ids.main,
      type: 'door.forced',
      source: 'device',
      occurred_at: at,
    },
  });
  const fields = { account_id: ids.account, location_id: ids.hq, lock_id: ids.main, kind: 'forced' };
  await context.prisma.alarm.create({ data: { ...fields, id: event.id, started_at: at, opened_at: at } });
  const alarmChannel = await make('/alarm-channels', {
    name: 'Ours',
    kind: 'email',
    address: 'ours-alarms@acme.example',
    language: '',
  });
  const browser = await make('/account/browsers', {
    endpoint: 'http://127.0.0.1:9/push',
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: 'A'.repeat(22),
  });
  const alarmRuleBody = {
    name: 'Ours',
    location_id: ids.hq,
    kinds: ['forced'],
    lock_ids: [],
    hours: [],
    quiet: [],
    steps: [{ after_s: 0, to: [{ kind: 'duty' }] }],
    per_hour: 6,
  };
  const alarmRule = await make('/alarm-rules', alarmRuleBody);
  const calendar = await make('/calendars', { name: 'Ours', location_id: ids.hq });
  const calendarBody = { name: 'Ours', weekly: [], set_days: [], holidays: null, locks: [], locations: [] };
  const emergency = randomUUID();
  await context.prisma.emergency.create({
    data: {
      id: emergency,
      account_id: ids.account,
      location_id: ids.lab,
      mode: 'lockdown',
      drill: true,
      reason: 'Ours',
      cause: { source: 'manager', actor: null },
      begun_by: 'Ours',
      doors: 0,
      started_at: at,
      ended_at: at,
    },
  });
  const passkey = randomUUID();
  await context.pool.query(
    `insert into passkey (id, user_id, credential_id, public_key, counter, name, created_at)
     select $1, id, 'ours', '', 0, 'Ours', $2 from account_user where email = 'owner@acme.example'`,
    [passkey, at],
  );
  const invited = await make('/colleague-invitations', {
    email: 'ours-invited@acme.example',
    role: 'viewer',
    location_id: ids.hq,
  });
  const { json: colleagues } = await ask('GET', '/colleagues', { cookie: owner });
  const { json: sessions } = await ask('GET', '/sessions', { cookie: owner });
  return {
    person: person.id,
    key: key.id,
    invitation: key.invitation.id,
    apiKey: apiKey.id,
    webhook: webhook.id,
    delivery: ping.json.id,
    command,
    report,
    photo,
    photoImage,
    emergency,
    event: Number(event.id),
    alarmRule: alarmRule.id,
    alarmRuleBody,
    alarmChannel: alarmChannel.id,
    calendar: calendar.id,
    calendarBody,
    browser: browser.id,
    passkey,
    invited: invited.id,
    colleague: colleagues.data.find((one: { email: string }) => one.email === 'lab@acme.example').id,
    session: sessions.data[0].id,
  };
}
