import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { linkHash } from '../../src/audit/entry.rules.js';
import { eraseFromAudit } from '../../src/audit/erase.js';
import { recordAudits } from '../../src/audit/record.js';
import { verifyRoll } from '../../src/audit/roll.js';
import { AUDIT_COLUMNS, type AuditRow, entryOf } from '../../src/audit/rows.js';
import { sealAudit } from '../../src/audit/seal.js';
import { verifyAudit } from '../../src/audit/verify.js';
import { readConfig } from '../../src/config.js';
import { transaction } from '../../src/context.js';
import { answerSubject } from '../../src/http/idempotency.js';
import { PUSH_KEY_SUBJECT } from '../../src/notify/push/keys.js';
import { SEALED_COLUMNS } from '../../src/sealing/columns.js';
import { rotateKey } from '../../src/sealing/rotate.js';
import { openSecretBox } from '../../src/secret-key.js';
import { SecretBox } from '../../src/secrets/secret-box.js';
import { auditWorld, entry } from '../audit/world.js';

const world = await auditWorld();
const { accounts, tamper } = world;
const { pool } = world.context;
const [old, fresh] = [randomBytes(32), randomBytes(32)];
const withKeys = (...keys: [Buffer, Buffer?]) => ({ ...world.context, secrets: new SecretBox(...keys) });
const before = withKeys(old);
const during = withKeys(fresh, old);
const after = withKeys(fresh);

const ROWS = 210;
const { rows: places } = await pool.query(
  "insert into location (account_id, ref, name, timezone) values ($1, 'hq', 'HQ', 'UTC') returning id",
  [accounts.acme],
);

beforeEach(async () => {
  await world.clear();
  await tamper('truncate subscription, notice, alarm_channel, push_browser, push_key, erasure, idempotency');
});

/** More of each than one page. */
async function fill(): Promise<void> {
  const seal = (text: string, subject: string) => before.secrets.seal(text, subject);
  const ids = Array.from({ length: ROWS }, () => randomUUID());
  const sealed = (text: string) => ids.map((id, n) => seal(`${text} ${n}`, id));
  await pool.query(
    `insert into subscription (id, account_id, location_id, url, events, secret, previous_secret, previous_secret_until)
     select id, $1, $2, 'https://a.example', '{*}', secret, previous, now()
     from unnest($3::uuid[], $4::bytea[], $5::bytea[]) as x(id, secret, previous)`,
    [accounts.acme, places[0].id, ids, sealed('secret'), sealed('previous')],
  );
  await pool.query(
    `insert into notice (id, account_id, kind, channel, recipient, data, created_at)
     select id, $1, 'x', 'email', '', data, now() from unnest($2::uuid[], $3::bytea[]) as x(id, data)`,
    [accounts.acme, ids, sealed('notice')],
  );
  await pool.query(
    `insert into alarm_channel (id, account_id, location_id, name, kind, address, sealed, created_at)
     select id, $1, $2, 'Chat', 'slack', 'hooks.example', sealed, now() from unnest($3::uuid[], $4::bytea[]) as x(id, sealed)`,
    [accounts.acme, places[0].id, ids, sealed('channel')],
  );
  const { rows: users } = await pool.query('select id from account_user limit 1');
  const userId = users[0]?.id ?? randomUUID();
  if (!users[0])
    await pool.query(
      `insert into account_user (id, account_id, location_id, email, name, role)
       values ($1, $2, $3, 'seal@acme.example', 'Olga', 'owner')`,
      [userId, accounts.acme, places[0].id],
    );
  await pool.query(
    `insert into push_browser (id, user_id, user_agent, host, fingerprint, sealed, created_at)
     select id, $1, '', 'push.example', id::text, sealed, now() from unnest($2::uuid[], $3::bytea[]) as x(id, sealed)`,
    [userId, ids, sealed('browser')],
  );
  await pool.query(
    `insert into push_key (id, public_key, sealed, created_at)
     select n, '', sealed, now() from unnest($1::bytea[]) with ordinality as x(sealed, n)`,
    [ids.map((_, n) => seal(`key ${n}`, PUSH_KEY_SUBJECT))],
  );
  await pool.query(
    `insert into erasure (person_id, requested_at, due_at, named)
     select id, now(), now(), named from unnest($1::uuid[], $2::bytea[]) as x(id, named)`,
    [ids, sealed('named')],
  );
  const keys = ids.map((_, n) => ({ apiKeyId: n % 3, key: `k${n}` }));
  await pool.query(
    `insert into idempotency (api_key_id, key, request_hash, run, started_at, status, body)
     select api_key, key, '', run, now(), 200, body
     from unnest($1::int[], $2::text[], $3::uuid[], $4::bytea[]) as x(api_key, key, run, body)`,
    [
      keys.map(({ apiKeyId }) => apiKeyId),
      keys.map(({ key }) => key),
      ids,
      keys.map((key, n) => seal(`answer ${n}`, answerSubject(key))),
    ],
  );
}

