import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { verify } from '@node-rs/argon2';
import { authenticate, keyOf } from '../../src/api-keys/authenticate.js';
import { type AppliedSite, applySite, planSite } from '../../src/site/apply-site.js';
import { parseSiteFile } from '../../src/site/site-file.js';
import { EXAMPLE, emptyContext } from './site-context.js';

const context = await emptyContext();
const { pool } = context;
const file = (text: string) => parseSiteFile(text, 'site.yaml', context.clock.now());
const apply = (text: string) => applySite(context, file(text));
const one = async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows[0];
const counts = async () =>
  one(`select (select count(*) from account) a, (select count(*) from location) o, (select count(*) from gateway) g,
       (select count(*) from lock) l, (select count(*) from security_group) s, (select count(*) from account_user) u,
       (select count(*) from api_key) k, (select count(*) from person) p, (select count(*) from door_state) d`);
const changesOf = (plan: AppliedSite['plan']) =>
  plan
    .filter(({ action, note }) => action !== 'leave' || note !== 'unchanged')
    .map(({ section, ref, action }) => `${action} ${section} ${ref}`);

let first: AppliedSite;
beforeAll(async () => {
  first = await apply(EXAMPLE);
});

describe('applying the example', () => {
  test('names ids for every ref, and the secrets that it made', () => {
    const { account, locations, locks, ...rest } = first.result;
    expect({ account, locations, locks }).toEqual({
      account: { id: 1 },
      locations: { hq: 1, lab: 2 },
      locks: { main: 1, archive: 2 },
    });
    expect(rest).toEqual({
      gateways: {
        gw1: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), secret: expect.stringMatching(/^[\w-]{43}$/) },
      },
      users: { 'owner@acme.example': { password: expect.stringMatching(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/) } },
      api_keys: { erp: { id: 1, token: expect.stringMatching(/^sk_/) } },
      people: { anna: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
  });

  test('keeps hashes, and these open what the secrets are for', async () => {
    const { gateways, users, api_keys } = first.result;
    const gateway = await one('select secret_hash from gateway where id = $1', gateways.gw1?.id);
    expect(gateway.secret_hash).toEqual(
      createHash('sha256')
        .update(gateways.gw1?.secret ?? '')
        .digest(),
    );
    const user = await one('select password_hash from account_user');
    expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verify(user.password_hash, users['owner@acme.example']?.password ?? '')).toBe(true);
    const identity = await authenticate(context, keyOf(api_keys.erp?.token ?? ''));
    expect(identity?.caller).toMatchObject({ accountId: 1, locationId: 1, apiKey: { id: 1, name: 'ERP' } });
    expect(await one('select expires_at from api_key')).toEqual({
      expires_at: new Date('2027-01-07T06:00:00Z'),
    });
  });

  test('makes the tree, the door, the group and the list of locks', async () => {
    const { rows } = await pool.query(
      'select location_id, ancestor_id, depth from location_ancestor order by 1, 3',
    );
    expect(rows).toEqual([
      { location_id: 1, ancestor_id: 1, depth: 0 },
      { location_id: 2, ancestor_id: 2, depth: 0 },
      { location_id: 2, ancestor_id: 1, depth: 1 },
    ]);
    // Due at once, so that a schedule that is in force now begins now.
    expect(await one('select lock_id, contact, due_at from door_state')).toEqual({
      lock_id: 1,
      contact: null,
      due_at: new Date('2026-01-07T06:00:00Z'),
    });
    expect(await one('select timezone from location where id = 2')).toEqual({ timezone: 'Europe/Helsinki' });
    expect(
      await one('select strike_ms, left_open_ms, toggle_policy, schedule from lock where id = 1'),
    ).toEqual({
      strike_ms: 5000,
      left_open_ms: 60_000,
      toggle_policy: 'all_keys',
      schedule: [
        { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '08:00', to: '17:00', first_person_in: true },
      ],
    });
    expect(await one('select array_agg(lock_id order by lock_id) as locks from security_group_lock')).toEqual(
      { locks: [1, 2] },
    );
    expect(await one('select array_agg(lock_id) as locks from api_key_lock')).toEqual({ locks: [1] });
  });

  test('twice changes nothing, a day later too, and shows no secret again', async () => {
    await context.clock.advance(86_400_000);
    const before = await pool.query(
      'select l::text from lock l union all select k::text from api_key k union all select u::text from account_user u',
    );
    const again = await apply(EXAMPLE);
    expect(changesOf(again.plan)).toEqual([]);
    expect(again.result).toEqual({
      ...first.result,
      gateways: { gw1: { id: first.result.gateways.gw1?.id } },
      users: { 'owner@acme.example': {} },
      api_keys: { erp: { id: 1 } },
    });
    const after = await pool.query(
      'select l::text from lock l union all select k::text from api_key k union all select u::text from account_user u',
    );
    expect(after.rows).toEqual(before.rows);
  });

  test('a plan writes nothing and shows what would change, before and after', async () => {
    const before = await counts();
    const plan = await planSite(
      context,
      file(EXAMPLE.replace('Main entrance', 'Front door').replace('strike_seconds: 5', 'strike_seconds: 3')),
    );
    expect(plan.filter(({ action }) => action === 'change')).toEqual([
      {
        section: 'locks',
        ref: 'main',
        action: 'change',
        changes: [
          { field: 'name', from: 'Main entrance', to: 'Front door' },
          { field: 'strike_seconds', from: 5, to: 3 },
        ],
        kept: [],
        note: '',
      },
    ]);
    expect(await counts()).toEqual(before);
    expect(await one('select name from lock where id = 1')).toEqual({ name: 'Main entrance' });
  });

  test('changes every section in place, keeping ids', async () => {
    const changed = EXAMPLE.replace('phone_key_limit: 100', 'phone_key_limit: 50')
      .replace('name: HQ gateway', 'name: Gateway of HQ')
      .replace('locks: [main, archive]', 'locks: [archive]')
      .replace('role: owner', 'role: manager')
      .replace('locks: [main], expires_in_days: 365', 'locks: [archive], expires_in_days: 30');
    const { plan, result } = await apply(changed);
    expect(changesOf(plan)).toEqual([
      'change account Acme',
      'change gateways gw1',
      'change security_groups STAFF at hq',
      'change users owner@acme.example',
      'change api_keys erp',
    ]);
    expect(result.locks).toEqual(first.result.locks);
    expect(await one('select array_agg(lock_id) as locks from security_group_lock')).toEqual({ locks: [2] });
    expect(await one('select array_agg(lock_id) as locks from api_key_lock')).toEqual({ locks: [2] });
    expect(await one('select expires_at from api_key')).toEqual({
      expires_at: new Date('2026-02-06T06:00:00Z'),
    });
    expect(changesOf((await apply(EXAMPLE)).plan)).toHaveLength(5);
  });
});

