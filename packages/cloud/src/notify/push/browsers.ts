import { createHash, ECDH, type JsonWebKey } from 'node:crypto';
import type { Pool } from 'pg';
import { byUser, recordAudit } from '../../audit/record.js';
import { type Context, transaction } from '../../context.js';
import * as sql from '../../database/statement.js';
import { urlFaults } from '../../deliveries/guard.js';
import { ApiError, invalidField } from '../../errors.js';
import type { SignedIn } from '../../http/endpoint.js';
import type { PushTarget } from './encrypt.js';
import { PUSH_KEY_SUBJECT } from './keys.js';

/* The browsers in which people have switched notifications on. */

const MAX_BROWSERS = 20;

const LIST = sql.statement(
  'push-browsers',
  `select id, user_agent, host, fingerprint, created_at, last_sent_at from push_browser where user_id = $1
   order by created_at, id`,
  {
    id: sql.uuid,
    user_agent: sql.text,
    host: sql.text,
    fingerprint: sql.text,
    created_at: sql.time,
    last_sent_at: sql.orNull(sql.time),
  },
);
const HOLD_USER = sql.statement('push-hold-user', 'select from account_user where id = $1 for no key update');
const COUNT = sql.statement(
  'push-browsers-count',
  'select count(*)::int as count from push_browser where user_id = $1 and fingerprint <> $2',
  { count: sql.present(sql.int) },
);
/** Two people may use a browser one after another: it is that of the second from then on. */
const TAKE = sql.statement('push-browser-take', 'delete from push_browser where fingerprint = $1');
const INSERT = sql.statement(
  'push-browser-insert',
  `insert into push_browser (id, user_id, user_agent, host, fingerprint, sealed, created_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);
const REMOVE = sql.statement(
  'push-browser-remove',
  'delete from push_browser where id = $1 and user_id = $2 returning host',
  { host: sql.text },
);
const END = sql.statement('push-browser-end', 'delete from push_browser where id = $1');
const SENT = sql.statement('push-browser-sent', 'update push_browser set last_sent_at = $2 where id = $1');
/** With the key that it trusts. */
const OPEN = sql.statement(
  'push-browser-open',
  `select b.sealed, k.public_key, k.sealed as private_key from push_browser b cross join push_key k where b.id = $1`,
  { sealed: sql.bytes, public_key: sql.text, private_key: sql.bytes },
);

export const listBrowsers = ({ pool }: Pick<Context, 'pool'>, { user }: Pick<SignedIn, 'user'>) =>
  LIST.rows(pool, [user.id]);

/** What tells browsers apart; anyone who knows it all knows the browser's secrets. */
const fingerprintOf = ({ endpoint, p256dh, auth }: PushTarget): string =>
  createHash('sha256').update(`${endpoint} ${p256dh} ${auth}`).digest('base64url');

/** @throws 422 */
export async function addBrowser(
  context: Context,
  user: SignedIn,
  target: PushTarget,
  userAgent: string,
): Promise<string> {
  const [fault] = await urlFaults(context, target.endpoint);
  if (fault) throw invalidField('endpoint', fault.message);
  if (!isPoint(target.p256dh)) throw invalidField('p256dh', 'must be a point of P-256');
  const id = context.ids.uuid();
  const fingerprint = fingerprintOf(target);
  const { host } = new URL(target.endpoint);
  await transaction(context.pool, async (client) => {
    await HOLD_USER.count(client, [user.user.id]);
    if ((await COUNT.one(client, [user.user.id, fingerprint])).count >= MAX_BROWSERS)
      throw invalidField('endpoint', `there are ${MAX_BROWSERS} browsers already`, 'limit_reached');
    await TAKE.count(client, [fingerprint]);
    await INSERT.count(client, [
      id,
      user.user.id,
      userAgent,
      host,
      fingerprint,
      context.secrets.seal(JSON.stringify(target), id),
      new Date(context.clock.now()),
    ]);
    await recordAudit(client, context, audited(user, 'add_browser', host));
  });
  return id;
}

/** @throws 404 */
export async function removeBrowser(context: Context, user: SignedIn, id: string): Promise<void> {
  await transaction(context.pool, async (client) => {
    const removed = await REMOVE.row(client, [id, user.user.id]);
    if (!removed) throw new ApiError('not_found');
    await recordAudit(client, context, audited(user, 'remove_browser', removed.host));
  });
}

const audited = (user: SignedIn, done: 'add_browser' | 'remove_browser', host: string) => ({
  account_id: user.accountId,
  actor: byUser(user.user),
  action: `user.${done}` as const,
  subject: { type: 'user', id: user.user.id, name: user.user.name },
  location_id: user.locationId,
  details: { host },
});

export interface OpenedBrowser {
  target: PushTarget;
  publicKey: string;
  privateKey: JsonWebKey;
}

/** Where a browser is reached, and the key that it trusts; null where it is gone. */
export async function openBrowser(
  { pool, secrets }: Pick<Context, 'pool' | 'secrets'>,
  id: string,
): Promise<OpenedBrowser | null> {
  const row = await OPEN.row(pool, [id]);
  if (!row) return null;
  return {
    target: JSON.parse(secrets.open(row.sealed, id)) as PushTarget,
    publicKey: row.public_key,
    privateKey: JSON.parse(secrets.open(row.private_key, PUSH_KEY_SUBJECT)) as JsonWebKey,
  };
}

/** Its push service knows it no more. */
export const endBrowser = (pool: Pool, id: string): Promise<number> => END.count(pool, [id]);

export const noteSent = (pool: Pool, id: string, at: Date): Promise<number> => SENT.count(pool, [id, at]);

function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
