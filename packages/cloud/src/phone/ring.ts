import type { Clock } from '@door-access/protocol';
import type { PoolClient } from 'pg';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import type { Denial } from '../doors/denied.rules.js';
import type { Hold } from '../doors/hold/hold.types.js';
import { ApiError } from '../errors.js';
import type { KeyHolder } from '../http/endpoint.js';
import type { KeyState } from '../keys/key.rules.js';
import { whyKeysAreRefused } from './phone.rules.js';

/* What the keys on a phone open, now. */

/** Of access key `k` on phone by `m`, at a time: it opens the locks of its groups. */
const opens = (at: string): string =>
  `m.ended_at is null and k.state = 'handed_over' and k.starts_at <= ${at} and (k.expires_at is null or ${at} < k.expires_at)`;

const state = sql.orNull(sql.narrow<KeyState>(sql.text));
const type = sql.narrow<'remote' | 'locksys'>(sql.text);

/** SQL: which of several keys to a door is used. */
const FIRST = 'k.manager desc, k.id';
const KEYS = sql.statement(
  'ring-keys',
  `select k.id, k.name, k.state, k.starts_at, k.expires_at, m.ended_at, a.name as organisation, o.name as location,
     o.timezone, p.name as person, coalesce(p.language, '') as language
   from phone_key m join access_key k on k.id = m.access_key_id join account a on a.id = k.account_id
   join location o on o.id = k.location_id left join person p on p.id = k.person_id
   where m.phone_id = $1 and coalesce(m.ended_at, k.expires_at, $2) >= $2
   order by m.ended_at is not null, m.bound_at desc, k.id desc limit $3`,
  {
    id: sql.int,
    name: sql.text,
    state,
    starts_at: sql.time,
    expires_at: sql.orNull(sql.time),
    ended_at: sql.orNull(sql.time),
    organisation: sql.text,
    location: sql.text,
    timezone: sql.text,
    person: sql.orNull(sql.text),
    language: sql.text,
  },
);
/** `may_hold`: a key on the phone may hold the door open. `until`: the end of the key that would, as `ring-opening` chooses it. */
const DOORS = sql.statement(
  'ring-doors',
  `select l.id, l.name, l.place, ${sql.asNamed('o')} as location, o.timezone, l.type, g.online,
     (r.holds_doors and s.hold_relay_wired) is true as may_hold, s.hold_on is true as hold_on, s.hold, r.until
   from (
     select x.lock_id, bool_or(k.holds_doors) as holds_doors,
       (array_agg(k.expires_at order by k.holds_doors desc, ${FIRST}))[1] as until
     from phone_key m join access_key k on k.id = m.access_key_id
     join access_key_group y on y.access_key_id = k.id join security_group_lock x on x.security_group_id = y.security_group_id
     where m.phone_id = $1 and ${opens('$2')} group by x.lock_id) r
   join lock l on l.id = r.lock_id join location o on o.id = l.location_id left join gateway g on g.id = l.gateway_id
   left join door_state s on s.lock_id = l.id
   order by o.name, o.id, l.place, l.name, l.id limit $3`,
  {
    id: sql.int,
    name: sql.text,
    place: sql.text,
    location: sql.named,
    timezone: sql.text,
    type,
    online: sql.orNull(sql.bool),
    may_hold: sql.bool,
    hold_on: sql.bool,
    hold: sql.orNull(sql.json<Hold>()),
    until: sql.orNull(sql.time),
  },
);
export type RingDoor = sql.Row<typeof DOORS>;
const OPENING = sql.statement(
  'ring-opening',
  `select k.id, k.name, k.person_id, k.account_id, k.expires_at, k.holds_doors, l.location_id, o.timezone
   from phone_key m join access_key k on k.id = m.access_key_id
   join access_key_group y on y.access_key_id = k.id join security_group_lock x on x.security_group_id = y.security_group_id
   join lock l on l.id = x.lock_id join location o on o.id = l.location_id
   where m.phone_id = $1 and l.id = $2 and ${opens('$3')}
   order by ($4 = 'hold' and k.holds_doors) desc, ${FIRST} limit 1
   for share of k, m, y, x`,
  {
    id: sql.int,
    name: sql.text,
    person_id: sql.orNull(sql.uuid),
    account_id: sql.int,
    expires_at: sql.orNull(sql.time),
    holds_doors: sql.bool,
    location_id: sql.int,
    timezone: sql.text,
  },
);
/** Only keys of the lock's account, those in its groups first: another account learns nothing. */
const REFUSED = sql.statement(
  'ring-refused',
  `select k.id, k.person_id, k.state, k.starts_at, k.expires_at, m.ended_at, l.type, exists (
     select from access_key_group y join security_group_lock x on x.security_group_id = y.security_group_id
     where y.access_key_id = k.id and x.lock_id = l.id) as fits
   from phone_key m join access_key k on k.id = m.access_key_id join lock l on l.account_id = k.account_id
   where m.phone_id = $1 and l.id = $2
   order by m.ended_at is not null, m.bound_at desc, k.id desc limit $3`,
  {
    id: sql.int,
    person_id: sql.orNull(sql.uuid),
    state,
    starts_at: sql.time,
    expires_at: sql.orNull(sql.time),
    ended_at: sql.orNull(sql.time),
    type,
    fits: sql.bool,
  },
);
const OWN_COMMAND = sql.statement(
  'ring-command',
  `select c.lock_id, l.location_id, l.strike_ms from command c join lock l on l.id = c.lock_id
   join phone_key m on m.access_key_id = c.key_id and m.phone_id = $1 where c.id = $2`,
  { lock_id: sql.int, location_id: sql.int, strike_ms: sql.int },
);

