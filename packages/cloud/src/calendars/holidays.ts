import type Holidays from 'date-holidays';
import type { Holiday, HolidaysOf } from './calendar.rules.js';

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

const LANGUAGE = 'en';
const DAY_MS = 24 * 3_600_000;
/** Some 60 calendars of other regions, each with five years. */
const MAX_KNOWN = 300;
const known = new Map<string, Holiday[]>();

const load = async (): Promise<typeof Holidays> => (await import('date-holidays')).default;

export interface Choice {
  code: string;
  name: string;
}

/** All countries, by name. */
export async function countries(): Promise<Choice[]> {
  return choices(new (await load())().getCountries(LANGUAGE));
}

/** States and their regions, by name; empty where the whole country has the same holidays. */
export async function regionsOf(country: string): Promise<Choice[]> {
  const all = new (await load())();
  return choices(all.getStates(country, LANGUAGE)).flatMap((state) => [
    state,
    ...choices(all.getRegions(country, state.code, LANGUAGE)).map(({ code, name }) => ({
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
export async function publicHolidays(of: HolidaysOf, years: readonly number[]): Promise<Holiday[]> {
  const Loaded = await load();
  const [state = '', region = ''] = of.region?.split('.') ?? [];
  let calendar: Holidays | null = null;
  return years.flatMap((year) => {
    const key = `${of.country} ${of.region ?? ''} ${year}`;
    const before = known.get(key);
    if (before) return before;
    calendar ??= new Loaded(of.country, state, region, { types: ['public'] });
    const found = calendar.getHolidays(year, LANGUAGE).flatMap(toDays);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, found);
    return found;
  });
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

const choices = (names: Record<string, string> | undefined): Choice[] =>
  Object.entries(names ?? {})
    .map(([code, name]) => ({ code, name }))
    .sort((a, b) => a.name.localeCompare(b.name, LANGUAGE));
