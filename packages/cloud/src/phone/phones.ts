import type { PoolClient } from 'pg';
import { byCaller, recordAudits } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import { ApiError } from '../errors.js';
import type { KnownPhone, Manager } from '../http/endpoint.js';
import { hashLinkToken } from '../keys/key.rules.js';
import { GIVEN_AGAIN_FOR_MS, hashPhoneToken, SEEN_EVERY_MS } from './phone.rules.js';

/* Phones that keys are on: bound as a setup link is opened, known by their cookie, and let go. */

/** What a phone is known by from now on. */
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
  await client.query('insert into phone_key (phone_id, access_key_id, bound_at) values ($1, $2, $3)', [
    phoneId,
    keyId,
    new Date(context.clock.now()),
  ]);
}

/** Registers a phone. The keys that the same browser already has are moved to it when it is first seen. @returns its id */
export async function addPhone(
  client: PoolClient,
  { ids, clock }: Pick<Context, 'ids' | 'clock'>,
  { token, userAgent, before }: NewPhone,
): Promise<string> {
  const id = ids.uuid();
  await client.query(
    `insert into phone (id, token_hash, user_agent, created_at, last_seen_at, follows) values ($1, $2, $3, $4, $4, (
       select p.id from phone p where p.token_hash = $5 and exists (
         select from phone_key m where m.phone_id = p.id and m.ended_at is null)))`,
    [
      id,
      hashPhoneToken(token),
      printable(userAgent),
      new Date(clock.now()),
      before === null ? null : hashPhoneToken(before),
    ],
  );
  return id;
}

/** A browser's own words, short enough to keep. */
const printable = (userAgent: string): string => userAgent.replace(/[^\x20-\x7e]/g, '').slice(0, 300);

/** Null for a token that no phone with keys has. A phone that it follows is removed here, and its keys are moved. */
export async function findPhone({ pool }: Pick<Context, 'pool'>, token: string): Promise<KnownPhone | null> {
  for (;;) {
    const { rows } = await pool.query<KnownPhone & { follows: string | null; has_keys: boolean }>({
      name: 'phone-by-token',
      text: `select id, created_at, last_seen_at, follows, exists (
  select from phone_key m where m.phone_id = p.id) as has_keys from phone p where token_hash = $1`,
      values: [hashPhoneToken(token)],
    });
    const [phone] = rows;
    if (!phone?.follows) return phone?.has_keys ? phone : null;
    await takeOver(pool, phone.id, phone.follows);
  }
}

/** Moves the keys of the followed phone to this one, and deletes the followed one. */
async function takeOver(pool: Context['pool'], phoneId: string, followed: string): Promise<void> {
  await transaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `update phone set follows = (select follows from phone where id = $2) where id = $1 and follows = $2`,
      [phoneId, followed],
    );
    if (!rowCount) return;
    await client.query(
      `with gone as (delete from phone_key where phone_id = $2 returning access_key_id, bound_at, ended_at)
       insert into phone_key (phone_id, access_key_id, bound_at, ended_at)
       select $1, access_key_id, bound_at, ended_at from gone on conflict do nothing`,
      [phoneId, followed],
    );
    await client.query('delete from phone where id = $1', [followed]);
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
  await pool.query('update phone set last_seen_at = $2 where id = $1', [id, seen]);
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
  const { rowCount } = await pool.query(
    `update phone p set token_hash = $3 from invitation i join phone_key m on m.access_key_id = i.access_key_id
     where i.token_hash = $1 and i.visit_hash = $2 and i.activated_at > $4 and p.id = m.phone_id and m.ended_at is null
       and p.last_seen_at = p.created_at and p.created_at >= i.activated_at`,
    [
      hashLinkToken(linkToken),
      hashPhoneToken(visit),
      hashPhoneToken(token),
      new Date(clock.now() - GIVEN_AGAIN_FOR_MS),
    ],
  );
  return rowCount === 1;
}

/** Whether the key of this setup link is on this phone. */
export async function isOnPhone(
  { pool }: Pick<Context, 'pool'>,
  linkToken: string,
  phoneToken: string,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from invitation i join phone_key m on m.access_key_id = i.access_key_id join phone p on p.id = m.phone_id
     where i.token_hash = $1 and p.token_hash = $2`,
    [hashLinkToken(linkToken), hashPhoneToken(phoneToken)],
  );
  return rowCount === 1;
}

export interface PhoneView {
  id: string;
  user_agent: string;
  last_seen_at: Date;
  /** Of this person, within reach, that are on it. */
  keys: { id: number; name: string }[];
  bound_at: Date;
}

/** The phones with keys of a person, the one used last first. */
export async function listPhones(
  { pool }: Pick<Context, 'pool'>,
  { locationId }: Pick<Manager, 'locationId'>,
  personId: string,
): Promise<PhoneView[]> {
  const { rows } = await pool.query<PhoneView>(
    `select p.id, p.user_agent, p.last_seen_at, min(m.bound_at) as bound_at,
       json_agg(json_build_object('id', k.id, 'name', k.name) order by k.id) as keys
     from access_key k join phone_key m on m.access_key_id = k.id join phone p on p.id = m.phone_id
     join location_ancestor a on a.location_id = k.location_id and a.ancestor_id = $2
     where k.person_id = $1 and m.ended_at is null
     group by p.id order by p.last_seen_at desc, p.id limit 100`,
    [personId, locationId],
  );
  return rows;
}

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
    const { rows } = await client.query<{
      id: number;
      name: string;
      account_id: number;
      location_id: number;
    }>(
      `update phone_key m set ended_at = $4 from access_key k
       where k.id = m.access_key_id and m.phone_id = $1 and k.person_id = $2 and m.ended_at is null
         and exists (select from location_ancestor a where a.location_id = k.location_id and a.ancestor_id = $3)
       returning k.id, k.name, k.account_id, k.location_id`,
      [phoneId, personId, caller.locationId, new Date(context.clock.now())],
    );
    if (rows.length === 0) throw new ApiError('not_found');
    await recordAudits(
      client,
      context,
      rows.map(({ id, name, account_id, location_id }) => ({
        account_id,
        actor: byCaller(caller),
        action: 'key.remove_phone',
        subject: { type: 'key', id: String(id), name },
        location_id,
        details: { phone_id: phoneId },
      })),
    );
  });
}
