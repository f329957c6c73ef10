/* How a language says times and spans, by the tables of Intl. */

export const LANGUAGES = ['en', 'fi', 'sv', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Speech {
  language: Language;
  /** As `Wednesday 14 January 2026 at 08:00`, with the zone's short name. */
  moment(iso: string): string;
  /** As `14/01`, for where there is little room. */
  day(iso: string): string;
  /** As `Wed`. */
  weekday(iso: string): string;
  /** As `7 days` or `36 hours`, in the form that "for …" takes; of whole days, else of the nearest hour, at least one. */
  span(milliseconds: number): string;
}

const HOUR = 3_600_000;

interface Words {
  one: string;
  other: string;
}

const DURATIONS: Record<Language, { day: Words; hour: Words }> = {
  en: { day: { one: 'day', other: 'days' }, hour: { one: 'hour', other: 'hours' } },
  fi: { day: { one: 'päivän', other: 'päivää' }, hour: { one: 'tunnin', other: 'tuntia' } },
  sv: { day: { one: 'dag', other: 'dagar' }, hour: { one: 'timme', other: 'timmar' } },
  de: { day: { one: 'Tag', other: 'Tage' }, hour: { one: 'Stunde', other: 'Stunden' } },
};

/** English without a country is written the way most of its readers in Europe write dates. */
export const LOCALES: Record<Language, string> = { en: 'en-GB', fi: 'fi-FI', sv: 'sv-SE', de: 'de-DE' };

/**
 * @param tag BCP 47; a language without templates, or no language at all, is English
 * @param timezone IANA; an unknown one is UTC
 */
export function speechOf(tag: string, timezone: string): Speech {
  const { language, locale } = localeOf(tag);
  const timeZone = isTimezone(timezone) ? timezone : 'UTC';
  const moment = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', timeZone });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone });
  const number = new Intl.NumberFormat(locale);
  const plural = new Intl.PluralRules(locale);
  return {
    language,
    moment: (iso) => moment.format(new Date(iso)),
    day: (iso) => day.format(new Date(iso)),
    weekday: (iso) => weekday.format(new Date(iso)),
    span(milliseconds) {
      // A span of 7 days stays 7 days, although the message is written a moment later.
      const hours = Math.max(1, Math.round(milliseconds / HOUR));
      const days = hours >= 48;
      const count = days ? Math.floor(hours / 24) : hours;
      const words = DURATIONS[language][days ? 'day' : 'hour'];
      return `${number.format(count)} ${words[plural.select(count) === 'one' ? 'one' : 'other']}`;
    },
  };
}

function localeOf(tag: string): { language: Language; locale: string } {
  try {
    const locale = new Intl.Locale(tag);
    const language = LANGUAGES.find((one) => one === locale.language);
    if (language)
      return { language, locale: locale.region ? `${language}-${locale.region}` : LOCALES[language] };
  } catch {
    // No language tag at all.
  }
  return { language: 'en', locale: LOCALES.en };
}

function isTimezone(timezone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
    return true;
  } catch {
    return false;
  }
}
