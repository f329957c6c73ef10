import type { Wording } from '@door-access/protocol/explanation';
import { en } from '@door-access/protocol/explanation/en';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import { createElement, Fragment, type ReactNode } from 'react';
import { isInBrowser, keptHere } from '../ui/parts/kept.js';
import { english } from './english.js';
import { filled, piecesOf } from './filled.rules.js';
import { type Language, languageOf, localeOf } from './language.rules.js';

/*
 * The words of the pages: each text stands in its component in English, in ICU message syntax, and is the key to the other
 * languages. A text without a translation is shown in English.
 */

/** Messages as they are written, or as the build has parsed them. */
type Words = Readonly<Record<string, string | MessageFormatElement[]>>;
type Values = Readonly<Record<string, string | number>>;

const KEPT_AS = 'language';
const CATALOGUES: Record<Exclude<Language, 'en'>, () => Promise<{ words: Words; wording: Wording }>> = {
  fi: () => import('./fi.js'),
  sv: () => import('./sv.js'),
  de: () => import('./de.js'),
};

/** The service draws pages by one instance of this code for each language: `drawn.js?fi-FI`. Tests of words run in English. */
const givenTags = () => [...new URL(import.meta.url).searchParams.keys()];
const tags = isInBrowser ? navigator.languages : givenTags();
const kept = keptHere(KEPT_AS);
export const language = languageOf(kept, tags);
/** BCP 47: for dates and numbers. */
export const locale = localeOf(language, tags);
let words: Words = {};
let explained = en;
const formats = new Map<string, IntlMessageFormat>();

/** Before the first page is drawn. Resolves once the words are here; without them the pages speak English. */
export async function load(): Promise<void> {
  if (isInBrowser) document.documentElement.lang = language;
  if (language === 'en') return;
  const catalogue = await CATALOGUES[language]().catch(() => null);
  if (catalogue) ({ words, wording: explained } = catalogue);
}

/** The sentences that pages and notices share. */
export const wording = (): Wording => explained;

/** All tabs of this browser speak it from their next page on. */
export function choose(other: Language): void {
  localStorage.setItem(KEPT_AS, other);
  location.reload();
}

function formatOf(message: string): IntlMessageFormat {
  const format =
    formats.get(message) ?? new IntlMessageFormat(words[message] ?? english[message] ?? message, locale);
  formats.set(message, format);
  return format;
}

/** @param message in English; `{name}` stands for a value */
export function text(message: string, values: Values = {}): string {
  const own = words[message] ?? message;
  const simple = typeof own === 'string' ? filled(own, values) : null;
  return simple ?? String(formatOf(message).format(values));
}

type Drawn = ReactNode | ((parts: ReactNode[]) => ReactNode);

/** The same with elements, each with a key: `<b>…</b>` is drawn by the value `b`. */
export function rich(message: string, values: Readonly<Record<string, Drawn>>): ReactNode {
  const own = words[message] ?? message;
  const simple = typeof own === 'string' ? (piecesOf(own, values) as ReactNode[] | null) : null;
  return createElement(Fragment, null, ...[simple ?? formatOf(message).format<ReactNode>(values)].flat());
}

export { phrase } from './phrase.rules.js';
