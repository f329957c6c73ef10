import { randomBytes, randomUUID } from 'node:crypto';
import { TestClock } from '@door-access/protocol';
import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { type Cluster, joinCluster } from '../../packages/cloud/src/cluster/cluster.js';
import { LEASE_MS, RENEW_EVERY_MS } from '../../packages/cloud/src/cluster/membership.js';
import { EVERYBODY } from '../../packages/cloud/src/cluster/postgres-line.js';
import { readConfig } from '../../packages/cloud/src/config.js';
import type { Context, Downlink } from '../../packages/cloud/src/context.js';
import { createPrisma } from '../../packages/cloud/src/database/prisma.js';
import { RESTART_GRACE_MS, SILENCE_MS } from '../../packages/cloud/src/doors/presence.rules.js';
import { Nudge } from '../../packages/cloud/src/nudge.js';
import { SecretBox } from '../../packages/cloud/src/secrets/secret-box.js';
import { postgresStores } from '../../packages/cloud/src/stores.js';
import { testDatabase } from '../setup/database.js';
import { eventually } from './processes.js';

const { url, pool } = await testDatabase();
const key = randomBytes(32);
const prisma = createPrisma(pool);
afterAll(() => prisma.$disconnect());

/** A process of the service, as far as the others know it. */
interface Member {
  context: Context;
  clock: TestClock;
  cluster: Cluster;
  /** What it holds, and what went down to it. */
  held: Map<string, string>;
  sent: object[];
}

const living: Member[] = [];
afterEach(async () => {
  for (const { cluster } of living.splice(0)) await cluster.leave();
  await pool.query('delete from gateway');
});

const START = Date.parse('2026-01-07T06:00:00.000Z');

async function member(options: { at?: number; alone?: boolean; key?: Buffer } = {}): Promise<Member> {
  const clock = new TestClock(options.at ?? START);
  const held = new Map<string, string>();
  const sent: object[] = [];
  const local: Downlink = {
    isConnected: (gateway, session) => held.get(gateway) === session,
    async publish(gateway, session, _channel, message) {
      if (held.get(gateway) !== session) throw new Error('the gateway is not connected here');
      sent.push(message);
    },
  };
  const tools = {
    clock,
    ids: { uuid: () => randomUUID(), bytes: (count: number) => randomBytes(count) },
    pool,
    secrets: new SecretBox(options.key ?? key),
  };
  const context: Context = {
    config: readConfig({ DATABASE_URL: url }),
    ...tools,
    ...postgresStores(tools),
    log: pino({ level: 'silent' }),
    prisma,
    downlink: local,
    nudge: new Nudge(),
  };
  const cluster = await joinCluster(context, () => local, options.alone ?? false);
  const made = { context, clock, cluster, held, sent };
  living.push(made);
  return made;
}

/** Each has seen the other. */
const acquainted = (...members: Member[]) =>
  eventually(async () => members.every(({ context }) => context.downlink.isConnected(randomUUID(), 'x')));

/** A gateway that was heard at the start, through this process. */
async function gatewayOf(instanceId: string | null): Promise<{ id: string; session: string }> {
  const account = await prisma.account.upsert({
    where: { name: 'Acme' },
    create: { name: 'Acme', locations: { create: { ref: 'hq', name: 'HQ', timezone: 'UTC' } } },
    update: {},
    include: { locations: true },
  });
  const session = randomUUID();
  const { id } = await prisma.gateway.create({
    data: {
      id: randomUUID(),
      account_id: account.id,
      location_id: account.locations[0]?.id ?? 0,
      ref: randomUUID(),
      name: 'Gateway',
      secret_hash: randomBytes(32),
      online: true,
      session,
      last_heard_at: new Date(START),
      offline_due_at: new Date(START + SILENCE_MS),
      instance_id: instanceId,
    },
  });
  return { id, session };
}

