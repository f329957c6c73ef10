import { createHmac } from 'node:crypto';
import { byCaller } from '../audit/record.js';
import { type Context, type Database, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError, type ErrorDetail } from '../errors.js';
import { announcing } from '../events/announce.js';
import type { Manager } from '../http/endpoint.js';
import { keyFaults, type NewKey } from '../keys/faults.js';
import { issueKeyWithin } from '../keys/issue.js';
import { channelFault } from '../keys/key.rules.js';
import { withReservedKey } from '../keys/reserve.js';
import { lockingSystemOf } from '../locking-system/port.js';
import { createPersonWithin, type NewPerson, personFaults } from './create.js';

/* A list of people, row by row: the verbs of one person, each row with a transaction of its own. */

/** For this long a row is the same import, and continues where it stopped. */
const REMEMBERED_MS = 24 * 3_600_000;
const FORGOTTEN_AT_ONCE = 1_000;

export interface KeyOfRow extends Omit<NewKey, 'person_id' | 'starts_at'> {
  /** People who exist already get one too. */
  for_existing: boolean;
}

export interface Row {
  person: NewPerson;
  /** Distinguishes rows of one list that say the same: 0 for the first of them. */
  copy: number;
}

/** The outcome of a row. `before`: the same row was imported within a day. */
export interface RowOutcome {
  outcome: 'create' | 'exists' | 'before' | 'refused';
  person: { id: string; name: string } | null;
  key_id: number | null;
  faults: ErrorDetail[];
}

/** Keyed: a list of names and numbers is guessed too quickly from a plain hash. */
function digestOf(
  { secrets }: Pick<Context, 'secrets'>,
  { locationId }: Pick<Manager, 'locationId'>,
  { person, copy }: Row,
  key: KeyOfRow | null,
): Buffer {
  const given = Object.entries(person).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([locationId, given, copy, key && [key.security_groups, key.name]]);
  return createHmac('sha256', secrets.derive('person-import')).update(text).digest();
}

/** Who is there already by the rule of `POST /people`, and what was imported before; in the order of the rows. */
const LOOK_UP = sql.statement(
  'import-look-up',
  `select found.id as found_id, found.name as found_name, b.id as before_id, b.name as before_name,
     b.created as before_created, b.key_id, ${sql.isWithin('r', '$2::int')} as in_reach
   from unnest($3::text[], $4::text[], $5::int[], $6::bytea[]) with ordinality as r(email, phone, location_id, digest, n)
   left join lateral (
     select x.id, x.name from (
       select * from person where account_id = $1::int and r.email <> '' and email = r.email
         and (r.phone = '' or phone = r.phone)
       union all
       select * from person where account_id = $1::int and r.email = '' and r.phone <> '' and phone = r.phone) x
     where x.deleted_at is null and ${sql.isWithin('x', '$2::int')}
     order by x.seq limit 1) found on true
   left join lateral (
     select p.id, p.name, i.created, i.key_id from person_import i
     join person p on p.id = i.person_id and p.deleted_at is null
     where i.account_id = $1::int and i.digest = r.digest and i.at > $7::timestamptz) b on true
   order by r.n`,
  {
    found_id: sql.orNull(sql.uuid),
    found_name: sql.orNull(sql.text),
    before_id: sql.orNull(sql.uuid),
    before_name: sql.orNull(sql.text),
    before_created: sql.orNull(sql.bool),
    key_id: sql.orNull(sql.int),
    in_reach: sql.bool,
  },
);

const CLAIM = sql.statement(
  'import-claim',
  `insert into person_import (account_id, digest, at) values ($1, $2, $3)
   on conflict (account_id, digest) do update set at = person_import.at`,
);

/** The outcome of a row, if its person lives. */
const BEFORE = sql.statement(
  'import-before',
  `select p.id, p.name, i.created, i.key_id from person_import i
   join person p on p.id = i.person_id and p.deleted_at is null
   where i.account_id = $1 and i.digest = $2 and i.at > $4 and ${sql.isWithin('p', '$3')}`,
  { id: sql.uuid, name: sql.text, created: sql.bool, key_id: sql.orNull(sql.int) },
);

const MADE_PERSON = sql.statement(
  'import-made-person',
  `update person_import set person_id = $3, created = $4, key_id = null, at = $5
   where account_id = $1 and digest = $2`,
);

const LOCK_ROW = sql.statement(
  'import-lock-row',
  'select key_id from person_import where account_id = $1 and digest = $2 for update',
  { key_id: sql.orNull(sql.int) },
);

const MADE_KEY = sql.statement(
  'import-made-key',
  'update person_import set key_id = $3 where account_id = $1 and digest = $2',
);

const FORGET = sql.statement(
  'import-forget',
  `delete from person_import where (account_id, digest) in (
     select account_id, digest from person_import where at < $1 order by at limit $2 for update skip locked)`,
);

