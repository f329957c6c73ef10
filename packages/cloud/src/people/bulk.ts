import { byCaller, recordAudits } from '../audit/record.js';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import { announcing } from '../events/announce.js';
import type { Manager } from '../http/endpoint.js';
import { issueKey } from '../keys/issue.js';
import { markReturned } from '../keys/transitions.js';
import { lockingSystemOf } from '../locking-system/port.js';
import { personFaults } from './create.js';
import { personEntry } from './insert.js';
import { PERSON, PERSON_COLUMNS, type PersonRow } from './read.js';

/*
 * What is done for many people at once. Each person has an outcome of their own: what is refused for one stops no other,
 * and what is done already is left alone, so that the same request may be sent again.
 */

export const OUTCOMES = ['done', 'unchanged', 'refused'] as const;

export interface Outcome {
  id: string;
  name: string;
  outcome: (typeof OUTCOMES)[number];
  /** Why it was refused or left alone; null where it was done. */
  message: string | null;
}

const LOCK_PEOPLE = sql.statement(
  'people-lock',
  `select ${PERSON_COLUMNS} from person p join location o on o.id = p.location_id
   where p.id = any($1::uuid[]) and p.deleted_at is null and ${sql.isWithin('p', '$2')} order by p.id for update of p`,
  PERSON,
);

const MOVE = sql.statement(
  'people-move',
  `with p as (update person set location_id = $2 where id = any($1::uuid[]) returning *)
   select ${PERSON_COLUMNS} from p join location o on o.id = p.location_id order by p.id`,
  PERSON,
);

const LOCK_KEYS = sql.statement(
  'people-lock-keys',
  `select k.id, k.person_id from access_key k
   where k.person_id = any($1::uuid[]) and k.state is distinct from 'returned' and ${sql.isWithin('k', '$2')}
   order by k.id for update of k`,
  { id: sql.int, person_id: sql.present(sql.uuid) },
);

/** People with a key of this name that lives, and opens what these groups of the place do. */
const HAVE_KEY = sql.statement(
  'people-have-key',
  `select distinct k.person_id from access_key k
   where k.person_id = any($1::uuid[]) and k.location_id = $2 and k.name = $3 and k.state is distinct from 'returned'
     and (k.expires_at is null or k.expires_at > $5)
     and array(select g.code from access_key_group m join security_group g on g.id = m.security_group_id
       where m.access_key_id = k.id order by g.code) = array(select distinct t.code from unnest($4::text[]) as t(code) order by 1)`,
  { person_id: sql.present(sql.uuid) },
);

const outcomeOf = (
  { id, name }: Pick<PersonRow, 'id' | 'name'>,
  outcome: Outcome['outcome'],
  message: string | null = null,
): Outcome => ({ id, name, outcome, message });

/** The outcomes in the sequence asked; who is not within reach is named so. */
function inSequence(ids: readonly string[], outcomes: readonly Outcome[]): Outcome[] {
  const byId = new Map(outcomes.map((one) => [one.id, one]));
  return ids.map((id) => byId.get(id) ?? outcomeOf({ id, name: '' }, 'refused', 'no such person here'));
}

/** Moves people to a location of the caller's. @throws 422 on `location_id`, 409 `locksys_rejected` */
export async function movePeople(
  context: Context,
  caller: Manager,
  ids: readonly string[],
  location_id: number,
): Promise<Outcome[]> {
  const system = lockingSystemOf(context);
  return system.guard(() =>
    announcing(context, async (client) => {
      const details = await personFaults(context, client, caller, { location_id });
      if (details.length > 0) throw new ApiError('validation_failed', { details });
      const people = await LOCK_PEOPLE.rows(client, [ids, caller.locationId]);
      const isThere = (person: PersonRow) => person.location_id === location_id;
      const moving = people.filter((person) => !person.managed && !isThere(person));
      const moved = await MOVE.rows(client, [moving.map(({ id }) => id), location_id]);
      const by = byCaller(caller);
      const details_of = { fields: ['location_id'] };
      await recordAudits(
        client,
        context,
        moved.map((person) => personEntry(person, by, 'person.update', details_of)),
      );
      for (const person of moved) await system.savePerson(person);
      const outcomes = people.map((person) => {
        if (isThere(person)) return outcomeOf(person, 'unchanged', 'is there already');
        if (person.managed)
          return outcomeOf(person, 'refused', 'is kept by the site file or the locking system');
        return outcomeOf(person, 'done');
      });
      return inSequence(ids, outcomes);
    }),
  );
}