/** What is over is still shown for so long, so that its person learns why nothing opens. */
const SHOWN_FOR_MS = 30 * 24 * 3_600_000;
const MAX_KEYS = 50;
const MAX_DOORS = 2_000;

/** The keys on a phone, and the doors that they open now. */
export async function readRing({ pool, clock }: Pick<Context, 'pool' | 'clock'>, phoneId: string) {
  const now = clock.now();
  const [keys, doors] = await Promise.all([
    KEYS.rows(pool, [phoneId, new Date(now - SHOWN_FOR_MS), MAX_KEYS]),
    DOORS.rows(pool, [phoneId, new Date(now), MAX_DOORS]),
  ]);
  return { keys, doors };
}

/** A door that the keys on a phone do not open now. `denial`: the denial to record as an event, if any. */
export class KeyRefused extends ApiError {
  readonly denial: Denial | null;

  constructor(kind: 'not_found' | 'lock_not_allowed' | 'outside_time_window', denial: Denial | null) {
    super(kind, kind === 'lock_not_allowed' ? { message: 'No key on this phone opens the lock.' } : {});
    this.denial = denial;
  }
}

/**
 * Finds the key on this phone that opens the lock now: first one that allows the wish, then one that arms a block.
 * The key, its row on the phone and its groups are locked until the transaction ends, so that a revocation either waits or
 * is waited for.
 * @throws KeyRefused, 403 `hold_not_allowed`
 */
export async function requireOpening(
  client: PoolClient,
  clock: Clock,
  phoneId: string,
  lockId: number,
  wish: 'open' | 'hold',
): Promise<KeyHolder> {
  const now = clock.now();
  const key = await OPENING.row(client, [phoneId, lockId, new Date(now), wish]);
  if (!key) throw await refused(client, phoneId, lockId, now);
  if (wish === 'hold' && !key.holds_doors) throw new ApiError('hold_not_allowed');
  return {
    apiKey: null,
    key: { id: key.id, name: key.name },
    personId: key.person_id,
    accountId: key.account_id,
    // The lock itself is as far as it reaches.
    locationId: key.location_id,
    scopes: new Set(),
    until: key.expires_at,
    timezone: key.timezone,
  };
}

async function refused(
  client: PoolClient,
  phoneId: string,
  lockId: number,
  now: number,
): Promise<KeyRefused> {
  const rows = await REFUSED.rows(client, [phoneId, lockId, MAX_KEYS]);
  const why = whyKeysAreRefused(rows, now);
  if (!why) return new KeyRefused('not_found', null);
  const { key, fits, reason } = why;
  const kind = !fits ? 'not_found' : reason === 'no_access' ? 'lock_not_allowed' : reason;
  const isRemote = rows[0]?.type === 'remote';
  return new KeyRefused(kind, isRemote ? { key_id: key.id, person_id: key.person_id, reason } : null);
}

/** A command that was given with a key on this phone. @throws 404 */
export async function requireOwnCommand({ pool }: Pick<Context, 'pool'>, phoneId: string, commandId: string) {
  const row = await OWN_COMMAND.row(pool, [phoneId, commandId]);
  if (!row) throw new ApiError('not_found');
  return row;
}
