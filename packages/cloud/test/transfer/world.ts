import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import { sealAudit } from '../../src/audit/seal.js';
import type { Context } from '../../src/context.js';
import { applySite } from '../../src/site/apply-site.js';
import { parseSiteFile } from '../../src/site/site-file.js';
import { type Moved, move, type Row } from '../../src/transfer/ids.rules.js';
import { open } from '../../src/transfer/sealed-columns.js';
import { CARRIED } from '../../src/transfer/tables.rules.js';
import { EXAMPLE } from '../site/site-context.js';

export function folder(): string {
  const made = mkdtempSync(path.join(os.tmpdir(), 'door-access-transfer-'));
  afterAll(() => rmSync(made, { recursive: true }));
  return made;
}

/** An organisation with a row in every table that is carried. */
export async function furnished(context: Context, name: string): Promise<{ id: number; name: string }> {
  const { pool, clock, secrets } = context;
  const text = EXAMPLE.replace('Acme', name).replaceAll('acme.example', `${name.toLowerCase()}.example`);
  const { result } = await applySite(context, parseSiteFile(text, 'site.yaml', clock.now()));
  const account = result.account.id as number;
  const one = async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows[0]?.id;
  const main = await one(`select id from lock where account_id = $1 and ref = 'main'`, account);
  const lab = await one(`select id from lock where account_id = $1 and ref = 'archive'`, account);
  const hq = await one(`select id from location where account_id = $1 and ref = 'hq'`, account);
  const gateway = await one('select id from gateway where account_id = $1', account);
  const anna = await one('select id from person where account_id = $1', account);
  const api = await one('select id from api_key where account_id = $1', account);
  const owner = await one('select id from account_user where account_id = $1', account);
  const group = await one('select id from security_group where account_id = $1', account);
  const [random, uuid] = [() => randomBytes(32), () => randomUUID()];
  const key = await one(
    `insert into access_key (account_id, location_id, person_id, name, state, starts_at, created_at, updated_at)
     values ($1, $2, $3, 'Anna', 'handed_over', now(), now(), now()) returning id`,
    account,
    hq,
    anna,
  );
  const run = (sql: string, ...values: unknown[]) => pool.query(sql, values);
  await run(
    'insert into access_key_group (access_key_id, security_group_id, position) values ($1, $2, 0)',
    key,
    group,
  );
  const invitation = await one(
    `insert into invitation (account_id, location_id, access_key_id, person_id, channel, state, token_hash, link_expires_at, sent_at, created_at)
     values ($1, $2, $3, $4, 'email', 'activated', $5, now(), now(), now()) returning id`,
    account,
    hq,
    key,
    anna,
    random(),
  );
  const phone = uuid();
  await run(
    'insert into phone (id, token_hash, user_agent, created_at, last_seen_at) values ($1, $2, $3, now(), now())',
    phone,
    random(),
    'Phone',
  );
  await run('insert into phone_key (phone_id, access_key_id, bound_at) values ($1, $2, now())', phone, key);
  await run(
    `insert into passkey (id, user_id, credential_id, public_key, counter, transports, name, created_at) values ($1, $2, $3, $4, 0, '{usb}', 'Key', now())`,
    uuid(),
    owner,
    random(),
    random(),
  );
  await run(
    `insert into directory_token (account_id, location_id, name, prefix, token_hash, created_at) values ($1, $2, 'Okta', 'dt_', $3, now())`,
    account,
    hq,
    random(),
  );
  const [user, team] = [uuid(), uuid()];
  await run(
    `insert into directory_user (id, account_id, location_id, person_id, user_name, user_key, emails, attributes, created_at, updated_at, access_key_id)
     values ($1, $2, $3, $4, 'Anna', 'anna', '{a@x}', '{"name": {"givenName": "Ä"}}', now(), now(), $5)`,
    user,
    account,
    hq,
    anna,
    key,
  );
  await run(
    `insert into directory_group (id, account_id, location_id, security_group_id, display_name, name_key, created_at, updated_at)
     values ($1, $2, $3, $4, 'Staff', 'staff', now(), now())`,
    team,
    account,
    hq,
    group,
  );
  await run('insert into directory_group_member (group_id, user_id) values ($1, $2)', team, user);
  await run(
    `insert into user_invitation (id, account_id, location_id, email, role, language, token_hash, link_expires_at, invited_by, invited_by_name, sent_at, created_at)
     values ($1, $2, $3, 'x@y.example', 'viewer', '', $4, now(), $5, 'Olga', now(), now())`,
    uuid(),
    account,
    hq,
    random(),
    owner,
  );
  const subscription = uuid();
  await run(
    `insert into subscription (id, account_id, location_id, api_key_id, url, events, secret, lock_ids, location_ids)
     values ($1, $2, $3, $4, 'https://h.example/', '{*}', $5, array[$6::int], array[$3::int])`,
    subscription,
    account,
    hq,
    api,
    secrets.seal('the secret', subscription),
    main,
  );
  await run(
    `insert into subscription (id, account_id, location_id, url, events, secret, deleted_at) values ($1, $2, $3, 'https://gone.example/', '{*}', '', now())`,
    uuid(),
    account,
    hq,
  );
  const notice = uuid();
  await run(
    `insert into notice (id, account_id, kind, channel, recipient, subject, data, status, created_at) values ($1, $2, 'invitation', 'email', 'a@x', $3, $4, 'sent', now())`,
    notice,
    account,
    `invitation:${invitation}`,
    secrets.seal('{"a":1}', notice),
  );
  const gone = uuid();
  await run(
    'insert into erasure (person_id, requested_at, due_at, account_id, named) values ($1, now(), now(), $2, $3)',
    gone,
    account,
    secrets.seal('{"person":{}}', gone),
  );
  await run('insert into journal_mark (gateway_id, journal, last_seq) values ($1, $2, 7)', gateway, uuid());
  await run(
    'insert into journal_gap (gateway_id, journal, from_seq, to_seq, reported) values ($1, $2, 3, 4, true)',
    gateway,
    uuid(),
  );
  await run(
    'insert into quarantine (gateway_id, topic, payload, error) values ($1, $2, $3, $4)',
    gateway,
    't',
    random(),
    'e',
  );
  await run(
    'insert into gateway_report_key (gateway_id, key_id, public_key, added_at) values ($1, $2, $3, now())',
    gateway,
    '0012',
    random(),
  );
  const tested = uuid();
  await run(
    `insert into door_test_report (id, account_id, gateway_id, door, lock_id, result, finished_at, received_at, document, pdf) values ($1, $2, $3, 1, $4, 'passed', now(), now(), 'text', $5)`,
    tested,
    account,
    gateway,
    main,
    random(),
  );
  await run(
    `insert into door_test_photo (id, account_id, report_id, image, width, height, added_at, added_by)
     values ($1, $2, $3, $4, 640, 480, now(), 'Olga')`,
    uuid(),
    account,
    tested,
    random(),
  );
  await run(
    'update gateway set online = true, online_since = now(), session = $2 where id = $1',
    gateway,
    uuid(),
  );
  await run(
    `update door_state set evidence = $2, hold = $3 where lock_id = $1`,
    main,
    { unlocks: [{ key_id: key, at: 1.5 }] },
    {
      override: { lock_id: main },
      emergencies: [{ id: uuid(), cause: { actor: { api_key: { id: api, name: 'ERP' } } } }],
    },
  );
  await run(
    'insert into door_fault (lock_id, terminal, at, error) values ($1, $2, now(), $3)',
    main,
    'contact',
    'away',
  );
  const emergency = uuid();
  await run(
    `insert into emergency (id, account_id, location_id, mode, drill, reason, cause, begun_by, doors, started_at)
     values ($1, $2, $3, 'lockdown', false, 'Smoke', $4, 'ERP', 1, now())`,
    emergency,
    account,
    hq,
    { source: 'api', actor: { type: 'api_key', api_key: { id: api, name: 'ERP' } } },
  );
  await run(
    `insert into emergency_door (emergency_id, lock_id, name, place, state) values ($1, $2, 'Main', '', 'pending')`,
    emergency,
    main,
  );
  await run(
    `insert into floor_plan (location_id, account_id, image, image_type, width, height, version, changed_at, changed_by)
     values ($1, $2, '\\x89504e470d0a1a0a', 'image/png', 640, 480, 1, now(), 'Olga')`,
    hq,
    account,
  );
  const calendar = uuid();
  await run(
    `insert into calendar (id, account_id, location_id, name, set_days, holidays, days, due_at, changed_at, changed_by)
     values ($1, $2, $3, 'Holidays', $4, '{"country":"FI","region":null}', $5, now(), now(), 'Olga')`,
    calendar,
    account,
    hq,
    JSON.stringify([{ date: '2026-12-24', name: 'Eve', blocks: [], uid: null }]),
    JSON.stringify([{ date: '2026-12-24', name: 'Eve', source: 'hand', blocks: [] }]),
  );
  await run('insert into calendar_lock (calendar_id, lock_id) values ($1, $2)', calendar, main);
  await run('insert into calendar_location (calendar_id, location_id) values ($1, $2)', calendar, hq);
  await run('insert into floor_plan_door (location_id, lock_id, x, y) values ($1, $2, 0.25, 0.75)', hq, main);
  await run(
    `insert into maintenance (id, account_id, location_id, lock_id, reason, begun_by, started_at, ends_at)
     values ($1, $2, $3, $4, 'New closer', 'Olga', now(), now())`,
    uuid(),
    account,
    hq,
    main,
  );
  await run(
    `insert into visitor (access_key_id, account_id, location_id, host, made_person, created_at, due_at)
     values ($1, $2, $3, 'Olga', true, now(), now())`,
    key,
    account,
    hq,
  );
  await run(
    'insert into locksys_door (lock_id, key_id) values ($1, $2) on conflict (lock_id) do update set key_id = excluded.key_id',
    lab,
    key,
  );
  await run(
    `insert into command (id, account_id, lock_id, gateway_id, type, status, requested_at, expires_at, key_id) values ($1, $2, $3, $4, 'unlock', 'confirmed', now(), now(), $5)`,
    uuid(),
    account,
    main,
    gateway,
    key,
  );
  for (const month of [0, 1, 5]) {
    const event = await one(
      `insert into event (account_id, location_id, lock_id, type, occurred_at, source, actor, details, key_id, recorded_at)
       values ($1, $2, $3, 'access.granted', now() - $4 * interval '31 days', 'app', $5, $6, $7, now()) returning id`,
      account,
      hq,
      main,
      month,
      { type: 'user', key: { id: key, name: 'Anna' } },
      { api_key: { id: api }, n: 1 },
      key,
    );
    await run(
      `insert into event_scope (location_id, type, occurred_at, event_id) select a.ancestor_id, e.type, e.occurred_at, e.id from event e join location_ancestor a using (location_id) where e.id = $1`,
      event,
    );
    await run(
      'insert into alarm_acknowledgement (event_id, account_id, user_id, user_name, acknowledged_at) values ($1, $2, $3, $4, now())',
      event,
      account,
      owner,
      'Olga',
    );
    await run(
      `insert into alarm (id, account_id, location_id, lock_id, kind, started_at, opened_at) values ($1, $2, $3, $4, 'forced', now(), now())`,
      event,
      account,
      hq,
      main,
    );
    await run(
      `insert into alarm_notice (id, account_id, alarm_id, rule_id, step, recipient, name, at) values ($1, $2, $3, $1, 0, 'user:x', 'Olga', now())`,
      uuid(),
      account,
      event,
    );
  }
  await run(
    `insert into alarm_rule (id, account_id, location_id, name, kinds, lock_ids, steps, created_at) values ($1, $2, $3, 'Night', '{forced}', array[$4::int], '[]', now())`,
    uuid(),
    account,
    hq,
    main,
  );
  const channel = uuid();
  await run(
    `insert into alarm_channel (id, account_id, location_id, name, kind, address, sealed, created_at) values ($1, $2, $3, 'Chat', 'slack', 'hooks.example', $4, now())`,
    channel,
    account,
    hq,
    context.secrets.seal('{"url":"https://hooks.example/x","secret":null}', channel),
  );
  await run(
    `insert into alarm_contact (user_id, account_id, phone) values ($1, $2, '+358401234567')`,
    owner,
    account,
  );
  await run(
    `insert into weekly_report (user_id, account_id, day, hour, due_at) values ($1, $2, 'mon', 7, '2026-03-02T05:00:00Z')`,
    owner,
    account,
  );
  await run(
    `insert into duty_rota (location_id, account_id, weekly, overrides) values ($1, $2, '[]', '[]')`,
    hq,
    account,
  );
  await run(
    `insert into change (account_id, seq, location_id, type, occurred_at, recorded_at, id, data) values ($1, nextval('event_id_seq'), $2, 'key.issued', now(), now(), $3, $4)`,
    account,
    hq,
    uuid(),
    { id: key, location: { id: hq } },
  );
  await run(
    `insert into delivery_ended (id, subscription_id, event_type, event_id, status, attempt, created_at, delivered_at, payload) values ($1, $2, 'door.opened', '1', 'delivered', 1, now(), now(), '{"id": 1}')`,
    uuid(),
    subscription,
  );
  await sealAudit(context);
  return { id: account, name };
}

/** What an installation itself writes is left out: MACs and hashes, sessions of gateways, the entry of an export. */
const OF_THE_INSTALLATION: Record<string, string[]> = {
  gateway: ['session', 'instance_id', 'offline_due_at', 'moved_from'],
  audit: ['number', 'mac', 'previous_hash', 'hash', 'erasure_mac'],
  audit_checkpoint: ['mac'],
};

export async function dump(
  context: Context,
  account: number,
  moved: Moved = {},
): Promise<Record<string, Row[]>> {
  const tables: Record<string, Row[]> = {};
  for (const carried of CARRIED) {
    const { table, of, sorted } = carried;
    const { rows } = await context.pool.query(
      `select row_to_json(row_itself.*)::text as row from (select t.* from ${table} t where ${of} order by ${sorted}) row_itself`,
      [account],
    );
    tables[table] = rows
      .map(({ row }) => move(carried, open(context, table, JSON.parse(row)), moved))
      .filter(({ action }) => !/^account\.(export|import)$/.test(String(action)))
      .map((row) =>
        Object.fromEntries(
          Object.entries(row).filter(([name]) => !OF_THE_INSTALLATION[table]?.includes(name)),
        ),
      );
  }
  return tables;
}
