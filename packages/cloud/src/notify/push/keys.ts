import { generateKeyPairSync } from 'node:crypto';
import type { Context } from '../../context.js';
import * as sql from '../../database/statement.js';

/** The one row that there is. */
const ROW = 1;
export const PUSH_KEY_SUBJECT = 'push_key';

const FIND = sql.statement('push-key', `select public_key from push_key where id = ${ROW}`, {
  public_key: sql.text,
});
const INSERT = sql.statement(
  'push-key-insert',
  `insert into push_key (id, public_key, sealed, created_at) values (${ROW}, $1, $2, $3) on conflict do nothing`,
);

/**
 * The public key that browsers subscribe with, made once: a point of P-256, base64url. Of two processes that make one, the
 * first keeps its own.
 */
export async function pushKey({
  pool,
  clock,
  secrets,
}: Pick<Context, 'pool' | 'clock' | 'secrets'>): Promise<string> {
  const found = await FIND.row(pool);
  if (found) return found.public_key;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = privateKey.export({ format: 'jwk' });
  const [x, y] = [jwk.x, jwk.y].map((part) => Buffer.from(part ?? '', 'base64url'));
  const point = Buffer.concat([Buffer.from([4]), x as Buffer, y as Buffer]).toString('base64url');
  const sealed = secrets.seal(JSON.stringify(jwk), PUSH_KEY_SUBJECT);
  await INSERT.count(pool, [point, sealed, new Date(clock.now())]);
  return (await FIND.one(pool)).public_key;
}
