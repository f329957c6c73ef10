import type { PoolClient } from 'pg';
import type { AuditAction } from '../audit/actions.rules.js';
import type { Actor, AuditEntry } from '../audit/entry.rules.js';
import { byCaller, recordAudits } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import type { KnownPhone, Manager } from '../http/endpoint.js';
import { hashLinkToken } from '../keys/key.rules.js';
import { GIVEN_AGAIN_FOR_MS, hashPhoneToken, SEEN_EVERY_MS } from './phone.rules.js';

/* Phones with keys: bound as a setup link is opened, identified by their cookie, and removed. */

const BIND = sql.statement(
  'phone-bind',
  'insert into phone_key (phone_id, access_key_id, bound_at) values ($1, $2, $3)',
);
const ADD = sql.statement(
  'phone-add',
  `insert into phone (id, token_hash, user_agent, created_at, last_seen_at, follows) values ($1, $2, $3, $4, $4, (
     select p.id from phone p where p.token_hash = $5 and exists (
       select from phone_key m where m.phone_id = p.id and m.ended_at is null)))`,
);
const PHONE = sql.statement(
  'phone-by-token',
  `select id, created_at, last_seen_at, follows, exists (
     select from phone_key m where m.phone_id = p.id) as has_keys from phone p where token_hash = $1`,
  {
    id: sql.uuid,
    created_at: sql.time,
    last_seen_at: sql.time,
    follows: sql.orNull(sql.uuid),
    has_keys: sql.bool,
  },
);
const FOLLOW_NEXT = sql.statement(
  'phone-follow-next',
  'update phone set follows = (select follows from phone where id = $2) where id = $1 and follows = $2',
);
const TAKE_KEYS = sql.statement(
  'phone-take-keys',
  `with gone as (delete from phone_key where phone_id = $2 returning access_key_id, bound_at, ended_at)
   insert into phone_key (phone_id, access_key_id, bound_at, ended_at)
   select $1, access_key_id, bound_at, ended_at from gone on conflict do nothing`,
);
export const REMOVE_PHONE = sql.statement('phone-remove', 'delete from phone where id = $1');
const SEEN = sql.statement('phone-seen', 'update phone set last_seen_at = $2 where id = $1');
const GIVE_AGAIN = sql.statement(
  'phone-give-again',
  `update phone p set token_hash = $3 from invitation i join phone_key m on m.access_key_id = i.access_key_id
   where i.token_hash = $1 and i.visit_hash = $2 and i.activated_at > $4 and p.id = m.phone_id and m.ended_at is null
     and p.last_seen_at = p.created_at and p.created_at >= i.activated_at`,
);
const ON_PHONE = sql.statement(
  'phone-has-link',
  `select from invitation i join phone_key m on m.access_key_id = i.access_key_id join phone p on p.id = m.phone_id
   where i.token_hash = $1 and p.token_hash = $2`,
);
/** `keys`: of the person, within reach, that are on the phone. */
const PHONES = sql.statement(
  'phones',
  `select p.id, p.user_agent, p.last_seen_at, min(m.bound_at) as bound_at,
     json_agg(${sql.asNamed('k')} order by k.id) as keys
   from access_key k join phone_key m on m.access_key_id = k.id join phone p on p.id = m.phone_id
   where k.person_id = $1 and m.ended_at is null and ${sql.isWithin('k', '$2')}
   group by p.id order by p.last_seen_at desc, p.id limit 100`,
  {
    id: sql.uuid,
    user_agent: sql.text,
    last_seen_at: sql.time,
    bound_at: sql.time,
    keys: sql.json<{ id: number; name: string }[]>(),
  },
);
const END_KEYS = sql.statement(
  'phone-end-keys',
  `update phone_key m set ended_at = $4 from access_key k
   where k.id = m.access_key_id and m.phone_id = $1 and k.person_id = $2 and m.ended_at is null and ${sql.isWithin('k', '$3')}
   returning k.id, k.name, k.account_id, k.location_id`,
  { id: sql.int, name: sql.text, account_id: sql.int, location_id: sql.int },
);

/** What identifies a phone from now on. */
export interface NewPhone {
  /** Newly generated: a token that the browser already had never becomes a phone's token. */
  token: string;
  userAgent: string;
  /** The token that the browser already had, if any. */
  before: string | null;
}

/** Puts a key on a phone, in the transaction that activates its invitation. */
export async function bindPhone(
  client: PoolClient,
  context: Pick<Context, 'ids' | 'clock'>,
  keyId: number,
  phone: NewPhone,
): Promise<void> {
  const phoneId = await addPhone(client, context, phone);
  await BIND.count(client, [phoneId, keyId, new Date(context.clock.now())]);
}

