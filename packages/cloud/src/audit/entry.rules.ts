import { createHash, createHmac } from 'node:crypto';
import { canonicalJson, type Json } from '@door-access/protocol';
import type { AuditAction } from './actions.rules.js';
import { storable, storableText } from './canonical.rules.js';

export const ACTOR_TYPES = ['api_key', 'user', 'key', 'rule', 'doorctl', 'site_file', 'directory'] as const;

/** Who did it. A key is one on a phone. A rule is the service itself, at a due time; it and a command at the terminal have no id. */
export interface Actor {
  type: (typeof ACTOR_TYPES)[number];
  id: string | null;
  name: string;
}

export interface AuditEntry {
  account_id: number;
  actor: Actor;
  /** What was done, as `lock.unlock`. */
  action: AuditAction;
  /** What it was done to. A person's name is left out: an entry outlives a person's erasure. */
  subject: { type: string; id: string; name: string };
  location_id: number | null;
  /** No secrets, and nothing of a person but ids. */
  details?: { [name: string]: Json };
}

/** An entry as it is kept. */
export interface KeptEntry extends Required<Omit<AuditEntry, 'action'>> {
  /** The version of the release that wrote it. */
  action: string;
  id: string;
  /** ISO 8601 with milliseconds. */
  at: string;
}

/** Where the chain of an account begins. */
export const GENESIS: Buffer = Buffer.alloc(32);

export function keptEntry(entry: AuditEntry, id: string, at: string): KeptEntry {
  const { account_id, actor, action, subject, location_id, details } = entry;
  return {
    id,
    account_id,
    at,
    actor: { type: actor.type, id: actor.id, name: storableText(actor.name) },
    action,
    subject: {
      type: subject.type,
      id: storableText(subject.id),
      name: subject.type === 'person' ? '' : storableText(subject.name),
    },
    location_id,
    details: storable(details ?? {}) as { [name: string]: Json },
  };
}

/** The key is not in the database: a person who can only write there can neither change an entry nor forge one. */
export function entryMac(key: Buffer, entry: KeptEntry): Buffer {
  return createHmac('sha256', key)
    .update(`entry\n${encode(entry)}`)
    .digest();
}

export interface Link {
  sequence: number;
  previous_hash: Buffer;
  mac: Buffer;
  entry: KeptEntry;
}

export function linkHash({ sequence, previous_hash, mac, entry }: Link): Buffer {
  const head = `link\n${sequence}\n${previous_hash.toString('hex')}\n${mac.toString('hex')}\n`;
  return createHash('sha256')
    .update(head + encode(entry))
    .digest();
}

/** For an entry that an erasure removed names from: its sequence and hash are unchanged, and this covers what is left. */
export function erasureMac(
  key: Buffer,
  { sequence, hash, entry }: { sequence: number; hash: Buffer; entry: KeptEntry },
): Buffer {
  return createHmac('sha256', key)
    .update(`erased\n${sequence}\n${hash.toString('hex')}\n${encode(entry)}`)
    .digest();
}

/** The end of a chain that the register lists. */
export function headMac(key: Buffer, accountId: number, sequence: number, hash: Buffer): Buffer {
  return endMac('enrolled', key, accountId, sequence, hash);
}

/** The end of a chain from a release without a register. */
export function olderHeadMac(key: Buffer, accountId: number, sequence: number, hash: Buffer): Buffer {
  return endMac('head', key, accountId, sequence, hash);
}

/** Up to where a chain was forgotten. */
export function checkpointMac(key: Buffer, accountId: number, sequence: number, hash: Buffer): Buffer {
  return endMac('checkpoint', key, accountId, sequence, hash);
}

/** Up to where a chain was checked when the key was rotated: its hashes prove the entries before, whose MACs are of another key. */
export function borderMac(key: Buffer, accountId: number, sequence: number, hash: Buffer): Buffer {
  return endMac('border', key, accountId, sequence, hash);
}

function endMac(kind: string, key: Buffer, accountId: number, sequence: number, hash: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(`${kind}\n${accountId}\n${sequence}\n${hash.toString('hex')}`)
    .digest();
}

export function rollMac(key: Buffer, accounts: readonly number[]): Buffer {
  return createHmac('sha256', key)
    .update(`roll\n${accounts.join('\n')}`)
    .digest();
}

/** The hash of the first accounts of the register; accounts appended later do not change it. */
export function rollHash(accounts: readonly number[]): Buffer {
  return createHash('sha256')
    .update(`roll\n${accounts.join('\n')}`)
    .digest();
}

const encode = (entry: KeptEntry): string => canonicalJson(entry as unknown as Json);

/** The end of a chain to be kept elsewhere: with it a later check also finds a chain that was cut short. */
export function toAnchor(accountId: number, sequence: number, hash: Buffer): string {
  return `${accountId}:${sequence}:${hash.toString('hex')}`;
}

/** Stands for the register where an anchor names an account. */
export const ROLL = 0;

export interface Anchor {
  /** Or `ROLL`, whose entries are accounts. */
  account_id: number;
  sequence: number;
  hash: string;
}

export function parseAnchor(text: string): Anchor | null {
  const match = /^(0|[1-9]\d{0,9}):([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text.trim());
  return match
    ? { account_id: Number(match[1]), sequence: Number(match[2]), hash: match[3] as string }
    : null;
}
