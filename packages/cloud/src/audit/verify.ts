import type { PoolClient } from 'pg';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import type { Keys } from '../secrets/secret-box.js';
import {
  type Anchor,
  borderMac,
  checkpointMac,
  entryMac,
  erasureMac,
  GENESIS,
  headMac,
  linkHash,
  olderHeadMac,
  toAnchor,
} from './entry.rules.js';
import { AUDIT_KEY } from './record.js';
import { type Roll, readRoll, rollFault } from './roll.js';
import {
  type AuditRow,
  bears,
  entryOf,
  READ_BORDER,
  READ_CHECKPOINT,
  READ_HEAD,
  selectChained,
  selectChainedTo,
  selectUnchained,
} from './rows.js';

export interface AuditCheck {
  account: { id: number; name: string };
  /** Chained entries, up to the fault if there is one. */
  entries: number;
  /** How many of them, from the first on, were forgotten after their time. */
  forgotten: number;
  /** The number of them that an erasure removed a name from. */
  erased: number;
  /** Written in the last second or so, and not chained yet. */
  unchained: number;
  /** The end of the chain, to be kept elsewhere and given to a later check; null without entries. */
  anchor: string | null;
  /** The first fault, in words; null when the chain is whole. */
  fault: { sequence: number | null; id: string | null; message: string } | null;
}

/** Up to where a chain was read, to go on from. */
export interface ChainPosition {
  entries: number;
  erased: number;
  /** Of the last entry read, in hexadecimal. */
  hash: string;
}

export interface AuditCheckOptions {
  accountId?: number | null;
  /** Ends of chains that earlier checks gave: an entry of that place and hash must still be there. */
  anchors?: readonly Anchor[];
  /** Called after each page with the number of entries of the account read so far. */
  onProgress?: (entries: number) => void;
}

const PAGE = 1_000;
/** Chaining waits a second; a batch or a pause of the service may add to it. */
const CHAINED_WITHIN_MS = 60_000;

/** Accounts with anything of an audit log, or of which $2 says that they had. */
const ACCOUNTS = sql.statement(
  'audit-verify-accounts',
  `select x.id, coalesce(a.name, '') as name
   from (select id from account union select account_id from audit_head
         union select distinct account_id from audit where sequence is null
         union select unnest($2::int[])) x
   left join account a on a.id = x.id
   where x.id > 0 and ($1::int is null or x.id = $1) order by x.id`,
  { id: sql.int, name: sql.text },
);
const CHAINED = selectChainedTo('audit-verify-page');
const BEHIND = selectChained('audit-verify-behind', PAGE);
const UNCHAINED = selectUnchained('audit-verify-unchained', 10_000);

type Fault = NonNullable<AuditCheck['fault']>;

/** Reads every account's chain from its first kept entry on, a page at a time, as it stands at one moment. */
export async function verifyAudit(
  context: Pick<Context, 'pool' | 'secrets' | 'clock'>,
  { accountId = null, anchors = [], onProgress = () => {} }: AuditCheckOptions = {},
): Promise<AuditCheck[]> {
  return atOneMoment(context.pool, async (client) => {
    const roll = await readRoll(client, context.secrets.keysFor(AUDIT_KEY));
    const known = [...anchors.map(({ account_id }) => account_id), ...(roll?.accounts ?? [])];
    const accounts = await ACCOUNTS.rows(client, [accountId, known]);
    const checks: AuditCheck[] = [];
    for (const account of accounts) {
      checks.push(
        await checkAccount(
          client,
          context,
          roll,
          account,
          anchors.filter(({ account_id }) => account_id === account.id),
          onProgress,
        ),
      );
    }
    return checks;
  });
}

/**
 * Reads a part of an account's chain, so that no snapshot of the database lasts longer than a page of people waits: up to
 * the page of entries during which the time is over. What is read later is checked as it stands then.
 * @returns the check, or where to go on
 */
export const verifySome = (
  context: Pick<Context, 'pool' | 'secrets' | 'clock'>,
  accountId: number,
  reading: Required<Pick<Reading, 'from' | 'isOver' | 'onProgress'>>,
): Promise<AuditCheck | ChainPosition> =>
  atOneMoment(context.pool, async (client) => {
    const keys = context.secrets.keysFor(AUDIT_KEY);
    const roll = await readRoll(client, keys);
    const [account = { id: accountId, name: '' }] = await ACCOUNTS.rows(client, [accountId, []]);
    const chain = await checkChain(client, keys, accountId, reading);
    return chain.isCut
      ? { entries: chain.entries, erased: chain.erased, hash: chain.hash.toString('hex') }
      : checkOf(client, context, roll, account, chain);
  });

