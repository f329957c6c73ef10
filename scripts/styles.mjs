// One way of styling pages: a component names the classes of modules, a module has no class that nothing names, and the only
// literal class is one of the global sheet.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const CLASS = /\.([a-zA-Z][\w-]*)/g;
const faults = [];

const read = (file) => readFileSync(path.join(root, file), 'utf8');
const classesOf = (file) => new Set([...withoutText(read(file)).matchAll(CLASS)].map(([, name]) => name));
/** What a module names beside its classes, such as a width. */
const valuesOf = (file) => new Set([...read(file).matchAll(/^@value (\w+):/gm)].map(([, name]) => name));
/** What follows a dot in a comment, an address, a text or a number is no class. */
const withoutText = (css) =>
  css.replaceAll(/\/\*[\s\S]*?\*\/|@import[^;]*;|"[^"]*"|\{[^{}]*\}/g, (part) =>
    part[0] === '{' ? '{}' : '',
  );

const global = classesOf('packages/protocol/src/ground.css');
for (const name of ['dashboard', 'phone']) {
  const folder = `packages/${name}/src`;
  const files = readdirSync(path.join(root, folder), { recursive: true }).map(
    (file) => `${folder}/${file.replaceAll(path.sep, '/')}`,
  );
  const used = new Map(files.filter((file) => file.endsWith('.module.css')).map((file) => [file, new Set()]));
  for (const file of files.filter((one) => one.endsWith('.css') && !used.has(one)))
    if (file !== `${folder}/global.css`) faults.push(`${file}: styles are in global.css or in a module`);
  for (const file of files.filter((one) => one.endsWith('.tsx'))) checkComponent(file, used);
  for (const [file, names] of used)
    for (const one of classesOf(file)) if (!names.has(one)) faults.push(`${file}: nothing names .${one}`);
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

function checkComponent(file, used) {
  const text = read(file);
  const body = text.replaceAll(/^(import|} from) .*$/gm, '');
  for (const [, literal] of text.matchAll(/\bclass(?:Name)?=(?:"|\{['"`])([^"'`$]*)/g))
    for (const one of literal.split(' ').filter(Boolean))
      if (!global.has(one)) faults.push(`${file}: .${one} is no class of the global sheet`);
  for (const [, name, from] of text.matchAll(/^import (\w+) from '(.+\.module\.css)';$/gm)) {
    const module = path.posix.join(path.posix.dirname(file), from);
    const known = classesOf(module);
    const values = valuesOf(module);
    for (const [, one] of body.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) {
      if (known.has(one)) used.get(module).add(one);
      else if (!values.has(one)) faults.push(`${file}: ${module} has no .${one}`);
    }
  }
}
