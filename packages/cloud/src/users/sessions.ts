import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import type { SignedIn } from '../http/endpoint.js';
import type { Role } from '../http/role.rules.js';
import {
  deviceOf,
  hashSessionToken,
  IDLE_MS,
  isLiving,
  LIFETIME_MS,
  SEEN_EVERY_MS,
  TOKEN_BYTES,
  toToken,
} from './session.rules.js';

const START = sql.statement(
  'session-start',
  `with gone as (delete from user_session where expires_at < $5 or last_seen_at < $8)
   insert into user_session (id, user_id, token_hash, user_agent, address, created_at, last_seen_at, expires_at)
   values ($1, $2, $3, $4, $6, $5, $5, $7)`,
);
/** `may_look`: the location $2 is theirs. */
const SESSION = sql.statement(
  'session-by-token',
  `select s.id, s.last_seen_at, s.expires_at, s.created_at, u.password_hash is not null as has_password, u.id as user_id,
     u.name, u.email, u.role, u.account_id, c.name as account_name, c.generated_until, u.location_id, o.name as location_name,
     ${sql.isLocationWithin('$2', 'u.location_id')}
       and exists (select from location x where x.id = $2 and x.ended_at is null) as may_look
   from user_session s join account_user u on u.id = s.user_id join account c on c.id = u.account_id
   join location o on o.id = u.location_id where s.token_hash = $1`,
  {
    id: sql.uuid,
    last_seen_at: sql.time,
    expires_at: sql.time,
    created_at: sql.time,
    has_password: sql.bool,
    user_id: sql.uuid,
    name: sql.text,
    email: sql.text,
    role: sql.narrow<Role>(sql.text),
    account_id: sql.int,
    account_name: sql.text,
    generated_until: sql.orNull(sql.time),
    location_id: sql.int,
    location_name: sql.text,
    may_look: sql.bool,
  },
);
const SEEN = sql.statement('session-seen', 'update user_session set last_seen_at = $2 where id = $1');
const SESSIONS = sql.statement(
  'sessions',
  `select id, user_agent, address, created_at, last_seen_at, expires_at from user_session
   where user_id = $1 and expires_at > $2 and last_seen_at > $3 order by last_seen_at desc, id limit 100`,
  {
    id: sql.uuid,
    user_agent: sql.text,
    address: sql.text,
    created_at: sql.time,
    last_seen_at: sql.time,
    expires_at: sql.time,
  },
);
const END = sql.statement('session-end', 'delete from user_session where id = $1 and user_id = $2');
const LIVING = sql.statement(
  'living-sessions',
  `select s.id || '/' || u.location_id as key from user_session s join account_user u on u.id = s.user_id
   where s.id = any($1::uuid[]) and s.expires_at > $2 and s.last_seen_at > $3`,
  { key: sql.text },
);

type Tools = Pick<Context, 'pool' | 'clock' | 'ids' | 'nudge'>;

/** Starts a session; the token goes into the cookie, only its hash is kept. */
export async function startSession(
  { pool, clock, ids }: Tools,
  userId: string,
  from: { address: string; userAgent: string | undefined },
): Promise<{ id: string; token: string }> {
  const token = toToken(ids.bytes(TOKEN_BYTES));
  const id = ids.uuid();
  const now = clock.now();
  await START.count(pool, [
    id,
    userId,
    hashSessionToken(token),
    deviceOf(from.userAgent),
    new Date(now),
    from.address,
    new Date(now + LIFETIME_MS),
    new Date(now - IDLE_MS),
  ]);
  return { id, token };
}

/**
 * Who this token signs in, now; null for one that was ended or is over. `lookAt` narrows to a location of theirs.
 * @throws 404 for a location that is not theirs
 */
export async function findSession(
  { pool, clock }: Tools,
  token: string,
  lookAt: number | null,
): Promise<SignedIn | null> {
  const row = await SESSION.row(pool, [hashSessionToken(token), lookAt]);
  const now = clock.now();
  if (!row || !isLiving(row, now)) return null;
  if (now - row.last_seen_at.getTime() >= SEEN_EVERY_MS) await SEEN.count(pool, [row.id, new Date(now)]);
  if (lookAt !== null && !row.may_look) throw new ApiError('not_found');
  return {
    apiKey: null,
    user: { id: row.user_id, name: row.name },
    accountId: row.account_id,
    locationId: lookAt ?? row.location_id,
    scopes: new Set(),
    sessionId: row.id,
    signedInAt: row.created_at.getTime(),
    email: row.email,
    hasPassword: row.has_password,
    role: row.role,
    homeLocationId: row.location_id,
    homeLocation: row.location_name,
    account: { id: row.account_id, name: row.account_name },
    generatedUntil: row.generated_until,
  };
}

export type SessionView = sql.Row<typeof SESSIONS>;

/** A user's living sessions, the one used last first. */
export async function listSessions({ pool, clock }: Tools, userId: string): Promise<SessionView[]> {
  const now = clock.now();
  return SESSIONS.rows(pool, [userId, new Date(now), new Date(now - IDLE_MS)]);
}

/** Ends a session of this user; its cookie is invalid at once. @throws 404 */
export async function endSession({ pool, nudge }: Tools, userId: string, id: string): Promise<void> {
  if (!(await END.count(pool, [id, userId]))) throw new ApiError('not_found');
  nudge.emit('session', userId);
}

/** Which of these sessions still sign their user in at the same location as before. */
export async function livingSessions({ pool, clock }: Tools, ids: readonly string[]): Promise<Set<string>> {
  const now = clock.now();
  const rows = await LIVING.rows(pool, [ids, new Date(now), new Date(now - IDLE_MS)]);
  return new Set(rows.map((row) => row.key));
}
