// Plain words: the columns "Not" of GLOSSARY.md hold names, comments, messages and documents.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const CHECKED =
  /^(packages|test|perf|scripts|docs)\/.*\.(md|tsx?|mjs|cjs|js|sh|py|html|css)$|^(README|ARCHITECTURE|CONTRIBUTING|CHANGELOG)\.md$/;
/** Their sources are checked; this file names what is forbidden. */
const UNCHECKED = /\/generated\/|^scripts\/words\.mjs$/;

/** Names that cannot change, or that mean something else, and why; only in the files of `in` and on lines of `line`. */
const FIXED = [
  {
    name: /^order$/,
    in: /^README|\/(events|http|client|contract)\/|locks\/(history|range)|keys\/journey|^perf\/events|^test\/hold-open/,
    why: 'a parameter of GET /v1/events',
  },
  {
    name: /^unit$/,
    in: /^perf\/|^test\/perf|^scripts\/check/,
    why: 'the unit of a measure; a project of Jest',
  },
  { name: /^somebody$/, in: /\/users\//, line: /owner first|is no user/, why: 'a message and a log text' },
  {
    name: /^(ordered|unit)$/,
    in: /webhooks.catalogue/,
    line: /never confirmed/,
    why: 'texts of openapi.json',
  },
  { name: /^order$/, in: /cloud.test/, line: /&order=asc/, why: 'a parameter of GET /v1/events' },
  {
    name: /^(order|ordered|ordered_at|told)$/,
    in: /doorctl.door/,
    line: /'order'|`order`|ordered_at|, ordered at|not told of a lock/,
    why: 'texts and keys of doorctl door',
  },
  { name: /^smallestUnit$/, why: 'an option of Temporal' },
  { name: /^Somebody$/, in: /set-schedule/, why: 'SQL in work' },
  { name: /^order$/, in: /\/cluster\//, line: /kind/, why: 'a message between processes of two versions' },
  { name: /^nobody$/, in: /embedded\/cluster/, why: 'an account of the system' },
  { name: /^(unit|stringUnit)$/, line: /'binary'|'grapheme'/, why: 'an option of fast-check' },
  { name: /^orders$/, in: /phone\//, line: /.orders./, why: 'the path of an endpoint' },
  { name: /^RelativeTimeFormatUnit$/, why: 'a type of Intl' },
  {
    name: /^(told|left_open_told)$/,
    in: /src.doors/,
    line: /[._]told|told[:,]|told ===/,
    why: 'keys of JSON that is stored in rows',
  },
  { name: /^largestUnit$/, why: 'an option of Temporal' },
  { name: /^patternUnits$/, why: 'an attribute of SVG' },
  { name: /^order$/, in: /dashboard.vite.config/, why: 'an option of Vite' },
  { name: /^order$/, in: /webhooks.pause/, why: 'a parameter of GET /v1/events' },
  { name: /^unit$/, in: /dashboard.src.events|cloud.*counts/, why: 'the unit of time of a chart' },
  {
    name: /^unit$/,
    in: /(dashboard|cloud).*(gateway|pairing)|^test.pairing/,
    line: /unit:|\.unit/,
    why: 'a key of the pages of a gateway',
  },
  { name: /^told$/, in: /references/, why: 'a pattern of what is forbidden' },
  { name: /^units?$/, in: /modbus/, why: "Modbus's word for the address of a board" },
];

const FORMS = {
  order: 'orders|orderer|orderers|ordered|ordering',
  tell: 'tells|telling',
  told: 'untold|retold',
};

const used = new Set();
const words = forbiddenWords(readFileSync(path.join(root, 'GLOSSARY.md'), 'utf8'));
const found = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => CHECKED.test(file) && !UNCHECKED.test(file) && existsSync(path.join(root, file)))
  .flatMap((file) => faultsOf(file, readFileSync(path.join(root, file), 'utf8')));

for (const { file, line, name, word, say } of found)
  console.error(`${file}:${line}: "${name}": not ${word}, but ${say}`);
const stale = FIXED.filter((each) => !used.has(each));
for (const { name, why } of stale) console.error(`no file needs the exception ${name} any more (${why})`);
process.exitCode = found.length + stale.length > 0 ? 1 : 0;

/** The last cell of each row: `word (in names; but *phrase*, *phrase*), word`. */
function forbiddenWords(glossary) {
  const rows = [...glossary.matchAll(/^\| (?!Word|-)(.+?) \|$/gm)].map(([, row]) => row.split(/ \|(?: |$)/));
  return rows.flatMap((cells) =>
    [...cells.at(-1).matchAll(/([a-z]+)(?: \(([^)]*)\))?/g)].map(([, word, note = '']) => ({
      word,
      say: cells[0].replaceAll('*', ''),
      pattern: new RegExp(`^(?:${word}|${FORMS[word] ?? `${word}s`})$`),
      isOfNames: note.startsWith('in names'),
      phrases: [...note.matchAll(/\*([^*]+)\*/g)].map(([, phrase]) => phrase.split(' ')),
    })),
  );
}

function faultsOf(file, text) {
  const tokens = tokensOf(file, text);
  const lines = text.split('\n');
  return tokens.flatMap(({ part, name, line, isName }, index) => {
    const rule = words.find(({ pattern, isOfNames }) => pattern.test(part) && (isName || !isOfNames));
    if (!rule || isFixed(name, file, lines[line - 1])) return [];
    if (rule.phrases.some((phrase) => isWithin(phrase, rule, tokens, index))) return [];
    return [{ file, line, name, word: rule.word, say: rule.say }];
  });
}

function isFixed(name, file, text) {
  const exception = FIXED.find(
    (each) => each.name.test(name) && (each.in ?? /./).test(file) && (each.line ?? /./).test(text),
  );
  if (exception) used.add(exception);
  return exception !== undefined;
}

/** The words of a text: names are taken apart, and whatever ends a phrase is an empty word. */
function tokensOf(file, text) {
  const code = /\.([cm]?js|tsx?)$/.test(file) ? codeOf(text) : '';
  const tokens = [];
  let [end, line] = [0, 1];
  for (const { 0: name, index } of text.matchAll(/[A-Za-z_$][\w$]*|\d+/g)) {
    const gap = text.slice(end, index);
    if (gap !== '.' && /[^\s/*#_-]/.test(gap)) tokens.push({ part: '' });
    line += gap.split('\n').length - 1;
    end = index + name.length;
    const parts = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
    const isName = parts.length > 1 || code.startsWith(name, index);
    for (const part of parts) tokens.push({ part: part.toLowerCase(), name, line, isName });
  }
  return tokens;
}

/** The text with comments and strings blanked. */
function codeOf(text) {
  return text.replaceAll(
    /\/\*[\s\S]*?\*\/|(?<![:\\])\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g,
    (found) => ' '.repeat(found.length),
  );
}

/** Whether a phrase stands around a word, in any of its forms. `…` is any word, `#` a number. */
function isWithin(phrase, { word, pattern }, tokens, index) {
  const matches = (wanted, part = '') => {
    if (wanted === '…') return part !== '';
    if (wanted === '#') return /^\d+$/.test(part);
    return wanted === word ? pattern.test(part) : part === wanted || part === `${wanted}s`;
  };
  const at = phrase.findIndex((each) => each === word || pattern.test(each));
  return phrase.every((wanted, offset) => matches(wanted, tokens[index - at + offset]?.part));
}
