import { type FileHandle, open as openFile, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { toTimestamp } from '@door-access/protocol';
import type { PoolClient } from 'pg';
import { AUDIT_KEY, DOORCTL, recordAudit } from '../audit/record.js';
import { checkChain } from '../audit/verify.js';
import { type Context, transaction } from '../context.js';
import { rowTexts } from '../database/row-texts.js';
import { schemaOf } from '../database/schema.js';
import type { Row } from './ids.rules.js';
import { hasSealed, open } from './sealed-columns.js';
import { sealing } from './sealed-file.js';
import { CARRIED } from './tables.rules.js';

/* An organisation with its history, as it is at one moment, in a file sealed by a passphrase. */

/** The account may not go into, or out of, a file; in words for the person at the terminal. */
export class TransferRefused extends Error {
  override name = 'TransferRefused';
}

/** The first line of what is sealed. */
export interface Head {
  /** The last migration: rows fit one schema. */
  schema: string;
  exported_at: string;
  account: { id: number; name: string };
  /** The end of the audit chain. */
  audit: { sequence: number; hash: string };
}
/** The last line. */
export interface End {
  rows: Readonly<Record<string, number>>;
}

export interface Transferred {
  account: { id: number; name: string };
  rows: Readonly<Record<string, number>>;
}

export type OnProgress = (table: string, rows: number) => void;

export async function exportAccount(
  context: Context,
  account: { id: number; name: string },
  { file, passphrase, onProgress }: { file: string; passphrase: string; onProgress: OnProgress },
): Promise<Transferred> {
  const unfinished = `${file}.unfinished`;
  const handle = await openFile(unfinished, 'wx', 0o600);
  try {
    const rows: Record<string, number> = {};
    await transaction(context.pool, async (client) => {
      await client.query('set transaction isolation level repeatable read read only');
      await client.query('set local statement_timeout = 0');
      const head = await headOf(client, context, account);
      await pipeline(
        Readable.from(linesOf(client, context, head, rows, onProgress)),
        createGzip(),
        await sealing(passphrase, Buffer.from(context.ids.bytes(16))),
        writingTo(handle),
      );
    });
    await handle.sync();
    await handle.close();
    await rename(unfinished, file);
    const subject = { type: 'account', id: String(account.id), name: account.name };
    const entry = { account_id: account.id, actor: DOORCTL, subject, location_id: null, details: { rows } };
    await recordAudit(context.pool, context, { ...entry, action: 'account.export' });
    return { account, rows };
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(unfinished, { force: true });
    throw error;
  }
}

const writingTo =
  (handle: FileHandle) =>
  async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) await handle.writeFile(chunk);
  };

/** What cannot be shown to be whole is not carried on as if it were. */
async function headOf(
  client: PoolClient,
  { secrets, clock }: Pick<Context, 'secrets' | 'clock'>,
  account: Head['account'],
): Promise<Head> {
  const chain = await checkChain(client, secrets.keysFor(AUDIT_KEY), account.id);
  if (chain.fault)
    throw new TransferRefused(
      `the audit log of "${account.name}" is broken (${chain.fault.message}): it would not be known on the other side`,
    );
  return {
    schema: await schemaOf(client),
    exported_at: toTimestamp(clock.now()),
    account,
    audit: { sequence: chain.entries, hash: chain.hash.toString('hex') },
  };
}

async function* linesOf(
  client: PoolClient,
  context: Pick<Context, 'secrets'>,
  head: Head,
  counts: Record<string, number>,
  onProgress: OnProgress,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head)}\n`;
  for (const { table, of, sorted } of CARRIED) {
    counts[table] = 0;
    const query = `select t.* from ${table} t where ${of.replaceAll('$1', String(head.account.id))} order by ${sorted}`;
    for await (const texts of rowTexts(client, query)) {
      counts[table] += texts.length;
      onProgress(table, counts[table]);
      yield texts.map((row) => lineOf(context, table, row)).join('');
    }
  }
  const end: End = { rows: counts };
  yield `${JSON.stringify(end)}\n`;
}

function lineOf(context: Pick<Context, 'secrets'>, table: string, row: string): string {
  const text = hasSealed(table) ? JSON.stringify(open(context, table, JSON.parse(row) as Row)) : row;
  return `{"table":"${table}","row":${text}}\n`;
}
