// Deliberate bugs in schedules and calendars.
import { bug } from './mutation.mjs';

const RULES = 'packages/cloud/src/doors';

export const SCHEDULES = [
  bug(
    'an hour that comes twice counts as its second time',
    `${RULES}/schedule/schedule.rules.ts`,
    "const zoned = time.toZonedDateTime(timezone, { disambiguation: 'earlier' });\n  if",
    "const zoned = time.toZonedDateTime(timezone, { disambiguation: 'later' });\n  if",
  ),
  bug(
    'what a date has of its own is added to the week',
    `${RULES}/schedule/schedule.rules.ts`,
    'if (exceptions.length > 0) return exceptions.flatMap((exception) => exception.blocks);',
    'if (exceptions.length > 0 && exceptions[0].blocks.length === 0) return [];',
  ),
  bug(
    'a date that is closed follows the week',
    `${RULES}/schedule/schedule.rules.ts`,
    'if (exceptions.length > 0) return exceptions.flatMap((exception) => exception.blocks);',
    'if (exceptions.some(({ blocks }) => blocks.length > 0)) return exceptions.flatMap((exception) => exception.blocks);',
  ),
  bug(
    'a calendar further away outranks the door',
    `${RULES}/schedule/effective.rules.ts`,
    'place === named[0]?.place',
    'place === named.at(-1)?.place',
  ),
  bug(
    'the week of a calendar is added to that of the door',
    `${RULES}/schedule/effective.rules.ts`,
    'return places.map(withWeek).find((sources) => sources.length > 0) ?? [];',
    'return places.flatMap(withWeek);',
  ),
  bug(
    'a date that a calendar names is followed only where the door names it',
    `${RULES}/schedule/effective.rules.ts`,
    '...decidedDates(places).map(',
    '...decidedDates(places.slice(0, 1)).map(',
  ),
  bug(
    'a calendar that closes a date gives way to another at its place',
    `${RULES}/schedule/effective.rules.ts`,
    'const wins = closing.length > 0 ? closing : nearest;',
    'const wins = nearest;',
    9,
  ),
  bug(
    'a day is remembered without the dates of its schedule, which a calendar may change meanwhile',
    `${RULES}/schedule/schedule-days.ts`,
    'JSON.stringify(schedule)',
    "JSON.stringify(schedule.filter((entry) => 'days' in entry))",
  ),
  bug(
    'a block through midnight ends at midnight',
    `${RULES}/schedule/schedule.rules.ts`,
    'sameDay.add({ days: 1 });',
    'date.add({ days: 1 }).toPlainDateTime();',
  ),
];
