import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Clock, toTimestamp } from '@door-access/protocol';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { unhurried } from '../database/pool.js';
import { rowTexts } from '../database/row-texts.js';
import { schemaOf } from '../database/schema.js';

/*
 * What is forgotten, kept in files: of each partition that goes, its rows as lines of JSON, compressed, with a manifest
 * beside it that says what they are. A file without a manifest was not finished.
 */

/** Tables whose partitions are archived; the scopes of events are made again from events. */
export const ARCHIVED = ['event', 'change', 'command', 'delivery_ended', 'audit'] as const;
export type ArchivedTable = (typeof ARCHIVED)[number];

/** By when a row was recorded, and by what it is known. */
export const COLUMNS: Readonly<Record<ArchivedTable, { recorded: string; key: readonly string[] }>> = {
  event: { recorded: 'recorded_at', key: ['id', 'occurred_at'] },
  change: { recorded: 'recorded_at', key: ['account_id', 'seq', 'recorded_at'] },
  command: { recorded: 'requested_at', key: ['id', 'requested_at'] },
  delivery_ended: { recorded: 'created_at', key: ['id', 'created_at'] },
  audit: { recorded: 'at', key: ['id', 'at'] },
};

const FORMAT = 1;
export const ROWS_SUFFIX = '.ndjson.gz';
export const MANIFEST_SUFFIX = '.json';

export const ArchiveManifest = z.strictObject({
  format: z.literal(FORMAT),
  table: z.enum(ARCHIVED),
  partition: z.string(),
  /** The last migration of the schema that the rows are of. */
  schema: z.string(),
  written_at: z.iso.datetime(),
  rows: z.int().positive(),
  /** When the first and the last of them were recorded. */
  first: z.iso.datetime(),
  last: z.iso.datetime(),
  /** Of the compressed file. */
  bytes: z.int(),
  sha256: z.string(),
});
export type ArchiveManifest = z.infer<typeof ArchiveManifest>;

/** The table of a partition; null where its rows are not archived: they are in other tables, or were all written again. */
export function archivedAs(partition: string): ArchivedTable | null {
  const table = ARCHIVED.find(
    (one) => partition.startsWith(`${one}_`) && /^(before|\d)/.test(partition.slice(one.length + 1)),
  );
  return table ?? null;
}

interface Archive {
  folder: string;
  /** The partition. */
  name: string;
  /** The table that it is now. */
  table: string;
}

/** Writes what is in no partition any more; nothing where nothing is. */
export async function archiveTable(
  client: PoolClient,
  clock: Pick<Clock, 'now'>,
  { folder, name, table }: Archive,
): Promise<void> {
  const archived = archivedAs(name) as ArchivedTable;
  const { recorded, key } = COLUMNS[archived];
  // What is still kept of months that go lies before the months. A hash of that table would be one of all that is kept.
  const isKept = key.map((column) => `k.${column} = t.${column}`).join(' and ');
  const going = `from ${table} t where not exists (select from ${archived}_before k where ${isKept})`;
  const { rows: found } = await client.query<{ rows: string; first: Date | null; last: Date | null }>(
    unhurried(`select count(*) as rows, min(t.${recorded}) as first, max(t.${recorded}) as last ${going}`),
  );
  const { rows = '0', first = null, last = null } = found[0] ?? {};
  if (first === null || last === null) return;
  const written_at = toTimestamp(clock.now());
  const file = path.join(folder, `${name}-${written_at.replace(/[-:]|\.\d+/g, '')}`);
  const unfinished = `${file}.unfinished`;
  const handle = await open(unfinished, 'wx', 0o600);
  const hash = createHash('sha256');
  const size = { bytes: 0 };
  try {
    await pipeline(
      Readable.from(linesOf(client, `select t.* ${going}`)),
      createGzip(),
      writingTo(handle, hash, size),
    );
    await handle.sync();
    await handle.close();
    const manifest: ArchiveManifest = {
      format: FORMAT,
      table: archived,
      partition: name,
      schema: await schemaOf(client),
      written_at,
      rows: Number(rows),
      first: toTimestamp(first.getTime()),
      last: toTimestamp(last.getTime()),
      ...size,
      sha256: hash.digest('hex'),
    };
    await rename(unfinished, `${file}${ROWS_SUFFIX}`);
    await writeFile(`${file}${MANIFEST_SUFFIX}`, `${JSON.stringify(manifest, null, 1)}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
    await keepNames(folder);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** The partition is dropped next: without it a power cut could lose the files by their names. */
async function keepNames(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* linesOf(client: PoolClient, query: string): AsyncGenerator<string> {
  for await (const texts of rowTexts(client, query)) yield `${texts.join('\n')}\n`;
}

const writingTo =
  (handle: FileHandle, hash: Hash, size: { bytes: number }) =>
  async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) {
      hash.update(chunk);
      size.bytes += chunk.length;
      await handle.writeFile(chunk);
    }
  };
