import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { afterAll, describe, expect, test } from '@jest/globals';
import mqtt from 'mqtt';
import { generate } from 'mqtt-packet';
import { applySite } from '../packages/cloud/src/site/apply-site.js';
import { parseSiteFile } from '../packages/cloud/src/site/site-file.js';
import { createWorld } from './world.js';

const world = await createWorld();
afterAll(() => world.close());

const { id, secret } = world.gateway;
const online = async () => (await world.call('GET', `/locks/${world.ids.main}`)).body.online;
const presence = async () =>
  (
    await world.call('GET', `/door_events?type=lock.online,lock.offline&lock_id=${world.ids.main}`)
  ).body.data.map((event: { type: string }) => event.type);

const heartbeatOf = ({ session }: { session: string }) =>
  JSON.stringify({ v: 1, session, uptime_s: 1, journal_depth: 0, rss_mb: 60, temp_c: null });

/** A reset on the way is a close like any other. */
const closing = (client: mqtt.MqttClient) =>
  new Promise<void>((resolve) => client.once('close', () => resolve()));

async function refused(options: mqtt.IClientOptions): Promise<number | undefined> {
  try {
    const client = await mqtt.connectAsync(
      world.mqttUrl,
      { reconnectPeriod: 0, connectTimeout: 2_000, ...options },
      false,
    );
    await client.endAsync(true);
    return 0;
  } catch (error) {
    return (error as { code?: number }).code ?? -1;
  }
}

/** Keeps back the answer of the next statement of this name: `made` once it was asked, until `release`. */
function holdAnswer(name: string): { made: Promise<void>; release: () => void } {
  const { pool } = world.context;
  const query = pool.query;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const made = new Promise<void>((resolve) => {
    const held = async (...asked: unknown[]) => {
      const answer = await Reflect.apply(query, pool, asked);
      if ((asked[0] as { name?: string }).name !== name) return answer;
      pool.query = query;
      resolve();
      await released;
      return answer;
    };
    pool.query = held as typeof query;
  });
  return { made, release };
}

describe('who may connect', () => {
  const good = { clientId: id, username: id, password: secret, clean: true, keepalive: 15 };
  test.each([
    ['a gateway with its id and secret', good, 0],
    ['a wrong secret', { ...good, password: `${secret}x` }, 4],
    ['another client id than the user name', { ...good, clientId: randomUUID() }, 4],
    ['an unknown gateway', { ...good, clientId: randomUUID(), username: randomUUID() }, 4],
    ['no password', { ...good, password: undefined as never }, 4],
    ['a session that is not clean', { ...good, clean: false }, 2],
  ])('%s', async (_name, options, code) => {
    expect(await refused(options)).toBe(code);
  });
  test('a Will on a foreign topic is refused as not allowed', async () => {
    const will = {
      topic: `gateways/${randomUUID()}/up/status`,
      payload: Buffer.from('{}'),
      qos: 1 as const,
      retain: false,
    };
    expect(await refused({ ...good, will })).toBe(5);
  });
});

describe('what it may say and hear', () => {
  test.each([
    `gateways/${id}/down/command`,
    `gateways/${randomUUID()}/up/journal`,
    `gateways/${id}/up/journal/deeper`,
    `gateways/${id}/up`,
    'elsewhere',
  ])('a publish to %s closes the connection', async (topic) => {
    const gateway = await world.connect();
    const closed = closing(gateway.client);
    gateway.client.publish(topic, '{}', { qos: 1 });
    await closed;
  });
  test.each([
    '#',
    '+/+/down/+',
    `gateways/${randomUUID()}/down/+`,
    `gateways/${id}/up/+`,
    `gateways/${id}/down/#`,
  ])('a subscription to %s is refused and the connection lives on', async (filter) => {
    const gateway = await world.connect({ subscribe: false });
    await expect(gateway.client.subscribeAsync(filter, { qos: 1 })).rejects.toThrow();
    await expect(
      gateway.client.subscribeAsync(`gateways/${id}/down/command`, { qos: 1 }),
    ).resolves.toBeDefined();
    await gateway.end();
  });
  test('sixteen subscriptions are held and a seventeenth is refused, until one is given up', async () => {
    const gateway = await world.connect({ subscribe: false });
    const take = (channel: string) =>
      gateway.client.subscribeAsync(`gateways/${id}/down/${channel}`, { qos: 1 });
    for (let number = 1; number <= 16; number++) await take(`later-${number}`);
    await expect(take('command')).rejects.toThrow();
    await take('later-1');
    await gateway.client.unsubscribeAsync(`gateways/${id}/down/later-1`);
    await take('command');
    await gateway.end();
  });
  test('an unknown channel of a later version is acknowledged', async () => {
    const gateway = await world.connect();
    await gateway.publish(`gateways/${id}/up/weather`, 'sunny');
    await gateway.end();
  });
  test('the retained flag is ignored: no later subscriber receives it', async () => {
    const gateway = await world.connect();
    await gateway.publish(`gateways/${id}/up/heartbeat`, 'x', { retain: true });
    const { rows } = await world.context.pool.query(
      "select 1 from quarantine where topic like '%/heartbeat'",
    );
    expect(rows).toHaveLength(1);
    await gateway.end();
  });
  test('a packet announced above 4 KiB closes the connection before login', async () => {
    const port = Number(new URL(world.mqttUrl).port);
    const socket = net.connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(Buffer.from([0x10, 0xff, 0x1f]));
    socket.resume();
    await once(socket, 'close');
  });
  test('a journal message above 64 KB closes the connection, and the next one is served', async () => {
    const gateway = await world.connect();
    const closed = closing(gateway.client);
    gateway.client.publish(`gateways/${id}/up/journal`, Buffer.alloc(70_000), { qos: 1 });
    await closed;
    const next = await world.connect();
    await next.birth();
    await next.end();
  });
});

