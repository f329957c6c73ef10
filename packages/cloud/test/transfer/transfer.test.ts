import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sealAudit } from '../../src/audit/seal.js';
import { verifyAudit } from '../../src/audit/verify.js';
import { Horizons } from '../../src/changes/horizon.js';
import { exportAccount } from '../../src/transfer/export.js';
import { type Imported, importAccount } from '../../src/transfer/import.js';
import { CARRIED, LEFT_OUT } from '../../src/transfer/tables.rules.js';
import { TAKE_OVER, type TakeOver } from '../../src/transfer/taken.js';
import { emptyContext } from '../site/site-context.js';
import { dump, folder, furnished } from './world.js';

/* An organisation goes from one installation to others, each with a key of its own. */

const one = await emptyContext('one');
const empty = await emptyContext('empty');
const full = await emptyContext('full');
const third = await emptyContext('third');
const fresh = await emptyContext('fresh');
const far = await emptyContext('far');
const busy = await emptyContext('busy');
const waiting = await emptyContext('waiting');
afterAll(async () => {
  for (const { prisma } of [one, empty, full, third, fresh, far, busy, waiting]) await prisma.$disconnect();
});
const place = folder();
const FILE = path.join(place, 'acme.account');
const passphrase = 'correct horse battery';
const onProgress = () => {};
const all = new Set(TAKE_OVER);
let account: { id: number; name: string };
let kept: Imported;

beforeAll(async () => {
  account = await furnished(one, 'Acme');
  await furnished(full, 'Other');
  await exportAccount(one, account, { file: FILE, passphrase, onProgress });
  kept = await importAccount(empty, { file: FILE, passphrase, takeOver: all, onProgress });
});

const inOut = async (
  context: typeof one,
  options: { file?: string; passphrase?: string; takeOver?: Set<TakeOver> } = {},
) => importAccount(context, { file: FILE, passphrase, takeOver: all, onProgress, ...options });
const without = async (context: typeof one) => {
  const { rows } = await context.pool.query("select count(*)::int as n from account where name = 'Acme'");
  return rows[0].n;
};

test('every table of the schema is carried, or left out for a reason', async () => {
  const { rows } = await one.pool.query(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname <> '_prisma_migrations' order by 1`,
  );
  const carried = CARRIED.map(({ table }) => table);
  expect([...carried, ...Object.keys(LEFT_OUT)].sort()).toEqual(rows.map(({ name }) => name));
  for (const reason of Object.values(LEFT_OUT)) expect(reason.length).toBeGreaterThan(10);
});

test('the organisation of this test has something in every table that is carried', async () => {
  const rows = await dump(one, account.id);
  expect(
    Object.entries(rows)
      .filter(([, found]) => found.length === 0)
      .map(([table]) => table),
  ).toEqual(['audit_checkpoint']);
});

describe('on an installation that is at work', () => {
  test('a number that a transaction under way has drawn is given to nothing else', async () => {
    const { rows } = await busy.pool.query(
      `select (select max(id) from location) as here, (select min(id) from location where account_id = $1) as own`,
      [(await furnished(busy, 'Other')).id],
    );
    const file = path.join(place, 'far.account');
    await far.pool.query(`select setval('location_id_seq', $1)`, [rows[0].here + 5_000]);
    const { id, name } = await furnished(far, 'Far');
    await exportAccount(far, { id, name }, { file, passphrase, onProgress });
    // Beyond all that is committed here, and within what comes.
    await busy.pool.query(`select setval('location_id_seq', $1)`, [rows[0].here + 5_000]);
    const client = await busy.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into location (account_id, ref, name, timezone, address, created_at)
         select account_id, 'yard', 'Yard', timezone, address, created_at from location where id = $1`,
        [rows[0].own],
      );
      const imported = await importAccount(busy, { file, passphrase, takeOver: all, onProgress });
      await client.query('commit');
      expect(imported.moved.location).toBeGreaterThan(0);
    } finally {
      client.release();
    }
  });

  test('no reader of changes waits for an import', async () => {
    const client = await waiting.pool.connect();
    try {
      await client.query('begin');
      // The import writes events late, and waits here meanwhile.
      await client.query('lock table event in share mode');
      const importing = importAccount(waiting, { file: FILE, passphrase, takeOver: all, onProgress });
      const isWaiting = async () => {
        const { rows } = await client.query(
          `select count(*)::int as n from pg_locks where relation = 'event'::regclass and mode = 'RowExclusiveLock' and not granted`,
        );
        return rows[0].n > 0;
      };
      while (!(await isWaiting())) await new Promise(setImmediate);
      const { safe, last } = await new Horizons(waiting).now();
      expect(last).toBeGreaterThan(0);
      expect(safe).toBe(last);
      await client.query('commit');
      await importing;
    } finally {
      client.release();
    }
  });
});

