import { comparisonIn } from '../words/names.rules.js';

/* The languages that a person can have: BCP 47 tags, with names in the language itself. */

/** The languages of the service's own notices; test/notice-languages.rules.test.ts compares the two. */
export const NOTICE_LANGUAGES = ['en', 'fi', 'sv', 'de'] as const;
/** The longest list that is still readable. */
const MAX_SHOWN = 20;

export interface LanguageChoice {
  value: string;
  label: string;
  note: string;
}

const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz'];

/** Every language with a two-letter code that this browser has a name for. */
const known = (): string[] => {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  return ALPHABET.flatMap((one) => ALPHABET.map((other) => one + other)).filter(
    // A deprecated code is not offered beside its replacement.
    (code) => names.of(code) !== undefined && canonical(code) === code,
  );
};

/** The canonical tag, `pt-BR` for `PT-br`; null if it is not a language tag. */
export function canonical(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

/** Its name in the language itself; the tag if it has none. */
export function nameOfLanguage(tag: string): string {
  const whole = canonical(tag);
  if (whole === null) return tag;
  const name = nameIn(whole, whole) ?? nameIn('en', whole) ?? whole;
  return name.charAt(0).toLocaleUpperCase(whole) + name.slice(1);
}

/**
 * Languages that match what is typed by tag, or by name: their own, the English or the reader's. Those of the notices come
 * first.
 */
export function languageChoices(typed: string, reader = 'en'): LanguageChoice[] {
  const wanted = plain(typed.trim());
  const compare = comparisonIn(reader);
  const choice = (tag: string): LanguageChoice => ({
    value: tag,
    label: nameOfLanguage(tag),
    note: [nameIn(reader, tag), tag].filter(Boolean).join(' · '),
  });
  const fits = ({ value, label, note }: LanguageChoice) =>
    wanted === '' ||
    plain(value) === wanted ||
    plain(`${label} ${note} ${nameIn('en', value) ?? ''}`).includes(wanted);
  const spoken = NOTICE_LANGUAGES.map(choice);
  const others = known()
    .filter((tag) => !NOTICE_LANGUAGES.some((one) => one === tag))
    .map(choice)
    .sort((one, other) => compare(one.label, other.label));
  const listed = [...spoken, ...others].filter(fits).slice(0, MAX_SHOWN);
  const written = wanted.length > 1 ? canonical(typed.trim()) : null;
  const isNew =
    written !== null && nameIn('en', written) !== null && !listed.some((one) => one.value === written);
  return isNew ? [choice(written), ...listed] : listed;
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

function nameIn(language: string, tag: string): string | null {
  try {
    return new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(tag) ?? null;
  } catch {
    return null;
  }
}
