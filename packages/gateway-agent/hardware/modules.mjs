import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

/** The kernel modules of these names and all that they need, decompressed, in the order in which they have to be loaded. */
export function kernelModules(folder, names) {
  const files = new Map(
    readdirSync(folder, { recursive: true })
      .filter((file) => file.endsWith('.ko.xz'))
      .map((file) => [nameOf(path.basename(file, '.ko.xz')), path.join(folder, file)]),
  );
  const loaded = new Map();
  const load = (name) => {
    const file = files.get(nameOf(name));
    // A module without a file is part of the kernel.
    if (loaded.has(nameOf(name)) || !file) return;
    const data = execFileSync('xz', ['-dc', file], { maxBuffer: 64e6 });
    const [, needs = ''] = /\0depends=([^\0]*)\0/.exec(data.toString('latin1')) ?? [];
    for (const each of needs.split(',').filter(Boolean)) load(each);
    loaded.set(nameOf(name), data);
  };
  for (const name of names) load(name);
  return [...loaded].map(([name, data]) => ({ name, data }));
}

const nameOf = (name) => name.replaceAll('-', '_');
