import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

/*
 * The program of a site: all its code in one file, beside what V8 made of it. To compile that code takes longer than to run
 * it, and Node keeps none of it before release 22.
 */

const file = fileURLToPath(new URL('./service-bundle/site.cjs', import.meta.url));
/** The build removes it with each new bundle, for V8 compares only the length of the source. */
const kept = `${file}.cache`;

// What esbuild writes is ASCII.
const code = readFileSync(file, 'latin1');
const cachedData = read(kept);
const script = new vm.Script(`(function (require, module, exports, __filename, __dirname) {${code}\n})`, {
  filename: file,
  importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  ...(cachedData ? { cachedData } : {}),
});
const module = { exports: {} };
script.runInThisContext()(
  createRequire(file),
  module,
  module.exports,
  file,
  fileURLToPath(new URL('./service-bundle', import.meta.url)),
);
// At the end, when all that a site calls is compiled. Another release of Node refuses what this one has made.
if (!cachedData || script.cachedDataRejected) process.on('exit', () => keep(script.createCachedData()));

function read(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

/** Where nothing can be written, each start compiles. */
function keep(data: Buffer): void {
  const unfinished = `${kept}.${process.pid}`;
  try {
    writeFileSync(unfinished, data);
    renameSync(unfinished, kept);
  } catch {}
}