/** Reads the database as it stands now, whatever is written meanwhile. */
export const atOneMoment = <T>(pool: Context['pool'], read: (client: PoolClient) => Promise<T>): Promise<T> =>
  transaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read read only');
    return read(client);
  });

async function checkAccount(
  client: PoolClient,
  context: Pick<Context, 'secrets' | 'clock'>,
  roll: Roll | null,
  account: AuditCheck['account'],
  anchors: readonly Anchor[],
  onProgress: (entries: number) => void,
): Promise<AuditCheck> {
  const keys = context.secrets.keysFor(AUDIT_KEY);
  const chain = await checkChain(client, keys, account.id, { anchors, onProgress });
  return checkOf(client, context, roll, account, chain);
}

/** What a chain that was read to its end says, with the record of its end and what is not chained yet. */
async function checkOf(
  client: PoolClient,
  { secrets, clock }: Pick<Context, 'secrets' | 'clock'>,
  roll: Roll | null,
  account: AuditCheck['account'],
  chain: Chain,
): Promise<AuditCheck> {
  const keys = secrets.keysFor(AUDIT_KEY);
  const unchained = await UNCHAINED.rows(client, [account.id]);
  return {
    account,
    entries: chain.entries,
    forgotten: chain.forgotten,
    erased: chain.erased,
    unchained: unchained.length,
    anchor: chain.fault || chain.entries === 0 ? null : toAnchor(account.id, chain.entries, chain.hash),
    fault:
      chain.fault ??
      (await checkHead(client, keys, roll, account.id, chain)) ??
      checkUnchained(keys, unchained, clock.now()),
  };
}

interface Chain {
  entries: number;
  forgotten: number;
  erased: number;
  hash: Buffer;
  fault: Fault | null;
  /** The time was over before its end. */
  isCut: boolean;
}

interface Reading {
  anchors?: readonly Anchor[];
  until?: number;
  /** Where an earlier reading was cut; null: from the first kept entry on. */
  from?: ChainPosition | null;
  /** Asked after each page. */
  isOver?: () => boolean;
  onProgress?: (entries: number) => void;
}

/**
 * From where the chain was forgotten to its end, or to the entry `until`. An anchor of a forgotten entry proves nothing
 * any more, except that of the last one.
 */
export async function checkChain(
  client: PoolClient,
  keys: Keys,
  accountId: number,
  {
    anchors = [],
    until = Number.POSITIVE_INFINITY,
    from = null,
    isOver = () => false,
    onProgress = () => {},
  }: Reading = {},
): Promise<Chain> {
  const checkpoint = await READ_CHECKPOINT.row(client, [accountId]);
  const { sequence: forgotten = 0, hash = GENESIS } = checkpoint ?? {};
  // What was read may have been forgotten meanwhile.
  const { entries, erased, ...last } =
    from && from.entries > forgotten ? from : { entries: forgotten, erased: 0, hash: hash.toString('hex') };
  const chain: Chain = {
    entries,
    forgotten,
    erased,
    hash: Buffer.from(last.hash, 'hex'),
    fault: null,
    isCut: false,
  };
  const border = (await READ_BORDER.row(client, [accountId])) ?? null;
  const message =
    (checkpoint && checkpointFault(checkpoint, keys, anchors)) ?? (border && borderFault(border, keys));
  if (message) return { ...chain, fault: { sequence: forgotten, id: null, message } };
  for (;;) {
    // From below the first place on: an entry at 0 or before, or of what was forgotten, is one too many.
    const after = chain.entries === forgotten ? -1_000_000_000 : chain.entries;
    const to = chain.entries + PAGE;
    const rows = await CHAINED.rows(client, [accountId, after, to]);
    // The end, unless entries are missing.
    if (rows.length < PAGE) rows.push(...(await BEHIND.rows(client, [accountId, to])));
    for (const row of rows) {
      if (chain.entries === until) return chain;
      const message = linkFault(row, chain, { keys, border, anchors });
      if (message) return { ...chain, fault: { sequence: row.sequence, id: row.id, message } };
      chain.entries += 1;
      if (row.erasure_mac !== null) chain.erased += 1;
      chain.hash = row.hash;
    }
    onProgress(chain.entries);
    if (rows.length < PAGE) break;
    if (isOver()) return { ...chain, isCut: true };
  }
  const beyond = anchors.find(({ sequence }) => sequence > chain.entries);
  if (beyond) {
    const message = `the chain ends at entry ${chain.entries}, but the anchor knows entry ${beyond.sequence}: its end was cut off`;
    return { ...chain, fault: { sequence: beyond.sequence, id: null, message } };
  }
  return chain;
}

