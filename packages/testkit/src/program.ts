import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

/*
 * The program of a site: all its code in one file, beside what V8 made of it. To compile that code takes longer than to run
 * it, and Node keeps none of it before release 22.
 */

const file = fileURLToPath(new URL('./service-bundle/site.cjs', import.meta.url));
// What esbuild writes is ASCII.
const code = readFileSync(file, 'latin1');
/** Of this bundle alone, of which V8 compares the length and nothing else; the next build removes it. */
const kept = `${file}.${statSync(file).mtimeMs}`;
const cachedData = read(kept);
const script = new vm.Script(`(function (require, module, exports, __filename, __dirname) {${code}\n})`, {
  filename: file,
  importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  ...(cachedData ? { cachedData } : {}),
});
const module = { exports: {} };
script.runInThisContext()(createRequire(file), module, module.exports, file, path.dirname(file));
// At the end, when all that a site calls is compiled. Another release of Node refuses what this one has made.
if (!cachedData || script.cachedDataRejected) process.on('exit', () => keep(script.createCachedData()));

function read(name: string): Buffer | null {
  try {
    return readFileSync(name);
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
