// Disks of a bounded size, which only root may mount.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

const BLOCK = Buffer.alloc(1 << 16);

export class Disk {
  folder;
  #isMounted = false;

  /** @returns a folder on a disk of its own where this user may have one; else `null` */
  static mount(folder, megabytes) {
    if (process.getuid() !== 0) return null;
    const disk = new Disk();
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    try {
      run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder);
    } catch {
      return null;
    }
    disk.folder = folder;
    disk.#isMounted = true;
    return disk;
  }

  /** Until nothing more fits; returns how it is given back. */
  fill() {
    const file = path.join(this.folder, 'filler');
    const descriptor = openSync(file, 'w');
    try {
      for (;;) writeSync(descriptor, BLOCK);
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error;
    } finally {
      closeSync(descriptor);
    }
    return () => rmSync(file);
  }

  unmount() {
    if (this.#isMounted) run('umount', '--lazy', this.folder);
    this.#isMounted = false;
  }
}

function run(...words) {
  execFileSync(words[0], words.slice(1), { stdio: 'ignore' });
}
