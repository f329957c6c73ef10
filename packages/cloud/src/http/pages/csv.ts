import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Sheet } from './csv.rules.js';

export interface Source<Row, Position, T> {
  /** The page behind a position; undefined: the first. */
  read(after: Position | undefined): Promise<readonly Row[]>;
  positionOf(row: Row): Position;
  /** The rows as the sheet takes them. */
  describe(rows: readonly Row[]): readonly T[] | Promise<readonly T[]>;
  /** Rows a page; one with fewer is the last. */
  pageSize: number;
  /** Rows in all, at most. */
  max?: number;
}

/**
 * Writes a list as a file, page by page, no faster than the caller reads. Nothing is written before the first page is
 * there.
 */
export async function writeSheet<Row, Position, T>(
  response: ServerResponse,
  name: string,
  { head, line }: Sheet<T>,
  { read, positionOf, describe, pageSize, max = Number.POSITIVE_INFINITY }: Source<Row, Position, T>,
  signal: AbortSignal,
): Promise<void> {
  let after: Position | undefined;
  for (let written = 0; written < max && !signal.aborted; written += pageSize) {
    const rows = await read(after);
    const text = (await describe(rows)).map(line).join('');
    if (!response.headersSent) writeHead(response, name);
    // The byte order mark shows spreadsheets that it is UTF-8.
    const isTaken = response.write(written === 0 ? `\uFEFF${head}${text}` : text);
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) break;
    after = positionOf(last);
    if (!isTaken) await once(response, 'drain', { signal }).catch(() => {});
  }
  response.end();
}

function writeHead(response: ServerResponse, name: string): void {
  response.writeHead(200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
}