/** Registers a phone. The keys that the same browser already has are moved to it when it is first seen. @returns its id */
export async function addPhone(
  client: PoolClient,
  { ids, clock }: Pick<Context, 'ids' | 'clock'>,
  { token, userAgent, before }: NewPhone,
): Promise<string> {
  const id = ids.uuid();
  const followed = before === null ? null : hashPhoneToken(before);
  await ADD.count(client, [id, hashPhoneToken(token), printable(userAgent), new Date(clock.now()), followed]);
  return id;
}

/** A browser's own words, short enough to keep. */
const printable = (userAgent: string): string => userAgent.replace(/[^\x20-\x7e]/g, '').slice(0, 300);

/** Null for a token that no phone with keys has. A phone that it follows is removed here, and its keys are moved. */
export async function findPhone({ pool }: Pick<Context, 'pool'>, token: string): Promise<KnownPhone | null> {
  for (;;) {
    const phone = await PHONE.row(pool, [hashPhoneToken(token)]);
    if (!phone?.follows) return phone?.has_keys ? phone : null;
    await takeOver(pool, phone.id, phone.follows);
  }
}

/** Moves the keys of the followed phone to this one, and deletes the followed one. */
async function takeOver(pool: Context['pool'], phoneId: string, followed: string): Promise<void> {
  await transaction(pool, async (client) => {
    if (!(await FOLLOW_NEXT.count(client, [phoneId, followed]))) return;
    await TAKE_KEYS.count(client, [phoneId, followed]);
    await REMOVE_PHONE.count(client, [followed]);
  });
}

/** @returns whether its cookie is to be renewed */
export async function notePhoneSeen(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  { id, created_at, last_seen_at }: KnownPhone,
): Promise<boolean> {
  const now = clock.now();
  const isFirst = last_seen_at.getTime() === created_at.getTime();
  if (!isFirst && now - last_seen_at.getTime() < SEEN_EVERY_MS) return false;
  // At least 1 ms later, so that it differs from a phone that was never seen.
  const seen = new Date(Math.max(now, created_at.getTime() + 1));
  await SEEN.count(pool, [id, seen]);
  return true;
}

/**
 * Covers a lost answer to an activation: the same browser that used the link recently gets another token for a phone that
 * was never seen.
 * @returns whether a token was replaced
 */
export async function giveAgain(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  linkToken: string,
  visit: string,
  token: string,
): Promise<boolean> {
  const since = new Date(clock.now() - GIVEN_AGAIN_FOR_MS);
  const values = [hashLinkToken(linkToken), hashPhoneToken(visit), hashPhoneToken(token), since];
  return (await GIVE_AGAIN.count(pool, values)) === 1;
}

/** Whether the key of this setup link is on this phone. */
export async function isOnPhone(
  { pool }: Pick<Context, 'pool'>,
  linkToken: string,
  phoneToken: string,
): Promise<boolean> {
  return (await ON_PHONE.count(pool, [hashLinkToken(linkToken), hashPhoneToken(phoneToken)])) === 1;
}

/** The phones with keys of a person, the one used last first. */
export const listPhones = (
  { pool }: Pick<Context, 'pool'>,
  { locationId }: Pick<Manager, 'locationId'>,
  personId: string,
) => PHONES.rows(pool, [personId, locationId]);

/** SQL, to stand in a WITH, that forgets the phones of a person, given as a parameter; one with keys of others stays theirs. */
export const erasePhones = (person: string): string => `
  off_phones as (delete from phone_key t using access_key k where k.id = t.access_key_id and k.person_id = ${person}),
  phones as (delete from phone t where exists (
      select from phone_key x join access_key k on k.id = x.access_key_id where x.phone_id = t.id and k.person_id = ${person})
    and not exists (
      select from phone_key x join access_key k on k.id = x.access_key_id
      where x.phone_id = t.id and k.person_id is distinct from ${person}))`;

/** Takes a person's keys off a phone; the keys stay as they are, and need another invitation. @throws 404 */
export async function removePhone(
  context: Context,
  caller: Manager,
  personId: string,
  phoneId: string,
): Promise<void> {
  await transaction(context.pool, async (client) => {
    const now = new Date(context.clock.now());
    const rows = await END_KEYS.rows(client, [phoneId, personId, caller.locationId, now]);
    if (rows.length === 0) throw new ApiError('not_found');
    const entries = rows.map((key) => phoneEntry(key, byCaller(caller), 'key.remove_phone', phoneId));
    await recordAudits(client, context, entries);
  });
}

/** What was done to a key of a phone. */
export const phoneEntry = (
  { id, name, account_id, location_id }: sql.Row<typeof END_KEYS>,
  actor: Actor,
  action: AuditAction,
  phoneId: string,
): AuditEntry => ({
  account_id,
  actor,
  action,
  subject: { type: 'key', id: String(id), name },
  location_id,
  details: { phone_id: phoneId },
});
