import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readLog, writeLog } from './level-log.js';

/* Inspects the files of a LevelDB before LevelDB does: LevelDB mistakes many kinds of damage for the end of the log. */

/**
 * Whether a process has the store open. Opening it to find out would write to it, and files that root has written in
 * a folder of the agent's user could not be opened by the agent.
 */
export function isInUse(folder: string): boolean {
  try {
    const { ino } = statSync(join(folder, 'LOCK'));
    return readFileSync('/proc/locks', 'utf8')
      .split('\n')
      .some((line) => line.includes('POSIX') && line.split(/\s+/)[5]?.endsWith(`:${ino}`));
  } catch {
    // No store yet, or not Linux.
    return false;
  }
}

/** Copies of damaged stores kept for inspection. */
const MAX_COPIES = 3;

export interface Damage {
  /** Required files are missing. */
  readonly incomplete: boolean;
  /** Logs in which something cannot be read, with what can. */
  readonly logs: readonly { readonly file: string; readonly sound: readonly Uint8Array[] }[];
}

/** Null if the store is sound. A store that a running agent writes never looks damaged. */
export function findDamage(folder: string): Damage | null {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const logNames = names.filter((name) => name.endsWith('.log'));
  const hasTables = names.some((name) => /\.(ldb|sst)$/.test(name));
  // LevelDB begins a new log before it lets the last one go; without CURRENT it would begin a new, empty store.
  const incomplete =
    (hasTables && logNames.length === 0) ||
    ((hasTables || logNames.length > 0) && !names.includes('CURRENT'));
  const logs = logNames.flatMap((name) => {
    const file = join(folder, name);
    const { batches, damaged } = readLog(readFileSync(file));
    return damaged ? [{ file, sound: batches }] : [];
  });
  return incomplete || logs.length > 0 ? { incomplete, logs } : null;
}

/** Keeps the sound part of each damaged log. */
export async function mendLogs({ logs }: Damage): Promise<void> {
  for (const { file, sound } of logs) {
    const mended = await open(`${file}.mended`, 'w', 0o600);
    try {
      await mended.writeFile(writeLog(sound));
      await mended.sync();
    } finally {
      await mended.close();
    }
    renameSync(`${file}.mended`, file);
  }
}

/** Keeps a copy of the folder, or the folder itself, under a new name; drops the oldest copies. */
export function keepAside(folder: string, how: 'copy' | 'move'): string {
  const home = dirname(folder);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const prefix = `${basename(folder)}.damaged-`;
  const kept = readdirSync(home)
    .filter((name) => name.startsWith(prefix))
    .map((name) => Number(name.slice(prefix.length)))
    .filter(Number.isInteger)
    .sort((a, b) => a - b);
  for (const number of kept.slice(0, Math.max(0, kept.length + 1 - MAX_COPIES)))
    rmSync(join(home, `${prefix}${number}`), { recursive: true, force: true });
  const aside = join(home, `${prefix}${(kept.at(-1) ?? 0) + 1}`);
  if (how === 'move') renameSync(folder, aside);
  else cpSync(folder, aside, { recursive: true });
  return aside;
}