/** Takes back all keys of people that are within reach. @throws 409 `locksys_rejected` */
export async function takeBackKeys(
  context: Context,
  caller: Manager,
  ids: readonly string[],
): Promise<Outcome[]> {
  const system = lockingSystemOf(context);
  return system.guard(() =>
    announcing(context, async (client, announce) => {
      const people = await LOCK_PEOPLE.rows(client, [ids, caller.locationId]);
      const keys = await LOCK_KEYS.rows(client, [people.map(({ id }) => id), caller.locationId]);
      const change = { context, client, announce, by: byCaller(caller) };
      const keyIds = keys.map(({ id }) => id);
      if (keyIds.length > 0) await markReturned(change, keyIds, context.clock.now());
      for (const id of keyIds) await system.deleteKey(id);
      const outcomes = people.map((person) =>
        keys.some(({ person_id }) => person_id === person.id)
          ? outcomeOf(person, 'done')
          : outcomeOf(person, 'unchanged', 'has no key here'),
      );
      return inSequence(ids, outcomes);
    }),
  );
}

export interface KeyForMany {
  name: string;
  security_groups: string[];
  /** `reachable`: by e-mail where the person has an address, else by SMS. */
  channel: 'email' | 'sms' | 'both' | 'reachable';
  starts_at?: Date | undefined;
  expires_at?: Date | null | undefined;
}

/**
 * Gives each person a key with an invitation of their own, until time is up: the outcomes may be fewer than asked. Who has
 * such a key already gets none.
 */
export async function giveKeys(
  context: Context,
  caller: Manager,
  ids: readonly string[],
  { channel, ...key }: KeyForMany,
  isOver: () => boolean,
): Promise<Outcome[]> {
  const now = new Date(context.clock.now());
  const [people, having] = await Promise.all([
    PEOPLE.rows(context.pool, [ids, caller.locationId]),
    HAVE_KEY.rows(context.pool, [ids, caller.locationId, key.name, key.security_groups, now]),
  ]);
  const has = new Set(having.map(({ person_id }) => person_id));
  const outcomes: Outcome[] = [];
  for (const id of ids) {
    const person = people.find((one) => one.id === id);
    if (!person) outcomes.push(outcomeOf({ id, name: '' }, 'refused', 'no such person here'));
    else if (has.has(id)) outcomes.push(outcomeOf(person, 'unchanged', 'has this key already'));
    else outcomes.push(await give(context, caller, person, key, channel));
    if (isOver()) break;
  }
  return outcomes;
}

const PEOPLE = sql.statement(
  'people-by-ids',
  `select ${PERSON_COLUMNS} from person p join location o on o.id = p.location_id
   where p.id = any($1::uuid[]) and p.deleted_at is null and ${sql.isWithin('p', '$2')}`,
  PERSON,
);

async function give(
  context: Context,
  caller: Manager,
  person: PersonRow,
  key: Omit<KeyForMany, 'channel'>,
  channel: KeyForMany['channel'],
): Promise<Outcome> {
  const way = channel === 'reachable' ? (person.email ? 'email' : 'sms') : channel;
  try {
    await issueKey(context, caller, { ...key, person_id: person.id, channel: way });
    return outcomeOf(person, 'done');
  } catch (error) {
    // Errors of the service are no outcome of a person.
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return outcomeOf(person, 'refused', error.details?.[0]?.message ?? error.message);
  }
}