test('a revoked gateway is refused, and a living connection of it ends with its next heartbeat', async () => {
  const gateway = await world.connect();
  await gateway.birth();
  const revoke = (at: Date | null) =>
    world.context.prisma.gateway.update({ where: { id }, data: { revoked_at: at } });
  await revoke(new Date());
  const closed = closing(gateway.client);
  gateway.client.publish(`gateways/${id}/up/heartbeat`, heartbeatOf(gateway));
  await closed;
  expect(await refused({ clientId: id, username: id, password: secret, clean: true, keepalive: 15 })).toBe(4);
  await revoke(null);
});

describe('presence on the wire', () => {
  test('a broken connection takes the locks offline by its Will', async () => {
    const gateway = await world.connect();
    await gateway.birth();
    expect(await online()).toBe(true);
    const heard = once(world.context.nudge, 'lock');
    gateway.client.stream.destroy();
    await heard;
    expect(await online()).toBe(false);
  });
  test('a new connection displaces the old one without a flap', async () => {
    const old = await world.connect();
    await old.birth();
    const before = await presence();
    const displaced = closing(old.client);
    const gateway = await world.connect();
    await displaced;
    await gateway.birth();
    await gateway.publish(
      `gateways/${id}/up/status`,
      JSON.stringify({ v: 1, session: old.session, online: false }),
    );
    expect(await online()).toBe(true);
    expect(await presence()).toEqual(before);
    await gateway.end();
  });
  test('a command goes only to the session that was born last', async () => {
    const gateway = await world.connect();
    await gateway.birth();
    const { body } = await world.call('POST', `/locks/${world.ids.main}/unlock`, { body: {} });
    const command = await gateway.next('command');
    expect(command).toMatchObject({ id: body.id, session: gateway.session });
    await gateway.end();
  });
  test('a connection that never subscribed to commands gives 502 publish_failed and unlock.failed', async () => {
    const gateway = await world.connect({ subscribe: false });
    await gateway.birth();
    const { status, body } = await world.call('POST', `/locks/${world.ids.main}/unlock`, { body: {} });
    expect([status, body.error.code]).toEqual([502, 'publish_failed']);
    const { rows } = await world.context.pool.query("select reason from event where type = 'unlock.failed'");
    expect(rows.at(-1)).toEqual({ reason: 'publish_failed' });
    const failed = await world.context.pool.query(
      "select sent_at from command where reason = 'publish_failed'",
    );
    expect(failed.rows).toEqual([{ sent_at: null }]);
    await gateway.end();
  });
  test('a login that goes before it is answered displaces the old connection, and no gateway is left online', async () => {
    const old = await world.connect();
    await old.birth();
    const displaced = closing(old.client);
    const answer = holdAnswer('gateway-authenticate');
    const socket = net.connect(Number(new URL(world.mqttUrl).port), '127.0.0.1');
    const login = {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      keepalive: 15,
    } as const;
    socket.write(generate({ ...login, clientId: id, username: id, password: Buffer.from(secret) }));
    await answer.made;
    socket.resetAndDestroy();
    // The broker has seen the reset before it serves this.
    expect(await online()).toBe(true);
    const heard = once(world.context.nudge, 'lock');
    answer.release();
    await displaced;
    await heard;
    expect(await online()).toBe(false);
  });
  test('of two logins at once the later one lives', async () => {
    const answer = holdAnswer('gateway-authenticate');
    const first = refused({ clientId: id, username: id, password: secret, clean: true, keepalive: 15 });
    await answer.made;
    const second = world.connect();
    answer.release();
    expect(await first).toBe(0);
    const gateway = await second;
    await gateway.birth();
    expect(await online()).toBe(true);
    await gateway.end();
  });
  test('a command waits for the session message, without which no gateway runs it', async () => {
    const gateway = await world.connect();
    const answer = holdAnswer('gateway-sessions');
    const born = gateway.birth();
    await answer.made;
    const unlocked = world.call('POST', `/locks/${world.ids.main}/unlock`, { body: {} });
    const waiting = "select from command where status = 'pending' and requested_at = $1";
    const now = [new Date(world.clock.now())];
    while ((await world.context.pool.query(waiting, now)).rowCount === 0);
    await world.clock.advance(1_234);
    answer.release();
    await born;
    const { status, body } = await unlocked;
    expect([status, body.status]).toEqual([202, 'sent']);
    // The time of sending differs from that of the request.
    expect(Date.parse(body.sent_at) - Date.parse(body.requested_at)).toBe(1_234);
    const read = await world.call('GET', `/locks/${world.ids.main}/commands/${body.id}`);
    expect(read.body).toEqual(body);
    await gateway.next('command');
    expect(gateway.received.map(({ channel }) => channel)).toEqual(['session', 'command']);
    await gateway.end();
  });
  test('a lock made for a door of a connected gateway knows its wiring by a birth, without a flap', async () => {
    const old = await world.connect();
    await old.birth();
    const before = await presence();
    const displaced = closing(old.client);
    const site = `
account: { name: Acme }
locations: [{ ref: hq, name: HQ, timezone: Europe/Helsinki }]
gateways: [{ ref: gw1, name: HQ gateway, location: hq }]
locks: [{ ref: third, name: Third, place: Yard, location: hq, type: remote, gateway: gw1, door: 3 }]`;
    const { result } = await applySite(world.context, parseSiteFile(site, 'site.yaml', world.clock.now()));
    await displaced;
    expect([await online(), await presence()]).toEqual([true, before]);
    const gateway = await world.connect();
    await gateway.birth([{ door: 1 }, { door: 3, contact: 'open' }]);
    const { body } = await world.call('GET', `/locks/${result.locks.third}`);
    expect(body).toMatchObject({ door_state: 'open', features: { forced_open_detection: true } });
    expect([await online(), await presence()]).toEqual([true, before]);
    await gateway.end();
  });
  test('a birth before the subscription is answered once the gateway has subscribed', async () => {
    const gateway = await world.connect({ subscribe: false });
    await gateway.birth();
    await gateway.client.subscribeAsync(`gateways/${id}/down/+`, { qos: 1 });
    expect(await gateway.next('session')).toMatchObject({ session: gateway.session });
    const { status } = await world.call('POST', `/locks/${world.ids.main}/unlock`, { body: {} });
    expect(status).toBe(202);
    expect(await gateway.next('command')).toMatchObject({ type: 'unlock', session: gateway.session });
    await gateway.end();
  });
  test('45 minutes without a heartbeat are offline, connection or not', async () => {
    const gateway = await world.connect();
    await gateway.birth();
    await world.clock.advance(45 * 60_000 - 1);
    await world.due.runDue();
    expect(await online()).toBe(true);
    await world.clock.advance(1);
    await world.due.runDue();
    expect(await online()).toBe(false);
    await gateway.publish(`gateways/${id}/up/heartbeat`, heartbeatOf(gateway));
    expect(await online()).toBe(true);
    await gateway.end();
  });
});

