// One service per data folder: a file that names the process, which a crash leaves behind without harm.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export class InUseError extends Error {}

/** A service that is just stopping, as after a quick restart, is waited for. */
const PATIENCE_MS = 3_000;

/**
 * Takes the folder for this process; returns a function that releases it. Throws an InUseError if another process has
 * it.
 */
export async function lockFolder(folder, patience = PATIENCE_MS) {
  const file = path.join(folder, 'service.lock');
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid) });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    const deadline = performance.now() + patience;
    while (!tryLink(draft, file)) {
      const holder = removeIfAbandoned(file, draft);
      if (holder === undefined) continue;
      if (performance.now() > deadline) throw new InUseError(String(holder));
      await sleep(50);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readText(file) === mine) rmSync(file, { force: true });
  };
}

/** A link appears with its content or not at all. */
function tryLink(draft, file) {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Returns the living process that holds the folder; undefined if it is free. */
function removeIfAbandoned(file, draft) {
  const text = readText(file);
  if (text === undefined) return undefined;
  const holder = parse(text);
  if (holder && startOf(holder.pid) === holder.started) return holder.pid;
  const aside = `${draft}.aside`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
  // Another start may have been quicker, so that the moved file is its lock: it is put back.
  if (readText(aside) !== text) tryLink(aside, file);
  rmSync(aside, { force: true });
  return undefined;
}

/** Distinguishes a living process from a later one with the same number; undefined when it is dead. */
function startOf(pid) {
  if (process.platform !== 'linux') return isAlive(pid) ? 'alive' : undefined;
  // The program's name, in brackets, may hold spaces; state is the first field after it, start time the 20th.
  const fields = readText(`/proc/${pid}/stat`)?.split(') ').pop()?.split(' ');
  return fields && fields[0] !== 'Z' ? fields[19] : undefined;
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function parse(text) {
  try {
    const { pid, started } = JSON.parse(text);
    return Number.isInteger(pid) && started !== undefined ? { pid, started } : undefined;
  } catch {
    return undefined;
  }
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
