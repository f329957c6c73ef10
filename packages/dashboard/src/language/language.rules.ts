/* Which language the pages speak. Pure. */

export const LANGUAGES = { en: 'English', fi: 'Suomi', sv: 'Svenska', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

/** For dates and numbers, where the reader's browser names no region. */
const LOCALES: Record<Language, string> = { en: 'en-GB', fi: 'fi-FI', sv: 'sv-SE', de: 'de-DE' };

const primary = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

export const isLanguage = (value: string | null): value is Language =>
  value !== null && Object.hasOwn(LANGUAGES, value);

/**
 * The language that was chosen, else the first of the browser's that there are words in, else English.
 * @param tags BCP 47, as `navigator.languages`
 */
export function languageOf(chosen: string | null, tags: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen;
  return tags.map(primary).find(isLanguage) ?? 'en';
}

/** Dates and numbers as the reader's own region writes them. */
export const localeOf = (language: Language, tags: readonly string[]): string =>
  tags.find((tag) => primary(tag) === language) ?? LOCALES[language];
