import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '@door-access/protocol';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Anchor, linkHash, parseAnchor } from '../../src/audit/entry.rules.js';
import { recordAudits } from '../../src/audit/record.js';
import { AUDIT_COLUMNS, type AuditRow, entryOf } from '../../src/audit/rows.js';
import { sealAudit } from '../../src/audit/seal.js';
import { verifyAudit } from '../../src/audit/verify.js';
import { SecretBox } from '../../src/secrets/secret-box.js';
import { auditWorld, entry } from './world.js';

const world = await auditWorld();
const { context, tamper } = world;
const { acme, other } = world.accounts;

beforeEach(async () => {
  await world.clear();
  for (const account of [acme, other]) {
    await recordAudits(
      context.pool,
      context,
      Array.from({ length: 6 }, (_, index) => entry(account, { details: { number: index + 1 } })),
    );
  }
  await sealAudit(context);
});

const check = async (anchors: Anchor[] = [], account = acme) =>
  (await verifyAudit(context, { accountId: account, anchors }))[0];
const fault = async (anchors: Anchor[] = []) => (await check(anchors))?.fault;
const anchorNow = async () => parseAnchor((await check())?.anchor ?? '') as Anchor;
const rowAt = async (sequence: number): Promise<AuditRow> =>
  (
    await context.pool.query(`select ${AUDIT_COLUMNS} from audit where account_id = $1 and sequence = $2`, [
      acme,
      sequence,
    ])
  ).rows[0];

/** Chains like the service, as any reader of its source can, but without its key. */
async function rechain(from: number): Promise<void> {
  const { rows } = await context.pool.query<AuditRow>(
    `select ${AUDIT_COLUMNS} from audit where account_id = $1 order by sequence`,
    [acme],
  );
  let before: Buffer = Buffer.alloc(32);
  for (const [index, row] of rows.entries()) {
    const sequence = index + 1;
    const hash = linkHash({ sequence, previous_hash: before, mac: row.mac, entry: entryOf(row) });
    if (sequence >= from)
      await tamper('update audit set sequence = $2, previous_hash = $3, hash = $4 where id = $1', [
        row.id,
        sequence,
        before,
        hash,
      ]);
    before = hash;
  }
  await tamper('update audit_head set sequence = $2, hash = $3 where account_id = $1', [
    acme,
    rows.length,
    before,
  ]);
}

test('an untouched log is whole, and gives an anchor for each account', async () => {
  const checks = await verifyAudit(context);
  expect(
    checks.map(({ account, entries, unchained, fault }) => [account.name, entries, unchained, fault]),
  ).toEqual([
    ['Acme', 6, 0, null],
    ['Other', 6, 0, null],
  ]);
  const anchors = checks.map(({ anchor }) => parseAnchor(anchor ?? '') as Anchor);
  expect((await verifyAudit(context, { anchors })).every(({ fault }) => fault === null)).toBe(true);
});

describe('an entry that was edited', () => {
  test.each([
    ["details = '{}'"],
    ['details = details || \'{"x":1}\''],
    ["actor_name = 'Another name'"],
    ['actor_id = null'],
    ["action = 'lock.door_mode'"],
    ["subject_id = '42'"],
    ["at = at + interval '1 ms'"],
    ['location_id = 4'],
    ['id = gen_random_uuid()'],
    ["mac = decode(repeat('00', 32), 'hex')"],
  ])('by %s is found where it stands', async (change) => {
    await tamper(`update audit set ${change} where account_id = $1 and sequence = 3`, [acme]);
    expect(await fault()).toMatchObject({ sequence: 3, message: expect.stringMatching(/changed/) });
    expect((await check([], other))?.fault).toBeNull();
  });

  test('with a new hash for it and all that follow is found by its MAC', async () => {
    await tamper(`update audit set details = '{"number":"none"}' where account_id = $1 and sequence = 3`, [
      acme,
    ]);
    await rechain(3);
    expect(await fault()).toMatchObject({
      sequence: 3,
      message: expect.stringContaining('not as this service wrote it'),
    });
  });

  test('in its hash alone is found', async () => {
    await tamper(`update audit set hash = sha256('x') where account_id = $1 and sequence = 6`, [acme]);
    expect(await fault()).toMatchObject({ sequence: 6 });
  });
});

