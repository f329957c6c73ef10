// The site that is put under load, applied through doorctl beside the running service.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './place.mjs';

export const GATEWAYS = ['north', 'south'];
export const DOORS = 20;
/** One key may ask 600 times a minute. */
const API_KEYS = ['first', 'second', 'third'];

const lockRef = (gateway, door) => `${gateway}-${door}`;
/** Of the first so many doors of each gateway. */
export const lockRefsOf = (doors) =>
  GATEWAYS.flatMap((gateway) => Array.from({ length: doors }, (_, index) => lockRef(gateway, index + 1)));
export const lockRefs = lockRefsOf(DOORS);

/** The API keys, with more scopes than a caller of locks has. */
export function withScopes(more) {
  return API_KEYS.map((ref) => ({
    ref,
    name: ref,
    location: 'hq',
    scopes: ['catalog:read', 'locks:control', 'events:read', 'webhooks:manage', ...more],
    locks: lockRefs,
    expires_in_days: 1,
  }));
}

const siteFile = {
  account: { name: 'Kills' },
  locations: [
    { ref: 'hq', name: 'HQ', timezone: 'Europe/Helsinki' },
    { ref: 'lab', name: 'Laboratory', parent: 'hq' },
  ],
  gateways: GATEWAYS.map((ref) => ({ ref, name: ref, location: 'lab' })),
  locks: GATEWAYS.flatMap((gateway) =>
    Array.from({ length: DOORS }, (_, index) => ({
      ref: lockRef(gateway, index + 1),
      name: lockRef(gateway, index + 1),
      location: 'lab',
      type: 'remote',
      gateway,
      door: index + 1,
      strike_seconds: 1,
      left_open_seconds: 3600,
    })),
  ),
  api_keys: withScopes([]),
};

/** Returns what doorctl says of the site, with `more` sections: ids, and the secrets of what it made. */
export function applySite(folder, settings, more = {}) {
  const file = path.join(folder, 'site.yaml');
  writeFileSync(file, JSON.stringify({ ...siteFile, ...more }));
  return doorctl(folder, settings, ['site', 'apply', file]);
}

/** Runs a command beside the service and returns its JSON. */
export async function doorctl(folder, settings, parameters) {
  const child = spawn(
    process.execPath,
    [path.join(root, 'packages/cloud/bin/doorctl.mjs'), ...parameters, '--json'],
    {
      cwd: folder,
      env: settings,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  let complained = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    complained += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`doorctl ${parameters.join(' ')} ended with ${code}: ${complained}`);
  return JSON.parse(said);
}