/** A process that stands still: its lease is there, and nothing answers. */
async function standing(): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into instance (id, roles, secret_check, started_at, lease_until)
     select $1, roles, secret_check, started_at, lease_until from instance limit 1`,
    [id],
  );
  return id;
}

/** How long after the start the gateway counts as offline if nothing is heard. */
async function offlineAfter(id: string): Promise<number> {
  const { rows } = await pool.query('select offline_due_at from gateway where id = $1', [id]);
  return rows[0].offline_due_at.getTime() - START;
}

test('processes that start at the same moment know each other at once', async () => {
  await acquainted(...(await Promise.all(Array.from({ length: 6 }, () => member()))));
});

test('a process that is called while it joins goes on', async () => {
  const call = JSON.stringify({ kind: 'members', from: randomUUID() });
  let isOver = false;
  const calling = (async () => {
    while (!isOver) await pool.query('select pg_notify($1, $2)', [EVERYBODY, call]);
  })();
  for (let times = 0; times < 20; times++) await (await member()).cluster.leave();
  isOver = true;
  await calling;
  living.splice(0);
  await acquainted(await member(), await member());
});

test('one whose settings say that it is alone learns at once of another that lives', async () => {
  const before = await member();
  const alone = await member({ alone: true });
  await acquainted(before, alone);
});

describe('who is there', () => {
  test('a process that renews no lease for 15 s is gone: its gateways have 90 s from then, the others are left alone', async () => {
    const [one, two] = [await member(), await member()];
    const [lost, kept] = [
      await gatewayOf(one.context.instanceId ?? ''),
      await gatewayOf(two.context.instanceId ?? ''),
    ];
    // The first process stands still: only the other's clock goes on.
    const seenAt = LEASE_MS + 2 * RENEW_EVERY_MS;
    for (let at = 0; at < seenAt; at += RENEW_EVERY_MS) {
      await two.clock.advance(RENEW_EVERY_MS);
      await eventually(async () => two.clock.sleeping > 0);
    }
    await eventually(async () => (await offlineAfter(lost.id)) < SILENCE_MS);
    expect(await offlineAfter(lost.id)).toBeLessThanOrEqual(seenAt + RESTART_GRACE_MS);
    expect(await offlineAfter(lost.id)).toBeGreaterThanOrEqual(LEASE_MS + RESTART_GRACE_MS);
    expect(await offlineAfter(kept.id)).toBe(SILENCE_MS);
  });

  test('one that was taken for gone and goes on is back among the living', async () => {
    const [one, two] = [await member(), await member()];
    await pool.query('delete from instance where id = $1', [one.context.instanceId]);
    await one.clock.advance(RENEW_EVERY_MS);
    await eventually(async () => {
      const { rows } = await pool.query('select id from instance');
      return rows.length === 2 && two;
    });
  });

  test('one that signs off while others live leaves its gateways their 90 s', async () => {
    const [one] = [await member(), await member()];
    const { id } = await gatewayOf(one.context.instanceId ?? '');
    await one.cluster.leave();
    expect(await offlineAfter(id)).toBe(RESTART_GRACE_MS);
  });

  test('the last one that signs off leaves them to the next start', async () => {
    const one = await member();
    const { id } = await gatewayOf(one.context.instanceId ?? '');
    await one.cluster.leave();
    expect(await offlineAfter(id)).toBe(SILENCE_MS);
    await member({ at: START + 60_000 });
    expect(await offlineAfter(id)).toBe(60_000 + RESTART_GRACE_MS);
  });

  test('a start gives the grace to gateways of processes that are gone, and to no others', async () => {
    const one = await member();
    const [orphan, never, kept] = [
      await gatewayOf(randomUUID()),
      await gatewayOf(null),
      await gatewayOf(one.context.instanceId ?? ''),
    ];
    await member();
    expect(await offlineAfter(orphan.id)).toBe(RESTART_GRACE_MS);
    expect(await offlineAfter(never.id)).toBe(RESTART_GRACE_MS);
    expect(await offlineAfter(kept.id)).toBe(SILENCE_MS);
  });

  test('the only process gives it to all at once, however fresh the lease of the one before', async () => {
    const before = await member();
    const { id } = await gatewayOf(before.context.instanceId ?? '');
    // As one that was killed: its row stays, and it answers no one.
    const { rows } = await pool.query('select to_jsonb(i) as row from instance i');
    await before.cluster.leave();
    await pool.query('insert into instance select * from jsonb_populate_record(null::instance, $1)', [
      rows[0].row,
    ]);
    const after = await member({ alone: true });
    expect(await offlineAfter(id)).toBe(RESTART_GRACE_MS);
    expect(after.context.downlink.isConnected(id, randomUUID())).toBe(false);
  });

  test('who does not come back is offline since its last contact, be it a journal message', async () => {
    const [heard, silent] = [await gatewayOf(null), await gatewayOf(null)];
    const mark = { gateway_id: heard.id, journal: randomUUID(), last_seq: 1 };
    await prisma.journalMark.create({ data: { ...mark, updated_at: new Date(START + 20_000) } });
    await member({ at: START + 25_000 });
    const contact = async (id: string) => {
      const { rows } = await pool.query('select last_heard_at from gateway where id = $1', [id]);
      return rows[0].last_heard_at.getTime() - START;
    };
    expect([await contact(heard.id), await contact(silent.id)]).toEqual([20_000, 0]);
  });

  test('one with another key is refused, and leaves nothing behind', async () => {
    await member();
    await expect(member({ key: randomBytes(32) })).rejects.toThrow('another key');
    const { rows } = await pool.query('select count(*)::int as living from instance');
    expect(rows[0].living).toBe(1);
  });
});

describe('what crosses', () => {
  test('a call is heard in the other process, once, and does not come back', async () => {
    const [one, two] = [await member(), await member()];
    await acquainted(one, two);
    const heard: string[] = [];
    const id = randomUUID();
    one.context.nudge.on('lock', (lock) => heard.push(`one ${lock}`));
    two.context.nudge.on('lock', (lock) => heard.push(`two ${lock}`));
    two.context.nudge.on('command', (command) => heard.push(`two ${command}`));
    for (let lock = 1; lock <= 250; lock++) one.context.nudge.emit('lock', lock);
    one.context.nudge.emit('command', id);
    await eventually(async () => heard.includes(`two ${id}`) && heard.length >= 501);
    await eventually(async () => heard.filter((one) => one.startsWith('two')).length === 251);
    expect(new Set(heard).size).toBe(heard.length);
  });

  test('a message reaches the gateway through the process that holds it', async () => {
    const [one, two] = [await member(), await member()];
    await acquainted(one, two);
    const { id, session } = await gatewayOf(two.context.instanceId ?? '');
    two.held.set(id, session);
    await one.context.downlink.publish(id, session, 'command', { v: 1, id: 'x' });
    expect(two.sent).toEqual([{ v: 1, id: 'x' }]);
  });

  test.each([
    ['no living process holds the gateway', randomUUID(), 'no process holds the gateway'],
    ['the one that the row names does not hold it any more', 'two', 'the gateway is not connected here'],
  ])('it fails at once where %s', async (_name, holder, fault) => {
    const [one, two] = [await member(), await member()];
    await acquainted(one, two);
    const { id, session } = await gatewayOf(holder === 'two' ? (two.context.instanceId ?? '') : holder);
    await expect(one.context.downlink.publish(id, session, 'command', {})).rejects.toThrow(fault);
  });

  test('it fails after two seconds where the process that holds the gateway stands still', async () => {
    const [one, two] = [await member(), await member()];
    await acquainted(one, two);
    const { id, session } = await gatewayOf(await standing());
    const sleepers = one.clock.sleeping;
    const handed = one.context.downlink.publish(id, session, 'command', {});
    const refused = expect(handed).rejects.toThrow('does not answer');
    await eventually(async () => one.clock.sleeping > sleepers);
    await one.clock.advance(2_000);
    await refused;
  });

  test('a thousand messages that wait for a process that stands still hold up none to another', async () => {
    const [one, two] = [await member(), await member()];
    await acquainted(one, two);
    const [lost, kept] = [await gatewayOf(await standing()), await gatewayOf(two.context.instanceId ?? '')];
    two.held.set(kept.id, kept.session);
    const { downlink } = one.context;
    const sleepers = one.clock.sleeping;
    const waiting = Array.from({ length: 1_000 }, () =>
      downlink.publish(lost.id, lost.session, 'command', {}).catch(({ message }: Error) => message),
    );
    await eventually(async () => one.clock.sleeping >= sleepers + waiting.length);
    await expect(downlink.publish(lost.id, lost.session, 'command', {})).rejects.toThrow('too many');
    await downlink.publish(kept.id, kept.session, 'command', { v: 1, id: 'x' });
    expect(two.sent).toEqual([{ v: 1, id: 'x' }]);
    await one.clock.advance(2_000);
    expect(new Set(await Promise.all(waiting))).toEqual(
      new Set(['the process that holds the gateway does not answer']),
    );
    // They have made room.
    const again = downlink
      .publish(lost.id, lost.session, 'command', {})
      .catch(({ message }: Error) => message);
    await eventually(async () => one.clock.sleeping > sleepers);
    await one.clock.advance(2_000);
    expect(await again).toContain('does not answer');
  });

  test('a process by itself sends nothing: no statement but its lease', async () => {
    const alone = await member({ alone: true });
    const asked = jest.spyOn(pool, 'query');
    alone.held.set('g', 's');
    await alone.context.downlink.publish('g', 's', 'command', {});
    await expect(alone.context.downlink.publish('other', 's', 'command', {})).rejects.toThrow(
      'not connected here',
    );
    alone.context.nudge.emit('delivery');
    alone.context.nudge.emit('lock', 1);
    await Promise.resolve();
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });

  test('after the line was cut, processes hear each other again, and look for what they missed', async () => {
    const [one, two] = [await member(), await member()];
    await acquainted(one, two);
    let missed = 0;
    two.context.nudge.on('delivery', () => {
      missed += 1;
    });
    let isReported = false;
    two.context.nudge.on('missed', () => {
      isReported = true;
    });
    const asleep = [one, two].map(({ clock }) => clock.sleeping);
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'door-access-line' and datname = current_database()",
    );
    await eventually(async () =>
      [one, two].every(({ clock }, index) => clock.sleeping > (asleep[index] ?? 0)),
    );
    await Promise.all([one.clock.advance(1_000), two.clock.advance(1_000)]);
    await eventually(async () => missed > 0 && isReported);
    const before = missed;
    await eventually(async () => {
      one.context.nudge.emit('delivery');
      return missed > before;
    });
  });
});
