import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect as connectNats } from '@nats-io/transport-node';
import { CommandText } from '../../packages/cloud/src/cluster/hand-over.js';
import { createService, eventually, type Process } from '../cluster/processes.js';
import type { RawGateway } from '../raw-gateway.js';

const port = await freePort();
const service = await createService({ NATS_URL: `nats://127.0.0.1:${port}` });
const front = service.site.locks.front as number;

let api: Process;
let edge: Process;
let gateway: RawGateway;
let nats: ChildProcess | null = null;

// Without NATS: nothing waits for it.
beforeAll(async () => {
  [api, edge] = await Promise.all([service.start('api'), service.start('edge')]);
  gateway = await service.connect(edge, 'gw1');
}, 60_000);
afterAll(async () => {
  await endNats('SIGKILL');
  await service.close();
});

describe('two processes beside NATS', () => {
  test('start and hand over without it', async () => {
    expect(await unlock()).toBe('confirmed');
  });

  test('use it once it is there', async () => {
    await startNats();
    await untilUsed();
  });

  test('seal what they say there, and obey no one else', async () => {
    const stranger = await listen();
    await untilUsed();
    await eventually(async () => stranger.heard.some(({ subject }) => subject.includes('.instance_')));
    const { id, session } = gateway;
    expect(stranger.heard.some(({ data }) => data.includes(id))).toBe(false);
    const { value: kind } = CommandText.shape.kind;
    const forged = { kind, id, from: id, gateway: id, session, channel: 'command', message: {} };
    expect(CommandText.safeParse(forged).success).toBe(true);
    const commands = () => gateway.received.filter(({ channel }) => channel === 'command').length;
    const before = commands();
    for (const subject of new Set(stranger.heard.map((one) => one.subject)))
      stranger.client.publish(subject, JSON.stringify(forged));
    await stranger.client.close();
    // What is handed over comes behind the forged message.
    expect(await unlock()).toBe('confirmed');
    expect(commands()).toBe(before + 1);
  });

  test('lose no unlock while it is killed and comes back', async () => {
    const seen: string[] = [];
    const unlocking = (async () => {
      for (let turn = 0; turn < 12; turn++) seen.push(await unlock());
    })();
    await eventually(async () => seen.length >= 3);
    await endNats('SIGKILL');
    await eventually(async () => seen.length >= 8);
    await startNats();
    await unlocking;
    expect(new Set(seen)).toEqual(new Set(['confirmed']));
  });

  test('take the other way where it stands still', async () => {
    await untilUsed();
    nats?.kill('SIGSTOP');
    expect(await unlock()).toBe('confirmed');
  });
});

async function unlock(): Promise<string> {
  const { status, body } = await service.call(api, 'POST', `/locks/${front}/unlock?wait=5`, {});
  return status === 202 ? body.status : `${status} ${body.error.code}`;
}

async function startNats(): Promise<void> {
  const flags = ['--addr', '127.0.0.1', '--port', String(port)];
  const started = spawn('nats-server', flags, { stdio: 'ignore' });
  nats = started;
  await eventually(async () => answers(port));
}

async function endNats(signal: NodeJS.Signals): Promise<void> {
  const ending = nats;
  nats = null;
  if (!ending) return;
  ending.kill(signal);
  await once(ending, 'exit');
}

/** Hears all that goes over the server, as anyone may who has its address. */
async function listen() {
  const client = await connectNats({ servers: `127.0.0.1:${port}` });
  const heard: { subject: string; data: Buffer }[] = [];
  client.subscribe('door_access.>', {
    callback: (_error, { subject, data }) => void heard.push({ subject, data: Buffer.from(data) }),
  });
  await client.flush();
  return { client, heard };
}

/** A command goes over it. */
async function untilUsed(): Promise<void> {
  const { client, heard } = await listen();
  await eventually(async () => {
    expect(await unlock()).toBe('confirmed');
    return heard.some(({ subject }) => subject.includes('.instance_'));
  }, 20_000);
  await client.close();
}

function answers(at: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(at, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  server.close();
  return free;
}
