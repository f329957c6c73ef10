import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { parseSync } from '@swc/core';
import { IntlMessageFormat } from 'intl-messageformat';
import { languageOf, localeOf } from '../src/language/language.rules.js';
import { SAID_BY_THE_SERVICE } from '../src/language/service.rules.js';

const src = fileURLToPath(new URL('../src/', import.meta.url));
const sources = readdirSync(src, { recursive: true })
  .map(String)
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('generated'));
/** Two words that begin as a sentence does. */
const PROSE = /^\p{Lu}[\p{L}’-]+,? \p{L}/u;
/** The same in every language. */
const NAMES = ['Ctrl K', 'Microsoft Teams'];
/** Attributes that people read. */
const SHOWN = ['label', 'title', 'description', 'note', 'placeholder', 'aria-label', 'alt'];
const catalogues = ['fi', 'sv', 'de'].map(
  (name) =>
    [
      name,
      JSON.parse(readFileSync(`${src}language/${name}.json`, 'utf8')) as Record<string, string>,
    ] as const,
);

interface Found {
  texts: Set<string>;
  /** Texts that stand in a component without being translated. */
  bare: string[];
}

function look(name: string): Found {
  const found: Found = { texts: new Set(), bare: [] };
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      node.forEach(visit);
      return;
    }
    const one = node as { type?: string; value?: unknown };
    if (one.type === 'CallExpression') {
      const { callee, arguments: given } = one as unknown as {
        callee: { value?: string };
        arguments: { expression: { type: string; value: string } }[];
      };
      const [message] = given;
      if (
        ['text', 'rich', 'phrase'].includes(callee.value ?? '') &&
        message?.expression.type === 'StringLiteral'
      ) {
        found.texts.add(message.expression.value);
        visit(given.slice(1));
        return;
      }
    }
    if (one.type === 'StringLiteral' && PROSE.test(String(one.value)) && !NAMES.includes(String(one.value)))
      found.bare.push(String(one.value));
    if (one.type === 'JSXText' && /\p{L}/u.test(String(one.value))) found.bare.push(String(one.value).trim());
    if (one.type === 'JSXAttribute') {
      const { name: of, value } = one as unknown as {
        name: { value: string };
        value?: { type: string; value: string };
      };
      if (SHOWN.includes(of.value) && value?.type === 'StringLiteral' && value.value !== '')
        found.bare.push(value.value);
    }
    Object.values(one).forEach(visit);
  };
  visit(parseSync(readFileSync(src + name, 'utf8'), { syntax: 'typescript', tsx: name.endsWith('x') }).body);
  return found;
}

const seen = sources.map((name) => [name.replaceAll('\\', '/'), look(name)] as const);
const texts = new Set(seen.flatMap(([, found]) => [...found.texts]));
/** The names of the values and of the marks, wherever they stand. */
function parts(message: string): string[] {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, value } = node as { type?: unknown; value?: unknown };
    // A literal has the type 0.
    if (type && typeof value === 'string') names.add(value);
    Object.values(node).forEach(visit);
  };
  visit(new IntlMessageFormat(message).getAst());
  return [...names].sort();
}

describe('the language of the pages', () => {
  test.each([
    [null, ['sv-FI', 'en'], 'sv', 'sv-FI'],
    [null, ['fr', 'de'], 'de', 'de'],
    [null, ['fr'], 'en', 'en-GB'],
    ['fi', ['en-US'], 'fi', 'fi-FI'],
    ['constructor', ['en-US'], 'en', 'en-US'],
  ])(
    'is the chosen one (%s), else the first of the browser (%j) that there is',
    (chosen, tags, language, locale) => {
      const one = languageOf(chosen, tags);
      expect([one, localeOf(one, tags)]).toEqual([language, locale]);
    },
  );
});

describe.each(catalogues)('the words in %s', (name, words) => {
  test('are there for every text, and for no other, sorted', () => {
    expect(Object.keys(words)).toEqual([...texts].sort());
  });
  test('can be formatted, and have the values and the marks of the English', () => {
    for (const [english, own] of Object.entries(words)) {
      expect(() => new IntlMessageFormat(own, name)).not.toThrow();
      expect([own, parts(own)]).toEqual([own, parts(english)]);
    }
  });
});

test('nothing is in English alone', () => {
  const bare = seen.flatMap(([name, found]) => found.bare.map((text) => `${name}: ${text}`));
  expect(bare).toEqual([]);
});

test('what the service says is what its sources say', () => {
  const cloud = fileURLToPath(new URL('../../cloud/src/users/', import.meta.url));
  const all = ['sign-in.ts', 'passkeys.ts', 'reset.ts', 'join.ts'].map((file) =>
    readFileSync(cloud + file, 'utf8'),
  );
  const said = [...all, readFileSync(`${src}api.ts`, 'utf8')].join('\n');
  for (const message of SAID_BY_THE_SERVICE) expect(said).toContain(`'${message}'`);
});
