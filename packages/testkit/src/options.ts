import type { Plan, SiteOptions } from './types.js';

const NAMES = ['Main entrance', 'Side door'];
const MAX_DOORS = 200;
const ANSWER_WITHIN_MS = 10_000;

/** What a site is made of. @throws an error that names the option at fault */
export function planOf(options: SiteOptions, now: number): Plan {
  const { doors = 1, gateways = 1, siteFile = null, startAt = now } = options;
  const { answerWithin = ANSWER_WITHIN_MS, settings = {} } = options;
  const names = typeof doors === 'number' ? numbered(doors) : doors;
  if (names.length < 1 || names.length > MAX_DOORS) throw new Error(`doors: give 1 to ${MAX_DOORS}`);
  if (new Set(names).size < names.length) throw new Error('doors: give each a name of its own');
  if (!(Number.isInteger(gateways) && gateways >= 1 && gateways <= names.length))
    throw new Error('gateways: give at least 1, and at most one for each door');
  const time = typeof startAt === 'number' ? startAt : Date.parse(startAt);
  if (!Number.isFinite(time))
    throw new Error(`startAt: ${startAt} is no time: give Unix milliseconds or ISO 8601`);
  return { doors: names, gateways, siteFile, startAt: time, answerWithin, settings };
}

const numbered = (count: number): string[] =>
  Array.from(
    { length: Number.isInteger(count) ? Math.max(0, count) : 0 },
    (_, index) => NAMES[index] ?? `Door ${index + 1}`,
  );
