import type { Database } from '../context.js';
import * as sql from '../database/statement.js';
import { refFromName } from './pairing.rules.js';

/* Refs of what is named in the pages. */

const taken = (table: string) =>
  sql.statement(
    `${table}-refs`,
    `select ref from ${table} where account_id = $1 and (ref = $2 or ref like $2 || '-%')`,
    { ref: sql.text },
  );

/** `word`: the ref where the name makes none. */
const KINDS = {
  gateway: { word: 'gateway', refs: taken('gateway') },
  location: { word: 'location', refs: taken('location') },
  lock: { word: 'door', refs: taken('lock') },
};

/** The first of `name`, `name-2`, `name-3`, … that nothing of its kind in the account has. */
export async function freeRef(
  database: Database,
  accountId: number,
  kind: keyof typeof KINDS,
  name: string,
): Promise<string> {
  const { word, refs } = KINDS[kind];
  const base = refFromName(name, word);
  const used = new Set((await refs.rows(database, [accountId, base])).map(({ ref }) => ref));
  for (let number = 1; ; number++) {
    const ref = number === 1 ? base : `${base}-${number}`;
    if (!used.has(ref)) return ref;
  }
}
