import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sealAudit } from '../../src/audit/seal.js';
import { verifyAudit } from '../../src/audit/verify.js';
import { transaction } from '../../src/context.js';
import { enqueueDeliveries } from '../../src/deliveries/enqueue.js';
import { eraseTraces } from '../../src/people/erase.js';
import { keepRequest } from '../../src/webhooks/inbox.js';
import { endDeliveries } from '../deliveries/fixtures/end.js';
import { createPeopleWorld } from './world.js';

const world = await createPeopleWorld({ LOG_LEVEL: 'error' });
afterAll(() => world.close());
const { context, clock, ids, due } = world;
const { pool, secrets } = context;

const PERSON = {
  name: 'Zebulon Quill',
  email: 'zebulon@quillworks.example',
  phone: '+358409998877',
  company_name: 'Quillworks',
  title: 'Quillwright',
  language: 'fi',
};
const PERSONAL = ['zebulon', 'quill', '409998877', '999 8877'];
/** Another person, who is not erased, and a key of theirs. */
const OTHERS = /Zebulon Other|zebulon other|Zebulon’s own/;

/** Every row of every table as text, encrypted answers and notices opened. */
async function dump(): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const lines: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(`select t::text as line from "${name}" t`);
    lines.push(...rows.map(({ line }) => `${name}: ${line}`));
  }
  const { rows: answers } = await pool.query(
    'select api_key_id, key, body from idempotency where body is not null',
  );
  for (const { api_key_id, key, body } of answers)
    lines.push(`answer: ${secrets.open(body, `idempotency:${api_key_id}:${key}`)}`);
  const { rows: notices } = await pool.query('select id, data from notice');
  for (const { id, data } of notices) lines.push(`notice: ${secrets.open(data, id)}`);
  return lines;
}

/** What names the person, bytes in their hexadecimal form too. */
async function traces(): Promise<string[]> {
  const hex = PERSONAL.map((word) => Buffer.from(word).toString('hex'));
  const lines = (await dump()).filter((line) => !OTHERS.test(line));
  return lines.filter((line) => [...PERSONAL, ...hex].some((word) => line.toLowerCase().includes(word)));
}

const finish = (type: string) => endDeliveries(pool, { type });
const payload = async (type: string) => (await world.reported(type)).at(-1)?.data;
const headers = (key: string) => ({ 'Idempotency-Key': key });
/** What the test receiver takes of a delivery. */
const receive = (data: object) =>
  keepRequest(context, ids.hq, { method: 'POST', headers: {}, body: Buffer.from(JSON.stringify({ data })) });
/** Texts in which a colleague may name a person: another's key, the reason for an unlock, an actor in history. */
async function typeOfPerson({ id, name }: { id: number; name: string }) {
  const other = (await world.person({ name: 'Zebulon Other' })).id;
  for (const named of ['Zebulon’s own', 'Spare of ZEBULON QUILL'])
    await world.issue({ person_id: other, name: named });
  const unlock = { body: { reason: 'Zebulon forgot the key, 040 999 8877' } };
  const raw = await world.connect();
  await raw.birth();
  expect((await world.call('POST', `/locks/${ids.main}/unlock`, unlock)).status).toBe(202);
  const emergency = `/locations/${ids.lab}/emergency`;
  const drill = { mode: 'lockdown', drill: true, reason: 'Zebulon is locked in' };
  expect((await world.call('POST', emergency, { body: drill })).status).toBe(202);
  expect((await world.call('POST', emergency, { body: { ...drill, mode: 'none' } })).status).toBe(200);
  const until = new Date(world.clock.now() + 60_000).toISOString();
  const maintenance = { body: { until, reason: 'Zebulon repairs it' } };
  expect((await world.call('PUT', `/locks/${ids.main}/maintenance`, maintenance)).status).toBe(200);
  await pool.query(
    `insert into alarm_acknowledgement (event_id, account_id, user_id, user_name, acknowledged_at, note)
     values (1, $1, gen_random_uuid(), 'Olga', $2, 'Zebulon held the door')`,
    [ids.account, new Date(world.clock.now())],
  );
  await pool.query(
    `insert into event (account_id, location_id, lock_id, type, occurred_at, source, actor)
     values ($1, $2, $3, 'lock.hold_open.started', now(), 'app', $4)`,
    [ids.account, ids.hq, ids.main, { type: 'user', person: null, key: { id, name }, api_key: null }],
  );
  await sealAudit(context);
}
const received = async () => (await pool.query('select from webhook_inbox_request')).rowCount;

