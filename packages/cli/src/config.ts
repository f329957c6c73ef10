import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createDoorAccessClient, type DoorAccessClient } from '@door-access/client';
import { CommandError, type Terminal } from './terminal.js';

/* The address of the service and the API key: from the environment, or as `doors login` has kept them. */

interface Account {
  url: string;
  api_key: string;
}

const fileOf = ({ configFolder }: Terminal) => path.join(configFolder, 'doors', 'login.json');

/** Only the person may read it. */
export async function keepAccount(terminal: Terminal, account: Account): Promise<string> {
  const file = fileOf(terminal);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const made = `${file}.new`;
  await rm(made, { force: true });
  await writeFile(made, `${JSON.stringify(account)}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(made, 0o600);
  await rename(made, file);
  return file;
}

/** Returns whether there was one. */
export async function forgetAccount(terminal: Terminal): Promise<boolean> {
  const known = await storedAccount(terminal);
  await rm(fileOf(terminal), { force: true });
  return known !== null;
}

/** @throws CommandError there is none */
export async function accountOf(terminal: Terminal): Promise<Account> {
  const { DOORS_URL, DOORS_API_KEY } = terminal.env;
  const stored = DOORS_URL && DOORS_API_KEY ? null : await storedAccount(terminal);
  const url = DOORS_URL || stored?.url;
  const api_key = DOORS_API_KEY || stored?.api_key;
  if (!url || !api_key)
    throw new CommandError('no service is known: run "doors login", or set DOORS_URL and DOORS_API_KEY');
  return { url: checkedUrl(url), api_key };
}

/** As the client wants it: up to and including `/v1`. @throws CommandError */
export function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw new CommandError(`"${text}" is no address of a service, such as https://doors.example/v1`);
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && !isLocal)
    throw new CommandError(`${text}: an API key goes over https only, except on this machine`);
  const base = url.href.replace(/\/+$/, '');
  return /\/v\d+$/.test(base) ? base : `${base}/v1`;
}

export async function clientOf(terminal: Terminal): Promise<DoorAccessClient> {
  const { url, api_key } = await accountOf(terminal);
  return createDoorAccessClient({
    baseUrl: url,
    apiKey: api_key,
    fetch: (request) => terminal.fetch(request),
  });
}

async function storedAccount(terminal: Terminal): Promise<Account | null> {
  const file = fileOf(terminal);
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw new CommandError(`${file} cannot be read: ${error.code}`);
  });
  if (text === null) return null;
  try {
    const { url, api_key } = JSON.parse(text);
    if (typeof url === 'string' && typeof api_key === 'string') return { url, api_key };
  } catch {
    // Reported below.
  }
  throw new CommandError(`${file} is damaged: run "doors login" again`);
}
