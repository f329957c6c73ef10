import type Holidays from 'date-holidays';
import type { CalendarDay } from '../doors/store/calendars.js';
import { daysOf, type Holiday, type HolidaysOf } from './calendar.rules.js';

/*
 * Public holidays by country and region, from the data of `date-holidays`, which is loaded when someone first asks: a
 * service without such calendars pays nothing for it.
 */

/** Shown wherever the holidays are chosen, as the licence of the data asks for; see NOTICE. */
export const ATTRIBUTION = {
  text: 'Holidays by date-holidays, with data from Wikipedia',
  licence: 'CC BY-SA 3.0',
  url: 'https://github.com/commenthol/date-holidays#license',
};

/** Of the pages. Calendars keep names in the first. */
export const HOLIDAY_LANGUAGES = ['en', 'fi', 'sv', 'de'] as const;
export type HolidayLanguage = (typeof HOLIDAY_LANGUAGES)[number];
const KEPT_IN = HOLIDAY_LANGUAGES[0];
const DAY_MS = 24 * 3_600_000;
/** Some 60 calendars of other regions, each with five years in four languages. */
const MAX_KNOWN = 1_200;
const known = new Map<string, Holiday[]>();

const load = async (): Promise<typeof Holidays> => (await import('date-holidays')).default;

export interface Choice {
  code: string;
  name: string;
}

/** All countries, by name. */
export async function countries(): Promise<Choice[]> {
  return choices(new (await load())().getCountries(KEPT_IN), KEPT_IN);
}

/** States and their regions, by name; empty where the whole country has the same holidays. */
export async function regionsOf(country: string, language: HolidayLanguage = KEPT_IN): Promise<Choice[]> {
  const all = new (await load())();
  return choices(all.getStates(country, language), language).flatMap((state) => [
    state,
    ...choices(all.getRegions(country, state.code, language), language).map(({ code, name }) => ({
      code: `${state.code}.${code}`,
      name: `${state.name}, ${name}`,
    })),
  ]);
}

export async function isKnown({ country, region }: HolidaysOf): Promise<boolean> {
  if (!(await countries()).some(({ code }) => code === country)) return false;
  return region === null || (await regionsOf(country)).some(({ code }) => code === region);
}

/** Whole days that are public holidays in these years, by date. */
export async function publicHolidays(
  of: HolidaysOf,
  years: readonly number[],
  language: HolidayLanguage = KEPT_IN,
): Promise<Holiday[]> {
  const Loaded = await load();
  const [state = '', region = ''] = of.region?.split('.') ?? [];
  let calendar: Holidays | null = null;
  return years.flatMap((year) => {
    const key = `${of.country} ${of.region ?? ''} ${year} ${language}`;
    const before = known.get(key);
    if (before) return before;
    calendar ??= new Loaded(of.country, state, region, { types: ['public'] });
    const found = calendar.getHolidays(year, language).flatMap(toDays);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, found);
    return found;
  });
}

/** The dates of a calendar, with the names of holidays in another language than they are kept in, where that is known. */
export async function namedIn(
  language: HolidayLanguage,
  days: readonly CalendarDay[],
  of: HolidaysOf | null,
): Promise<CalendarDay[]> {
  if (of === null || language === KEPT_IN) return [...days];
  const years = new Set(
    days.filter(({ source }) => source === 'holiday').map(({ date }) => Number(date.slice(0, 4))),
  );
  const known = daysOf([], await publicHolidays(of, [...years], language));
  const names = new Map(known.map(({ date, name }) => [date, name]));
  return days.map((day) =>
    day.source === 'holiday' ? { ...day, name: names.get(day.date) ?? day.name } : day,
  );
}

/** One that begins during a day leaves part of that day as it is, which no date of a calendar can say. */
function toDays({
  date,
  name,
  start,
  end,
}: {
  date: string;
  name: string;
  start: Date;
  end: Date;
}): Holiday[] {
  if (date.slice(11, 19) !== '00:00:00') return [];
  const first = Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
  const length = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS));
  return Array.from({ length }, (_, day) => ({
    date: new Date(first + day * DAY_MS).toISOString().slice(0, 10),
    name,
  }));
}

const choices = (names: Record<string, string> | undefined, language: HolidayLanguage): Choice[] =>
  Object.entries(names ?? {})
    .map(([code, name]) => ({ code, name }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
