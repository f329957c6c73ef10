import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** A folder as a cpio archive ("newc"), which the kernel takes as an initial RAM disk. */
export function cpio(folder) {
  const parts = [];
  let inode = 1;
  const add = (name, mode, data) => {
    const hex = (value) => value.toString(16).padStart(8, '0');
    const nameSize = Buffer.byteLength(name) + 1;
    const fields = [inode++, mode, 0, 0, 1, 0, data.length, 0, 0, 0, 0, nameSize, 0];
    parts.push(pad(Buffer.from(`070701${fields.map(hex).join('')}${name}\0`)), pad(data));
  };
  const walk = (at) => {
    for (const name of readdirSync(path.join(folder, at)).sort()) {
      const inside = at ? `${at}/${name}` : name;
      const file = path.join(folder, inside);
      const { mode } = lstatSync(file);
      const kind = mode & 0o170000;
      if (kind === 0o120000) add(inside, mode, Buffer.from(readlinkSync(file)));
      else if (kind === 0o040000) {
        add(inside, mode, Buffer.alloc(0));
        walk(inside);
      } else add(inside, mode, readFileSync(file));
    }
  };
  walk('');
  add('TRAILER!!!', 0, Buffer.alloc(0));
  return Buffer.concat(parts);
}

const pad = (data) => Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