describe('an entry that was deleted', () => {
  test('from the middle leaves a hole', async () => {
    await tamper('delete from audit where account_id = $1 and sequence in (3, 4)', [acme]);
    expect(await fault()).toMatchObject({
      sequence: 5,
      message: 'entries 3 to 4 are missing before entry 5',
    });
  });

  test('from the beginning too', async () => {
    await tamper('delete from audit where account_id = $1 and sequence = 1', [acme]);
    expect((await fault())?.message).toBe('entry 1 is missing before entry 2');
  });

  test('with all that follow numbered anew is found, as the hashes do not follow', async () => {
    await tamper('delete from audit where account_id = $1 and sequence = 3', [acme]);
    await tamper('update audit set sequence = -sequence where account_id = $1 and sequence > 3', [acme]);
    await tamper('update audit set sequence = -sequence - 1 where account_id = $1 and sequence < 0', [acme]);
    expect(await fault()).toMatchObject({ sequence: 3, message: expect.stringContaining('does not follow') });
  });

  test('and the whole chain written anew over it is found by the mark of its end', async () => {
    await tamper('delete from audit where account_id = $1 and sequence = 3', [acme]);
    await tamper('update audit set sequence = -sequence where account_id = $1 and sequence > 3', [acme]);
    await tamper('update audit set sequence = -sequence - 1 where account_id = $1 and sequence < 0', [acme]);
    await rechain(1);
    expect((await fault())?.message).toContain(
      'the record of where the chain ends is not as this service wrote it',
    );
  });
});

describe('an entry that was put in', () => {
  const copy = (sequence: string) =>
    tamper(
      `insert into audit (id, account_id, sequence, at, actor_type, actor_id, actor_name, action, subject_type, subject_id,
         subject_name, location_id, details, mac, previous_hash, hash)
       select gen_random_uuid(), account_id, ${sequence}, at, actor_type, actor_id, actor_name, action, subject_type,
         subject_id, subject_name, location_id, details, mac, previous_hash, hash from audit where account_id = $1 and sequence = 2`,
      [acme],
    );

  test('at the end is found', async () => {
    await copy('7');
    expect(await fault()).toMatchObject({ sequence: 7 });
  });

  test('before the beginning is found', async () => {
    await copy('0');
    expect((await fault())?.message).toBe('entry 0 was put in where the chain has no place for it');
  });

  test('well linked, but made up, is found by its MAC', async () => {
    await copy('7');
    await rechain(7);
    expect(await fault()).toMatchObject({ sequence: 7, message: expect.stringContaining('made up') });
  });

  test('for the service to chain is found, chained or not', async () => {
    await tamper(
      `insert into audit (id, account_id, at, actor_type, actor_name, action, subject_type, subject_id, subject_name, mac)
       values (gen_random_uuid(), $1, $2, 'rule', 'x', 'lock.unlock', 'lock', '1', 'x', sha256('guess'))`,
      [acme, new Date(world.clock.now())],
    );
    expect(await fault()).toMatchObject({ sequence: null, message: expect.stringContaining('made up') });
    await sealAudit(context);
    expect(await fault()).toMatchObject({ sequence: 7, message: expect.stringContaining('made up') });
  });

  test("taken from another account's log is found", async () => {
    await tamper('delete from audit where account_id = $1 and sequence = 3', [acme]);
    await tamper('update audit set account_id = $1 where account_id = $2 and sequence = 3', [acme, other]);
    expect(await fault()).toMatchObject({ sequence: 3 });
    expect((await check([], other))?.fault?.message).toBe('entry 3 is missing before entry 4');
  });
});

