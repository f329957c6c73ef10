import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { systemClock } from '@door-access/protocol';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createService, eventually, type Process } from '../cluster/processes.js';

const redis = await startRedis();
const service = await createService({ REDIS_URL: `redis://127.0.0.1:${redis.port}` });
const { locks } = service.site;
const front = locks.front as number;
const back = locks.back as number;

let one: Process;
let two: Process;

beforeAll(async () => {
  [one, two] = await Promise.all([service.start('api,edge,worker'), service.start('api,edge,worker')]);
}, 60_000);
afterAll(async () => {
  await service.close();
  await redis.stop();
});

const left = async (at: Process) =>
  Number((await service.call(at, 'GET', '/locks')).headers.get('x-ratelimit-remaining'));
const isOnline = async (at: Process, lock: number) =>
  (await service.call(at, 'GET', `/locks/${lock}`)).body.online;

async function unlock(at: Process, lock: number): Promise<string> {
  const { status, body } = await service.call(at, 'POST', `/locks/${lock}/unlock`, {});
  if (status !== 202) return `${status} ${body.error.code}`;
  return (await service.call(at, 'GET', `/locks/${lock}/commands/${body.id}?wait=5`)).body.status;
}

describe('two processes of api, edge and worker behind one Redis', () => {
  test('share the limits: what one counts, the other has counted', async () => {
    // A window may roll once between the looks.
    await eventually(async () => {
      const first = await left(one);
      return (await left(two)) === first - 1 && (await left(one)) === first - 2;
    });
  });

  test('share the gate of failed authentications', async () => {
    const wrong = (at: Process) =>
      fetch(`${at.baseUrl}/locks`, { headers: { authorization: 'Bearer sk_wrong' } }).then(
        (one) => one.status,
      );
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => wrong(index % 2 ? one : two)));
    expect(new Set(answers)).toEqual(new Set([401]));
    expect([await wrong(one), await wrong(two)]).toEqual([429, 429]);
    await redis.forget('failed-authentication');
  });

  test('share the tries to sign in', async () => {
    const wrong = { email: 'owner@acme.example', password: 'not the password' };
    const answers: number[] = [];
    for (let index = 0; index < 10; index++)
      answers.push((await service.ask(index % 2 ? one : two, 'POST', '/session', undefined, wrong)).status);
    expect(new Set(answers)).toEqual(new Set([401]));
    for (const at of [one, two])
      expect((await service.ask(at, 'POST', '/session', undefined, wrong)).status).toBe(429);
    await redis.forget('sign-in');
  });

  test('unlock through the other process', async () => {
    await service.connect(one, 'gw1');
    await service.connect(two, 'gw2');
    expect([await unlock(two, front), await unlock(one, back), await unlock(one, front)]).toEqual([
      'confirmed',
      'confirmed',
      'confirmed',
    ]);
  });

  test('gateways of a killed process come to the other, without having been offline', async () => {
    await one.kill();
    expect(await isOnline(two, front)).toBe(true);
    // Until it arrives, no process holds it.
    expect(await unlock(two, front)).toBe('502 publish_failed');
    await service.connect(two, 'gw1');
    expect(await unlock(two, front)).toBe('confirmed');
    const { rows } = await service.pool.query(
      "select count(*)::int as flaps from event where type = 'lock.offline'",
    );
    expect(rows[0].flaps).toBe(0);
  });

  test('what does not come has its grace when the lease of the killed process runs out, and only that', async () => {
    const third = await service.start('api,edge,worker');
    const stays = await service.connect(third, 'gw1');
    const back = Date.now();
    await third.kill();
    const dueOf = async (id: string) => {
      const { rows } = await service.pool.query('select offline_due_at from gateway where id = $1', [id]);
      return rows[0].offline_due_at.getTime() - back;
    };
    await eventually(async () => (await dueOf(stays.id)) < 120_000, 30_000);
    expect(await dueOf(stays.id)).toBeGreaterThan(95_000);
    expect(await dueOf(service.site.gateways.gw2?.id ?? '')).toBeGreaterThan(2_000_000);
    expect(await isOnline(two, front)).toBe(true);
  }, 60_000);

  test('while Redis is away requests are answered, counted by each for itself', async () => {
    await redis.cut();
    expect((await service.call(two, 'GET', '/locks')).status).toBe(200);
    const first = await left(two);
    expect(await left(two)).toBe(first - 1);
    await redis.mend();
    await eventually(async () => {
      await service.call(two, 'GET', '/locks');
      return (await redis.keys()).some((key) => key.startsWith('door-access:limit:api-key'));
    });
  });

  test('a Redis that cannot be reached at the start is one line that names the setting', async () => {
    await expect(service.start('api', { REDIS_URL: 'redis://127.0.0.1:1' })).rejects.toThrow(
      /^REDIS_URL: cannot be reached: .+$/m,
    );
  });
});

interface TestRedis {
  port: number;
  keys(): Promise<string[]>;
  /** Drops what is counted under this name. */
  forget(name: string): Promise<void>;
  /** Cuts all connections and takes no more, until mended. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  stop(): Promise<void>;
}

/** A throwaway redis-server behind a port that can be cut. */
async function startRedis(): Promise<TestRedis> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-redis-'));
  const socket = path.join(folder, 'redis.sock');
  const child: ChildProcess = spawn(
    'redis-server',
    ['--port', '0', '--unixsocket', socket, '--save', '', '--appendonly', 'no', '--dir', folder],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  for await (const text of child.stdout?.iterator({ destroyOnReturn: false }) ?? [])
    if (/ready to accept/i.test(String(text))) break;
  let isCut = false;
  const open = new Set<{ destroy(): void }>();
  const door = createServer((client) => {
    if (isCut) return void client.destroy();
    const inner = connect(socket);
    for (const [from, to] of [
      [client, inner],
      [inner, client],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const ask = async (...command: string[]): Promise<string> => {
    const cli = spawn('redis-cli', ['-s', socket, ...command], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    for await (const text of cli.stdout ?? []) said += text;
    return said;
  };
  const keys = async () => (await ask('KEYS', '*')).split('\n').filter(Boolean);
  return {
    port: (door.address() as AddressInfo).port,
    keys,
    async forget(name) {
      for (const key of await keys()) if (key.includes(name)) await ask('DEL', key);
    },
    async cut() {
      isCut = true;
      await ask('FLUSHALL');
      for (const socket of open) socket.destroy();
      await systemClock.sleep(0);
    },
    async mend() {
      isCut = false;
    },
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => door.close(resolve));
      child.kill('SIGTERM');
      await once(child, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
