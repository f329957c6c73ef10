import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A lock held longer than this was left by a process whose number another process has now. */
const LONGEST_LOCK = 120_000;

/** Registers this process as a user of the cluster in `dir`; returns a function that deregisters it. */
export function signOn(dir: string): () => void {
  const folder = path.join(dir, 'users');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${process.pid}-${randomUUID()}`);
  writeFileSync(file, signature(process.pid) ?? '');
  return () => rmSync(file, { force: true });
}

/** The number of living users of the cluster; entries of dead ones are removed. */
export function countUsers(dir: string): number {
  const folder = path.join(dir, 'users');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => {
    const file = path.join(folder, name);
    const isAlive = signature(Number.parseInt(name, 10)) === readText(file);
    if (!isAlive) rmSync(file, { force: true });
    return isAlive;
  }).length;
}

/** Lets one process at a time start or stop the cluster; a lock of a dead process does not count. */
export async function exclusively<Result>(
  dir: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const file = path.join(dir, 'lock');
  const mine = `${process.pid} ${signature(process.pid)} ${randomUUID()}`;
  while (!tryWrite(file, mine)) {
    signal?.throwIfAborted();
    if (isAbandoned(file)) rmSync(file, { force: true });
    else await sleep(20);
  }
  try {
    return await work();
  } finally {
    if (readText(file) === mine) rmSync(file, { force: true });
  }
}

function tryWrite(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return false;
  if (Date.now() - stats.mtimeMs > LONGEST_LOCK) return true;
  const [pid, holder] = readText(file)?.split(' ') ?? [];
  return Boolean(pid && holder) && signature(Number(pid)) !== holder;
}

/** Distinguishes a living process from a later one with the same number; undefined when it is dead. */
function signature(pid: number): string | undefined {
  if (process.platform !== 'linux') return exists(pid) ? 'alive' : undefined;
  // The program's name, in brackets, may hold spaces; state is the first field after it, start time the 20th.
  const fields = readText(`/proc/${pid}/stat`)?.split(') ').pop()?.split(' ');
  return fields && fields[0] !== 'Z' ? fields[19] : undefined;
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