describe('acknowledged means committed', () => {
  test('while the database is away the acknowledgement waits, and nothing is lost', async () => {
    const gateway = await world.connect();
    await gateway.birth();
    const { pool } = world.context;
    // A lock that no transaction can pass stands for a database that does not answer.
    const blocker = await pool.connect();
    await blocker.query('begin');
    await blocker.query('lock table event in access exclusive mode');
    let acknowledged = false;
    const sent = gateway.send([gateway.record({ kind: 'exit_button', pressed: true })]).then(() => {
      acknowledged = true;
    });
    await gateway.publish(`gateways/${id}/up/weather`, 'a message behind it passes');
    expect(acknowledged).toBe(false);
    await blocker.query('commit');
    blocker.release();
    await sent;
    const { body } = await world.call('GET', '/door_events?type=door.exit_button&limit=1');
    expect(body.data).toHaveLength(1);
    await gateway.end();
  });
  test('several messages of one chunk are kept in order', async () => {
    const gateway = await world.connect();
    await gateway.birth();
    const records = Array.from({ length: 40 }, (_, index) => [
      gateway.record({
        kind: 'contact',
        state: index % 2 ? 'closed' : 'open',
        snapshot: false,
        mono_ms: 1e7 + index,
      }),
    ]);
    await Promise.all(records.map((one) => gateway.send(one)));
    const { rows } = await world.context.pool.query(
      "select journal_seq, type from event where type in ('door.opened', 'door.closed') and lock_id = $1 order by id desc limit 40",
      [world.ids.main],
    );
    expect(rows.reverse().map((row) => row.type)).toEqual(
      records.map((_, index) => (index % 2 ? 'door.closed' : 'door.opened')),
    );
    await gateway.end();
  });
});
