// No reference leads out of the repository: links and paths in Markdown and comments, ADRs, scripts of npm, and documents
// by name.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const CHECKED = /\.(md|ts|tsx|mjs|cjs|js|css|html|ya?ml|prisma|toml|py|sh)$|^\.ci\/|^\.env/;
/** Their sources are checked; the change log names what is gone; this file names what is forbidden. */
const UNCHECKED = /^(CHANGELOG\.md|scripts\/references\.mjs|prisma\/migrations\/.*|.*\/generated\/.*)$/;

/** Documents that readers of the repository do not have. */
const FOREIGN = [
  /\b[Ss]pec \d/,
  /\b[Ss]ection \d[\d.]* of the specification/,
  /\b(spec|decisions|running|additions|field-notes|gateway-protocol)\.md\b/,
  /\b[Dd]ecisions?,? ["“]|\(decisions[,;:)]/,
  /\bgateway-protocol\b/,
  /\bthe (specification|law) (does|says|leaves|told)/,
];
const PATH =
  /(?<![\w/.:@~$-])(?:docs|packages|scripts|test|bench|perf|examples|prisma)\/[\w./-]*[\w/](?![\w*{$<…])/g;
/** What the build makes. */
const BUILT = /\/(dist|generated|node_modules)(\/|$)/;

const faults = [];
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => CHECKED.test(file) && !UNCHECKED.test(file) && existsSync(path.join(root, file)));
const scripts = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).scripts;
const decisions = readdirSync(path.join(root, 'docs/decisions')).map((name) => Number(name.slice(0, 4)));

for (const file of files) {
  const text = readFileSync(path.join(root, file), 'utf8');
  const isPage = file.endsWith('.md');
  const words = isPage ? text : commentsOf(text);
  for (const name of FOREIGN)
    report(file, text, name, (found) => `refers to a document elsewhere: "${found}"`);
  report(file, words, PATH, (found) => (isThere(found) ? null : `${found} is not in the repository`));
  report(file, words, /\bADR \d+/g, (found) =>
    decisions.includes(Number(found.slice(4))) ? null : `${found} is not in docs/decisions`,
  );
  if (!isPage) continue;
  report(file, text, /\bnpm run [\w:-]+/g, (found) =>
    scripts[found.slice(8)] ? null : `"${found}": package.json has no such script`,
  );
  report(file, text, /\]\((?!\w+:)[^)\s]+\)/g, (found) => linkFault(file, found.slice(2, -1)));
}

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

function report(file, text, pattern, faultOf) {
  for (const match of text.matchAll(new RegExp(pattern, 'g'))) {
    const fault = faultOf(match[0]);
    if (fault) faults.push(`${file}:${text.slice(0, match.index).split('\n').length}: ${fault}`);
  }
}

/** The text with everything but comments blanked, so that lines keep their numbers. */
function commentsOf(text) {
  const blank = text.replaceAll(/[^\n]/g, ' ');
  let words = '';
  for (const { 0: comment, index } of text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)(?:\/\/|#).*/g))
    words += blank.slice(words.length, index) + comment;
  return words;
}

function isThere(name) {
  const clean = name.replace(/\/$/, '');
  return BUILT.test(clean) || existsSync(path.join(root, clean));
}

function linkFault(file, link) {
  const [target, heading] = link.split('#');
  const page = target === '' ? file : path.posix.join(path.posix.dirname(file), target);
  if (!existsSync(path.join(root, page))) return `the link to ${link} leads nowhere`;
  if (heading === undefined || !page.endsWith('.md')) return null;
  const headings = readFileSync(path.join(root, page), 'utf8').matchAll(/^#+ (.+)$/gm);
  return [...headings].some(([, words]) => anchorOf(words) === heading)
    ? null
    : `${page} has no heading #${heading}`;
}

/** As GitHub makes them. */
function anchorOf(words) {
  return words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
