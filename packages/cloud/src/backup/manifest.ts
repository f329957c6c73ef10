import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { digest } from '../secrets/digest.js';

/* What a backup says of itself. It is written last: a backup without it is none. */

const FILE = 'manifest.json';

const Manifest = z.object({
  format: z.literal(1),
  /** The database is at least as new as this. */
  taken_at: z.iso.datetime(),
  postgres: z.string(),
  /** SHA-256 of each file, by its path. */
  files: z.record(z.string(), z.object({ size: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

/** A backup that cannot be used, or cannot be made. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** Every file of a folder, by its path from there. */
export function filesIn(folder: string, below = ''): string[] {
  return readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(below, entry.name);
    return entry.isDirectory() ? filesIn(folder, name) : [name];
  });
}

export async function writeManifest(
  folder: string,
  facts: Omit<Manifest, 'files' | 'format'>,
): Promise<Manifest> {
  const files: Manifest['files'] = {};
  for (const name of filesIn(folder)) {
    const file = path.join(folder, name);
    files[name] = { size: statSync(file).size, sha256: await digest(file) };
  }
  const manifest: Manifest = { format: 1, ...facts, files };
  writeFileSync(path.join(folder, FILE), `${JSON.stringify(manifest, null, 1)}\n`, {
    mode: 0o600,
    flush: true,
  });
  return manifest;
}

/** @throws BackupError where a file is missing, one too many, or not what was written */
export async function verifyBackup(folder: string): Promise<Manifest> {
  if (!existsSync(path.join(folder, FILE)))
    throw new BackupError(`${folder}: is no backup, or one that was not finished: it has no ${FILE}`);
  let manifest: Manifest;
  try {
    manifest = Manifest.parse(JSON.parse(readFileSync(path.join(folder, FILE), 'utf8')));
  } catch {
    throw new BackupError(`${folder}: its ${FILE} cannot be read`);
  }
  const there = new Set(filesIn(folder).filter((name) => name !== FILE));
  for (const [name, { size, sha256 }] of Object.entries(manifest.files)) {
    const file = path.join(folder, name);
    if (!there.delete(name)) throw new BackupError(`${folder}: ${name} is missing`);
    if (statSync(file).size !== size || (await digest(file)) !== sha256)
      throw new BackupError(`${folder}: ${name} is not what was written`);
  }
  for (const name of there) throw new BackupError(`${folder}: ${name} does not belong to it`);
  return manifest;
}