describe('on an installation with nothing', () => {
  test('all is as it was, with the same numbers', async () => {
    expect(kept.moved).toEqual({});
    expect(await dump(empty, kept.account.id)).toEqual(await dump(one, account.id));
    const scopes = 'select * from event_scope order by 1, 2, 3, 4';
    expect((await empty.pool.query(scopes)).rows).toEqual((await one.pool.query(scopes)).rows);
    const lists = 'select * from list_scope order by 1, 2, 3, 4';
    expect((await empty.pool.query(lists)).rows).toEqual((await one.pool.query(lists)).rows);
  });

  test('the audit chain is whole, by the key of this installation', async () => {
    await sealAudit(empty);
    const [check] = await verifyAudit(empty);
    expect(check).toMatchObject({ account: { name: 'Acme' }, fault: null, unchained: 0 });
    await sealAudit(one);
    const [before] = await verifyAudit(one);
    expect(check?.entries).toBe(before?.entries);
  });

  test('what is new has numbers behind those that came', async () => {
    const { rows } = await empty.pool.query(
      `insert into location (account_id, ref, name, timezone) values ($1, 'new', 'New', 'UTC') returning id > (select max(id) from location) as ok`,
      [kept.account.id],
    );
    expect(rows[0].ok).toBe(true);
    await empty.pool.query("delete from location where ref = 'new'");
  });

  test('exported again, it is the same', async () => {
    const again = path.join(place, 'again.account');
    await exportAccount(empty, kept.account, { file: again, passphrase, onProgress });
    const { account: last } = await inOut(third, { file: again });
    expect(await dump(third, last.id)).toEqual(await dump(one, account.id));
  });
});

describe('on an installation with another organisation', () => {
  let found: Imported;
  beforeAll(async () => {
    found = await inOut(full, { takeOver: new Set<TakeOver>() });
  });

  test('numbers that are taken are moved, wherever they are named', async () => {
    expect(found.moved).toMatchObject({
      account: expect.any(Number),
      lock: expect.any(Number),
      event: expect.any(Number),
    });
    const back = Object.fromEntries(Object.entries(found.moved).map(([kind, by]) => [kind, -by]));
    const [here, there] = [await dump(full, found.account.id, back), await dump(one, account.id)];
    const secret = [
      'gateway',
      'api_key',
      'directory_token',
      'phone',
      'invitation',
      'user_invitation',
      'account_user',
      'passkey',
    ];
    for (const table of Object.keys(there))
      if (!secret.includes(table))
        expect({ table, rows: here[table] }).toEqual({ table, rows: there[table] });
    const { rows } = await full.pool.query(
      'select count(*)::int as n from event e join lock l on l.id = e.lock_id where l.account_id <> e.account_id',
    );
    expect(rows[0].n).toBe(0);
  });

  test('nothing works on that was not to be taken over', async () => {
    const { rows } = await full.pool.query(
      `select (select count(*)::int from api_key where account_id = $1 and revoked_at is null) as api_keys,
         (select count(*)::int from account_user where account_id = $1 and password_hash is not null) as passwords,
         (select count(*)::int from passkey p join account_user u on u.id = p.user_id where u.account_id = $1) as passkeys`,
      [found.account.id],
    );
    expect(rows[0]).toEqual({ api_keys: 0, passwords: 0, passkeys: 0 });
    const hash = 'select secret_hash from gateway where account_id = $1';
    expect((await full.pool.query(hash, [found.account.id])).rows).not.toEqual(
      (await one.pool.query(hash, [account.id])).rows,
    );
  });

  test('both audit chains are whole', async () => {
    await sealAudit(full);
    expect((await verifyAudit(full)).map(({ fault }) => fault)).toEqual([null, null]);
  });
});

