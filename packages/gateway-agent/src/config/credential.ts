import {
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** What pairing gave: kept in the data folder, not in the configuration, which people write and programs only read. */
export interface Credential {
  readonly gateway_id: string;
  readonly secret: string;
  readonly cloud_url: string;
  /** The service over HTTP, as `https://doors.example`: reports of door tests go there. */
  readonly service_url: string;
  readonly allow_plaintext: boolean;
  /** PEM certificates to trust instead of the system's; null trusts the system's. */
  readonly ca: string | null;
  readonly paired_at: string;
}

export const credentialFile = (dataDir: string): string => join(dataDir, 'credential.json');

/** Null where the gateway was not paired. @throws what cannot be read, in words */
export function readCredential(dataDir: string, read = readText): Credential | null {
  const value = readJson(credentialFile(dataDir), read);
  if (value === undefined) return null;
  const { gateway_id, secret, cloud_url } = (value ?? {}) as Record<string, unknown>;
  if (![gateway_id, secret, cloud_url].every((text) => typeof text === 'string' && text !== ''))
    throw new Error(NOT_OURS);
  return value as Credential;
}

const NOT_OURS = 'it is not what pairing writes: pair the gateway again';

const readText = (file: string): string => readFileSync(file, 'utf8');

/** Undefined where there is no such file; one that this user may not see is there all the same. */
function readJson(file: string, read: typeof readText): unknown {
  let text: string;
  try {
    text = read(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'EACCES')
      throw new Error('this user may not read it: run this as the agent’s user, or with sudo');
    throw new Error(`it cannot be read: ${message}`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error(NOT_OURS);
  }
}

export function writeCredential(dataDir: string, credential: Credential): void {
  makePrivateFolder(dataDir);
  writePrivately(credentialFile(dataDir), `${JSON.stringify(credential, null, 2)}\n`);
}

export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** All of it or nothing, even when the power fails meanwhile; readable by its owner alone, who is the folder's. */
export function writePrivately(file: string, content: string | Uint8Array): void {
  const draft = `${file}.draft`;
  rmSync(draft, { force: true });
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeSync(handle, content as string);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  giveToOwnerOf(join(file, '..'), draft);
  renameSync(draft, file);
  const folder = openSync(join(file, '..'), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** What root sets up, the agent's own user has to read. */
function giveToOwnerOf(folder: string, file: string): void {
  const { uid, gid } = statSync(folder);
  const own = statSync(file);
  if (own.uid !== uid || own.gid !== gid) chownSync(file, uid, gid);
}
