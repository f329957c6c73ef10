import type { PoolClient } from 'pg';
import { type Context, transaction } from '../context.js';
import { GENESIS, headMac, linkHash } from './entry.rules.js';
import { AUDIT_KEY } from './record.js';
import { enrol, enrolOlder } from './roll.js';
import { AUDIT_COLUMNS, type AuditRow, entryOf } from './rows.js';

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

/** Accounts with something to chain, found by an index skip scan: it costs their number, not that of the rows. */
const WAITING = `
with recursive waiting as (
  (select account_id from audit where sequence is null order by account_id limit 1)
  union all
  select (select a.account_id from audit a where a.sequence is null and a.account_id > w.account_id order by a.account_id limit 1)
  from waiting w where w.account_id is not null
)
select account_id from waiting where account_id is not null and account_id <> all($1::int[]) limit ${ACCOUNTS_AT_ONCE}`;

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
    const { rows } = await context.pool.query<{ account_id: number }>({
      name: 'audit-waiting',
      text: WAITING,
      values: [[...failed.keys()]],
    });
    if (rows.length === 0) break;
    for (const { account_id } of rows) {
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
  const key = secrets.derive(AUDIT_KEY);
  const { rowCount: begun } = await client.query({
    name: 'audit-head-make',
    text: 'insert into audit_head (account_id, sequence, hash, mac) values ($1, 0, $2, $3) on conflict do nothing',
    values: [accountId, GENESIS, headMac(key, accountId, 0, GENESIS)],
  });
  const head = await client.query<{ sequence: number; hash: Buffer }>({
    name: 'audit-head-lock',
    text: 'select sequence, hash from audit_head where account_id = $1 for update',
    values: [accountId],
  });
  const { rows } = await client.query<AuditRow>({
    name: 'audit-unchained',
    text: `select ${AUDIT_COLUMNS} from audit where account_id = $1 and sequence is null order by number limit ${ROWS_AT_ONCE}`,
    values: [accountId],
  });
  if (begun) await enrol(client, key, [accountId]);
  if (rows.length === 0) return 0;
  let { sequence, hash } = head.rows[0] as { sequence: number; hash: Buffer };
  const links = rows.map((row) => {
    const previous_hash = hash;
    sequence += 1;
    hash = linkHash({ sequence, previous_hash, mac: row.mac, entry: entryOf(row) });
    return { id: row.id, sequence, previous_hash: hex(previous_hash), hash: hex(hash) };
  });
  await client.query({
    name: 'audit-chain',
    text: `update audit a set sequence = x.sequence, previous_hash = x.previous_hash, hash = x.hash
      from json_to_recordset($1::json) as x(id uuid, sequence bigint, previous_hash bytea, hash bytea) where a.id = x.id`,
    values: [JSON.stringify(links)],
  });
  await client.query({
    name: 'audit-head-move',
    text: 'update audit_head set sequence = $2, hash = $3, mac = $4 where account_id = $1',
    values: [accountId, sequence, hash, headMac(key, accountId, sequence, hash)],
  });
  return rows.length;
}

const hex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

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
