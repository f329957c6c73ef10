import type { Json } from '@door-access/protocol';
import type { PoolClient } from 'pg';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { erasureMac, type KeptEntry } from './entry.rules.js';
import { AUDIT_KEY } from './record.js';
import { entryOf, selectChained, selectChainedTo } from './rows.js';

const ROWS_AT_ONCE = 5_000;

const TO_ERASE = selectChainedTo('audit-to-erase');
/** Behind what was forgotten, and behind a gap. */
const BEHIND = selectChained('audit-to-erase-behind', ROWS_AT_ONCE);

const ERASE = sql.statement(
  'audit-erase',
  `update audit a set actor_name = x.actor_name, subject_name = x.subject_name, details = x.details, erasure_mac = x.erasure_mac
   from json_to_recordset($1::json) as x(id uuid, at timestamptz, actor_name text, subject_name text, details jsonb, erasure_mac bytea)
   where a.id = x.id and a.at = x.at`,
);

/** Erases names from an entry; returns the same entry if there are none. */
export type EntryEraser = (entry: KeptEntry) => KeptEntry;

/**
 * Erases names from one batch of an account's chained entries, starting behind the sequence `after`. Sequences and hashes
 * stay as they are, so that the chain holds; the rest of a changed entry gets a new MAC.
 * @returns the last sequence read, and whether there is more
 */
export async function eraseFromAudit(
  client: PoolClient,
  { secrets }: Pick<Context, 'secrets'>,
  accountId: number,
  after: number,
  erase: EntryEraser,
): Promise<{ sequence: number; hasMore: boolean }> {
  const to = after + ROWS_AT_ONCE;
  const rows = await TO_ERASE.rows(client, [accountId, after, to]);
  if (rows.length < ROWS_AT_ONCE) rows.push(...(await BEHIND.rows(client, [accountId, to])));
  const key = secrets.derive(AUDIT_KEY);
  const changed = rows.flatMap((row) => {
    const before = entryOf(row);
    const entry = erase(before);
    if (entry === before) return [];
    const mac = erasureMac(key, { sequence: row.sequence, hash: row.hash, entry });
    return [
      {
        id: row.id,
        at: row.at,
        actor_name: entry.actor.name,
        subject_name: entry.subject.name,
        details: entry.details,
        erasure_mac: sql.jsonBytes(mac),
      },
    ];
  });
  if (changed.length > 0) await ERASE.count(client, [JSON.stringify(changed)]);
  return {
    sequence: rows.at(-1)?.sequence ?? after,
    hasMore: rows.length >= ROWS_AT_ONCE,
  };
}

/** Erases every text within a value; returns the same value if nothing changes. */
export function eraseWithin(value: Json, erase: (text: string) => string): Json {
  if (typeof value === 'string') return erase(value);
  if (typeof value !== 'object' || value === null) return value;
  const inner: [string, Json][] = Object.entries(value).map(([name, one]) => [
    name,
    eraseWithin(one as Json, erase),
  ]);
  if (inner.every(([name, one]) => one === (value as Record<string, Json>)[name])) return value;
  return Array.isArray(value) ? inner.map(([, one]) => one) : Object.fromEntries(inner);
}
