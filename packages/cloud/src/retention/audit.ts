import type { PoolClient } from 'pg';
import { checkpointMac, GENESIS } from '../audit/entry.rules.js';
import { AUDIT_KEY } from '../audit/record.js';
import { READ_CHECKPOINT } from '../audit/rows.js';
import { checkChain } from '../audit/verify.js';
import { MONTHS } from '../database/periods.rules.js';
import * as sql from '../database/statement.js';
import { type Keeping, KeepRefused, type Kept } from './kept.js';

/*
 * The audit log. Of each account the beginning of the chain goes, up to the first entry of a month that is kept; its end is
 * signed, so that the rest can be verified. At the border of two months entries are chained a little out of their times:
 * what is chained behind the first kept one stays.
 */

const HEADS = sql.statement(
  'retention-audit-heads',
  'select account_id, sequence from audit_head order by account_id',
  {
    account_id: sql.int,
    sequence: sql.bigint,
  },
);
const FIRST_KEPT = sql.statement(
  'retention-audit-first-kept',
  'select sequence from audit where account_id = $1 and at >= $2 and sequence is not null order by sequence limit 1',
  { sequence: sql.present(sql.bigint) },
);
const WRITE_CHECKPOINTS = sql.statement(
  'retention-audit-checkpoints',
  `insert into audit_checkpoint (account_id, sequence, hash, mac)
   select account_id, sequence, hash, mac
   from json_to_recordset($1::json) as x(account_id int, sequence bigint, hash bytea, mac bytea)
   on conflict (account_id) do update set sequence = excluded.sequence, hash = excluded.hash, mac = excluded.mac`,
);

/** The last entry of an account that goes. */
interface End {
  account_id: number;
  sequence: number;
  hash: Buffer;
}

export const AUDIT: Kept<End[]> = {
  name: 'audit',
  tables: ['audit'],
  period: () => MONTHS,
  count: (config) => config.RETENTION_AUDIT_MONTHS,

  async find(keeping, months) {
    const last = months.at(-1);
    if (!last) return [];
    const ends: End[] = [];
    for (const head of await HEADS.rows(keeping.client)) {
      const first = await FIRST_KEPT.row(keeping.client, [head.account_id, new Date(last.ends_at)]);
      ends.push(await endOf(keeping, head.account_id, first ? first.sequence - 1 : head.sequence));
    }
    return ends;
  },

  async carry({ client, secrets }, aside, ends) {
    const { before, months = [], after } = aside.get('audit') ?? {};
    if (before) {
      for (const from of [before, ...months]) await carryFrom(client, from, ends);
      const key = secrets.derive(AUDIT_KEY);
      const rows = ends.map(({ account_id, sequence, hash }) => ({
        account_id,
        sequence,
        hash: sql.jsonBytes(hash),
        mac: sql.jsonBytes(checkpointMac(key, account_id, sequence, hash)),
      }));
      await WRITE_CHECKPOINTS.count(client, [JSON.stringify(rows)]);
    }
    if (after) await client.query(`insert into audit select * from ${after}`);
  },
};

/** Nothing is signed that was not as this service wrote it: the evidence of a change stays. */
async function endOf({ client, secrets }: Keeping, accountId: number, sequence: number): Promise<End> {
  const checkpoint = await READ_CHECKPOINT.row(client, [accountId]);
  const before = checkpoint ?? { sequence: 0, hash: GENESIS };
  if (sequence <= before.sequence)
    return { account_id: accountId, sequence: before.sequence, hash: before.hash };
  const chain = await checkChain(client, secrets.keysFor(AUDIT_KEY), accountId, { until: sequence });
  if (chain.fault)
    throw new KeepRefused(`the audit log of account ${accountId} is broken: ${chain.fault.message}`);
  if (chain.entries < sequence)
    throw new KeepRefused(
      `the audit log of account ${accountId} is broken: it ends at entry ${chain.entries} of ${sequence}`,
    );
  return { account_id: accountId, sequence, hash: chain.hash };
}

/** What is chained behind the end, and what is not chained yet. */
async function carryFrom(client: PoolClient, from: string, ends: readonly End[]): Promise<void> {
  const [ids, sequences] = [ends.map(({ account_id }) => account_id), ends.map(({ sequence }) => sequence)];
  await client.query(
    `insert into audit select a.* from unnest($1::int[], $2::bigint[]) as x(account_id, sequence)
     join ${from} a on a.account_id = x.account_id and a.sequence > x.sequence`,
    [ids, sequences],
  );
  await client.query(`insert into audit select * from ${from} where sequence is null`);
}
