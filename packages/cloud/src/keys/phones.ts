import type { PoolClient } from 'pg';
import { byCaller, recordAudits } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import { ApiError } from '../errors.js';
import type { Manager } from '../http/endpoint.js';
import { hashLinkToken } from './key.rules.js';
import { hashPhoneToken, SEEN_EVERY_MS } from './phone.rules.js';

/* Phones that keys are on: bound as a setup link is opened, known by their cookie, and let go. */

/** What a phone is known by from now on. */
export interface NewPhone {
  token: string;
  userAgent: string;
}

/** Puts a key on a phone, in the transaction that activates its invitation. */
export async function bindPhone(
  client: PoolClient,
  context: Pick<Context, 'ids' | 'clock'>,
  keyId: number,
  phone: NewPhone,
): Promise<void> {
  const phoneId = await addPhone(client, context, phone);
  await client.query(
    `insert into phone_key (phone_id, access_key_id, bound_at) values ($1, $2, $3)
     on conflict (phone_id, access_key_id) do update set bound_at = excluded.bound_at, ended_at = null`,
    [phoneId, keyId, new Date(context.clock.now())],
  );
}

/** Knows a phone from now on. @returns its id */
export async function addPhone(
  client: PoolClient,
  { ids, clock }: Pick<Context, 'ids' | 'clock'>,
  { token, userAgent }: NewPhone,
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into phone (id, token_hash, user_agent, created_at, last_seen_at) values ($1, $2, $3, $4, $4)
     on conflict (token_hash) do update set user_agent = excluded.user_agent, last_seen_at = excluded.last_seen_at
     returning id`,
    [ids.uuid(), hashPhoneToken(token), printable(userAgent), new Date(clock.now())],
  );
  return rows[0]?.id ?? '';
}

/** A browser's own words, short enough to keep. */
const printable = (userAgent: string): string => userAgent.replace(/[^\x20-\x7e]/g, '').slice(0, 300);

export interface KnownPhone {
  id: string;
  last_seen_at: Date;
}

/** Null for a token that nobody has. */
export async function findPhone({ pool }: Pick<Context, 'pool'>, token: string): Promise<KnownPhone | null> {
  const { rows } = await pool.query<KnownPhone>({
    name: 'phone-by-token',
    text: 'select id, last_seen_at from phone where token_hash = $1',
    values: [hashPhoneToken(token)],
  });
  return rows[0] ?? null;
}

/** @returns whether its cookie is to be renewed */
export async function notePhoneSeen(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  phone: KnownPhone,
): Promise<boolean> {
  const now = clock.now();
  if (now - phone.last_seen_at.getTime() < SEEN_EVERY_MS) return false;
  await pool.query('update phone set last_seen_at = $2 where id = $1', [phone.id, new Date(now)]);
  return true;
}

/** Whether a cookie that somebody comes to a setup link with may take another key: unknown yet, or with a key in use. */
export async function mayTakeKeys({ pool }: Pick<Context, 'pool'>, token: string): Promise<boolean> {
  const { rows } = await pool.query<{ living: boolean }>(
    `select exists (select from phone_key m where m.phone_id = p.id and m.ended_at is null) as living
     from phone p where p.token_hash = $1`,
    [hashPhoneToken(token)],
  );
  return rows[0]?.living ?? true;
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
