import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createWorld } from '../../../../test/world.js';
import { isServiceRunning } from '../../src/backup/restored.js';

const world = await createWorld();
const { clock, context } = world;
const { pool } = context;
afterAll(() => world.close());

/** The lease of another process, which ends in so many milliseconds. */
const lease = (milliseconds: number) =>
  pool.query(
    `insert into instance (id, roles, secret_check, started_at, lease_until)
     values ('00000000-0000-4000-8000-000000000001', '{api}', '', $1, $2)
     on conflict (id) do update set lease_until = excluded.lease_until`,
    [new Date(clock.now()), new Date(clock.now() + milliseconds)],
  );

/** Asks, and lets time pass from the moment at which the answer has to wait. */
async function answered({ meanwhile = async () => {}, onWait = () => {} } = {}): Promise<boolean> {
  let answer: boolean | undefined;
  let waits = () => {};
  const waiting = new Promise<void>((resolve) => {
    waits = resolve;
  });
  const asked = isServiceRunning(context, {
    onWait() {
      onWait();
      waits();
    },
  }).then((found) => {
    answer = found;
  });
  await Promise.race([waiting, asked]);
  for (let step = 0; step < 60 && answer === undefined; step++) {
    await pool.query('select 1');
    await clock.advance(500);
    await meanwhile();
  }
  await asked;
  return answer as boolean;
}

describe('whether the service runs on a restored database', () => {
  beforeEach(() => pool.query('delete from instance'));

  test('it does not where no process has a lease, and nothing is waited for', async () => {
    let waits = 0;
    expect(await isServiceRunning(context, { onWait: () => waits++ })).toBe(false);
    await lease(-1);
    expect(await isServiceRunning(context, { onWait: () => waits++ })).toBe(false);
    expect(waits).toBe(0);
  });

  test('it does not where the lease is one of the restored moment, which no process renews', async () => {
    await lease(12_000);
    let waits = 0;
    const began = clock.now();
    expect(await answered({ onWait: () => waits++ })).toBe(false);
    expect(waits).toBe(1);
    expect(clock.now() - began).toBeLessThanOrEqual(15_000);
  });

  test('it does not where such a lease is of a clock that goes ahead', async () => {
    await lease(3_600_000);
    expect(await answered()).toBe(false);
  });

  test('it does where a process renews its lease', async () => {
    await lease(12_000);
    const began = clock.now();
    const renew = async () => {
      if (clock.now() - began === 5_000) await lease(15_000);
    };
    expect(await answered({ meanwhile: renew })).toBe(true);
    expect(clock.now() - began).toBeLessThan(10_000);
  });
});
