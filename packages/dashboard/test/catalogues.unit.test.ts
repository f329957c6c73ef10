import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { recognised } from '@door-access/protocol/recognised';
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
/** Terms whose translation is one word, in all its forms, wherever they stand. */
const TERMS: readonly [english: RegExp, own: Record<string, RegExp>][] = [
  [/\bgateways?\b/i, { fi: /yhdyskäyt/i, sv: /gateway/i, de: /gateway/i }],
  [/\boffline\b/i, { fi: /yhtey/i, sv: /offline/i, de: /offline/i }],
  [/\bonline\b/i, { fi: /yhtey/i, sv: /online/i, de: /online/i }],
  [/\bsecurity groups?\b/i, { fi: /oviryhm/i, sv: /dörrgrupp/i, de: /türgruppe/i }],
  [/\blocations?\b/i, { fi: /paik/i, sv: /plats/i, de: /\bort/i }],
  [/\bsite files?\b/i, { fi: /kohdetiedosto/i, sv: /anläggningsfil/i, de: /anlagendatei/i }],
  [/\baudit log\b/i, { fi: /muutoslok/i, sv: /granskningslogg/i, de: /änderungsprotokoll/i }],
  [/\bfloor plans?\b/i, { fi: /pohjapiir/i, sv: /ritning/i, de: /grundriss/i }],
  [/\bcalendars?\b/i, { fi: /kalenter/i, sv: /kalend/i, de: /kalend/i }],
  [/\bwebhooks?\b/i, { fi: /webhook/i, sv: /webhook/i, de: /webhook/i }],
  [/\bvisitors?\b/i, { fi: /vierail/i, sv: /besök/i, de: /besuch/i }],
  [/\binvitations?\b/i, { fi: /kutsu/i, sv: /inbjud/i, de: /einlad/i }],
  [/\bdrills?\b/i, { fi: /harjoitu/i, sv: /övning/i, de: /übung/i }],
  [/\bemergenc(?:y|ies)\b/i, { fi: /hätätil/i, sv: /nödläge/i, de: /notf/i }],
  [/\bmaintenance\b/i, { fi: /huol/i, sv: /underhåll/i, de: /wartung/i }],
  [/\bexit buttons?\b/i, { fi: /poistumispainik/i, sv: /utpasseringsknapp/i, de: /ausgangstaster/i }],
  [/\boutbox\b/i, { fi: /lähtev/i, sv: /utkorg/i, de: /postausgang/i }],
];
/** Without the names of values and marks, which are in English. */
const spoken = (message: string): string =>
  message.replace(/\{[^,}]*\}|<[^>]*>|\{\w+, (?:select|plural),/g, ' ');
/** Attributes that people read. */
const SHOWN = ['label', 'title', 'description', 'note', 'placeholder', 'aria-label', 'alt'];
/** Sources of the service whose messages are for operators, programs, gateways, phones and the site file. */
const NOT_OF_PAGES =
  /^(config|errors|directory|http|site|changes|phone)\b|^(events\/endpoints|gateways\/(audience|gateway-endpoints)|users\/manage)\.ts$/;
/** Of values that pages choose or make themselves, so that no person can get them wrong. */
const NOT_TYPED = [
  'pong',
  'The location is no id.',
  'must be one of 1',
  "must be the API key's location or one below it",
  'must be * or the name of an event',
  'must be ["*"] or names of events, not both',
  'must be service or standard',
  'must be active or paused',
  'must be the number of an entry',
  'must be a number of seconds',
  'must be base64url',
  'must be 1 bytes',
  'must be a point of P-256',
  'year must be from 1 to 1.',
  'to: must be after from, by 31 days at most',
];
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
  /** Names of elements, each with a text that the element shows. */
  labels: [name: string, shown: string][];
}

/** The message of `text('…')` in braces. */
function messageIn(node: unknown): string | null {
  const { type, expression } = (node ?? {}) as { type?: string; expression?: Record<string, never> };
  if (type !== 'JSXExpressionContainer' || expression?.type !== 'CallExpression') return null;
  const { callee, arguments: given } = expression as unknown as {
    callee: { value?: string };
    arguments: { expression: { type: string; value: string } }[];
  };
  const isText = callee.value === 'text' && given[0]?.expression.type === 'StringLiteral';
  return isText ? (given[0]?.expression.value ?? null) : null;
}

