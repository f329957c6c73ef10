import { type Json, toTimestamp } from '@door-access/protocol';
import {
  bigint,
  bytes,
  int,
  json,
  narrow,
  orNull,
  present,
  type RowOf,
  statement,
  text,
  time,
  uuid,
} from '../database/statement.js';
import type { Actor, headMac, KeptEntry } from './entry.rules.js';

/** What is written of an entry; the rest is its place in the chain. */
export const ENTRY = {
  id: uuid,
  account_id: int,
  at: time,
  actor_type: narrow<Actor['type']>(text),
  actor_id: orNull(text),
  actor_name: text,
  action: text,
  subject_type: text,
  subject_id: text,
  subject_name: text,
  location_id: orNull(int),
  details: json<{ [name: string]: Json }>(),
  mac: bytes,
};
export const AUDIT = {
  ...ENTRY,
  number: bigint,
  sequence: orNull(bigint),
  previous_hash: orNull(bytes),
  hash: orNull(bytes),
  erasure_mac: orNull(bytes),
};
export type AuditRow = RowOf<typeof AUDIT>;
export const AUDIT_COLUMNS = Object.keys(AUDIT).join(', ');

/** A batch of an account's chain, behind the sequence $2. Every chained entry has a hash, unless it was removed. */
export const selectChained = (name: string, limit: number) =>
  statement(
    name,
    `select ${AUDIT_COLUMNS} from audit where account_id = $1 and sequence > $2 order by sequence limit ${limit}`,
    { ...AUDIT, sequence: present(bigint), hash: present(bytes) },
  );

/** Entries of an account that have no place in its chain yet. */
export const selectUnchained = (name: string, limit: number) =>
  statement(
    name,
    `select ${AUDIT_COLUMNS} from audit where account_id = $1 and sequence is null order by number limit ${limit}`,
    AUDIT,
  );

/** The end of an account's chain. */
export const HEAD = { account_id: int, sequence: bigint, hash: bytes, mac: bytes };
export const READ_HEAD = statement(
  'audit-head',
  'select account_id, sequence, hash, mac from audit_head where account_id = $1',
  HEAD,
);

export const bears = (
  macOf: typeof headMac,
  key: Buffer,
  { account_id, sequence, hash, mac }: RowOf<typeof HEAD>,
): boolean => macOf(key, account_id, sequence, hash).equals(mac);

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
