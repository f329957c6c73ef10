// Disks of a bounded size, which only root may mount, and which can be slow for some processes.
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

const BLOCK = Buffer.alloc(1 << 16);
/** Cgroups of version 1, where the kernel holds back the writes of a process to a disk. */
const BLKIO = '/sys/fs/cgroup/blkio';

export class Disk {
  folder;
  /** Its numbers, where it is a disk for the kernel too. */
  #device = null;
  #isMounted = false;
  /** Ends what holds it back, once. */
  #goOn = () => {};

  constructor(folder) {
    this.folder = folder;
    // However the process ends: neither a mount, with its loop device, nor a cgroup stays.
    process.on('exit', () => this.unmount());
  }

  /** @returns a folder on a disk of its own where this user may have one; else `null` */
  static mount(folder, megabytes) {
    if (process.getuid() !== 0) return null;
    const disk = new Disk(folder);
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    try {
      disk.#device = mountImage(folder, megabytes);
      disk.#isMounted = true;
      return disk;
    } catch {
      // A machine without loop devices.
    }
    try {
      run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder);
    } catch {
      return null;
    }
    disk.#isMounted = true;
    return disk;
  }

  get canBeSlow() {
    return this.#device !== null && existsSync(`${BLKIO}/blkio.throttle.write_iops_device`);
  }

  /** Takes so many writes a second of these processes and of those that they start; returns how that ends. */
  slow(pids, perSecond) {
    const group = path.join(BLKIO, `door-access-${process.pid}-${this.#device.replace(':', '-')}`);
    const limit = path.join(group, 'blkio.throttle.write_iops_device');
    const move = (pid, to) => {
      try {
        writeFileSync(path.join(to, 'cgroup.procs'), String(pid));
      } catch (error) {
        // It has ended.
        if (error.code !== 'ESRCH') throw error;
      }
    };
    mkdirSync(group);
    this.#goOn = () => {
      this.#goOn = () => {};
      writeFileSync(limit, `${this.#device} 0`);
      for (let left = procsOf(group); left.length > 0; left = procsOf(group))
        for (const pid of left) move(pid, BLKIO);
      rmdirSync(group);
    };
    writeFileSync(limit, `${this.#device} ${perSecond}`);
    for (const pid of pids) move(pid, group);
    return () => this.#goOn();
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
    this.#goOn();
    if (this.#isMounted) run('umount', '--lazy', this.folder);
    this.#isMounted = false;
  }
}

/** A file as a disk; returns its numbers. */
function mountImage(folder, megabytes) {
  const image = `${folder}.img`;
  closeSync(openSync(image, 'w'));
  truncateSync(image, megabytes << 20);
  run('mkfs.ext4', '-q', '-m', '0', image);
  run('mount', '-o', 'loop', image, folder);
  rmSync(path.join(folder, 'lost+found'), { recursive: true });
  return run('findmnt', '--noheadings', '--output', 'MAJ:MIN', folder).trim();
}

const procsOf = (group) => readFileSync(path.join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean);

function run(...words) {
  return execFileSync(words[0], words.slice(1), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
