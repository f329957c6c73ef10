import type { Json } from '@door-access/protocol';
import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { olderHeadMac } from '../../src/audit/entry.rules.js';
import { listAudit } from '../../src/audit/read.js';
import { AUDIT_KEY, auditAfter, audited, recordAudit, recordAudits } from '../../src/audit/record.js';
import { sealAudit, startAuditSealer } from '../../src/audit/seal.js';
import { type ChainPosition, verifyAudit, verifySome } from '../../src/audit/verify.js';
import { transaction } from '../../src/context.js';
import * as sql from '../../src/database/statement.js';
import { auditWorld, entry } from './world.js';

const world = await auditWorld();
const { context, clock } = world;
const { acme, other } = world.accounts;
const RENAME = sql.statement('rename', `with ${auditAfter(2)} update account set name = $2 where id = $1`);
beforeEach(() => world.clear());

const whole = async () => {
  const checks = await verifyAudit(context);
  expect(checks.map(({ fault }) => fault)).toEqual(checks.map(() => null));
  return Object.fromEntries(checks.map(({ account, entries }) => [account.name, entries]));
};

describe('an entry', () => {
  test('is kept with what it records, or not at all', async () => {
    await transaction(context.pool, (client) => recordAudit(client, context, entry(acme)));
    const failed = transaction(context.pool, async (client) => {
      await recordAudit(client, context, entry(acme));
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await listAudit(context)).toEqual([
      { ...entry(acme), id: expect.any(String), at: '2026-01-07T06:00:00.000Z', sequence: null, hash: null },
    ]);
  });

  test('may be written in a transaction of Prisma, or by the statement that does the thing', async () => {
    await context.prisma.$transaction(async (tx) =>
      recordAudit(tx, context, entry(acme, { actor: { type: 'rule', id: null, name: 'x' } })),
    );
    const renaming = entry(acme, { action: 'account.update' });
    await RENAME.count(context.pool, audited(context, [other, 'Other'], renaming));
    await sealAudit(context);
    expect((await listAudit(context)).map(({ action, sequence }) => [action, sequence])).toEqual([
      ['account.update', 2],
      ['lock.unlock', 1],
    ]);
    expect(await whole()).toEqual({ Acme: 2, Other: 0 });
  });

  test('about a person bears no name: it outlives their erasure', async () => {
    const subject = { type: 'person', id: '3f0c7b5e-6f5d-4c39-9a55-0c3f6b1f7a10', name: 'Anna Aho' };
    await recordAudit(context.pool, context, entry(acme, { subject }));
    expect((await listAudit(context))[0]?.subject.name).toBe('');
  });

  test('of any content is the same after the database has had it', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 });
    const details = fc.dictionary(
      text,
      fc.jsonValue({ stringUnit: 'binary', maxDepth: 2 }) as fc.Arbitrary<Json>,
      { maxKeys: 5 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, text, details), { minLength: 1, maxLength: 20 }),
        async (contents) => {
          const entries = contents.map(([name, id, inner]) =>
            entry(acme, {
              actor: { type: 'user', id: 'u', name },
              subject: { type: 'lock', id, name: id },
              details: inner,
            }),
          );
          const [first, ...rest] = entries;
          if (first) await recordAudit(context.pool, context, first);
          await recordAudits(context.pool, context, rest);
          await sealAudit(context);
          await whole();
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('concurrent writers', () => {
  test('keep one chain each account, while several processes chain', async () => {
    const write = async (account: number, count: number) => {
      for (let index = 0; index < count; index++)
        await transaction(context.pool, (client) =>
          recordAudit(client, context, entry(account, { details: { index } })),
        );
    };
    let writing = true;
    const seal = async () => {
      let sealed = 0;
      while (writing) sealed += await sealAudit(context);
      return sealed;
    };
    const sealers = [seal(), seal(), seal()];
    await Promise.all([write(acme, 60), write(acme, 60), write(acme, 60), write(other, 60)]);
    writing = false;
    const sealed = (await Promise.all(sealers)).reduce((sum, count) => sum + count, 0);
    expect(sealed + (await sealAudit(context))).toBe(240);
    expect(await whole()).toEqual({ Acme: 180, Other: 60 });
  });

  test('do not wait for each other: one that has not committed holds up no other, and is chained in order of commit', async () => {
    const slow = await context.pool.connect();
    await slow.query('BEGIN');
    await recordAudit(slow, context, entry(acme, { action: 'lock.create' }));
    await recordAudit(context.pool, context, entry(acme, { action: 'lock.update' }));
    expect(await sealAudit(context)).toBe(1);
    await slow.query('COMMIT');
    slow.release();
    expect(await sealAudit(context)).toBe(1);
    const entries = await listAudit(context);
    expect(entries.map(({ action, sequence }) => [action, sequence]).sort()).toEqual([
      ['lock.create', 2],
      ['lock.update', 1],
    ]);
    expect(await whole()).toMatchObject({ Acme: 2 });
  });

  test('are chained within a second, and at the latest as the service stops', async () => {
    const sealer = startAuditSealer(context);
    await recordAudit(context.pool, context, entry(acme));
    while ((await listAudit(context)).some(({ sequence }) => sequence === null)) await clock.advance(1_000);
    await recordAudit(context.pool, context, entry(acme));
    await sealer.stop();
    expect((await listAudit(context)).map(({ sequence }) => sequence)).toEqual([2, 1]);
  });
});

describe('the sealer', () => {
  const ticking = () => {
    const errors: { account_id?: number }[] = [];
    const log = { error: (fields: object) => void errors.push(fields) };
    return {
      errors,
      sealer: (change: object = {}) => startAuditSealer({ ...context, log, ...change } as never),
    };
  };
  /** Until the sealer waits for its next turn. */
  const turns = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      await clock.advance(1_000);
      await context.pool.query('select 1');
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  test('logs an account that cannot be chained once, and again at most hourly', async () => {
    await recordAudit(context.pool, context, entry(acme));
    await sealAudit(context);
    await world.tamper('delete from audit_head');
    await recordAudit(context.pool, context, entry(acme));
    const { errors, sealer } = ticking();
    const running = sealer();
    while (errors.length === 0) await turns(1);
    await turns(20);
    expect(errors).toEqual([expect.objectContaining({ account_id: acme })]);
    await clock.advance(3_600_000);
    while (errors.length < 2) await turns(1);
    await turns(20);
    await running.stop();
    expect(errors).toHaveLength(2);
  });

  test('registers the chains of an older release before it chains, and tries again after a failure', async () => {
    await recordAudit(context.pool, context, entry(acme));
    await sealAudit(context);
    const key = context.secrets.derive(AUDIT_KEY);
    const { rows } = await context.pool.query('select * from audit_head where account_id = $1', [acme]);
    const mac = olderHeadMac(key, acme, rows[0].sequence, rows[0].hash);
    await world.tamper('update audit_head set mac = $1', [mac]);
    await world.tamper('delete from audit_roll');
    await recordAudit(context.pool, context, entry(acme));
    let failures = 2;
    const pool = Object.create(context.pool, {
      connect: {
        value: (...parameters: []) =>
          parameters.length === 0 && failures-- > 0
            ? Promise.reject(new Error('no connection'))
            : context.pool.connect(...parameters),
      },
    });
    const { errors, sealer } = ticking();
    const running = sealer({ pool });
    while ((await listAudit(context)).some(({ sequence }) => sequence === null)) await turns(1);
    await running.stop();
    expect(errors).toHaveLength(1);
    expect(await whole()).toMatchObject({ Acme: 2 });
    const { rows: roll } = await context.pool.query('select accounts from audit_roll');
    expect(roll).toEqual([{ accounts: [acme] }]);
  });
});

test('a log longer than a page and a batch is chained and checked', async () => {
  await recordAudits(
    context.pool,
    context,
    Array.from({ length: 2_500 }, () => entry(acme)),
  );
  expect(await sealAudit(context)).toBe(2_500);
  expect(await whole()).toEqual({ Acme: 2_500, Other: 0 });

  // In parts, each a snapshot of its own, it says the same; entries may be added, changed or forgotten meanwhile.
  const part = (from: ChainPosition | null) =>
    verifySome(context, acme, { from, isOver: () => true, onProgress: () => {} });
  const first = (await part(null)) as ChainPosition;
  expect(first.entries).toBe(1_000);
  const second = (await part(first)) as ChainPosition;
  expect(second.entries).toBe(2_000);
  expect(await part(second)).toEqual((await verifyAudit(context, { accountId: acme }))[0]);
  await recordAudit(context.pool, context, entry(acme));
  await sealAudit(context);
  expect(await part(second)).toMatchObject({ entries: 2_501, fault: null });
  await world.tamper("update audit set actor_name = 'x' where sequence = 2_300 and account_id = $1", [acme]);
  expect(await part(second)).toMatchObject({ fault: { sequence: 2_300 } });
  const misled = { ...second, hash: first.hash };
  expect(await part(misled)).toMatchObject({ fault: { sequence: 2_001 } });
});