describe('a hard delete', () => {
  let person: { id: string };
  let keyBody: object;

  beforeAll(async () => {
    person = (await world.call('POST', '/people', { body: PERSON, headers: headers('person') })).body;
    keyBody = { person_id: person.id, name: 'Zebulon’s doors', security_groups: ['STAFF'], channel: 'both' };
    const key = await world.call('POST', '/keys', { body: keyBody, headers: headers('key') });
    expect(key.status).toBe(201);
    await world.call('PUT', `/people/${person.id}`, { body: { title: 'Master quillwright' } });
    await world.call('PATCH', `/keys/${key.body.id}`, { body: { name: 'Quill, Zebulon: doors' } });
    await typeOfPerson(key.body);
    const { name, email } = PERSON;
    const data = { id: 7, type: 'access.granted', person: { id: person.id, name, email }, key: null };
    const event = { type: 'access.granted', location_id: ids.hq, data, created_at: new Date() };
    await transaction(pool, (client) => enqueueDeliveries(client, [event]));
    await finish('person.%');
    await finish('access.%');
    await receive(person);
    await receive({ lock: { id: 1 } });
    expect((await traces()).length).toBeGreaterThan(8);
    expect((await world.call('DELETE', `/people/${person.id}?hard=true`)).status).toBe(204);
  });

  test('takes personal data out of what was sent, at once', async () => {
    const { id } = person;
    const location = { id: ids.hq, name: 'HQ' };
    const empty = { name: '', email: '', phone: '', company_name: '', title: '', language: '' };
    expect(await payload('person.created')).toEqual({ id, ...empty, location });
    expect(await payload('person.updated')).toEqual({ id, ...empty, location, changed_fields: ['title'] });
    expect(await payload('access.granted')).toMatchObject({ id: 7, person: null });
  });

  test('takes what names the person out of the test receiver for webhooks, and nothing else', async () => {
    expect(await received()).toBe(1);
  });

  test('leaves what waits as it was, so that subscribers learn who is gone', async () => {
    const { name, email } = PERSON;
    expect(await payload('person.deleted')).toMatchObject({ id: person.id, name, email });
    expect(await payload('key.revoked')).toMatchObject({ person: { id: person.id, name, email } });
    expect((await world.reported('key.issued'))[0]?.data).toMatchObject({
      person: { id: person.id, name, email },
    });
  });

  test('empties the answers kept for retries, which are still answers', async () => {
    await due.runDue();
    const again = await world.call('POST', '/people', { body: PERSON, headers: headers('person') });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(again.body).toMatchObject({ id: person.id, name: '', email: '', phone: '' });
    const key = await world.call('POST', '/keys', { body: keyBody, headers: headers('key') });
    expect([key.status, key.body.person]).toEqual([201, null]);
  });

  test('leaves no name, address or number anywhere once everything has been reported', async () => {
    await receive((await payload('person.deleted')) as object);
    await finish('key.%');
    await sealAudit(context);
    await clock.advance(60_000);
    await due.runDue();
    expect((await traces()).filter((line) => !/^(delivery|change\w*): .*person\.deleted/.test(line))).toEqual(
      [],
    );
    await endDeliveries(pool, { status: 'exhausted' });
    await clock.advance(60_000);
    await due.runDue();
    // Those who read changes soon learn who is gone.
    expect((await traces()).filter((line) => !/^change\w*: .*person\.deleted/.test(line))).toEqual([]);
    expect(await payload('person.deleted')).toMatchObject({ id: person.id, name: '', email: '' });
    expect(await payload('key.revoked')).toMatchObject({ person: null });
  });

  test('erases the name from text that people typed, and keeps the rest', async () => {
    const { rows: keys } = await pool.query('select name from access_key order by id');
    expect(keys.map(({ name }) => name)).toEqual(['…, …: doors', 'Zebulon’s own', 'Spare of …']);
    const { rows: commands } = await pool.query('select note from command');
    expect(commands).toEqual([{ note: '… forgot the key, …' }]);
    const { rows: entries } = await pool.query(
      "select details ->> 'reason' as reason from audit where action = 'lock.unlock'",
    );
    expect(entries).toEqual([{ reason: '… forgot the key, …' }]);
    const { rows: emergencies } = await pool.query('select reason from emergency');
    expect(emergencies).toEqual([{ reason: '… is locked in' }]);
    const { rows: maintenance } = await pool.query('select reason from maintenance');
    expect(maintenance).toEqual([{ reason: '… repairs it' }]);
    const { rows: alarms } = await pool.query('select note from alarm_acknowledgement');
    expect(alarms).toEqual([{ note: '… held the door' }]);
    const { rows: changes } = await pool.query(
      "select data ->> 'reason' as reason from change where type like 'emergency.%'",
    );
    expect(changes).toEqual([{ reason: '… is locked in' }, { reason: '… is locked in' }]);
    const { rows: events } = await pool.query(
      "select actor #>> '{key,name}' as name from event where type like 'lock.hold_open.%'",
    );
    expect(events).toEqual([{ name: '…, …: doors' }]);
  });

  test('is over once no transaction can still be writing of the person', async () => {
    const left = async () => (await pool.query('select from erasure')).rowCount;
    expect(await left()).toBe(1);
    await clock.advance(15 * 60_000);
    await due.runDue();
    expect(await left()).toBe(0);
    expect(await traces()).toEqual([]);
  });

  test('leaves the audit chain whole', async () => {
    await sealAudit(context);
    const checks = await verifyAudit(context);
    const changed = await pool.query('select from audit where erasure_mac is not null');
    expect(changed.rowCount).toBeGreaterThan(3);
    expect(checks.find(({ account }) => account.id === ids.account)?.erased).toBe(changed.rowCount);
    expect(checks.map(({ fault }) => fault)).toEqual(checks.map(() => null));
    const { rows } = await pool.query(`select action from audit where subject_id = $1 order by number`, [
      person.id,
    ]);
    expect(rows.map(({ action }) => action)).toEqual([
      'person.create',
      'person.update',
      'person.delete',
      'person.erase',
    ]);
  });
});

