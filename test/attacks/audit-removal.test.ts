import { expect, test } from '@jest/globals';
import { olderHeadMac, parseAnchor } from '../../packages/cloud/src/audit/entry.rules.js';
import { AUDIT_KEY, recordAudit } from '../../packages/cloud/src/audit/record.js';
import { enrolOlder, verifyRoll } from '../../packages/cloud/src/audit/roll.js';
import { sealAudit } from '../../packages/cloud/src/audit/seal.js';
import { verifyAudit } from '../../packages/cloud/src/audit/verify.js';
import { auditWorld, entry } from '../../packages/cloud/test/audit/world.js';

/* Somebody with all rights in the database, and without the service's key, removes the whole log of one account. */

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

test('an untouched log is whole, and its roll has an anchor that stays good', async () => {
  await begin();
  const anchor = await rollAnchor();
  expect(anchor).toMatch(/^0:2:[0-9a-f]{64}$/);
  await write(acme, other);
  expect(await faults([anchor])).toEqual({ [acme]: undefined, [other]: undefined });
  expect(await rollFaultBy(anchor)).toBeNull();
});

test('a log removed whole is a fault, and the others stay whole', async () => {
  await begin();
  await removeLog(other);
  expect(await faults()).toEqual({ [acme]: undefined, [other]: expect.stringContaining('removed whole') });
});

test('a log removed with its account is a fault of that account all the same', async () => {
  await begin();
  await removeLog(other);
  await tamper('delete from account where id = $1', [other]);
  try {
    expect((await faults())[other]).toContain('removed whole');
  } finally {
    await tamper("insert into account (id, name) values ($1, 'Other')", [other]);
  }
});

test('what is written afterwards begins no log that passes for whole', async () => {
  await begin();
  await removeLog(other);
  await write(other, other);
  expect((await faults())[other]).toContain('begun again');
});

test('taking the account off the roll breaks the roll, and what the service appends does not mend it', async () => {
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

test('removing the roll too is a fault of every log that is left, whatever the service does afterwards', async () => {
  await begin();
  await removeLog(other);
  await tamper('delete from audit_roll');
  expect((await faults())[acme]).toContain('is missing');
  await enrolOlder(context);
  await write(acme, other);
  expect((await faults())[acme]).toContain('does not know this one');
});

test('an account that can be chained no more holds up no other', async () => {
  await begin();
  await tamper('delete from audit_head where account_id = $1', [acme]);
  await expect(write(acme, other)).rejects.toThrow();
  expect(await faults()).toEqual({ [acme]: expect.stringContaining('is missing'), [other]: undefined });
  const { rows } = await context.pool.query('select account_id from audit where sequence is null');
  expect(rows).toEqual([{ account_id: acme }]);
});

test('a roll of earlier, as from a backup, is found by an anchor kept elsewhere', async () => {
  await clear();
  await write(acme);
  const { rows } = await context.pool.query('select accounts, mac from audit_roll');
  await write(other);
  const anchor = await rollAnchor();
  await removeLog(other);
  await tamper('update audit_roll set accounts = $1, mac = $2', [rows[0].accounts, rows[0].mac]);
  expect(await faults()).toEqual({ [acme]: undefined, [other]: undefined });
  expect(await rollFaultBy(anchor)).toContain('taken off the roll');
});

test('a log begun again under a roll of earlier is found by the anchor of that log', async () => {
  await begin();
  const anchor = (await verifyAudit(context, { accountId: other }))[0]?.anchor ?? '';
  const { rows } = await context.pool.query('select accounts, mac from audit_roll');
  await removeLog(other);
  await write(other);
  await tamper('update audit_roll set accounts = $1, mac = $2', [rows[0].accounts, rows[0].mac]);
  expect((await faults([anchor]))[other]).toContain('not the one that the anchor knows');
});

test('the chains of a release that kept no roll are put on it, and stay whole', async () => {
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
  expect((await faults())[acme]).toContain('removed whole');
});