describe('a schedule that the file changes', () => {
  test('is then the file’s, and one that it leaves keeps its author', async () => {
    const changedBy = () => one('select schedule_changed_by as by from lock where id = 1');
    await pool.query(`update lock set schedule_changed_by = 'Olga' where id = 1`);
    await apply(EXAMPLE.replace('strike_seconds: 5', 'strike_seconds: 4'));
    expect(await changedBy()).toEqual({ by: 'Olga' });
    await apply(EXAMPLE.replace('to: "17:00"', 'to: "18:00"'));
    expect(await changedBy()).toEqual({ by: 'The site file' });
    await apply(EXAMPLE);
  });
});

describe('what the file does not name', () => {
  test('is left alone, and said to be', async () => {
    const short = EXAMPLE.slice(0, EXAMPLE.indexOf('security_groups:'));
    const before = await counts();
    const { plan, result } = await apply(short);
    expect(
      plan
        .filter(({ note }) => note === 'left alone, not in the file')
        .map(({ section, ref }) => `${section} ${ref}`),
    ).toEqual(['security_groups STAFF at hq', 'users owner@acme.example', 'api_keys erp', 'people anna']);
    expect(await counts()).toEqual(before);
    expect(result.api_keys).toEqual({});
  });

  test('keeps its door: another lock cannot take it', async () => {
    const renamed = EXAMPLE.replace('ref: main', 'ref: front').replaceAll('[main', '[front');
    await expect(apply(renamed)).rejects.toThrow(
      'site.yaml:15:11: locks[0].door: belongs to the lock "main", which is not in the file, expected a free door',
    );
  });

  test('a person who is not managed belongs to the interface once made; a managed one follows the file', async () => {
    const renamed = EXAMPLE.replace('Anna Aho', 'Anna Berg');
    const { plan } = await apply(renamed);
    expect(plan.find(({ section }) => section === 'people')).toMatchObject({
      action: 'leave',
      note: 'left alone, not managed: name differ from the file',
    });
    const managed = renamed.replace('"+358401234567"', '"+358401234567", managed: true');
    expect(changesOf((await apply(managed)).plan)).toEqual(['change people anna']);
    expect(await one('select name, managed from person')).toEqual({ name: 'Anna Berg', managed: true });
    await apply(EXAMPLE);
    expect(await one('select name, managed from person')).toEqual({ name: 'Anna Aho', managed: false });
  });

  test('subscribers hear of people whom the file makes and changes, once', async () => {
    const { prisma } = context;
    const events = async () =>
      (
        await pool.query('select event_type as type, payload as data from delivery order by payload ->> $1', [
          'name',
        ])
      ).rows;
    const hq = await prisma.location.findFirstOrThrow({ where: { ref: 'hq' } });
    const subscription = await prisma.subscription.create({
      data: {
        id: randomUUID(),
        account_id: hq.account_id,
        location_id: hq.id,
        url: 'https://receiver.invalid/',
        events: ['person.created', 'person.updated'],
        secret: new Uint8Array(),
      },
    });
    const nudged = jest.fn();
    context.nudge.on('delivery', nudged);
    const people = '  - { ref: bo, name: Bo, location: lab, managed: true }\n';
    await apply(`${EXAMPLE}${people}`);
    const { id } = await prisma.person.findFirstOrThrow({ where: { ref: 'bo' } });
    const bo = { id, name: 'Bo', email: '', phone: '', company_name: '', title: '', language: '' };
    const lab = await prisma.location.findFirstOrThrow({ where: { ref: 'lab' } });
    const location = { id: lab.id, name: 'Lab' };
    expect(await events()).toEqual([{ type: 'person.created', data: { ...bo, location } }]);
    await apply(`${EXAMPLE}${people.replace('name: Bo', 'name: Bob, title: Guard')}`);
    await apply(`${EXAMPLE}${people.replace('name: Bo', 'name: Bob, title: Guard')}`);
    const changed = { ...bo, name: 'Bob', title: 'Guard', location, changed_fields: ['name', 'title'] };
    expect((await events()).slice(1)).toEqual([{ type: 'person.updated', data: changed }]);
    expect(nudged).toHaveBeenCalledTimes(2);
    await prisma.subscription.delete({ where: { id: subscription.id } });
    await prisma.person.delete({ where: { id } });
  });

  test('what was ended is not brought back', async () => {
    await pool.query(
      `update person set deleted_at = now(); update api_key set revoked_at = now(); update gateway set revoked_at = now()`,
    );
    const { plan } = await apply(EXAMPLE.replace('Anna Aho', 'Anna Berg'));
    expect(
      plan.filter(({ note }) => note.startsWith('left alone, was')).map(({ ref, note }) => `${ref} ${note}`),
    ).toEqual(['gw1 left alone, was revoked', 'erp left alone, was revoked', 'anna left alone, was deleted']);
    await pool.query(
      `update person set deleted_at = null; update api_key set revoked_at = null; update gateway set revoked_at = null`,
    );
  });
});