function look(name: string): Found {
  const found: Found = { texts: new Set(), bare: [], labels: [] };
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
    if (one.type === 'JSXElement') {
      const { opening, children } = one as unknown as {
        opening: { name: { value?: string }; attributes: { name?: { value: string }; value?: unknown }[] };
        children: unknown[];
      };
      const naming = opening.name.value === 'RowButton' ? 'name' : 'aria-label';
      const label = messageIn(opening.attributes.find(({ name: of }) => of?.value === naming)?.value);
      const shown = children.map(messageIn).find((message) => message !== null);
      if (label && shown) found.labels.push([label, shown]);
    }
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

describe.each(catalogues)('the terms in %s', (name, words) => {
  test.each(TERMS)('are one word for %s', (english, own) => {
    const others = Object.entries(words).filter(
      ([message, translated]) => english.test(spoken(message)) && !own[name]?.test(translated),
    );
    expect(others).toEqual([]);
  });
});

describe.each(catalogues)('the names of buttons in %s', (_, words) => {
  /** A person who speaks to the page says what they see (WCAG 2.5.3). */
  test('have in them what the buttons show', () => {
    const labels = seen.flatMap(([, found]) => found.labels);
    expect(labels.length).toBeGreaterThan(20);
    const wordsIn = (text: string) =>
      ` ${text
        .toLowerCase()
        .match(/[\p{L}\d]+/gu)
        ?.join(' ')} `;
    const without = (of: (message: string) => string) =>
      labels.filter(([label, shown]) => !wordsIn(of(label)).includes(wordsIn(of(shown))));
    expect(without((message) => words[message] ?? '')).toEqual([]);
    expect(without((message) => message)).toEqual([]);
  });
});

test('nothing is in English alone', () => {
  const bare = seen.flatMap(([name, found]) => found.bare.map((text) => `${name}: ${text}`));
  expect(bare).toEqual([]);
});

describe('what the service says', () => {
  const cloud = fileURLToPath(new URL('../../cloud/src/', import.meta.url));
  const files = readdirSync(cloud, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts') && !name.startsWith('generated'))
    .map((name) => [name.replaceAll('\\', '/'), readFileSync(cloud + name, 'utf8')] as const);
  const service = files.map(([, source]) => source).join('\n');
  const patternOf = (template: string) => {
    const own = template.split(/\$\{[^}]*\}/);
    return new RegExp(`^${own.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`);
  };
  /** Sentences with values, as patterns: with enough of their own that they do not fit everything. */
  const templates = [...service.matchAll(/`([^`\n]*)`/g)]
    .map(([, template = '']) => template)
    .filter((template) => template.replace(/\$\{[^}]*\}|\P{L}/gu, '').length >= 6)
    .map(patternOf);
  const isSaid = (message: string): boolean =>
    ["'", '"', '`'].some((quote) => service.includes(quote + message + quote)) ||
    templates.some((template) => template.test(message));

  test.each(SAID_BY_THE_SERVICE)('stands in its sources: %s', (message) =>
    expect(isSaid(message.replace(/\{\w+\}/g, '1'))).toBe(true),
  );

  test('is here, where a form can show it', () => {
    const unknown = files
      .filter(([name]) => !NOT_OF_PAGES.test(name))
      .flatMap(([name, source]) =>
        [...source.matchAll(/(?:(['"`])(?=must )|message:\s*(['"`]))([^\n]+?)\1\2/g)]
          .map(([, , , message = '']) => message)
          .filter((message) => {
            const one = message.replace(/\$\{[^}]*\}/g, '1');
            const isKnown =
              recognised(SAID_BY_THE_SERVICE, one) !== null ||
              SAID_BY_THE_SERVICE.some((known) => patternOf(message).test(known));
            return !isKnown && !NOT_TYPED.includes(one);
          })
          .map((message) => `${name}: ${message}`),
      );
    expect(unknown).toEqual([]);
  });

  test.each(['should be an e-mail address', 'The invitation was withdrawn again.', 'There are 1 doors.'])(
    'is not found where it is worded otherwise: %s',
    (message) => expect(isSaid(message)).toBe(false),
  );

  test.each([
    ['must be an e-mail address', 'must be an e-mail address', {}],
    ['must be at most 200 characters', 'must be at most {count} characters', { count: '200' }],
    ['must be at most 12', 'must be at most {count}', { count: '12' }],
    [
      'must be a time such as 17:00, or 24:00',
      'must be a time such as {example}, or 24:00',
      { example: '17:00' },
    ],
    [
      'Eva has changed this schedule since you opened it. Nothing of yours was saved.',
      '{who} has changed this schedule since you opened it. Nothing of yours was saved.',
      { who: 'Eva' },
    ],
  ])('is known, with what was put in: %s', (words, message, values) =>
    expect(recognised(SAID_BY_THE_SERVICE, words)).toEqual({ message, values }),
  );

  test('is left as it is where it is not known', () =>
    expect(recognised(SAID_BY_THE_SERVICE, 'must be green')).toBeNull());
});