function borderFault(border: Border, keys: Keys): string | null {
  return bears(borderMac, keys, border)
    ? null
    : 'the record of up to where the chain was checked when the key was rotated is not as this service wrote it';
}

function checkpointFault(
  checkpoint: sql.Row<typeof READ_CHECKPOINT>,
  keys: Keys,
  anchors: readonly Anchor[],
): string | null {
  if (!bears(checkpointMac, keys, checkpoint))
    return 'the record of up to where the chain was forgotten is not as this service wrote it';
  const anchor = anchors.find(({ sequence }) => sequence === checkpoint.sequence);
  return anchor && anchor.hash !== checkpoint.hash.toString('hex')
    ? `entry ${checkpoint.sequence}, the last that was forgotten, is not the one that the anchor knows: the chain was written anew`
    : null;
}

type Border = sql.Row<typeof READ_BORDER>;

interface Proofs {
  keys: Keys;
  /** Up to it the hashes prove the entries, whose MACs may be of a key that is gone. */
  border: Border | null;
  anchors: readonly Anchor[];
}

function linkFault(row: AuditRow, before: Chain, { keys, border, anchors }: Proofs): string | null {
  const expected = before.entries + 1;
  const { sequence, previous_hash, hash, mac } = row;
  if (sequence === null || previous_hash === null || hash === null)
    return 'the entry has no place in the chain';
  if (sequence > expected) {
    const gap =
      sequence - 1 === expected ? `entry ${expected} is` : `entries ${expected} to ${sequence - 1} are`;
    return `${gap} missing before entry ${sequence}`;
  }
  if (sequence < expected) return `entry ${sequence} was put in where the chain has no place for it`;
  if (!previous_hash.equals(before.hash))
    return `entry ${sequence} does not follow entry ${sequence - 1}: an entry was changed, exchanged, put in or taken out here`;
  const entry = entryOf(row);
  if (row.erasure_mac !== null) {
    const { erasure_mac } = row;
    if (!keys.some((key) => erasureMac(key, { sequence, hash, entry }).equals(erasure_mac)))
      return `entry ${sequence} (${row.action}) is not as an erasure left it: it was changed or forged`;
  } else if (sequence > (border?.sequence ?? 0) && !keys.some((key) => entryMac(key, entry).equals(mac)))
    return `entry ${sequence} (${row.action}) is not as this service wrote it: it was changed or made up`;
  else if (!linkHash({ sequence, previous_hash, mac, entry }).equals(hash))
    return `entry ${sequence} (${row.action}) does not match its hash: it was changed or moved`;
  if (border?.sequence === sequence && !border.hash.equals(hash))
    return `entry ${sequence} is not the one that was there when the key was rotated: the chain was written anew`;
  const anchor = anchors.find((one) => one.sequence === sequence);
  if (anchor && anchor.hash !== hash.toString('hex'))
    return `entry ${sequence} is not the one that the anchor knows: the chain was written anew`;
  return null;
}

async function checkHead(
  client: PoolClient,
  keys: Keys,
  roll: Roll | null,
  accountId: number,
  chain: Chain,
): Promise<Fault | null> {
  const head = await READ_HEAD.row(client, [accountId]);
  const fault = (message: string): Fault => ({ sequence: chain.entries, id: null, message });
  if (!head) {
    if (chain.entries > 0) return fault('the record of where the chain ends is missing');
    const removed = roll?.accounts.includes(accountId);
    return removed
      ? fault('the service started this log, but none of it is left: the whole log was deleted')
      : null;
  }
  const isOlder = bears(olderHeadMac, keys, head);
  if (!isOlder && !bears(headMac, keys, head))
    return fault('the record of where the chain ends is not as this service wrote it');
  if (head.sequence > chain.entries)
    return fault(
      `the chain ends at entry ${chain.entries}, but ${head.sequence} were written: its end was cut off`,
    );
  if (head.sequence < chain.entries || !head.hash.equals(chain.hash))
    return fault(`the chain goes on to entry ${chain.entries}, but the service wrote only ${head.sequence}`);
  const message = isOlder ? null : rollFault(roll, accountId);
  return message === null ? null : fault(message);
}

function checkUnchained(keys: Keys, rows: readonly AuditRow[], now: number): Fault | null {
  for (const row of rows) {
    if (!keys.some((key) => entryMac(key, entryOf(row)).equals(row.mac))) {
      const message = `an entry that is not chained yet (${row.action}) is not as this service wrote it: it was changed or made up`;
      return { sequence: null, id: row.id, message };
    }
    if (now - row.at.getTime() > CHAINED_WITHIN_MS) {
      const message = `an entry of ${row.at.toISOString()} (${row.action}) was never chained: is a service with the role worker running?`;
      return { sequence: null, id: row.id, message };
    }
  }
  return null;
}
