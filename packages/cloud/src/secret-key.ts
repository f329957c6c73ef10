import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Pool } from 'pg';
import { type Config, ConfigError } from './config.js';
import { areKeysComplete, KEY_FILE, noteKeys, PREVIOUS_KEY_FILE } from './sealing/keys-in-use.js';
import { SecretBox } from './secrets/secret-box.js';

/**
 * SECRET_KEY, or the key kept in DATA_DIR, made where there is none yet; beside it the previous one while the key is
 * rotated. Throws a ConfigError where the database was written with another: nothing sealed could be read, and the audit
 * log would look tampered with. `anyKey` takes it.
 */
export async function openSecretBox(config: Config, pool: Pool, anyKey: boolean): Promise<SecretBox> {
  const file = path.resolve(config.DATA_DIR, KEY_FILE);
  const given = fromHex(config.SECRET_KEY) ?? readKey(file);
  const previous =
    fromHex(config.SECRET_KEY_PREVIOUS) ?? readKey(path.resolve(config.DATA_DIR, PREVIOUS_KEY_FILE));
  const box = new SecretBox(given ?? randomBytes(32), previous);
  if (!anyKey && !(await areKeysComplete({ pool, secrets: box }))) throw new ConfigError(strangeKey(config));
  const own = given ? box : new SecretBox(makeKey(file, config), previous);
  if (!anyKey && previous) await noteKeys(pool, own);
  return own;
}

const fromHex = (key: string | null): Buffer | null => (key === null ? null : Buffer.from(key, 'hex'));

function readKey(file: string): Buffer | null {
  if (!existsSync(file)) return null;
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (key.length !== 32)
    throw new ConfigError(`${file}: is not a key of 32 bytes; restore it from the backup`);
  return key;
}

/** Another process may create it first. */
function makeKey(file: string, { DATA_DIR }: Config): Buffer {
  try {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new ConfigError(`DATA_DIR=${DATA_DIR}: cannot be written (${code})`);
  }
  return readKey(file) as Buffer;
}

function strangeKey({ SECRET_KEY, DATA_DIR }: Config): string {
  const mend = SECRET_KEY
    ? 'set that one'
    : `set that one, or put ${KEY_FILE} back into DATA_DIR=${DATA_DIR} from the backup`;
  return `SECRET_KEY: the database was written with another key; ${mend}, or as SECRET_KEY_PREVIOUS beside a new one (lost for good: npx doorctl audit accept-key)`;
}
