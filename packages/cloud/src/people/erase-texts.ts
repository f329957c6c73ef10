import type { PoolClient } from 'pg';
import type { KeptEntry } from '../audit/entry.rules.js';
import { type EntryEraser, eraseFromAudit, eraseWithin } from '../audit/erase.js';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { type Eraser, type Named, nameEraser, wholeNameEraser } from './named.rules.js';

/* Erases a person's names from text that people typed: key names, reasons of commands, emergencies and maintenance, notes on alarms, and their entries in the audit log. */

/** Kept sealed until nothing names the person any more. */
interface Remembered {
  person: Named;
  /** The person's own keys, whose names may contain part of the person's name. */
  keys: number[];
}

type Tools = Pick<Context, 'secrets' | 'clock'>;

/** A transaction that read the person before the erasure may have written afterwards. */
const AGAIN_FROM_MS = 15 * 60_000;
const BATCHES_AT_ONCE = 10;

const OWN_KEYS = sql.statement(
  'erasure-own-keys',
  'select id, name from access_key where person_id = $1 order by id',
  { id: sql.int, name: sql.text },
);

const READ = sql.statement(
  'erasure-read',
  'select account_id, named, audit_sequence, texts_read_at, texts_position from erasure where person_id = $1',
  {
    account_id: sql.orNull(sql.int),
    named: sql.orNull(sql.bytes),
    audit_sequence: sql.bigint,
    texts_read_at: sql.orNull(sql.time),
    texts_position: sql.orNull(sql.json<Position>()),
  },
);

const WRITE = sql.statement(
  'erasure-write',
  'update erasure set audit_sequence = $2, texts_read_at = $3, texts_position = $4 where person_id = $1',
);

/** History contains the names of keys: updates those of the keys `$1` to their present names. */
const RENAME_IN_HISTORY = sql.statement(
  'erasure-key-names',
  `with named as (select id::text as id, to_jsonb(name) as name from access_key where id = any($1::int[])),
   events as (
     update event e set actor = jsonb_set(e.actor, '{key,name}', n.name) from named n
     where e.actor #>> '{key,id}' = n.id and e.actor #> '{key,name}' <> n.name)
   update delivery_ended d set payload = jsonb_set(d.payload, '{actor,key,name}', n.name) from named n
   where d.payload #>> '{actor,key,id}' = n.id and d.payload #> '{actor,key,name}' <> n.name`,
);

/** Returns the names, sealed, for `eraseTexts`; erases them from the person's own keys at once. */
export async function rememberNames(
  client: PoolClient,
  { secrets }: Pick<Context, 'secrets'>,
  person: Named & { id: string },
): Promise<Buffer> {
  const keys = await OWN_KEYS.rows(client, [person.id]);
  await rename(client, 'access_key', keys, nameEraser(person));
  const { id, name, email, phone } = person;
  const remembered: Remembered = { person: { name, email, phone }, keys: keys.map((key) => key.id) };
  return secrets.seal(JSON.stringify(remembered), id);
}

/** Erases names from the next texts. @returns whether there is more to read at once */
export async function eraseTexts(client: PoolClient, tools: Tools, personId: string): Promise<boolean> {
  const row = await READ.row(client, [personId]);
  if (!row?.named || row.account_id === null) return false;
  const { person, keys }: Remembered = JSON.parse(tools.secrets.open(row.named, personId));
  const since = new Date(row.texts_read_at ? row.texts_read_at.getTime() - AGAIN_FROM_MS : 0);
  const byPart = nameEraser(person);
  const byWhole = wholeNameEraser(person);
  const own = new Set<Typed['id']>(keys);
  const before = row.texts_position ?? { began_at: tools.clock.now(), after: START };
  // A pass that the release before this one began names fewer columns.
  const from = { ...START, ...before.after };
  const read = { client, accountId: row.account_id, since };
  const after = {
    access_key: await eraseBatch(read, 'access_key', from.access_key, ({ id }) =>
      own.has(id) ? byPart : byWhole,
    ),
    command: await eraseBatch(read, 'command', from.command, () => byPart),
    emergency: await eraseBatch(read, 'emergency', from.emergency, () => byPart),
    maintenance: await eraseBatch(read, 'maintenance', from.maintenance, () => byPart),
    alarm: await eraseBatch(read, 'alarm', from.alarm, () => byPart),
  };
  const hasMoreTexts = Object.values(after).some((last) => last !== null);
  if (!hasMoreTexts) await RENAME_IN_HISTORY.count(client, [keys.map(String)]);
  const erase = entryEraser(new Set(keys.map(String)), byPart, byWhole);
  let at = { sequence: row.audit_sequence, hasMore: true };
  for (let batch = 0; batch < BATCHES_AT_ONCE && at.hasMore; batch += 1)
    at = await eraseFromAudit(client, tools, row.account_id, at.sequence, erase);
  await WRITE.count(client, [
    personId,
    at.sequence,
    hasMoreTexts ? row.texts_read_at : new Date(before.began_at),
    hasMoreTexts ? { ...before, after } : null,
  ]);
  return at.hasMore || hasMoreTexts;
}

