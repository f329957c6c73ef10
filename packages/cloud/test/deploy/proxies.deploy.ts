import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectGateway } from '../../../../test/raw-gateway.js';
import { selfSigned } from '../../../../test/setup/certificate.js';
import { eventually, startWatched } from '../watch/world.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-proxies-'));
const watched = await startWatched({ TRUST_PROXY: '1' });
const { key, cert } = selfSigned('localhost');
const ports = { plain: await freePort(), web: await freePort(), mqtt: await freePort() };

/** The example, with the ports and the certificate of this test instead of its own. */
function example(): string {
  const file = path.join(folder, 'haproxy.cfg');
  const pem = path.join(folder, 'doors.pem');
  writeFileSync(pem, cert + key);
  const portOf = (url: string) => new URL(url).port;
  const replaced: [string, string][] = [
    ['/etc/haproxy/doors.pem', pem],
    // Each takes two files, and a test may open fewer.
    ['maxconn 30000', 'maxconn 500'],
    ['bind :80\n', `bind 127.0.0.1:${ports.plain}\n`],
    ['bind :443 ', `bind 127.0.0.1:${ports.web} `],
    ['bind :8883 ', `bind 127.0.0.1:${ports.mqtt} `],
    ['127.0.0.1:8080', `127.0.0.1:${portOf(watched.origin)}`],
    ['127.0.0.1:1883', `127.0.0.1:${portOf(watched.cloud.mqttUrl)}`],
    ['check port 9464', `check port ${portOf(watched.watchOrigin)}`],
  ];
  let text = readFileSync(`${root}deploy/haproxy/haproxy.cfg`, 'utf8');
  for (const [from, to] of replaced) {
    expect(text).toContain(from);
    text = text.replaceAll(from, to);
  }
  writeFileSync(file, text);
  return file;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface Answer {
  status: number;
  headers: Record<string, unknown>;
}

/** Status 0 where no one answers. */
const get = (route: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port: ports.web,
        path: route,
        headers,
        ca: cert,
        servername: 'localhost',
        agent: false,
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
      },
    );
    asked.on('error', () => resolve({ status: 0, headers: {} }));
    asked.end();
  });
const pause = () => watched.cloud.context.clock.sleep(50);
const authorization = `Bearer ${watched.token}`;

let haproxy: ChildProcess;
/** What it says when it ends by itself. */
let said = '';
beforeAll(() => {
  haproxy = spawn('haproxy', ['-db', '-f', example()], { stdio: ['ignore', 'ignore', 'pipe'] });
  haproxy.stderr?.on('data', (chunk) => {
    said += chunk;
  });
});
afterAll(async () => {
  if (haproxy.exitCode === null) {
    const ended = new Promise((resolve) => haproxy.once('exit', resolve));
    haproxy.kill();
    await ended;
  }
  await watched.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the example for HAProxy', () => {
  it('is valid', () => {
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', example()], { encoding: 'utf8' });
    expect({ status, said: stderr.replaceAll(/^Configuration file is valid\n/gm, '') }).toEqual({
      status: 0,
      said: '',
    });
  });

  it('serves the interface over TLS, names the request, and keeps health for itself', async () => {
    const answer = await eventually(
      () => {
        if (haproxy.exitCode !== null) throw new Error(`HAProxy ended: ${said}`);
        return get('/v1/locks', { authorization });
      },
      ({ status }) => status === 200,
      pause,
    );
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect((await get('/readyz')).status).toBe(404);
    expect((await get('/v1/locks')).status).toBe(401);
  });

  it('lets gateways in over TLS', async () => {
    const { clock } = watched.cloud.context;
    const raw = await connectGateway({
      url: `mqtts://127.0.0.1:${ports.mqtt}`,
      ...watched.gateway,
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      tls: { ca: cert, servername: 'localhost' },
    });
    await raw.birth();
    await raw.end();
  });
});

describe('the examples for Caddy', () => {
  it.each(['deploy/caddy/Caddyfile', 'deploy/docker/Caddyfile'])('%s is valid', (file) => {
    const homes = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const { status, stderr } = spawnSync(
      'caddy',
      ['validate', '--adapter', 'caddyfile', '--config', `${root}${file}`],
      { encoding: 'utf8', env: { ...process.env, ...homes, DOMAIN: 'doors.example' } },
    );
    expect({ status, said: status === 0 ? '' : stderr }).toEqual({ status: 0, said: '' });
  });
});

describe('the example for systemd', () => {
  it('is a valid service', () => {
    const { status, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', `${root}deploy/systemd/door-access.service`],
      { encoding: 'utf8' },
    );
    expect({ status, said: stderr.includes('door-access') ? stderr : '' }).toEqual({ status: 0, said: '' });
  });
});
