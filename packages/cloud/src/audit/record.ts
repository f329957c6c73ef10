import { toTimestamp } from '@door-access/protocol';
import type { Context, Database } from '../context.js';
import * as sql from '../database/statement.js';
import type { Prisma } from '../generated/prisma/client.js';
import type { Caller, KeyHolder, Manager } from '../http/endpoint.js';
import { type Actor, type AuditEntry, entryMac, type KeptEntry, keptEntry } from './entry.rules.js';
import { ENTRY } from './rows.js';

export type AuditTools = Pick<Context, 'clock' | 'ids' | 'secrets'>;

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

const NAMES = Object.keys(ENTRY).join(', ');

/** SQL: writes the entry whose values are the parameters from `first` on; once for each row of `source`, a name of the WITH. */
function insertEntry(first: number, source?: string): string {
  const values = Object.values(ENTRY).map(({ type }, index) => `$${first + index}::${type}`);
  return `insert into audit (${NAMES}) select ${values.join(', ')}${source ? ` from ${source}` : ''}`;
}

/** SQL: writes any number of entries, whose rows are the parameter. */
function insertEntries(parameter: number): string {
  const columns = Object.entries(ENTRY).map(([name, { type }]) => `${name} ${type}`);
  return `insert into audit (${NAMES}) select ${NAMES}
  from rows from (json_to_recordset($${parameter}::json) as (${columns.join(', ')})) with ordinality as x order by x.ordinality`;
}

/**
 * SQL, to stand in the WITH of a statement with so many parameters of its own, that writes an entry: both or neither, for
 * the price of one. Its values are those of `audited`.
 */
export const auditAfter = (parameters: number): string => `audited as (${insertEntry(parameters + 1)})`;

/** The same, which writes the entry once if `source`, a name of the WITH, has a row, and not otherwise. */
export const auditAfterIf = (parameters: number, source: string): string =>
  `audited as (${insertEntry(parameters + 1, source)})`;

/** The same for any number of entries, chained in their order: the last value is `auditRows`. */
export const auditManyAfter = (parameters: number): string => `audited as (${insertEntries(parameters + 1)})`;

/** The values of a statement with `auditAfter`: its own, and those of the entry. */
export const audited = (tools: AuditTools, values: readonly unknown[], entry: AuditEntry): unknown[] => [
  ...values,
  ...auditValues(tools, entry),
];

const INSERT_ONE = sql.statement('audit-insert', insertEntry(1));
const INSERT_MANY = sql.statement('audit-insert-many', insertEntries(1));

/**
 * Records an action in its own transaction. Locks nothing: the entry gets its place in the account's chain within a
 * second of the commit (seal.ts).
 */
export async function recordAudit(
  client: Database | Prisma.TransactionClient,
  tools: AuditTools,
  entry: AuditEntry,
): Promise<void> {
  const values = auditValues(tools, entry);
  if ('$executeRawUnsafe' in client) await client.$executeRawUnsafe(INSERT_ONE.text, ...values);
  else await INSERT_ONE.count(client, values);
}

/** Any number of entries in one statement, chained in their order. */
export async function recordAudits(
  client: Database,
  tools: AuditTools,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length > 0) await INSERT_MANY.count(client, [auditRows(tools, entries)]);
}

function auditValues(tools: AuditTools, entry: AuditEntry): unknown[] {
  const { kept, mac } = make(tools, entry);
  return [...Object.values(columnsOf(kept)), JSON.stringify(kept.details), mac];
}

/** The last value of a statement with `auditManyAfter`. */
export function auditRows(tools: AuditTools, entries: readonly AuditEntry[]): string {
  return JSON.stringify(
    entries.map((entry) => {
      const { kept, mac } = make(tools, entry);
      return { ...columnsOf(kept), details: kept.details, mac: sql.jsonBytes(mac) };
    }),
  );
}

function make({ clock, ids, secrets }: AuditTools, entry: AuditEntry): { kept: KeptEntry; mac: Buffer } {
  const kept = keptEntry(entry, ids.uuid(), toTimestamp(clock.now()));
  return { kept, mac: entryMac(secrets.derive(AUDIT_KEY), kept) };
}

/** In the order of ENTRY, up to `details`. */
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