describe('doors and places', () => {
  const TWO = EXAMPLE.replace(
    '  - { ref: archive',
    '  - { ref: side, name: Side, location: lab, type: remote, gateway: gw1, door: 2 }\n  - { ref: archive',
  );

  test('two locks change doors, and what was known of the old doors is forgotten', async () => {
    await apply(TWO);
    await pool.query(`update door_state set contact = 'open', evidence = '{"x":1}'`);
    const swapped = TWO.replace('door: 1', 'door: 9')
      .replace('door: 2', 'door: 1')
      .replace('door: 9', 'door: 2');
    expect(changesOf((await apply(swapped)).plan)).toEqual(['change locks main', 'change locks side']);
    const { rows } = await pool.query(
      `select l.ref, l.door, s.contact, s.evidence from lock l join door_state s on s.lock_id = l.id order by l.id`,
    );
    expect(rows).toEqual([
      { ref: 'main', door: 2, contact: null, evidence: {} },
      { ref: 'side', door: 1, contact: null, evidence: {} },
    ]);
    await apply(TWO);
  });

  test('a lock that becomes one of the locking system gives up its door', async () => {
    const site = TWO.replace('type: remote, gateway: gw1, door: 2', 'type: locksys');
    await apply(site);
    expect(
      await one(
        `select l.type, l.gateway_id, s.lock_id from lock l left join door_state s on s.lock_id = l.id where ref = 'side'`,
      ),
    ).toEqual({
      type: 'locksys',
      gateway_id: null,
      lock_id: null,
    });
    await apply(TWO);
    expect(
      await one(
        `select s.lock_id is not null as has from lock l left join door_state s on s.lock_id = l.id where ref = 'side'`,
      ),
    ).toEqual({ has: true });
  });

  test('a gateway whose doors get other locks has the time of a restart to report what is wired to them, and no other has', async () => {
    await apply(TWO);
    const due = new Date(context.clock.now() + 45 * 60_000);
    await pool.query('update gateway set connection = 7, online = true, offline_due_at = $1', [due]);
    const called: unknown[] = [];
    context.nudge.on('gateway', (...about) => called.push(about));
    const { gateways } = (await apply(TWO.replace('strike_seconds: 5', 'strike_seconds: 6'))).result;
    expect(called).toEqual([]);
    await apply(TWO.replace('door: 2', 'door: 3'));
    expect(called).toEqual([[gateways.gw1?.id, 8]]);
    const { connection, offline_due_at } = await one('select connection, offline_due_at from gateway');
    expect([connection, offline_due_at.getTime()]).toEqual([8, context.clock.now() + 90_000]);
    await apply(TWO);
  });

  test('a command to a lock that becomes one of the locking system fails at once, as no door is left to answer', async () => {
    await apply(TWO);
    const { account_id, id: lock_id, gateway_id } = await one("select * from lock where ref = 'side'");
    const [requested_at, expires_at, due_at] = [0, 10_000, 11_000].map(
      (after) => new Date(context.clock.now() + after),
    );
    const command = { account_id, lock_id, gateway_id, type: 'unlock', status: 'sent', note: '' };
    await context.prisma.command.create({
      data: { ...command, id: context.ids.uuid(), requested_at, expires_at, due_at } as never,
    });
    await apply(TWO.replace('type: remote, gateway: gw1, door: 2', 'type: locksys'));
    expect(await one('select status, reason, due_at from command')).toEqual({
      status: 'failed',
      reason: 'device_missing',
      due_at: null,
    });
    await apply(TWO);
  });

  test('a person of a reserved name is refused, and one who has it already stays', async () => {
    const named = (name: string) =>
      EXAMPLE.replace('name: Anna Aho', `name: "${name}"`).replace('ref: anna', 'ref: bob');
    await expect(apply(named('Admin-Team'))).rejects.toThrow(
      'people[0].name: is "Admin-Team", which is reserved for the service itself',
    );
    await expect(planSite(context, file(named('Service/Desk')))).rejects.toThrow('reserved');
    await pool.query("update person set name = 'Admin' where ref = 'anna'");
    await apply(EXAMPLE.replace('name: Anna Aho', 'name: Admin'));
    await pool.query("update person set name = 'Anna Aho' where ref = 'anna'");
  });

  test('when a location moves, its history moves with it', async () => {
    const withAnnex = TWO.replace(
      '  - { ref: lab,',
      '  - { ref: annex, name: Annex, parent: hq }\n  - { ref: lab,',
    );
    const { result } = await apply(withAnnex);
    const { hq, lab, annex } = result.locations;
    const at = new Date('2026-01-01T00:00:00Z');
    const event = await one(
      `insert into event (account_id, location_id, lock_id, type, occurred_at, source) values ($1, $2, $3, 'door.closed', $4, 'device') returning id`,
      result.account.id,
      lab,
      result.locks.side,
      at,
    );
    await pool.query(
      `insert into event_scope (location_id, type, occurred_at, event_id)
       select ancestor_id, 'door.closed', $2, $3 from location_ancestor where location_id = $1`,
      [lab, at, event.id],
    );
    const seenFrom = async () =>
      (await one('select array_agg(location_id order by location_id) as seen from event_scope')).seen;
    expect(await seenFrom()).toEqual([hq, lab].sort());
    const moved = withAnnex.replace('name: Lab, parent: hq', 'name: Lab, parent: annex');
    expect(changesOf((await apply(moved)).plan)).toEqual(['change locations lab']);
    expect(await seenFrom()).toEqual([hq, lab, annex].sort());
    await apply(withAnnex);
    expect(await seenFrom()).toEqual([hq, lab].sort());
  });
});

