import { toTimestamp } from '@door-access/protocol';
import type { QueryConfig } from 'pg';
import type { Context, Database } from '../context.js';
import type { Prisma } from '../generated/prisma/client.js';
import type { Caller, KeyHolder, Manager } from '../http/endpoint.js';
import { type Actor, type AuditEntry, entryMac, type KeptEntry, keptEntry } from './entry.rules.js';

type Tools = Pick<Context, 'clock' | 'ids' | 'secrets'>;

export const AUDIT_KEY = 'audit';

/** The actor of what no person or program does. */
export const SERVICE: Actor = { type: 'rule', id: null, name: 'service' };
export const DOORCTL: Actor = { type: 'doorctl', id: null, name: 'doorctl' };
export const SITE_FILE: Actor = { type: 'site_file', id: null, name: 'site file' };

export function byApiKey(apiKey: { id: number; name: string }): Actor {
  return { type: 'api_key', id: String(apiKey.id), name: apiKey.name };
}

export function byUser(user: { id: string; name: string }): Actor {
  return { type: 'user', id: user.id, name: user.name };
}

/** The actor of a verb: an API key, a person at the dashboard, or one with a key on their phone. */
export function byCaller(
  caller: Pick<Caller, 'apiKey'> | Pick<Manager, 'apiKey' | 'user'> | Pick<KeyHolder, 'apiKey' | 'key'>,
): Actor {
  if (caller.apiKey !== null) return byApiKey(caller.apiKey);
  if ('user' in caller) return byUser(caller.user);
  return { type: 'key', id: String(caller.key.id), name: caller.key.name };
}

const COLUMNS = `(id, account_id, at, actor_type, actor_id, actor_name, action, subject_type, subject_id, subject_name,
  location_id, details, mac)`;
const TYPES = [
  'uuid',
  'int',
  'timestamptz',
  'text',
  'text',
  'text',
  'text',
  'text',
  'text',
  'text',
  'int',
  'jsonb',
  'bytea',
];
const INSERT_ONE = insertFrom(1);
const INSERT_MANY = insertManyFrom(1);

/**
 * Records an action in its own transaction. Locks nothing: the entry gets its place in the account's chain within a
 * second of the commit (seal.ts).
 */
export async function recordAudit(
  client: Database | Prisma.TransactionClient,
  tools: Tools,
  entry: AuditEntry,
): Promise<void> {
  const values = valuesOf(tools, entry);
  if ('$executeRawUnsafe' in client) await client.$executeRawUnsafe(INSERT_ONE, ...values);
  else await client.query({ name: 'audit-insert', text: INSERT_ONE, values });
}

/** Any number of entries in one statement, chained in their order. */
export async function recordAudits(
  client: Database,
  tools: Tools,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await client.query({ name: 'audit-insert-many', text: INSERT_MANY, values: [rowsOf(tools, entries)] });
}

type Statement = Required<Pick<QueryConfig, 'name' | 'text' | 'values'>>;

/** Adds the entry to a statement: both or neither, in one round trip. */
export function withAudit(tools: Tools, statement: Statement, entry: AuditEntry): QueryConfig {
  return {
    name: `${statement.name}-audited`,
    text: beside(insertFrom(statement.values.length + 1), statement.text),
    values: [...statement.values, ...valuesOf(tools, entry)],
  };
}

/**
 * The part of a statement that writes the entry once if `source`, a name of its WITH, has a row, and not otherwise;
 * its parameters count from `first`.
 */
export function auditWhere(
  tools: Tools,
  entry: AuditEntry,
  source: string,
  first: number,
): { text: string; values: unknown[] } {
  return {
    text: `insert into audit ${COLUMNS} select ${parametersFrom(first)} from ${source}`,
    values: valuesOf(tools, entry),
  };
}

/** A statement that also writes any number of entries, chained in their order. */
export function withAudits(tools: Tools, statement: Statement, entries: readonly AuditEntry[]): QueryConfig {
  if (entries.length === 0) return statement;
  return {
    name: `${statement.name}-audited-many`,
    text: beside(insertManyFrom(statement.values.length + 1), statement.text),
    values: [...statement.values, rowsOf(tools, entries)],
  };
}

/** Puts the writing of entries in front of a statement, which may have a WITH of its own. */
function beside(insert: string, text: string): string {
  const own = /^\s*with\s/i.exec(text);
  return own
    ? `with audited as (${insert}), ${text.slice(own[0].length)}`
    : `with audited as (${insert}) ${text}`;
}

function insertManyFrom(parameter: number): string {
  return `insert into audit ${COLUMNS}
      select id, account_id, at, actor_type, actor_id, actor_name, action, subject_type, subject_id, subject_name, location_id, details, mac
      from rows from (json_to_recordset($${parameter}::json) as (id uuid, account_id int, at timestamptz, actor_type text, actor_id text,
        actor_name text, action text, subject_type text, subject_id text, subject_name text, location_id int, details jsonb,
        mac bytea)) with ordinality as x order by x.ordinality`;
}

function rowsOf(tools: Tools, entries: readonly AuditEntry[]): string {
  return JSON.stringify(
    entries.map((entry) => {
      const { kept, mac } = make(tools, entry);
      return { ...columnsOf(kept), details: kept.details, mac: `\\x${mac.toString('hex')}` };
    }),
  );
}

function insertFrom(first: number): string {
  return `insert into audit ${COLUMNS} values (${parametersFrom(first)})`;
}

function parametersFrom(first: number): string {
  return TYPES.map((type, index) => `$${first + index}::${type}`).join(', ');
}

function valuesOf(tools: Tools, entry: AuditEntry): unknown[] {
  const { kept, mac } = make(tools, entry);
  return [...Object.values(columnsOf(kept)), JSON.stringify(kept.details), mac];
}

function make({ clock, ids, secrets }: Tools, entry: AuditEntry): { kept: KeptEntry; mac: Buffer } {
  const kept = keptEntry(entry, ids.uuid(), toTimestamp(clock.now()));
  return { kept, mac: entryMac(secrets.derive(AUDIT_KEY), kept) };
}

/** In the order of COLUMNS, up to `details`. */
function columnsOf({ id, account_id, at, actor, action, subject, location_id }: KeptEntry) {
  return {
    id,
    account_id,
    at,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    action,
    subject_type: subject.type,
    subject_id: subject.id,
    subject_name: subject.name,
    location_id,
  };
}