test('a manual change of an entry after an erasure is detected', async () => {
  await pool.query('alter table audit disable trigger audit_no_change');
  await pool.query(
    `update audit set details = details || '{"reason":"nothing"}' where erasure_mac is not null and action = 'lock.unlock'`,
  );
  const [check] = await verifyAudit(context, { accountId: ids.account });
  expect(check?.fault?.message).toMatch(/is not as an erasure left it/);
});

test('an answer kept for a retry is gone after 24 hours', async () => {
  await world.call('POST', '/people', { body: { name: 'Bo' }, headers: headers('short') });
  await clock.advance(24 * 3_600_000);
  await due.runDue();
  expect((await pool.query('select from idempotency')).rowCount).toBe(0);
});

test('the texts of a large account are erased in batches, one transaction each', async () => {
  const { id } = (
    await world.call('POST', '/people', { body: { name: 'Ottoline Vex' }, headers: headers('vex') })
  ).body;
  await pool.query(
    `insert into access_key (account_id, location_id, name, starts_at, created_at, updated_at)
     select $1, $2, 'Spare of Ottoline Vex', now(), $3, $3 from generate_series(1, 12000)`,
    [ids.account, ids.hq, new Date(clock.now())],
  );
  expect((await world.call('DELETE', `/people/${id}?hard=true`)).status).toBe(204);
  const left = async () =>
    Number((await pool.query("select count(*) from access_key where name like '%Ottoline%'")).rows[0].count);
  const counts: number[] = [];
  const isDue = async () => {
    const { rows } = await pool.query('select due_at from erasure where person_id = $1', [id]);
    return rows[0].due_at.getTime() <= clock.now();
  };
  while (await isDue()) {
    await transaction(pool, (client) => eraseTraces(client, context, [id]));
    counts.push(await left());
  }
  // The other keys of the account are read too.
  expect(counts).toHaveLength(3);
  expect(counts[0]).toBeGreaterThanOrEqual(7_000);
  expect(counts[1]).toBeGreaterThanOrEqual(2_000);
  expect(counts[2]).toBe(0);
});