/** An entry keeps its actor, unless that is a key; an action on a colleague keeps the colleague. */
const entryEraser =
  (keys: ReadonlySet<string>, byPart: Eraser, byWhole: Eraser): EntryEraser =>
  (entry) => {
    const { actor, subject, details } = entry;
    const ofKey = (id: string | null) => (id !== null && keys.has(id) ? byPart : byWhole);
    const after: KeptEntry = {
      ...entry,
      actor: actor.type === 'key' ? { ...actor, name: ofKey(actor.id)(actor.name) } : actor,
      subject:
        subject.type === 'user'
          ? subject
          : { ...subject, name: (subject.type === 'key' ? ofKey(subject.id) : byPart)(subject.name) },
      details: subject.type === 'user' ? details : (eraseWithin(details, byPart) as KeptEntry['details']),
    };
    const isSame =
      after.actor.name === actor.name && after.subject.name === subject.name && after.details === details;
    return isSame ? entry : after;
  };

/** SQL: an event of emergency `m`. */
const isOf = (type: string, data: string): string =>
  `${type} in ('emergency.started', 'emergency.ended') and ${data} ->> 'id' = m.id`;

/** Of each column in one transaction. */
const ROWS_AT_ONCE = 5_000;
/** `texts`: which of its rows hold a text of the time `$2` or later. */
const reading = <Id>(name: string, table: string, id: sql.Column<Id>, column: string, texts: string) =>
  sql.statement(
    name,
    `select id, ${column} as name from ${table}
     where account_id = $1 and ${texts} and id > $3 order by id limit ${ROWS_AT_ONCE}`,
    { id, name: sql.text },
    { unprepared: true },
  );
const renaming = (name: string, table: string, column: string, type: string) =>
  sql.statement(
    name,
    `update ${table} t set ${column} = x.text from json_to_recordset($1::json) as x(id ${type}, text text) where t.id = x.id`,
  );
/** With their events. */
const RENAME_EMERGENCIES = sql.statement(
  'erasure-rename-emergencies',
  `with m as (
     update emergency t set reason = x.text from json_to_recordset($1::json) as x(id uuid, text text) where t.id = x.id
     returning t.id::text as id, t.location_id, to_jsonb(t.reason) as reason),
   c as (update change c set data = jsonb_set(c.data, '{reason}', m.reason) from m
     where c.location_id = m.location_id and ${isOf('c.type', 'c.data')}),
   d as (update delivery d set payload = jsonb_set(d.payload, '{reason}', m.reason) from m
     where ${isOf('d.event_type', 'd.payload')})
   update delivery_ended d set payload = jsonb_set(d.payload, '{reason}', m.reason) from m
   where ${isOf('d.event_type', 'd.payload')}`,
);
/** The typed columns, with the time of the text: the name of a key dates from its last change. */
const COLUMNS = {
  access_key: {
    read: reading('erasure-read-keys', 'access_key', sql.int, 'name', 'updated_at >= $2'),
    write: renaming('erasure-rename-keys', 'access_key', 'name', 'int'),
  },
  command: {
    read: reading('erasure-read-notes', 'command', sql.uuid, 'note', "note <> '' and requested_at >= $2"),
    write: renaming('erasure-rename-notes', 'command', 'note', 'uuid'),
  },
  emergency: {
    read: reading('erasure-read-emergencies', 'emergency', sql.uuid, 'reason', 'started_at >= $2'),
    write: RENAME_EMERGENCIES,
  },
  maintenance: {
    read: reading('erasure-read-maintenance', 'maintenance', sql.uuid, 'reason', 'ends_at >= $2'),
    write: renaming('erasure-rename-maintenance', 'maintenance', 'reason', 'uuid'),
  },
  alarm: {
    read: sql.statement(
      'erasure-read-alarms',
      `select event_id as id, note as name from alarm_acknowledgement
       where account_id = $1 and note <> '' and acknowledged_at >= $2 and event_id > $3 order by event_id limit ${ROWS_AT_ONCE}`,
      { id: sql.bigint, name: sql.text },
      { unprepared: true },
    ),
    write: sql.statement(
      'erasure-rename-alarms',
      `update alarm_acknowledgement t set note = x.text
       from json_to_recordset($1::json) as x(id bigint, text text) where t.event_id = x.id`,
    ),
  },
};
const FIRST_UUID = '00000000-0000-0000-0000-000000000000';
const START = {
  access_key: 0,
  command: FIRST_UUID,
  emergency: FIRST_UUID,
  maintenance: FIRST_UUID,
  alarm: 0,
};

/** A pass through the columns that spans several transactions: the last row read of each; null where there is no more. */
interface Position {
  began_at: number;
  after: { [Table in keyof typeof COLUMNS]: Typed['id'] | null };
}

type Typed = sql.Row<(typeof COLUMNS)[keyof typeof COLUMNS]['read']>;

/** Erases names from the next rows of a column. @returns the last row read; null if there is no more */
async function eraseBatch(
  { client, accountId, since }: { client: PoolClient; accountId: number; since: Date },
  table: keyof typeof COLUMNS,
  after: Typed['id'] | null,
  eraserOf: (row: Typed) => Eraser,
): Promise<Typed['id'] | null> {
  if (after === null) return null;
  const rows: Typed[] = await COLUMNS[table].read.rows(client, [accountId, since, after]);
  await rename(client, table, rows, (text, row) => eraserOf(row)(text));
  return rows.length < ROWS_AT_ONCE ? null : (rows.at(-1)?.id ?? null);
}

async function rename(
  client: PoolClient,
  table: keyof typeof COLUMNS,
  rows: readonly Typed[],
  erase: (text: string, row: Typed) => string,
): Promise<void> {
  const changed = rows.flatMap((row) => {
    const text = erase(row.name, row);
    return text === row.name ? [] : [{ id: row.id, text }];
  });
  if (changed.length === 0) return;
  await COLUMNS[table].write.count(client, [JSON.stringify(changed)]);
}
