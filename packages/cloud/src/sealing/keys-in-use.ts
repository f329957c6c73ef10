import { isOwnKey } from '../audit/own-key.js';
import { type Context, type Database, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import type { SecretBox } from '../secrets/secret-box.js';

/*
 * From the first rotation on the database lists the keys that something in it may be sealed with, as a value derived from
 * each. A start that does not bring all of them is refused: some of it could not be read.
 */

/** In DATA_DIR, where no setting names the key. */
export const KEY_FILE = 'secret-key';
export const PREVIOUS_KEY_FILE = 'secret-key-previous';
export const KEY_FILES = [KEY_FILE, PREVIOUS_KEY_FILE];

const KEY_CHECK = 'secret-key';

const LIST = sql.statement('secret-keys', 'select key_check from secret_key', { key_check: sql.bytes });
const NOTE = sql.statement(
  'secret-keys-note',
  `insert into secret_key (key_check, since) select unnest($1::bytea[]), now() on conflict do nothing`,
);
const FORGET = sql.statement('secret-keys-forget', 'delete from secret_key where key_check <> $1');

type Tools = Pick<Context, 'pool' | 'secrets'>;

/** Whether the keys that we have are all that the database was written with. */
export async function areKeysComplete({ pool, secrets }: Tools): Promise<boolean> {
  const listed = await LIST.rows(pool);
  if (listed.length === 0) return isOwnKey({ pool, secrets });
  const ours = secrets.keysFor(KEY_CHECK);
  return listed.every(({ key_check }) => ours.some((key) => key.equals(key_check)));
}

/** Lists the key that is used from now on; the previous one too, where no key is listed yet. */
export async function noteKeys(pool: Context['pool'], secrets: SecretBox): Promise<void> {
  const listed = await LIST.rows(pool);
  const [current, ...previous] = secrets.keysFor(KEY_CHECK);
  await NOTE.count(pool, [listed.length === 0 ? [current, ...previous] : [current]]);
}

/** Whether something may still be sealed with a key besides the present one. */
export async function isRotating({ pool, secrets }: Tools): Promise<boolean> {
  const current = secrets.derive(KEY_CHECK);
  return (await LIST.rows(pool)).some(({ key_check }) => !key_check.equals(current));
}

/** From now on the present key alone is needed. Nothing is listed where none was. */
export async function forgetOtherKeys(database: Database, secrets: SecretBox): Promise<void> {
  await FORGET.count(database, [secrets.derive(KEY_CHECK)]);
}

/** The keys before are lost for good: the present one takes their place in the list, where there is one. */
export const acceptPresentKey = ({ pool, secrets }: Tools): Promise<void> =>
  transaction(pool, async (client) => {
    if ((await LIST.rows(client)).length === 0) return;
    await NOTE.count(client, [[secrets.derive(KEY_CHECK)]]);
    await forgetOtherKeys(client, secrets);
  });
