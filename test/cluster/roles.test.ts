import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readCommand } from '../../packages/cloud/src/locks/commands.js';
import type { RawGateway } from '../raw-gateway.js';
import { confirm, createService, eventually, type Process } from './processes.js';

const service = await createService();
const { locks } = service.site;
const front = locks.front as number;
const back = locks.back as number;

let api: Process;
let edge: Process;
let worker: Process;
let gateway: RawGateway;

beforeAll(async () => {
  [api, edge, worker] = await Promise.all([
    service.start('api'),
    service.start('edge'),
    service.start('worker'),
  ]);
  gateway = await service.connect(edge, 'gw1');
}, 60_000);
afterAll(() => service.close());

const unlock = (at: Process, lock = front) => service.call(at, 'POST', `/locks/${lock}/unlock`, {});
const command = (at: Process, lock: number, id: string, wait = 5) =>
  service.call(at, 'GET', `/locks/${lock}/commands/${id}?wait=${wait}`);

describe('a process each for api, edge and worker', () => {
  test('an unlock reaches the gateway through the process that holds it, and is confirmed', async () => {
    const accepted = await unlock(api);
    expect(accepted.status).toBe(202);
    const result = await command(api, front, accepted.body.id);
    expect(result.body).toMatchObject({ status: 'confirmed', reason: null });
    expect(result.body.sent_at).not.toBeNull();
  });

  test('a request that waits for a command in another process ends when the gateway confirms', async () => {
    const waiting = await service.member();
    const asked = await service.connect(edge, 'gw2', { byHand: true });
    const { body } = await unlock(api, back);
    await asked.next('command');
    const idle = waiting.clock.sleeping;
    const { signal } = new AbortController();
    const caller = { locationId: service.site.locations.hq as number, apiKey: null };
    const result = readCommand(waiting.context, caller, back, body.id, 5_000, signal);
    // It has looked, and sleeps until its next look: which never comes, as its clock stands still.
    await eventually(async () => waiting.clock.sleeping > idle);
    await confirm(asked, body.id);
    expect(await result).toMatchObject({ id: body.id, status: 'confirmed' });
    await asked.end(true);
    await waiting.leave();
    await eventually(async () => (await service.call(api, 'GET', `/locks/${back}`)).body.online === false);
  });

  test('an event at the edge is delivered by the worker', async () => {
    const arrived: string[] = [];
    const receiver = createServer((request, response) => {
      request.resume().on('end', () => {
        arrived.push(String(request.headers['x-service-event']));
        response.end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const made = await service.call(api, 'POST', '/webhooks', { url, events: ['access.granted'] });
    expect(made.status).toBe(201);
    await unlock(api);
    await eventually(async () => arrived.length > 0);
    await new Promise((resolve) => receiver.close(resolve));
  });

  test('an unlock of a gateway that no process holds is 502, and failed with its reason', async () => {
    const other = await service.connect(edge, 'gw2');
    // Disconnected without a message: the row still says online.
    await service.pool.query('update gateway set instance_id = gen_random_uuid() where id = $1', [other.id]);
    const answer = await unlock(api, back);
    expect(answer).toMatchObject({ status: 502, body: { error: { code: 'publish_failed' } } });
    const { rows } = await service.pool.query(
      'select status, reason from command where lock_id = $1 order by requested_at desc limit 1',
      [back],
    );
    expect(rows[0]).toEqual({ status: 'failed', reason: 'publish_failed' });
    await other.end(true);
    await eventually(async () => (await service.call(api, 'GET', `/locks/${back}`)).body.online === false);
  });

  test('a gateway that comes to another edge process displaces its older connection, without a flap', async () => {
    const second = await service.start('edge');
    const closed = new Promise<void>((resolve) => gateway.client.once('close', () => resolve()));
    const moved = await service.connect(second, 'gw1');
    await closed;
    expect((await unlock(api)).status).toBe(202);
    await eventually(async () => moved.received.some(({ channel }) => channel === 'command'));
    const { rows } = await service.pool.query(
      "select count(*)::int as flaps from event where lock_id = $1 and type = 'lock.offline'",
      [front],
    );
    expect(rows[0].flaps).toBe(0);
    await moved.end(true);
    expect(await second.stop()).toBe(0);
  });

  test('a process with another key is refused with the name of the setting', async () => {
    await expect(service.start('worker', { SECRET_KEY: 'ab'.repeat(32) })).rejects.toThrow(/^SECRET_KEY: /m);
    const { rows } = await service.pool.query('select count(*)::int as living from instance');
    expect(rows[0].living).toBe(3);
  });

  test('each stops cleanly and signs off', async () => {
    expect(await Promise.all([api.stop(), edge.stop(), worker.stop()])).toEqual([0, 0, 0]);
    const { rows } = await service.pool.query('select count(*)::int as living from instance');
    expect(rows[0].living).toBe(0);
  });
});
