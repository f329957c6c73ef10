import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder, writePrivately } from './credential.js';

/** The cloud has moved: what is configured for `from` holds for `to`. Kept in the data folder. */
export interface Moved {
  readonly from: string;
  readonly to: string;
  /** The service over HTTP; null: as configured. */
  readonly service_url: string | null;
}

export const movedFile = (dataDir: string): string => join(dataDir, 'moved.json');

/** Null where the cloud has not moved, and where the note is damaged: the old address leads to the new one. */
export function readMoved(dataDir: string): Moved | null {
  try {
    const { from, to, service_url } = JSON.parse(readFileSync(movedFile(dataDir), 'utf8')) as Moved;
    if (!URL.canParse(from) || !URL.canParse(to)) return null;
    return { from, to, service_url: service_url !== null && URL.canParse(service_url) ? service_url : null };
  } catch {
    return null;
  }
}

/** @throws where the disk does not take it */
export function writeMoved(dataDir: string, moved: Moved): void {
  makePrivateFolder(dataDir);
  writePrivately(movedFile(dataDir), `${JSON.stringify(moved, null, 2)}\n`);
}

/** The gateway is paired anew: the address that it gets then holds. */
export const forgetMoved = (dataDir: string): void => rmSync(movedFile(dataDir), { force: true });
