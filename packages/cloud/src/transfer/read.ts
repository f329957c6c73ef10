import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { End, Head } from './export.js';
import type { Row } from './ids.rules.js';
import { opened, SealedFileError } from './sealed-file.js';

/* An exported account, read row by row in one pass. */

export interface Reader {
  head(head: Head): Promise<void>;
  row(table: string, row: Row): Promise<void>;
  end(end: End): Promise<void>;
}

export async function readExport(file: FileHandle, passphrase: string, reader: Reader): Promise<void> {
  let isFirst = true;
  let refusal: { error: unknown } | null = null;
  await pipeline(Readable.from(opened(file, passphrase)), createGunzip(), async (source) => {
    try {
      for await (const line of linesOf(source as AsyncIterable<Buffer>)) {
        const value = JSON.parse(line) as Head | End | { table: string; row: Row };
        if (isFirst) await reader.head(value as Head);
        else if ('table' in value) await reader.row(value.table, value.row);
        else await reader.end(value as End);
        isFirst = false;
      }
    } catch (error) {
      refusal = { error };
      throw error;
    }
  }).catch((error) => {
    // The reading that it ends may fail first, by being aborted.
    if (refusal && (error as Error).name === 'AbortError') throw refusal.error;
    // What opens was written by this service; only a mistake in it could not be read.
    if (String((error as { code?: unknown }).code).startsWith('Z_'))
      throw new SealedFileError('what is sealed in the file cannot be unpacked');
    throw error;
  });
}

async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      rest.push(chunk.subarray(from, end));
      yield Buffer.concat(rest).toString('utf8');
      rest = [];
      from = end + 1;
    }
    rest.push(chunk.subarray(from));
  }
}
