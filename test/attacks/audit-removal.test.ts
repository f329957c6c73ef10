import { expect, test } from '@jest/globals';
import { olderHeadMac, parseAnchor } from '../../packages/cloud/src/audit/entry.rules.js';
import { AUDIT_KEY, recordAudit } from '../../packages/cloud/src/audit/record.js';
import { enrolOlder, verifyRoll } from '../../packages/cloud/src/audit/roll.js';
import { sealAudit } from '../../packages/cloud/src/audit/seal.js';
import { verifyAudit } from '../../packages/cloud/src/audit/verify.js';
import { auditWorld, entry } from '../../packages/cloud/test/audit/world.js';

/* An attacker with all rights in the database, but without the service's key, deletes the whole log of one account. */

const { context, tamper, clear, accounts } = await auditWorld();
const { acme, other } = accounts;

async function write(...accountIds: number[]): Promise<void> {
  for (const id of accountIds) await recordAudit(context.pool, context, entry(id));
  await sealAudit(context);
}

async function begin(): Promise<void> {
  await clear();
  await write(acme, acme, other);
}

async function removeLog(accountId: number): Promise<void> {
  await tamper('delete from audit where account_id = $1', [accountId]);
  await tamper('delete from audit_head where account_id = $1', [accountId]);
}

async function faults(anchors: string[] = []): Promise<Record<number, string | undefined>> {
  const parsed = anchors.map((text) => parseAnchor(text) ?? { account_id: 0, sequence: 0, hash: '' });
  const checks = await verifyAudit(context, { anchors: parsed });
  return Object.fromEntries(checks.map(({ account, fault }) => [account.id, fault?.message]));
}

const rollAnchor = async () => (await verifyRoll(context)).anchor ?? '';
const rollFaultBy = async (anchor: string) => {
  const parsed = parseAnchor(anchor);
  return (await verifyRoll(context, parsed ? [parsed] : [])).fault;
};

test('an untouched log is whole, and the anchor of the register stays valid', async () => {
  await begin();
  const anchor = await rollAnchor();
  expect(anchor).toMatch(/^0:2:[0-9a-f]{64}$/);
  await write(acme, other);
  expect(await faults([anchor])).toEqual({ [acme]: undefined, [other]: undefined });
  expect(await rollFaultBy(anchor)).toBeNull();
});

test('deleting a whole log is detected, and the other logs stay whole', async () => {
  await begin();
  await removeLog(other);
  expect(await faults()).toEqual({
    [acme]: undefined,
    [other]: expect.stringContaining('whole log was deleted'),
  });
});

test('deleting a log together with its account is detected, too', async () => {
  await begin();
  await removeLog(other);
  await tamper('delete from account where id = $1', [other]);
  try {
    expect((await faults())[other]).toContain('whole log was deleted');
  } finally {
    await tamper("insert into account (id, name) values ($1, 'Other')", [other]);
  }
});

test('entries written afterwards do not start a log that passes as whole', async () => {
  await begin();
  await removeLog(other);
  await write(other, other);
  expect((await faults())[other]).toContain('started over');
});

test('removing the account from the register is detected, even after the service appends to it', async () => {
  await begin();
  const anchor = await rollAnchor();
  await removeLog(other);
  await tamper('update audit_roll set accounts = array_remove(accounts, $1)', [other]);
  expect((await faults())[acme]).toContain('not as this service wrote it');
  expect((await verifyRoll(context)).fault).toContain('not as this service wrote it');
  await write(other);
  expect((await faults())[acme]).toContain('not as this service wrote it');
  expect(await rollFaultBy(anchor)).not.toBeNull();
});

test('deleting the register too is detected in every remaining log, even after the service writes again', async () => {
  await begin();
  await removeLog(other);
  await tamper('delete from audit_roll');
  expect((await faults())[acme]).toContain('is missing');
  await enrolOlder(context);
  await write(acme, other);
  expect((await faults())[acme]).toContain('does not list this account');
});

test('an account that can no longer be chained does not hold up the others', async () => {
  await begin();
  await tamper('delete from audit_head where account_id = $1', [acme]);
  await expect(write(acme, other)).rejects.toThrow();
  expect(await faults()).toEqual({ [acme]: expect.stringContaining('is missing'), [other]: undefined });
  const { rows } = await context.pool.query('select account_id from audit where sequence is null');
  expect(rows).toEqual([{ account_id: acme }]);
});

test('every account that can no longer be chained is reported', async () => {
  await begin();
  await tamper('delete from audit_head');
  const error = await write(acme, other).catch((reason) => reason);
  expect(error).toBeInstanceOf(AggregateError);
  expect(error.errors).toHaveLength(2);
});

test('an older register, restored from a backup, is detected by an anchor kept elsewhere', async () => {
  await clear();
  await write(acme);
  const { rows } = await context.pool.query('select accounts, mac from audit_roll');
  await write(other);
  const anchor = await rollAnchor();
  await removeLog(other);
  await tamper('update audit_roll set accounts = $1, mac = $2', [rows[0].accounts, rows[0].mac]);
  expect(await faults()).toEqual({ [acme]: undefined, [other]: undefined });
  expect(await rollFaultBy(anchor)).toContain('removed from the register');
});

test('a log started over under an older register is detected by the anchor of that log', async () => {
  await begin();
  const anchor = (await verifyAudit(context, { accountId: other }))[0]?.anchor ?? '';
  const { rows } = await context.pool.query('select accounts, mac from audit_roll');
  await removeLog(other);
  await write(other);
  await tamper('update audit_roll set accounts = $1, mac = $2', [rows[0].accounts, rows[0].mac]);
  expect((await faults([anchor]))[other]).toContain('not the one that the anchor knows');
});

test('the chains of a release without a register are added to it, and stay whole', async () => {
  await begin();
  const { rows } = await context.pool.query('select * from audit_head');
  const key = context.secrets.derive(AUDIT_KEY);
  for (const { account_id, sequence, hash } of rows)
    await tamper('update audit_head set mac = $2 where account_id = $1', [
      account_id,
      olderHeadMac(key, account_id, sequence, hash),
    ]);
  await tamper('delete from audit_roll');
  expect(await faults()).toEqual({ [acme]: undefined, [other]: undefined });
  await enrolOlder(context);
  await write(other);
  expect(await faults()).toEqual({ [acme]: undefined, [other]: undefined });
  await removeLog(acme);
  expect((await faults())[acme]).toContain('whole log was deleted');
});
