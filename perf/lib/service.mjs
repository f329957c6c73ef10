// The real service on an embedded PostgreSQL of its own, in a folder that is removed at the end.
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { createApiKey } from '../../packages/cloud/dist/api-keys/create.js';
import { startCloud } from '../../packages/cloud/dist/cloud.js';
import { readConfig } from '../../packages/cloud/dist/config.js';
import { SCOPES } from '../../packages/cloud/dist/http/endpoint.js';
import { onSignal } from './signals.mjs';

/** Starts the service and hands it to `work`, with its folder; stops it and removes the folder whatever happens. */
export async function withService(work, settings = {}) {
  const dir = await mkdtemp(path.join(tmpdir(), 'door-perf-'));
  let cloud = null;
  const end = async () => {
    try {
      await cloud?.stop();
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  };
  const off = onSignal(end);
  try {
    const config = readConfig({
      DATA_DIR: path.join(dir, 'data'),
      PORT: '0',
      MQTT_PORT: '0',
      LOG_LEVEL: 'warn',
      WEBHOOK_ALLOW_PRIVATE: 'on',
      ...settings,
    });
    const log = pino({ level: config.LOG_LEVEL }, pino.destination(2));
    cloud = await startCloud(config, { log });
    return await work(cloud, dir);
  } finally {
    off();
    await end();
  }
}

/**
 * An account with HQ and departments below it; gateways are dealt out over the departments, each with some doors that
 * have everything wired.
 */
export async function furnish(context, { name = 'Bench', departments = 10, gateways = 1, doors = 4 } = {}) {
  const { pool } = context;
  const one = async (text, values) => (await pool.query(text, values)).rows[0].id;
  const account = await one('insert into account (name) values ($1) returning id', [name]);
  const place = async (ref, parent) => {
    const id = await one(
      'insert into location (account_id, parent_id, ref, name, timezone) values ($1, $2, $3, $3, $4) returning id',
      [account, parent, ref, 'Europe/Helsinki'],
    );
    await pool.query(
      `insert into location_ancestor (location_id, ancestor_id, depth)
       select $1::int, $1::int, 0 union all select $1, ancestor_id, depth + 1 from location_ancestor where location_id = $2`,
      [id, parent],
    );
    return id;
  };
  const hq = await place('hq', null);
  const below = [];
  for (let index = 0; index < departments; index++) below.push(await place(`department-${index}`, hq));
  const added = [];
  for (let index = 0; index < gateways; index++) {
    const gateway = { id: randomUUID(), secret: randomUUID(), doors, locks: [] };
    const location = below[index % below.length];
    await pool.query(
      `insert into gateway (id, account_id, location_id, ref, name, secret_hash) values ($1, $2, $3, $4, $4, $5)`,
      [
        gateway.id,
        account,
        location,
        `gateway-${index}`,
        createHash('sha256').update(gateway.secret).digest(),
      ],
    );
    for (let door = 1; door <= doors; door++) {
      const lock = await one(
        `insert into lock (account_id, location_id, ref, name, place, type, gateway_id, door, strike_ms)
         values ($1, $2, $3, $3, 'Ground floor', 'remote', $4, $5, 1000) returning id`,
        [account, location, `lock-${index}-${door}`, gateway.id, door],
      );
      await pool.query(
        `insert into door_state (lock_id, contact_wired, exit_button_wired, hold_relay_wired) values ($1, true, true, true)`,
        [lock],
      );
      gateway.locks.push(lock);
    }
    added.push(gateway);
  }
  return {
    account,
    hq,
    departments: below,
    gateways: added,
    locks: added.flatMap((gateway) => gateway.locks),
  };
}

/** Tokens of as many API keys as `requests` need: one key may ask 600 times a minute. */
export async function issueTokens(context, { account, hq, locks }, location, requests) {
  const tokens = [];
  for (let index = 0; index < Math.ceil(requests / 550); index++) {
    const key = await createApiKey(context, {
      accountId: account,
      locationId: location,
      name: `perf ${index}`,
      scopes: SCOPES,
      lockIds: location === hq ? locks : [],
    });
    tokens.push(key.token);
  }
  return tokens;
}

/** Signs a user of the pages in; resolves with the cookie. */
export async function signIn(origin, email, password) {
  const answer = await fetch(`${origin}/dashboard/session`, {
    method: 'POST',
    headers: { origin, 'x-dashboard': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`${email} is not let in: ${await answer.text()}`);
  return answer.headers.get('set-cookie').split(';')[0];
}
