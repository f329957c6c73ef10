import { beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { endpoints } from '../../src/endpoints.js';
import { bodyFor, makeRows, nameOf, pathTo, pretendGateways, type Rows } from './rows.js';
import { httpWorld } from './world.js';

/* A request costs a bounded number of statements, whatever it works on. */

const MAX_STATEMENTS = 6;
/** Identifying the caller, locking them, and creating the person with its audit entry and deliveries. */
const OTHERWISE: Record<string, number> = {
  'POST /people': 3,
  // What was committed last may wait for an older transaction, also one of a test beside this one.
  'GET /changes': 10,
  'GET /status': 9,
  // The time at which a hold was sent is only written after its cause is committed.
  'POST /locks/{id}/door-mode': 7,
  // It holds the lock, and writes the maintenance, its entry in the audit log, and what the rules of doors decide.
  'PUT /locks/{id}/maintenance': 10,
  'DELETE /locks/{id}/maintenance': 10,
  // It holds the site and the location, and writes the emergency, all doors below, and what is reported of it.
  'POST /locations/{id}/emergency': 10,
  // A permanent erasure keeps the key names, sealed, to erase the person's name from texts later.
  'DELETE /people/{id}': 7,
  // What waited at the pause is given up in turn with the claims of the worker; both go in one round trip.
  'PATCH /webhooks/{id}': 7,
};

/** What makes an endpoint work hardest, beside the example of its body. */
const DEAREST: Record<string, (rows: Rows) => { query?: string; body?: object }> = {
  'POST /people': () => ({ body: { phone: '+358407654321' } }),
  'PUT /people/{id}': ({ location }) => ({ body: { location_id: location } }),
  'DELETE /people/{id}': () => ({ query: '?hard=true' }),
  'POST /keys': () => ({ body: { channel: 'both' } }),
  'PATCH /keys/{id}': ({ group }) => ({ body: { security_groups: [group] } }),
  'PATCH /webhooks/{id}': () => ({ body: { status: 'active', url: 'http://127.0.0.1:9/other' } }),
};

const world = await httpWorld(endpoints, { settings: { WEBHOOK_ALLOW_PRIVATE: 'on' } });
pretendGateways(world);

/** What goes to the database, but for BEGIN and COMMIT, which are not waited for. */
let statements: string[] = [];
const send = pg.Client.prototype.query as (...given: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const [query] = given as [string | { text?: string }];
  const text = typeof query === 'string' ? query : (query?.text ?? '');
  if (!/^\s*(begin|commit|rollback)/i.test(text)) statements.push(text.replaceAll(/\s+/g, ' ').trim());
  return send.apply(this, given);
} as typeof pg.Client.prototype.query;

beforeEach(() => world.clock.advance(60_000));

describe.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  const max = OTHERWISE[name] ?? MAX_STATEMENTS;

  it(`takes at most ${max} statements`, async () => {
    const rows = await makeRows(world, world.account.id, world.location.id);
    // The location has room for one more subscription.
    await world.context.pool.query("update subscription set status = 'paused' where id <> $1", [
      rows.webhook,
    ]);
    await count(rows, {});
  });

  const dearest = DEAREST[name];
  if (dearest) {
    it(`takes no more where there is much to do`, async () => {
      const rows = await makeRows(world, world.account.id, world.location.id);
      await world.context.pool.query("update subscription set status = 'paused'");
      await world.context.pool.query('update account set phone_key_limit = 1000');
      await count(rows, dearest(rows));
      await world.context.pool.query('update account set phone_key_limit = null');
    });
  }

  async function count(rows: Rows, { query = '', body }: { query?: string; body?: object }) {
    statements = [];
    const answer = await world.call(endpoint.method, `${pathTo(endpoint, rows)}${query}`, {
      token: rows.token,
      body: endpoint.body && { ...bodyFor(endpoint, rows), ...body },
    });
    const used = [...statements];
    expect([answer.text, Math.floor(answer.status / 100)]).toEqual([answer.text, 2]);
    if (used.length > max)
      throw new Error(`${used.length} statements:\n${used.map((one) => one.slice(0, 150)).join('\n')}`);
  }
});
