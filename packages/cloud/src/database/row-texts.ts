import type { PoolClient } from 'pg';
import { unhurried } from './pool.js';

const ROWS_AT_ONCE = 1_000;

/**
 * The rows of a query, each as the text of its JSON, in batches: a table of any size in little memory. Inside a transaction
 * without a `statement_timeout`; one at a time.
 * @param query of our own text, never a caller's
 */
export async function* rowTexts(client: PoolClient, query: string): AsyncGenerator<string[]> {
  await client.query(
    unhurried(
      `declare row_texts no scroll cursor for select row_to_json(row_itself.*)::text as row from (${query}) row_itself`,
    ),
  );
  for (;;) {
    const { rows } = await client.query<{ row: string }>(unhurried(`fetch ${ROWS_AT_ONCE} from row_texts`));
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await client.query('close row_texts');
}
