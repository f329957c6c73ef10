import { type Json, toTimestamp } from '@door-access/protocol';
import type { Actor, KeptEntry } from './entry.rules.js';

export interface AuditRow {
  id: string;
  number: number;
  account_id: number;
  sequence: number | null;
  at: Date;
  actor_type: Actor['type'];
  actor_id: string | null;
  actor_name: string;
  action: string;
  subject_type: string;
  subject_id: string;
  subject_name: string;
  location_id: number | null;
  details: { [name: string]: Json };
  mac: Buffer;
  previous_hash: Buffer | null;
  hash: Buffer | null;
  erasure_mac: Buffer | null;
}

export const AUDIT_COLUMNS = `id, number, account_id, sequence, at, actor_type, actor_id, actor_name, action, subject_type,
  subject_id, subject_name, location_id, details, mac, previous_hash, hash, erasure_mac`;

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
