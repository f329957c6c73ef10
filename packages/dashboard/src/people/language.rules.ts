import { compareNames } from '../names.rules.js';

/* The languages that a person may be told in: BCP 47 tags, with names in the language itself. */

/** What the service's own notices are written in (test/notice-languages.rules.test.ts holds it against them). */
export const NOTICE_LANGUAGES = ['en', 'fi', 'sv', 'de'] as const;
/** So many fit a list that is read. */
const MAX_SHOWN = 20;

export interface LanguageChoice {
  value: string;
  label: string;
  note: string;
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** Every language with a two-letter code that this browser has a name for. */
const known = (): string[] => {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  return LETTERS.flatMap((one) => LETTERS.map((other) => one + other)).filter(
    // A code that another has taken the place of is not offered twice.
    (code) => names.of(code) !== undefined && canonical(code) === code,
  );
};

/** The tag as it is written in full, as `pt-BR` for `PT-br`; null for what is none. */
export function canonical(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

/** Its name in the language itself; the tag where that has none. */
export function nameOfLanguage(tag: string): string {
  const whole = canonical(tag);
  if (whole === null) return tag;
  const name = nameIn(whole, whole) ?? nameIn('en', whole) ?? whole;
  return name.charAt(0).toLocaleUpperCase(whole) + name.slice(1);
}

/** What fits what is typed: a part of its name, in itself or in English, or of its tag. Those of the notices come first. */
export function languageChoices(typed: string): LanguageChoice[] {
  const wanted = plain(typed.trim());
  const choice = (tag: string): LanguageChoice => ({
    value: tag,
    label: nameOfLanguage(tag),
    note: [nameIn('en', tag), tag].filter(Boolean).join(' · '),
  });
  const fits = ({ value, label, note }: LanguageChoice) =>
    wanted === '' || plain(value) === wanted || plain(`${label} ${note}`).includes(wanted);
  const spoken = NOTICE_LANGUAGES.map(choice);
  const others = known()
    .filter((tag) => !NOTICE_LANGUAGES.some((one) => one === tag))
    .map(choice)
    .sort((one, other) => compareNames(one.label, other.label));
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