test('entries that changed places are found', async () => {
  await tamper('update audit set sequence = -3 where account_id = $1 and sequence = 3', [acme]);
  await tamper('update audit set sequence = 3 where account_id = $1 and sequence = 4', [acme]);
  await tamper('update audit set sequence = 4 where account_id = $1 and sequence = -3', [acme]);
  expect(await fault()).toMatchObject({ sequence: 3, message: expect.stringContaining('does not follow') });
  await rechain(1);
  expect((await fault())?.message).toContain('the record of where the chain ends');
});

describe('an end that was cut off', () => {
  test('is found by the mark of the end', async () => {
    await tamper('delete from audit where account_id = $1 and sequence > 4', [acme]);
    expect((await fault())?.message).toBe(
      'the chain ends at entry 4, but 6 were written: its end was cut off',
    );
  });

  test('with the mark removed is found', async () => {
    await tamper('delete from audit where account_id = $1 and sequence > 4', [acme]);
    await tamper('delete from audit_head where account_id = $1', [acme]);
    expect((await fault())?.message).toContain('missing');
  });

  test('with the mark set back by guess is found', async () => {
    await tamper('delete from audit where account_id = $1 and sequence > 4', [acme]);
    const { hash } = await rowAt(4);
    await tamper('update audit_head set sequence = 4, hash = $2 where account_id = $1', [acme, hash]);
    expect((await fault())?.message).toContain('not as this service wrote it');
  });

  test('with a mark that was true once, as from a backup, is found by an anchor kept elsewhere', async () => {
    const { rows } = await context.pool.query('select * from audit_head where account_id = $1', [acme]);
    await recordAudits(context.pool, context, [entry(acme), entry(acme)]);
    await sealAudit(context);
    const anchor = await anchorNow();
    expect(anchor.sequence).toBe(8);
    await tamper('delete from audit where account_id = $1 and sequence > 6', [acme]);
    await tamper('update audit_head set sequence = 6, hash = $2, mac = $3 where account_id = $1', [
      acme,
      rows[0].hash,
      rows[0].mac,
    ]);
    expect(await fault()).toBeNull();
    expect((await fault([anchor]))?.message).toContain('the anchor knows entry 8: its end was cut off');
    await recordAudits(context.pool, context, [entry(acme), entry(acme), entry(acme)]);
    await sealAudit(context);
    expect((await fault([anchor]))?.message).toContain('entry 8 is not the one that the anchor knows');
  });

  test('so that nothing is left at all is found by an anchor', async () => {
    const anchor = await anchorNow();
    await world.clear();
    expect((await fault([anchor]))?.message).toContain('cut off');
  });
});

test('entries that are never chained are reported', async () => {
  await recordAudits(context.pool, context, [entry(acme)]);
  expect(await check()).toMatchObject({ entries: 6, unchained: 1, fault: null });
  await world.clock.advance(60_001);
  expect((await fault())?.message).toContain('was never chained');
});

test('with another SECRET_KEY nothing is taken for genuine', async () => {
  const checks = await verifyAudit({ ...context, secrets: new SecretBox(Buffer.alloc(32, 5)) });
  expect(checks.every(({ fault }) => fault?.sequence === 1)).toBe(true);
});

test('a database user of the service cannot change or delete an entry by mistake', async () => {
  await expect(context.pool.query("update audit set action = 'x'")).rejects.toThrow(
    'neither changed nor deleted',
  );
  await expect(context.pool.query('delete from audit')).rejects.toThrow('neither changed nor deleted');
});

test('an outsider can check the links with SHA-256 and the canonical encoding alone', async () => {
  const row = await rowAt(1);
  const text = `link\n1\n${'00'.repeat(32)}\n${row.mac.toString('hex')}\n${canonicalJson(entryOf(row) as unknown as Json)}`;
  expect(row.hash).toEqual(createHash('sha256').update(text).digest());
});