describe('a file', () => {
  const bytes = () => readFileSync(FILE);
  const damaged = (name: string, change: (bytes: Buffer) => Buffer): string => {
    const file = path.join(place, name);
    writeFileSync(file, change(bytes()));
    return file;
  };

  test('shows no one but its owner, and nothing of what is in it', () => {
    expect(statSync(FILE).mode & 0o777).toBe(0o600);
    expect(bytes().includes('Acme')).toBe(false);
  });

  test.each([
    ['of another passphrase', () => FILE, 'wrong horse', /^the passphrase is wrong/],
    [
      'that is cut off',
      () => damaged('cut', (all) => all.subarray(0, -40)),
      passphrase,
      /^the file is cut off/,
    ],
    [
      'with a byte changed',
      () =>
        damaged('flip', (all) =>
          Object.assign(all, { [all.length - 200]: (all[all.length - 200] as number) ^ 1 }),
        ),
      passphrase,
      /^the file was changed/,
    ],
    [
      'with another first line',
      () =>
        damaged('head', (all) =>
          Buffer.from(all.toString('latin1').replace('"salt":"', '"salt":"00'), 'latin1'),
        ),
      passphrase,
      /^this is not an exported account/,
    ],
    [
      'that is something else',
      () => damaged('text', () => Buffer.from('hello\n')),
      passphrase,
      /^this is not an exported account/,
    ],
  ])('%s is refused in one line, and nothing is written', async (_what, file, phrase, message) => {
    await expect(inOut(fresh, { file: file(), passphrase: phrase })).rejects.toThrow(message);
    expect(await without(fresh)).toBe(0);
  });

  test('of an account that is here is refused by name', async () => {
    await expect(inOut(empty)).rejects.toThrow('there is an account "Acme" here already');
    await empty.pool.query("update account set name = 'Renamed' where id = $1", [kept.account.id]);
    await expect(inOut(empty)).rejects.toThrow(
      /^gateway: Key \(id\)=.* already exists\. Nothing was imported\.$/,
    );
    expect(await without(empty)).toBe(0);
    await empty.pool.query("update account set name = 'Acme' where id = $1", [kept.account.id]);
  });

  test('that could not be finished leaves nothing behind', async () => {
    const file = path.join(place, 'broken.account');
    const broken = {
      ...one,
      ids: {
        ...one.ids,
        bytes: () => {
          throw new Error('no chance');
        },
      },
    };
    await expect(exportAccount(broken, account, { file, passphrase, onProgress })).rejects.toThrow(
      'no chance',
    );
    expect([existsSync(file), existsSync(`${file}.unfinished`)]).toEqual([false, false]);
    copyFileSync(FILE, file);
  });

  test('of an account whose audit log was tampered with is not written', async () => {
    await full.pool.query('alter table audit disable trigger all');
    await full.pool.query("update audit set actor_name = 'Mallory' where sequence = 1");
    const other = { id: 1, name: 'Other' };
    await expect(
      exportAccount(full, other, { file: path.join(place, 'x'), passphrase, onProgress }),
    ).rejects.toThrow(/^the audit log of "Other" is broken/);
  });
});