/** What importing these would do, by the same rules; nothing changes. */
export async function previewImport(
  context: Context,
  caller: Manager,
  rows: readonly Row[],
  key: KeyOfRow | null,
): Promise<RowOutcome[]> {
  const known = await LOOK_UP.rows(context.pool, [
    caller.accountId,
    caller.locationId,
    rows.map(({ person }) => person.email),
    rows.map(({ person }) => person.phone),
    rows.map(({ person }) => person.location_id ?? caller.locationId),
    rows.map((row) => digestOf(context, caller, row, key)),
    rememberedFrom(context),
  ]);
  const forKey = key && (await keyFaults(context.pool, caller, withoutPerson(key), now(context)));
  const outcomes: RowOutcome[] = [];
  for (const [index, { person }] of rows.entries()) {
    const { found_id, found_name, before_id, before_name, before_created, key_id, in_reach } = known[
      index
    ] as sql.Row<typeof LOOK_UP>;
    const faults = await personFaults(context, context.pool, caller, { name: person.name });
    if (!in_reach) faults.push({ field: 'location_id', code: 'invalid', message: 'is not one of yours' });
    const id = before_id ?? found_id;
    const getsKey =
      key !== null && key_id === null && (key.for_existing || (before_id ? before_created : !found_id));
    const isRefused = faults.length > 0;
    if (getsKey && forKey && !isRefused) {
      faults.push(...forKey.details);
      const fault = channelFault(key.channel, person, forKey.place.sms_enabled);
      // A person who is there may have an address that the row leaves out.
      if (fault && (id === null || fault.code === 'sms_disabled'))
        faults.push({ field: 'channel', ...fault });
    }
    outcomes.push({
      outcome: isRefused ? 'refused' : before_id ? 'before' : found_id ? 'exists' : 'create',
      person: id === null ? null : { id, name: before_name ?? found_name ?? '' },
      key_id,
      faults,
    });
  }
  return outcomes;
}

/**
 * Makes the person of one row, or finds them, and gives them their key. A row that was done before is left alone, and one
 * that was half done goes on. What is refused is reported and not thrown.
 */
export async function importRow(
  context: Context,
  caller: Manager,
  row: Row,
  key: KeyOfRow | null,
): Promise<RowOutcome> {
  const digest = digestOf(context, caller, row, key);
  try {
    const person = await importPerson(context, caller, row, digest);
    const { outcome, id, name, key_id } = person;
    const done: RowOutcome = { outcome, person: { id, name }, key_id, faults: [] };
    if (!key || key_id !== null || !(person.created || key.for_existing)) return done;
    try {
      return { ...done, key_id: await importKey(context, caller, digest, id, key) };
    } catch (error) {
      return { ...done, faults: faultsOf(error, 'key') };
    }
  } catch (error) {
    return { outcome: 'refused', person: null, key_id: null, faults: faultsOf(error, '') };
  }
}

type Before = sql.Row<typeof BEFORE>;
type Done = Before & { outcome: 'create' | 'exists' | 'before' };

function importPerson(context: Context, caller: Manager, { person }: Row, digest: Buffer): Promise<Done> {
  const by = byCaller(caller);
  return lockingSystemOf(context).guard(() =>
    announcing(context, async (client, announce): Promise<Done> => {
      const before = await claim(client, context, caller, digest);
      if (before) return { outcome: 'before', ...before };
      const made = await createPersonWithin({ context, client, announce, by }, caller, person);
      const { id, name } = made.person;
      await MADE_PERSON.count(client, [caller.accountId, digest, id, made.created, now(context)]);
      return { outcome: made.created ? 'create' : 'exists', id, name, created: made.created, key_id: null };
    }),
  );
}

/** Locks the row for this transaction, also a remembered one; returns its outcome. */
async function claim(
  client: Database,
  context: Context,
  caller: Manager,
  digest: Buffer,
): Promise<Before | undefined> {
  await CLAIM.count(client, [caller.accountId, digest, now(context)]);
  return BEFORE.row(client, [caller.accountId, digest, caller.locationId, rememberedFrom(context)]);
}

async function importKey(
  context: Context,
  caller: Manager,
  digest: Buffer,
  personId: string,
  { for_existing: _, ...key }: KeyOfRow,
): Promise<number> {
  const by = byCaller(caller);
  const wanted = { ...key, person_id: personId };
  const made = await withReservedKey(context, caller, wanted, (reserved) =>
    announcing(context, async (client, announce) => {
      const before = await LOCK_ROW.row(client, [caller.accountId, digest]);
      if (before?.key_id) return { id: before.key_id };
      const made = await issueKeyWithin({ context, client, announce, by }, caller, reserved);
      await MADE_KEY.count(client, [caller.accountId, digest, made.id]);
      return made;
    }),
  );
  return made.id;
}

/** Rows older than a day; a few at a time, at every import. */
export async function forgetImports(context: Pick<Context, 'pool' | 'clock'>): Promise<void> {
  await transaction(context.pool, (client) =>
    FORGET.count(client, [rememberedFrom(context), FORGOTTEN_AT_ONCE]),
  );
}

const rememberedFrom = ({ clock }: Pick<Context, 'clock'>) => new Date(clock.now() - REMEMBERED_MS);

const now = ({ clock }: Pick<Context, 'clock'>) => new Date(clock.now());

const withoutPerson = ({ for_existing: _, ...key }: KeyOfRow): Partial<NewKey> => ({
  security_groups: key.security_groups,
  expires_at: key.expires_at,
});

/** Refusals are reported by row; errors of the service are thrown on. */
function faultsOf(error: unknown, field: string): ErrorDetail[] {
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  return error.details ?? [{ field, code: 'invalid', message: error.message }];
}
