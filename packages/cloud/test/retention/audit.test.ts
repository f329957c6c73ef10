import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Anchor, parseAnchor } from '../../src/audit/entry.rules.js';
import { isOwnKey } from '../../src/audit/own-key.js';
import { recordAudits } from '../../src/audit/record.js';
import { sealAudit } from '../../src/audit/seal.js';
import { verifyAudit } from '../../src/audit/verify.js';
import { partitionsOf } from '../../src/database/partitions.js';
import { monthOf, nameOfMonth } from '../../src/database/periods.rules.js';
import { keepAll } from '../../src/retention/keep.js';
import { SecretBox } from '../../src/secrets/secret-box.js';
import { entry } from '../audit/world.js';
import { emptyContext } from '../site/site-context.js';

/* The audit log is kept for 84 months; the chain behind what went stays proof. */

const context = await emptyContext();
const { pool, clock } = context;
afterAll(() => context.prisma.$disconnect());
const KEPT = 84;
const { rows } = await pool.query("insert into account (name) values ('Acme'), ('Quiet') returning id");
const [acme, quiet] = rows.map(({ id }) => id) as [number, number];
const first = (await partitionsOf(pool, 'audit'))[1]?.starts_at as number;
const day = (month: number, days = 0) => monthOf(first, month) + days * 24 * 3_600_000;
const moveTo = (at: number) => clock.stepWall(at - clock.now());

async function wrote(at: number, account = acme): Promise<void> {
  moveTo(at);
  await recordAudits(pool, context, [entry(account, { details: { at } })]);
}
const check = async (account = acme, anchors: Anchor[] = []) =>
  (await verifyAudit(context, { accountId: account, anchors }))[0];
const sequences = async (account = acme): Promise<(number | null)[]> =>
  (
    await pool.query('select sequence from audit where account_id = $1 order by sequence', [account])
  ).rows.map(({ sequence }) => sequence);
const names = async () => (await partitionsOf(pool, 'audit')).map(({ name }) => name);
const run = async () => (await keepAll(context)).find(({ name }) => name === 'audit');

/** As an attacker with all rights in the database and without the service's key; undone afterwards. */
async function whileTampered(change: string, look: () => Promise<void>): Promise<void> {
  const kept = await pool.connect();
  const tables = ['audit', 'audit_checkpoint'];
  try {
    for (const table of tables) await kept.query(`create table was_${table} as select * from ${table}`);
    await kept.query("set session_replication_role = 'replica'");
    await kept.query(change);
    await look();
    for (const table of tables) {
      await kept.query(`delete from ${table}`);
      await kept.query(`insert into ${table} select * from was_${table}`);
      await kept.query(`drop table was_${table}`);
    }
  } finally {
    await kept.query("set session_replication_role = 'origin'");
    kept.release();
  }
}

let anchors: Anchor[];
beforeAll(async () => {
  for (const at of [day(0, 3), day(0, 4), day(0, 5)]) await wrote(at);
  await wrote(day(0, 6), quiet);
  await sealAudit(context);
  anchors = [parseAnchor((await check())?.anchor ?? '') as Anchor];
  // Two requests at the border: the later one is chained first.
  await wrote(day(1) + 1);
  await wrote(day(1) - 1);
  await sealAudit(context);
  anchors.push(parseAnchor((await check())?.anchor ?? '') as Anchor);
  await wrote(day(2, 1));
  await sealAudit(context);
  // Not chained yet when its month goes.
  await wrote(day(0, 7));
});

describe('a month of the audit log that is past', () => {
  test('stays until its last entry has had its time', async () => {
    moveTo(day(1 + KEPT) - 1);
    expect((await run())?.forgotten).toEqual([]);
    expect(await sequences()).toEqual([1, 2, 3, 4, 5, 6, null]);
  });

  test('goes up to the first entry that is kept, and the chain is whole from there', async () => {
    moveTo(day(1 + KEPT));
    expect(await run()).toMatchObject({ outcome: 'done', forgotten: [`audit_${nameOfMonth(day(0))}`] });
    expect(await sequences()).toEqual([4, 5, 6, null]);
    await sealAudit(context);
    expect(await check()).toMatchObject({ entries: 7, forgotten: 3, unchained: 0, fault: null });
    await wrote(day(1 + KEPT, 1));
    await sealAudit(context);
    expect(await check()).toMatchObject({ entries: 8, forgotten: 3, fault: null });
  });

  test('leaves the proof of an anchor that was kept elsewhere, that of the last forgotten entry too', async () => {
    expect((await check(acme, anchors))?.fault).toBeNull();
    const others = anchors.map((anchor) => ({ ...anchor, hash: 'f'.repeat(64) }));
    for (const other of others)
      expect((await check(acme, [other]))?.fault?.message).toContain('the chain was written anew');
  });

  test('leaves an account whose every entry went with a log that is whole, and a key that is the only one', async () => {
    expect(await sequences(quiet)).toEqual([]);
    expect(await check(quiet)).toMatchObject({ entries: 1, forgotten: 1, fault: null });
    expect(await isOwnKey(context)).toBe(true);
    expect(await isOwnKey({ pool, secrets: new SecretBox(randomBytes(32)) })).toBe(false);
  });

  test.each([
    ['removed', 'delete from audit_checkpoint', 'entries 1 to 3 are missing before entry 4'],
    ['moved on', 'update audit_checkpoint set sequence = 4', 'not as this service wrote it'],
    ['given another hash', "update audit_checkpoint set hash = sha256('x')", 'not as this service wrote it'],
  ])('has a signed record, and one that was %s is found', async (_, change, message) => {
    await whileTampered(change, async () => {
      expect((await check())?.fault?.message).toContain(message);
    });
  });

  test('hides no entry that is taken out behind it, and none that is put back', async () => {
    await whileTampered('delete from audit where sequence = 4', async () => {
      expect((await check())?.fault?.message).toBe('entry 4 is missing before entry 5');
    });
    await whileTampered(
      `update audit set sequence = 3 where sequence = 4 and account_id = ${acme}`,
      async () => {
        expect((await check())?.fault?.message).toContain('was put in where the chain has no place for it');
      },
    );
    expect((await check())?.fault).toBeNull();
  });

  test('does not go while the chain in it is broken; months to come are made all the same', async () => {
    moveTo(day(2 + KEPT));
    const before = await names();
    const change = `update audit set actor_name = 'Someone' where sequence = 5 and account_id = ${acme}`;
    await whileTampered(change, async () => {
      expect(await run()).toMatchObject({
        outcome: 'refused',
        reason: expect.stringContaining(`the audit log of account ${acme} is broken: entry 5`),
        forgotten: [],
        added: 1,
      });
    });
    expect(await names()).toEqual(expect.arrayContaining(before));
    expect(await run()).toMatchObject({ outcome: 'done', forgotten: [`audit_${nameOfMonth(day(1))}`] });
    // Entry 7 is of an earlier month, and chained behind an entry that is kept.
    expect(await sequences()).toEqual([6, 7, 8]);
    expect(await check()).toMatchObject({ entries: 8, forgotten: 5, fault: null });
  });
});

test('an entry is neither changed nor deleted, in whichever month', async () => {
  await expect(pool.query("update audit set action = 'x'")).rejects.toThrow('neither changed nor deleted');
  await expect(pool.query('delete from audit')).rejects.toThrow('neither changed nor deleted');
});
