import type { PoolClient } from 'pg';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { GENESIS, headMac, linkHash } from './entry.rules.js';
import { AUDIT_KEY } from './record.js';
import { enrol, enrolOlder, moveHead } from './roll.js';
import { entryOf, selectUnchained } from './rows.js';

/*
 * Entries are written without a place in the chain, so that no two transactions of an account wait for each other. Here
 * committed entries get their places, in batches. Until then, a second at most, an attacker who can write to the database
 * could take an entry out unseen; they could never change one or make one up, as its MAC needs the service's key.
 */

const ACCOUNTS_AT_ONCE = 100;
const ROWS_AT_ONCE = 1_000;
const EVERY_MS = 1_000;
const REPORT_AGAIN_MS = 3_600_000;
const UNCHAINED = 'audit entries could not be chained; they wait';
const UNREGISTERED =
  'audit chains of an older release could not be added to the register; nothing is chained until they are';

/** Accounts with something to chain, found by hopping through the index: it costs their number, not the rows'. */
const WAITING = sql.statement(
  'audit-waiting',
  `with recursive waiting as (
     (select account_id from audit where sequence is null order by account_id limit 1)
     union all
     select (select a.account_id from audit a where a.sequence is null and a.account_id > w.account_id order by a.account_id limit 1)
     from waiting w where w.account_id is not null
   )
   select account_id from waiting where account_id is not null and account_id <> all($1::int[]) limit ${ACCOUNTS_AT_ONCE}`,
  { account_id: sql.int },
);

const MAKE_HEAD = sql.statement(
  'audit-head-make',
  'insert into audit_head (account_id, sequence, hash, mac) values ($1, 0, $2, $3) on conflict do nothing',
);

const LOCK_HEAD = sql.statement(
  'audit-head-lock',
  'select sequence, hash from audit_head where account_id = $1 for update',
  { sequence: sql.bigint, hash: sql.bytes },
);

const UNCHAINED_ROWS = selectUnchained('audit-unchained', ROWS_AT_ONCE);

const CHAIN = sql.statement(
  'audit-chain',
  `update audit a set sequence = x.sequence, previous_hash = x.previous_hash, hash = x.hash
   from json_to_recordset($1::json) as x(id uuid, at timestamptz, sequence bigint, previous_hash bytea, hash bytea)
   where a.id = x.id and a.at = x.at`,
);

/** Chains all committed entries and returns their number. @throws the errors of all accounts that cannot be chained */
export async function sealAudit(context: Pick<Context, 'pool' | 'secrets'>): Promise<number> {
  const { sealed, failed } = await sealAccounts(context);
  const errors = [...failed.values()];
  if (errors.length > 1)
    throw new AggregateError(errors, `audit entries of ${errors.length} accounts could not be chained`);
  for (const error of errors) throw error;
  return sealed;
}

/**
 * Any number of processes may run it. An account that was tampered with and cannot be chained does not hold up the others.
 * @returns the number of chained entries, and why accounts could not be chained
 */
async function sealAccounts(
  context: Pick<Context, 'pool' | 'secrets'>,
): Promise<{ sealed: number; failed: ReadonlyMap<number, unknown> }> {
  let sealed = 0;
  const failed = new Map<number, unknown>();
  for (;;) {
    const waiting = await WAITING.rows(context.pool, [[...failed.keys()]]);
    if (waiting.length === 0) break;
    for (const { account_id } of waiting) {
      try {
        sealed += await transaction(context.pool, (client) => sealAccount(client, context, account_id));
      } catch (error) {
        failed.set(account_id, error);
      }
    }
  }
  return { sealed, failed };
}

async function sealAccount(
  client: PoolClient,
  { secrets }: Pick<Context, 'secrets'>,
  accountId: number,
): Promise<number> {
  const keys = secrets.keysFor(AUDIT_KEY);
  const begun = await MAKE_HEAD.count(client, [accountId, GENESIS, headMac(keys[0], accountId, 0, GENESIS)]);
  let { sequence, hash } = await LOCK_HEAD.one(client, [accountId]);
  const rows = await UNCHAINED_ROWS.rows(client, [accountId]);
  if (begun > 0) await enrol(client, keys, [accountId]);
  if (rows.length === 0) return 0;
  const links = rows.map((row) => {
    const previous_hash = hash;
    sequence += 1;
    hash = linkHash({ sequence, previous_hash, mac: row.mac, entry: entryOf(row) });
    return {
      id: row.id,
      at: row.at,
      sequence,
      previous_hash: sql.jsonBytes(previous_hash),
      hash: sql.jsonBytes(hash),
    };
  });
  await CHAIN.count(client, [JSON.stringify(links)]);
  await moveHead(client, keys, accountId, sequence, hash);
  return rows.length;
}

export interface AuditSealer {
  /** Chains what is left, and ends. */
  stop(): Promise<void>;
}

/** Chains every second until it is stopped. */
export function startAuditSealer(context: Pick<Context, 'pool' | 'secrets' | 'clock' | 'log'>): AuditSealer {
  const stopping = new AbortController();
  /** When a failure was last reported, by account; null for all of them. */
  const reported = new Map<number | null, number>();
  /** Reports a failure once, and again at most hourly while it lasts. */
  const report = (account: number | null, fields: object, message: string): void => {
    const now = context.clock.monotonic();
    if (now < (reported.get(account) ?? Number.NEGATIVE_INFINITY) + REPORT_AGAIN_MS) return;
    reported.set(account, now);
    context.log.error(fields, message);
  };
  let isEnrolled = false;
  const seal = async () => {
    try {
      // Before anything is chained: a chain that grows can no longer be distinguished from a registered one.
      if (!isEnrolled) await enrolOlder(context);
      isEnrolled = true;
      const { failed } = await sealAccounts(context);
      for (const [account_id, error] of failed) report(account_id, { err: error, account_id }, UNCHAINED);
      for (const account of reported.keys())
        if (account === null || !failed.has(account)) reported.delete(account);
    } catch (error) {
      report(null, { err: error }, isEnrolled ? UNCHAINED : UNREGISTERED);
    }
  };
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await seal();
      await context.clock.sleep(EVERY_MS, stopping.signal).catch(() => {});
    }
    await seal();
  })();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}
