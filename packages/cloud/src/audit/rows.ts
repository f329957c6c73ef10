import { type Json, toTimestamp } from '@door-access/protocol';
import * as sql from '../database/statement.js';
import type { Actor, headMac, KeptEntry } from './entry.rules.js';

/** What is written of an entry; the rest is its place in the chain. */
export const ENTRY = {
  id: sql.uuid,
  account_id: sql.int,
  at: sql.time,
  actor_type: sql.narrow<Actor['type']>(sql.text),
  actor_id: sql.orNull(sql.text),
  actor_name: sql.text,
  action: sql.text,
  subject_type: sql.text,
  subject_id: sql.text,
  subject_name: sql.text,
  location_id: sql.orNull(sql.int),
  details: sql.json<{ [name: string]: Json }>(),
  mac: sql.bytes,
};
export const AUDIT = {
  ...ENTRY,
  number: sql.bigint,
  sequence: sql.orNull(sql.bigint),
  previous_hash: sql.orNull(sql.bytes),
  hash: sql.orNull(sql.bytes),
  erasure_mac: sql.orNull(sql.bytes),
};
export type AuditRow = sql.RowOf<typeof AUDIT>;
export const AUDIT_COLUMNS = Object.keys(AUDIT).join(', ');

/** A batch of an account's chain, behind the sequence $2. Every chained entry has a hash, unless it was removed. */
export const selectChained = (name: string, limit: number) =>
  sql.statement(
    name,
    `select ${AUDIT_COLUMNS} from audit where account_id = $1 and sequence > $2 order by sequence limit ${limit}`,
    { ...AUDIT, sequence: sql.present(sql.bigint), hash: sql.present(sql.bytes) },
  );

/**
 * The same up to the sequence $3: without statistics the planner sorts all that is left of a chain for each batch of it, and
 * of a range there is no more than the batch.
 */
export const selectChainedTo = (name: string) =>
  sql.statement(
    name,
    `select ${AUDIT_COLUMNS} from audit where account_id = $1 and sequence > $2 and sequence <= $3 order by sequence`,
    { ...AUDIT, sequence: sql.present(sql.bigint), hash: sql.present(sql.bytes) },
  );

/** Entries of an account that have no place in its chain yet. */
export const selectUnchained = (name: string, limit: number) =>
  sql.statement(
    name,
    `select ${AUDIT_COLUMNS} from audit where account_id = $1 and sequence is null order by number limit ${limit}`,
    AUDIT,
  );

/** The end of an account's chain. */
export const HEAD = { account_id: sql.int, sequence: sql.bigint, hash: sql.bytes, mac: sql.bytes };
export const READ_HEAD = sql.statement(
  'audit-head',
  'select account_id, sequence, hash, mac from audit_head where account_id = $1',
  HEAD,
);

/** Up to where an account's chain was forgotten. */
export const READ_CHECKPOINT = sql.statement(
  'audit-checkpoint',
  'select account_id, sequence, hash, mac from audit_checkpoint where account_id = $1',
  HEAD,
);

/** Up to where an account's chain was checked when the key was rotated. */
export const READ_BORDER = sql.statement(
  'audit-border',
  'select account_id, sequence, hash, mac from audit_key_border where account_id = $1',
  HEAD,
);

/** Whether it has the MAC of any of these keys. */
export const bears = (
  macOf: typeof headMac,
  keys: readonly Buffer[],
  { account_id, sequence, hash, mac }: sql.RowOf<typeof HEAD>,
): boolean => keys.some((key) => macOf(key, account_id, sequence, hash).equals(mac));

/** What was hashed, from what is kept. */
export function entryOf(row: AuditRow): KeptEntry {
  return {
    id: row.id,
    account_id: row.account_id,
    at: toTimestamp(row.at.getTime()),
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    action: row.action,
    subject: { type: row.subject_type, id: row.subject_id, name: row.subject_name },
    location_id: row.location_id,
    details: row.details,
  };
}