/** Ends a run after so many values. */
class CutBox extends SecretBox {
  readonly cut = new AbortController();
  #left: number;

  constructor(left: number) {
    super(fresh, old);
    this.#left = left;
  }

  override reseal(box: Uint8Array, subject: string): Buffer | null {
    const sealed = super.reseal(box, subject);
    if (sealed && --this.#left === 0) this.cut.abort(new Error('cut'));
    return sealed;
  }
}

/** What these keys read of everything that is sealed; throws where they cannot. */
async function readAll(secrets: SecretBox): Promise<number> {
  let count = 0;
  for (const column of SEALED_COLUMNS) {
    let last: readonly unknown[] | null = null;
    for (;;) {
      const rows = await column.page(pool, last);
      for (const { sealed, subject } of rows) {
        expect(secrets.open(sealed, subject)).toMatch(
          /^(secret|previous|notice|channel|browser|key|named|answer) \d+$/,
        );
        count += 1;
      }
      const next = rows.at(-1);
      if (!next) break;
      last = next.key;
    }
  }
  return count;
}

describe('what is sealed', () => {
  test('is readable with the new key alone after a rotation, and not before', async () => {
    await fill();
    await expect(readAll(after.secrets)).rejects.toThrow();
    const { columns } = await rotateKey(during);
    for (const column of columns)
      expect(column).toEqual({ column: column.column, resealed: ROWS, before: 0, unreadable: 0 });
    expect(await readAll(after.secrets)).toBe(ROWS * SEALED_COLUMNS.length);
    await expect(readAll(before.secrets)).rejects.toThrow();
  });

  test('is readable with both keys wherever a rotation is cut, and the next run ends it', async () => {
    await fill();
    for (const steps of [1, 201, 300]) {
      const secrets = new CutBox(steps);
      const run = rotateKey({ ...during, secrets }, { signal: secrets.cut.signal });
      await expect(run).rejects.toThrow('cut');
      expect(await readAll(during.secrets)).toBe(ROWS * SEALED_COLUMNS.length);
    }
    await rotateKey(during);
    expect(await readAll(after.secrets)).toBe(ROWS * SEALED_COLUMNS.length);
  });

  test('and was changed since it was read stays as it was changed', async () => {
    await fill();
    for (const column of SEALED_COLUMNS) {
      const [row] = await column.page(pool, null);
      if (!row) throw new Error(`${column.name} is empty`);
      const changed = during.secrets.seal('secret 999', row.subject);
      expect(await column.replace(pool, row, changed)).toBe(1);
      expect(await column.replace(pool, row, Buffer.from('late'))).toBe(0);
      expect((await column.page(pool, null))[0]?.sealed).toEqual(changed);
    }
  });

  test('with a key that is lost is counted, left as it is, and holds up nothing', async () => {
    await fill();
    await pool.query(
      "update notice set data = '\\x00112233445566778899' where id = (select min(id::text)::uuid from notice)",
    );
    const { columns } = await rotateKey(during);
    expect(columns.find(({ column }) => column === 'notice.data')).toMatchObject({
      resealed: ROWS - 1,
      unreadable: 1,
    });
  });
});

describe('the audit log', () => {
  const write = (context: typeof before, count: number, account = accounts.acme) =>
    recordAudits(
      pool,
      context,
      Array.from({ length: count }, (_, n) => entry(account, { details: { reason: `parcel ${n}` } })),
    );
  const faults = async (context: typeof before) => [
    ...(await verifyAudit(context)).map(({ fault }) => fault?.message ?? null),
    (await verifyRoll(context)).fault,
  ];
  const rowAt = async (sequence: number): Promise<AuditRow> =>
    (
      await pool.query(`select ${AUDIT_COLUMNS} from audit where account_id = $1 and sequence = $2`, [
        accounts.acme,
        sequence,
      ])
    ).rows[0];

  async function rotated(): Promise<void> {
    await write(before, 6);
    await write(before, 2, accounts.other);
    await sealAudit(before);
    await transaction(pool, (client) =>
      eraseFromAudit(client, before, accounts.acme, 0, (one) =>
        one.details.reason === 'parcel 2' ? { ...one, details: { reason: '' } } : one,
      ),
    );
    // Not chained when the keys change, and one with the new key.
    await write(before, 1);
    await write(during, 1);
    await sealAudit(during);
    expect(await faults(during)).toEqual([null, null, null]);
    await rotateKey(during);
    await write(after, 2);
    await sealAudit(after);
  }

  test('is whole with the new key alone after a rotation, erased entries included', async () => {
    await rotated();
    expect(await faults(after)).toEqual([null, null, null]);
    expect((await verifyAudit(after))[0]).toMatchObject({ entries: 11, erased: 1 });
    expect((await faults(before)).some((fault) => fault !== null)).toBe(true);
  });

  test('still shows who changes, takes out or forges an entry of before, with the old key in hand', async () => {
    await rotated();
    await tamper("update audit set details = '{}' where account_id = $1 and sequence = 2", [accounts.acme]);
    expect((await faults(after))[0]).toMatch(/entry 2 .*does not match its hash/);
  });

  test('shows an entry of before that was made up with the old key, all later ones chained anew', async () => {
    await rotated();
    await tamper("update audit set details = '{}' where account_id = $1 and sequence = 2", [accounts.acme]);
    let previous = (await rowAt(1)).hash as Buffer;
    for (let sequence = 2; sequence <= 11; sequence++) {
      const row = await rowAt(sequence);
      const hash = linkHash({ sequence, previous_hash: previous, mac: row.mac, entry: entryOf(row) });
      await tamper('update audit set previous_hash = $2, hash = $3 where id = $1', [row.id, previous, hash]);
      previous = hash;
    }
    expect((await faults(after))[0]).not.toBeNull();
  });

  test.each([
    ['removed', 'delete from audit_key_border'],
    ['moved on', 'update audit_key_border set sequence = sequence + 1'],
    ['written anew', "update audit_key_border set mac = sha256('x')"],
  ])('shows that its border was %s', async (_, change) => {
    await rotated();
    await tamper(change);
    expect((await faults(after))[0]).not.toBeNull();
  });

  test('goes through a second rotation, and one that is run twice', async () => {
    await rotated();
    const third = randomBytes(32);
    await rotateKey(withKeys(third, fresh));
    await rotateKey(withKeys(third, fresh));
    await write(withKeys(third), 1);
    await sealAudit(withKeys(third));
    expect(await faults(withKeys(third))).toEqual([null, null, null]);
  });

  test('that was tampered with before is reported, and the fault stays where it is', async () => {
    await write(before, 6);
    await sealAudit(before);
    await tamper("update audit set details = '{}' where account_id = $1 and sequence = 4", [accounts.acme]);
    const [fault] = await faults(before);
    const { audit } = await rotateKey(during);
    expect(audit[0]).toMatchObject({ entries: 3, fault });
    expect((await verifyAudit(after))[0]).toMatchObject({ entries: 3, fault: { sequence: 4 } });
  });
});

describe('a start', () => {
  const start = (key: Buffer, previous: Buffer | null = null) =>
    openSecretBox(
      readConfig({
        DATA_DIR: '/nonexistent',
        SECRET_KEY: key.toString('hex'),
        SECRET_KEY_PREVIOUS: previous?.toString('hex'),
      }),
      pool,
      false,
    );
  const other = randomBytes(32);
  const REFUSED = /^SECRET_KEY: the database was written with another key/;

  test('takes the new key beside the previous one, and either alone only when nothing needs the other', async () => {
    await recordAudits(pool, before, [entry(accounts.acme)]);
    await sealAudit(before);
    await start(old);
    await expect(start(fresh)).rejects.toThrow(REFUSED);
    await expect(start(fresh, other)).rejects.toThrow(REFUSED);
    await start(fresh, old);
    // Now something may be sealed with either.
    await expect(start(old)).rejects.toThrow(REFUSED);
    await expect(start(fresh)).rejects.toThrow(REFUSED);
    await start(old, fresh);
    await rotateKey(during);
    await start(fresh);
    await expect(start(old)).rejects.toThrow(REFUSED);
    // The previous key may stay in the settings for a while.
    await start(fresh, old);
    await start(fresh);
    await start(other, fresh);
    await expect(start(fresh)).rejects.toThrow(REFUSED);
  });
});