describe('a second file', () => {
  const OTHER = EXAMPLE.replace('name: Acme', 'name: Bolt').replaceAll('acme.example', 'bolt.example');

  test('with another account name adds another account', async () => {
    const { result } = await apply(OTHER);
    expect(result.account.id).not.toBe(first.result.account.id);
    expect(result.locks.main).not.toBe(first.result.locks.main);
    expect(await one('select count(*) as accounts from account')).toEqual({ accounts: 2 });
  });

  test('cannot take a user of another account, and then changes nothing at all', async () => {
    const before = await counts();
    const clash = OTHER.replace('owner@bolt.example', 'owner@acme.example').replace(
      'name: Bolt',
      'name: Third',
    );
    await expect(apply(clash)).rejects.toThrow(
      'users[0].email: "owner@acme.example" is a user of another account',
    );
    expect(await counts()).toEqual(before);
  });

  test('that fails half-way leaves nothing behind', async () => {
    const before = await counts();
    const past = OTHER.replace('name: Bolt', 'name: Third').replace('owner@bolt', 'owner@third');
    const broken = { ...context, ids: { ...context.ids, bytes: () => Buffer.alloc(1) } };
    await expect(applySite(broken, file(past))).rejects.toThrow();
    await expect(
      apply(past.replace('expires_in_days: 365', 'expires_at: "2026-01-01T00:00:00Z"')),
    ).rejects.toThrow('api_keys[0].expires_at: is "2026-01-01T00:00:00.000Z", expected a time in the future');
    expect(await counts()).toEqual(before);
  });

  test('applied twice at once is applied once', async () => {
    const third = OTHER.replace('name: Bolt', 'name: Third').replace('owner@bolt', 'owner@third');
    const both = await Promise.all([apply(third), apply(third)]);
    expect(
      both.map(({ plan }) => plan.filter(({ action }) => action === 'create').length).sort((a, b) => a - b),
    ).toEqual([0, 10]);
  });
});
