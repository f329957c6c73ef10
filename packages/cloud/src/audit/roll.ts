import type { PoolClient } from 'pg';
import { type Context, type Database, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import type { Keys } from '../secrets/secret-box.js';
import { type Anchor, headMac, olderHeadMac, ROLL, rollHash, rollMac, toAnchor } from './entry.rules.js';
import { AUDIT_KEY } from './record.js';
import { bears, HEAD } from './rows.js';

/*
 * The register of the accounts whose chains were started. A chain reveals missing entries as long as some are left; only
 * the register reveals a chain that was deleted completely, and only an anchor kept elsewhere a register that was cut.
 */

const NO_MAC = Buffer.alloc(32);

export interface Roll {
  accounts: number[];
  /** Whether this service wrote it in this form. */
  isOwn: boolean;
}

const COLUMNS = { accounts: sql.arrayOf(sql.int), mac: sql.bytes };
const SELECT = "select coalesce(accounts, '{}') as accounts, mac from audit_roll";
const READ = sql.statement('audit-roll', SELECT, COLUMNS);
export const LOCK_ROLL = sql.statement('audit-roll-lock', `${SELECT} for update`, COLUMNS);
const MAKE = sql.statement(
  'audit-roll-make',
  "insert into audit_roll (id, accounts, mac) values (1, '{}', $1) on conflict do nothing",
);
export const WRITE_ROLL = sql.statement('audit-roll-write', 'update audit_roll set accounts = $1, mac = $2');

const LOCK_HEADS = sql.statement(
  'audit-heads-lock',
  'select account_id, sequence, hash, mac from audit_head order by account_id for update',
  HEAD,
);
const MOVE_HEAD = sql.statement(
  'audit-head-move',
  'update audit_head set sequence = $2, hash = $3, mac = $4 where account_id = $1',
);

/** In the order in which the chains were started; null if none was, or if the register was deleted. */
export async function readRoll(database: Database, keys: Keys): Promise<Roll | null> {
  const row = await READ.row(database);
  return row ? toRoll(row, keys) : null;
}

const toRoll = ({ accounts, mac }: sql.Row<typeof READ>, keys: Keys): Roll => ({
  accounts,
  isOwn: keys.some((key) => rollMac(key, accounts).equals(mac)),
});

/** A register that was tampered with stays invalid: appending to it does not repair it. */
export async function enrol(client: PoolClient, keys: Keys, accountIds: readonly number[]): Promise<void> {
  const [key] = keys;
  await MAKE.count(client, [rollMac(key, [])]);
  const before = toRoll(await LOCK_ROLL.one(client), keys);
  const accounts = [...before.accounts, ...accountIds];
  await WRITE_ROLL.count(client, [accounts, before.isOwn ? rollMac(key, accounts) : NO_MAC]);
}

/** Writes the end of a chain that the register lists. */
export const moveHead = (
  client: PoolClient,
  [key]: Keys,
  accountId: number,
  sequence: number,
  hash: Buffer,
) => MOVE_HEAD.count(client, [accountId, sequence, hash, headMac(key, accountId, sequence, hash)]);

/** Adds the chains of a release without a register. Registered chains have another MAC, so a deleted register stays missing. */
export async function enrolOlder({ pool, secrets }: Pick<Context, 'pool' | 'secrets'>): Promise<void> {
  const keys = secrets.keysFor(AUDIT_KEY);
  await transaction(pool, async (client) => {
    const heads = await LOCK_HEADS.rows(client);
    const older = heads.filter((head) => bears(olderHeadMac, keys, head));
    if (older.length === 0) return;
    const roll = await readRoll(client, keys);
    const ids = older.map(({ account_id }) => account_id);
    await enrol(
      client,
      keys,
      ids.filter((id) => !roll?.accounts.includes(id)),
    );
    for (const { account_id, sequence, hash } of older)
      await moveHead(client, keys, account_id, sequence, hash);
  });
}

/** The register's objection to an account whose chain is intact; null for none. */
export function rollFault(roll: Roll | null, accountId: number): string | null {
  if (!roll) return 'the register of accounts with an audit log is missing';
  if (!roll.isOwn) return 'the register of accounts with an audit log is not as this service wrote it';
  const times = roll.accounts.filter((id) => id === accountId).length;
  if (times === 0) return 'the register of accounts with an audit log does not list this account';
  return times === 1 ? null : 'the log was started over: all entries written before were deleted';
}

export interface RollCheck {
  accounts: number;
  /** To be kept elsewhere: with it, a later check detects that accounts were removed. Null without accounts. */
  anchor: string | null;
  fault: string | null;
}

/** Whether the register still matches earlier checks. */
export async function verifyRoll(
  { pool, secrets }: Pick<Context, 'pool' | 'secrets'>,
  anchors: readonly Anchor[] = [],
): Promise<RollCheck> {
  const roll = await readRoll(pool, secrets.keysFor(AUDIT_KEY));
  const accounts = roll?.accounts ?? [];
  const broken = anchors.some(
    ({ account_id, sequence, hash }) =>
      account_id === ROLL &&
      (sequence > accounts.length || rollHash(accounts.slice(0, sequence)).toString('hex') !== hash),
  );
  const fault = broken
    ? 'accounts that the anchor lists were removed from the register of accounts with an audit log'
    : roll && !roll.isOwn
      ? 'the register of accounts with an audit log is not as this service wrote it'
      : null;
  const hasAnchor = fault === null && accounts.length > 0;
  return {
    accounts: accounts.length,
    anchor: hasAnchor ? toAnchor(ROLL, accounts.length, rollHash(accounts)) : null,
    fault,
  };
}
