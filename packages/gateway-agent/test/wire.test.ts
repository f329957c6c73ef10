import { randomUUID } from 'node:crypto';
import { connect as connectTcp, createServer, type Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { downFilter, systemClock, upTopic } from '@door-access/protocol';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { GatewayConfig } from '../src/config/config.js';
import { mqttConnect, socketTo, type Wire } from '../src/link/wire.js';
import { examine } from '../src/tools/doctor.js';
import { checkCloud } from '../src/tools/doctor-cloud.js';
import { selfSigned } from './certificate.js';
import { FakeCloud } from './fake-cloud.js';
import { SECRET } from './world.js';

let cloud: FakeCloud;
let gatewayId: string;
const servers: Server[] = [];
const sockets = new Set<Socket>();

beforeEach(async () => {
  cloud = await FakeCloud.start();
  gatewayId = randomUUID();
  cloud.pair(gatewayId, SECRET);
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
  await cloud.close();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
}

/** A port without a listener. */
async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  servers.splice(servers.indexOf(server), 1);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function connect(url: string, ca: string | null, keepaliveSeconds?: number): Promise<Wire> {
  return mqttConnect(socketTo(new URL(url), ca), keepaliveSeconds)(
    {
      gatewayId,
      secret: SECRET,
      will: { topic: upTopic(gatewayId, 'status'), payload: '{"v":1,"session":"x","online":false}' },
      filter: downFilter(gatewayId),
      onMessage: () => undefined,
    },
    new AbortController().signal,
  );
}

describe('a cloud with an IPv4 and an IPv6 address, neither of which answers', () => {
  const refused = (address: string) =>
    Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED' });
  const bothRefused = () =>
    Object.assign(new AggregateError([refused('127.0.0.1:8883'), refused('::1:8883')]), {
      code: 'ECONNREFUSED',
    });

  test('fails with the reason of each', async () => {
    const openSocket = () => {
      const socket = new Socket();
      process.nextTick(() => socket.destroy(bothRefused()));
      return socket;
    };
    await expect(
      mqttConnect(openSocket)(
        {
          gatewayId,
          secret: SECRET,
          will: { topic: 't', payload: '' },
          filter: '#',
          onMessage: () => undefined,
        },
        new AbortController().signal,
      ),
    ).rejects.toThrow('connect ECONNREFUSED 127.0.0.1:8883, connect ECONNREFUSED ::1:8883');
  });

  test('is reported by the doctor with its addresses', async () => {
    const port = await freePort();
    const findings = await checkCloud({
      config: {
        gatewayId,
        secret: SECRET,
        cloudUrl: new URL(`mqtt://localhost:${port}`),
        configuredUrl: new URL(`mqtt://localhost:${port}`),
        ca: null,
      } as GatewayConfig,
      clock: systemClock,
      isRunning: false,
      newId: randomUUID,
    });
    expect(findings).toEqual([
      expect.objectContaining({
        level: 'fault',
        text: expect.stringContaining(`ECONNREFUSED 127.0.0.1:${port}`),
        advice: expect.stringContaining('nothing listens there'),
      }),
    ]);
  });
});

describe('over TLS', () => {
  const ours = selfSigned('localhost');
  /** The requested server names; false for none. */
  let asked: (string | false | null)[];
  beforeEach(() => {
    asked = [];
  });
  const tlsCloud = (pair = ours) =>
    listen(
      createTlsServer({ ...pair, noDelay: true }, (socket) => {
        asked.push(socket.servername);
        cloud.broker.handle(socket as never);
      }).on('tlsClientError', () => undefined),
    );

  test('a cloud whose certificate ca_file trusts is connected to', async () => {
    const wire = await connect(`mqtts://localhost:${await tlsCloud()}`, ours.cert);
    await wire.publish(upTopic(gatewayId, 'heartbeat'), '{}', 1);
    await wire.end();
    expect(cloud.of(gatewayId).heartbeats).toHaveLength(1);
    expect(asked).toEqual(['localhost']);
  });

  test('a cloud that is named by its address needs a certificate for that address, and is asked for no name', async () => {
    const pair = selfSigned('127.0.0.1');
    const wire = await connect(`mqtts://127.0.0.1:${await tlsCloud(pair)}`, pair.cert);
    await wire.end();
    expect(asked).toEqual([false]);
    for (const other of [selfSigned('127.0.0.2'), ours])
      await expect(connect(`mqtts://127.0.0.1:${await tlsCloud(other)}`, other.cert)).rejects.toThrow(
        /IP: 127\.0\.0\.1 is not in the cert's list/,
      );
  });

  test('a certificate that nothing vouches for is refused, and the secret is not sent', async () => {
    const seen: string[] = [];
    cloud.broker.preConnect = (_client, packet, done) => {
      seen.push(packet.clientId);
      done(null, true);
    };
    await expect(connect(`mqtts://localhost:${await tlsCloud()}`, null)).rejects.toThrow(/self.signed/i);
    await expect(
      connect(`mqtts://localhost:${await tlsCloud()}`, selfSigned('localhost').cert),
    ).rejects.toThrow();
    expect(seen).toEqual([]);
  });

  test('a certificate for another host is refused', async () => {
    const other = selfSigned('cloud.example');
    await expect(connect(`mqtts://localhost:${await tlsCloud(other)}`, other.cert)).rejects.toThrow(
      /altnames/,
    );
  });

  test('the doctor says which of these it is, and what to do', async () => {
    const port = await tlsCloud();
    const config = {
      file: 'gateway.yaml',
      gatewayId,
      secret: SECRET,
      cloudUrl: new URL(`mqtts://localhost:${port}`),
      configuredUrl: new URL(`mqtts://localhost:${port}`),
      dataDir: process.cwd(),
      maxRecords: 1000,
      keepDays: 7,
      doors: [],
      serviceUrl: null,
    };
    const about = async (ca: string | null) =>
      (await examine({ config: { ...config, ca }, clock: systemClock, isRunning: false, newId: randomUUID }))
        .filter((finding) => ['TLS', 'credential'].includes(finding.about))
        .map(({ about: what, level, advice }) => [what, level, advice]);
    expect(await about(null)).toEqual([['TLS', 'fault', 'give the cloud’s own certificate as ca_file']]);
    expect(await about(ours.cert)).toEqual([
      ['TLS', 'warning', 'inform the operator of the cloud'],
      ['credential', 'ok', ''],
    ]);
    cloud.secrets.set(gatewayId, 'another');
    expect((await about(ours.cert)).at(-1)).toEqual([
      'credential',
      'fault',
      'check gateway_id and secret, or pair the gateway again',
    ]);
  });
});

test('a link that goes silent, without being closed, is noticed within one and a half keepalives', async () => {
  let silent = false;
  const proxy = createServer((near) => {
    const far = connectTcp(cloud.port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => silent || to.write(data));
      from.on('error', () => undefined);
    }
  });
  const wire = await connect(`mqtt://127.0.0.1:${await listen(proxy)}`, null, 1);
  silent = true;
  const began = performance.now();
  // Packets in flight do not postpone it.
  const lost = wire.publish(upTopic(gatewayId, 'heartbeat'), '{}', 1).catch((error: Error) => error.message);
  expect((await wire.closed).message).toMatch(/keepalive/i);
  const after = performance.now() - began;
  expect(after).toBeGreaterThan(900);
  expect(after).toBeLessThan(1900);
  expect(await lost).toEqual(expect.any(String));
});
