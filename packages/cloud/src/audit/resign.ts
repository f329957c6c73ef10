import type { PoolClient } from 'pg';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { reasonOf } from '../reason.js';
import type { Keys } from '../secrets/secret-box.js';
import { borderMac, checkpointMac, erasureMac, headMac, rollMac } from './entry.rules.js';
import { AUDIT_KEY, DOORCTL, recordAudits } from './record.js';
import { enrolOlder, LOCK_ROLL, moveHead, WRITE_ROLL } from './roll.js';
import { AUDIT, AUDIT_COLUMNS, bears, entryOf, HEAD } from './rows.js';
import { sealAudit } from './seal.js';
import { atOneMoment, checkChain } from './verify.js';

/*
 * The audit log when the key is rotated. The MACs of entries are part of the hashes of their chain and stay: each chain is
 * checked with both keys, and its end signed with the present one. From then on its hashes prove the entries before. What
 * was not as this service wrote it is not signed, so that a later check finds it where it is.
 */

type Tools = Pick<Context, 'pool' | 'clock' | 'ids' | 'secrets'>;

export interface AuditResigned {
  account: { id: number; name: string };
  /** Entries up to the border. */
  entries: number;
  /** Why the entries behind it are not proved; null where all are. */
  fault: string | null;
}

const ACCOUNTS = sql.statement(
  'audit-resign-accounts',
  `select h.account_id as id, coalesce(a.name, '') as name, h.sequence, h.hash, h.mac
   from audit_head h left join account a on a.id = h.account_id order by h.account_id`,
  { id: sql.int, name: sql.text, sequence: sql.bigint, hash: sql.bytes, mac: sql.bytes },
);
const ERASED = sql.statement(
  'audit-resign-erased',
  `select ${AUDIT_COLUMNS} from audit where account_id = $1 and sequence > $2 and erasure_mac is not null
   order by sequence limit 1000`,
  {
    ...AUDIT,
    sequence: sql.present(sql.bigint),
    hash: sql.present(sql.bytes),
    erasure_mac: sql.present(sql.bytes),
  },
);
const RESIGN_ERASED = sql.statement(
  'audit-resign-erasure',
  'update audit set erasure_mac = $3 where id = $1 and at = $2 and erasure_mac = $4',
);
const WRITE_BORDER = sql.statement(
  'audit-border-write',
  `insert into audit_key_border (account_id, sequence, hash, mac) values ($1, $2, $3, $4)
   on conflict (account_id) do update set sequence = excluded.sequence, hash = excluded.hash, mac = excluded.mac`,
);
const LOCK_HEAD = sql.statement(
  'audit-resign-head',
  'select account_id, sequence, hash, mac from audit_head where account_id = $1 for update',
  HEAD,
);
const CHECKPOINTS = sql.statement(
  'audit-resign-checkpoints',
  'select account_id, sequence, hash, mac from audit_checkpoint for update',
  HEAD,
);
const RESIGN_CHECKPOINT = sql.statement(
  'audit-resign-checkpoint',
  'update audit_checkpoint set mac = $2 where account_id = $1',
);

/** Signs what the previous key signed with the present one. It may be ended at any moment, and run again. */
export async function resignAudit(
  tools: Tools,
  {
    onProgress,
    onUnchained,
    signal,
  }: {
    onProgress: (report: AuditResigned) => void;
    onUnchained: (reason: string) => void;
    signal?: AbortSignal | undefined;
  },
): Promise<AuditResigned[]> {
  const { pool, secrets } = tools;
  const keys = secrets.keysFor(AUDIT_KEY);
  await enrolOlder(tools);
  // The entries of an account that was tampered with cannot be chained, which a check reports from then on.
  await sealAudit(tools).catch((error: unknown) => onUnchained(reasonOf(error)));
  const reports: AuditResigned[] = [];
  const accounts = await ACCOUNTS.rows(pool);
  for (const { id, name } of accounts) {
    signal?.throwIfAborted();
    const report = { account: { id, name }, ...(await resignChain(tools, keys, id)) };
    reports.push(report);
    onProgress(report);
  }
  await transaction(pool, (client) => resignRoll(client, keys));
  await transaction(pool, (client) => resignCheckpoints(client, keys));
  await recordAudits(
    pool,
    tools,
    accounts
      .filter(({ name }) => name !== '')
      .map(({ id, name }) => ({
        account_id: id,
        actor: DOORCTL,
        action: 'secret_key.rotate' as const,
        subject: { type: 'account', id: String(id), name },
        location_id: null,
      })),
  );
  return reports;
}

async function resignChain(
  { pool }: Tools,
  keys: Keys,
  accountId: number,
): Promise<Pick<AuditResigned, 'entries' | 'fault'>> {
  const [key] = keys;
  const { entries, forgotten, hash, fault } = await atOneMoment(pool, (client) =>
    checkChain(client, keys, accountId),
  );
  if (entries > forgotten)
    await WRITE_BORDER.count(pool, [accountId, entries, hash, borderMac(key, accountId, entries, hash)]);
  await resignErased({ pool }, keys, accountId);
  await transaction(pool, async (client) => {
    const head = await LOCK_HEAD.one(client, [accountId]);
    if (bears(headMac, keys, head)) await moveHead(client, keys, accountId, head.sequence, head.hash);
  });
  return { entries, fault: fault?.message ?? null };
}

async function resignErased({ pool }: Pick<Tools, 'pool'>, keys: Keys, accountId: number): Promise<void> {
  const [key] = keys;
  for (let after = 0; ; ) {
    const rows = await ERASED.rows(pool, [accountId, after]);
    for (const { id, at, sequence, hash, erasure_mac, ...row } of rows) {
      const erased = { sequence, hash, entry: entryOf({ id, at, sequence, hash, erasure_mac, ...row }) };
      if (keys.some((each) => erasureMac(each, erased).equals(erasure_mac)))
        await RESIGN_ERASED.count(pool, [id, at, erasureMac(key, erased), erasure_mac]);
      after = sequence;
    }
    if (rows.length === 0) return;
  }
}

async function resignRoll(client: PoolClient, keys: Keys): Promise<void> {
  const roll = await LOCK_ROLL.row(client);
  if (roll && keys.some((key) => rollMac(key, roll.accounts).equals(roll.mac)))
    await WRITE_ROLL.count(client, [roll.accounts, rollMac(keys[0], roll.accounts)]);
}

async function resignCheckpoints(client: PoolClient, keys: Keys): Promise<void> {
  for (const checkpoint of await CHECKPOINTS.rows(client)) {
    const { account_id, sequence, hash } = checkpoint;
    if (bears(checkpointMac, keys, checkpoint))
      await RESIGN_CHECKPOINT.count(client, [account_id, checkpointMac(keys[0], account_id, sequence, hash)]);
  }
}
