import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { apply } from '../packages/cloud/src/doors/apply.js';
import { openPairing, pairGateway } from '../packages/cloud/src/gateways/pairing.js';
import { eventually } from './cluster/processes.js';
import { createWorld } from './world.js';

/* Two who change the same thing at once, each made to wait where it hurts most. */

const world = await createWorld();
const { context, ids } = world;
afterAll(() => world.close());
beforeEach(() => world.clock.advance(61_000));

/** On a machine that is busy. */
const PATIENCE_MS = 30_000;

/** Holds what a statement locks while others run into it; then does the rest and lets them go. */
async function whileHeld(
  statement: string,
  work: () => Promise<void>,
  rest: readonly string[] = [],
): Promise<void> {
  const holder = await context.pool.connect();
  try {
    await holder.query('begin');
    await holder.query(statement);
    await work();
    for (const one of rest) await holder.query(one);
  } finally {
    await holder.query('commit');
    holder.release();
  }
}

/** Returns once this many transactions wait for a lock; a gateway that has just gone is reported meanwhile. */
const waiting = (count: number) =>
  eventually(async () => {
    const { rows } = await context.pool.query(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0].waiting >= count;
  }, PATIENCE_MS);

describe('a command', () => {
  /** Nothing is due again and again. */
  const comesToRest = async () => {
    await world.clock.advance(60_000);
    await world.due.runDue();
    expect(await world.due.runDue()).toBe(0);
  };

  test('of a mode sees the gateway that was lost while it waited for the door', async () => {
    const gateway = await world.connect();
    await gateway.birth();
    const input = { kind: 'gone' as const, connection: null, session: gateway.session };
    const both: Promise<unknown>[] = [];
    await whileHeld('lock table event in exclusive mode', async () => {
      both.push(apply(context, [{ kind: 'presence', gateway_id: world.gateway.id, input }]));
      await waiting(1);
      both.push(world.call('POST', `/locks/${ids.main}/door-mode`, { body: { mode: 'stay_open' } }));
      await waiting(2);
    });
    await Promise.all(both);
    await comesToRest();
    await gateway.end(true);
  });

  test('has ten seconds from when it was asked for, however long its lock was looked up', async () => {
    const gateway = await world.connect();
    await gateway.birth();
    const askedAt = world.clock.now();
    const commands: ReturnType<typeof world.call>[] = [];
    await whileHeld('lock table door_state in access exclusive mode', async () => {
      commands.push(world.call('POST', `/locks/${ids.main}/unlock`, { body: {} }));
      await waiting(1);
      await world.clock.advance(1_900);
    });
    const [command] = await Promise.all(commands);
    expect(Date.parse(command?.body.expires_at) - askedAt).toBe(10_000);
    await comesToRest();
    await gateway.end(true);
  });

  test('of a lock that stops being remote under it is over in the end', async () => {
    const gateway = await world.connect();
    await gateway.birth();
    const commands: ReturnType<typeof world.call>[] = [];
    await whileHeld('lock table command in exclusive mode', async () => {
      commands.push(world.call('POST', `/locks/${ids.main}/unlock`, { body: {} }));
      await waiting(1);
    }, [
      `delete from door_state where lock_id = ${ids.main}`,
      `update lock set type = 'locksys', gateway_id = null, door = null where id = ${ids.main}`,
    ]);
    const [command] = await Promise.all(commands);
    await comesToRest();
    const { body } = await world.call('GET', `/locks/${ids.main}/commands/${command?.body.id}`);
    expect(body).toMatchObject({ status: 'failed', reason: 'device_missing' });
    await gateway.end(true);
  });
});

// Last: the gateway has another credential then.
describe('a code for a gateway', () => {
  test('may be requested anew while the gateway brings the previous one', async () => {
    const { code } = await openPairing(context, world.gateway.id);
    const request = { code, public_key: 'AAAA', host: 'gateway', agent: '1.2.0', doors: [] };
    const both: Promise<unknown>[] = [];
    await whileHeld('select from gateway_pairing for update', async () => {
      both.push(pairGateway(context, request as never));
      await waiting(1);
      both.push(openPairing(context, world.gateway.id));
      await waiting(2);
    });
    expect(await Promise.all(both)).toMatchObject([
      { id: world.gateway.id },
      { gateway_id: world.gateway.id },
    ]);
  });
});
