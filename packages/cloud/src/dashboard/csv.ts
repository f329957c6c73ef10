import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Sheet } from './csv.rules.js';

/** Writes a table that comes page by page, no faster than it is taken. */
export async function writeSheet<T>(
  response: ServerResponse,
  name: string,
  { head, line }: Sheet<T>,
  pages: AsyncIterable<readonly T[]>,
  signal: AbortSignal,
): Promise<void> {
  response.writeHead(200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  // The mark tells spreadsheets that it is UTF-8.
  response.write(`\uFEFF${head}`);
  for await (const rows of pages) {
    if (signal.aborted) break;
    if (!response.write(rows.map(line).join(''))) await once(response, 'drain', { signal }).catch(() => {});
  }
  response.end();
}
