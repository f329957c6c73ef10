// The service of this repository on this machine, with one gateway that waits to be paired.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const READY_WITHIN_MS = 240_000;
const SITE = `account: { name: Ladder, platform_mode: false }
locations: [{ ref: hq, name: HQ, timezone: Europe/Helsinki }]
gateways: [{ ref: gw1, name: HQ gateway, location: hq }]
locks:
  - { ref: main, name: Main entrance, place: Ground floor, location: hq, type: remote, gateway: gw1, door: 1, strike_seconds: 1 }
api_keys: [{ ref: key, name: Key, location: hq, scopes: [locks:control, events:read], locks: [main], expires_in_days: 1 }]
`;

export async function startCloud(folder) {
  const data = path.join(folder, 'data');
  mkdirSync(data, { recursive: true });
  const siteFile = path.join(folder, 'site.yaml');
  writeFileSync(siteFile, SITE);
  const env = {
    ...process.env,
    DATA_DIR: data,
    SITE_FILE: siteFile,
    PORT: '0',
    MQTT_PORT: '0',
    LOG_LEVEL: 'warn',
  };
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const ready = path.join(data, 'site.json');
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!existsSync(ready)) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`no service: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const site = JSON.parse(readFileSync(ready, 'utf8'));
  const { token } = site.api_keys.key;
  return {
    url: new URL(site.base_url).origin,
    /** What a manager reads to the installer. */
    pairingCode() {
      const doorctl = path.join(root, 'packages/cloud/bin/doorctl.mjs');
      const words = [doorctl, 'gateway', 'pair', 'gw1', '--no-wait', '--json'];
      return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8', env, stdio: 'pipe' })).code;
    },
    /** Opens the door as a client would; how the command ended. */
    async unlock() {
      const ask = async (method, route) => {
        const answer = await fetch(`${site.base_url}/locks/${site.locks.main}${route}`, {
          method,
          // Minutes pass between two requests, in which the service ends a connection that is kept.
          headers: { authorization: `Bearer ${token}`, connection: 'close' },
        });
        return answer.json();
      };
      const command = await ask('POST', '/unlock');
      return ask('GET', `/commands/${command.id}?wait=10`);
    },
    async stop() {
      child.kill('SIGINT');
      await gone;
    },
  };
}
