import type { Context } from '../context.js';
import * as sql from '../database/statement.js';

/* One-time values that a browser returns: the challenge that a passkey signs, and the state of an OpenID sign-in. */

const CHALLENGE_BYTES = 32;

const GIVE = sql.statement(
  'challenge-give',
  `with gone as (delete from passkey_challenge where expires_at < $3)
   insert into passkey_challenge (challenge, subject, expires_at) values ($1, $2, $4)`,
);
const TAKE = sql.statement(
  'challenge-take',
  'delete from passkey_challenge where challenge = $1 and subject = $2 and expires_at > $3',
);

export async function giveChallenge(
  { pool, clock, ids }: Pick<Context, 'pool' | 'clock' | 'ids'>,
  subject: string,
  lifetimeMs: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(ids.bytes(CHALLENGE_BYTES));
  const now = clock.now();
  await GIVE.count(pool, [Buffer.from(challenge), subject, new Date(now), new Date(now + lifetimeMs)]);
  return challenge;
}

/** True once, for the subject it was issued for, within its lifetime. */
export async function takeChallenge(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  subject: string,
  challenge: string,
): Promise<boolean> {
  const values = [Buffer.from(challenge, 'base64url'), subject, new Date(clock.now())];
  return (await TAKE.count(pool, values)) === 1;
}
