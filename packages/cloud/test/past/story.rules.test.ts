import { describe, expect, test } from '@jest/globals';
import { Temporal } from 'temporal-polyfill';
import { HABITS } from '../../src/past/rhythm.rules.js';
import { DAYS, type Story, storyUntil } from '../../src/past/story.rules.js';

const HOME = 'Europe/Helsinki';
const ZONES = { plant_gate: 'Europe/Stockholm', dock: 'Europe/Stockholm', 'gw-plant': 'Europe/Stockholm' };
const at = (text: string) => Date.parse(text);
const story = (until: string) => storyUntil(at(until), ZONES, HOME);
const local = (moment: number, zone = HOME) =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone);

const forced = ({ deeds }: Story) => deeds.filter(({ kind }) => kind === 'force').map((deed) => deed.at);

describe('the night of the story', () => {
  test.each([
    ['on a Thursday, the Tuesday before', '2026-11-26T17:00:00Z', '2026-11-24T02:14:07'],
    ['on a Tuesday in the afternoon, that same night', '2026-11-24T12:00:00Z', '2026-11-24T02:14:07'],
    ['on a Tuesday at two, the week before', '2026-11-24T00:00:00Z', '2026-11-17T02:14:07'],
    ['behind the end of summer time', '2026-10-28T12:00:00Z', '2026-10-27T02:14:07'],
  ])('is %s', (_, until, expected) => {
    const made = story(until);
    expect(forced(made).map((moment) => local(moment).toPlainDateTime().toString())).toEqual([expected]);
    expect(made.forcedAt).toBe(forced(made)[0]);
  });
});

describe('fourteen days', () => {
  const made = story('2026-11-26T17:00:00Z');

  test('are the same for the same day, whenever it is asked', () => {
    const again = story('2026-11-26T17:00:00Z');
    const earlier = story('2026-11-26T09:00:00Z');
    expect(again).toEqual(made);
    expect(made.deeds.slice(0, earlier.deeds.length)).toEqual(earlier.deeds);
  });

  test('lie within the days, in their sequence, and no door stands open at the end', () => {
    expect(local(made.from).toPlainDateTime().toString()).toBe('2026-11-12T00:00:00');
    const times = made.deeds.map((deed) => deed.at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times.every((time) => time >= made.from && time < at('2026-11-26T16:58:00Z'))).toBe(true);
    expect(new Set(times.map((time) => local(time).toPlainDate().toString())).size).toBe(DAYS + 1);
  });

  test('have busy mornings, quiet nights, and quieter weekends', () => {
    const main = made.deeds.filter(({ door }) => door === 'main');
    const inHours = (from: number, to: number) =>
      main.filter((deed) => local(deed.at).hour >= from && local(deed.at).hour < to).length;
    expect(inHours(7, 10)).toBeGreaterThan(100);
    expect(inHours(0, 6)).toBe(0);
    const onDay = (day: number) => main.filter((deed) => local(deed.at).dayOfWeek === day).length;
    expect(onDay(6)).toBeLessThan(onDay(3) / 3);
  });

  test('go by the time zone of each door', () => {
    const shift = made.deeds.filter(({ door, kind }) => door === 'plant_gate' && kind === 'enter');
    expect(local(Math.min(...shift.map((deed) => deed.at)), 'Europe/Stockholm').hour).toBe(5);
  });

  test('use every door', () => {
    expect(new Set(made.deeds.map(({ door }) => door))).toEqual(new Set(Object.keys(HABITS)));
  });

  test('cut links, and mend them before the end', () => {
    expect(made.cuts.map(({ gateway }) => gateway).sort()).toEqual([
      'gw-lab',
      'gw-lab',
      'gw-lab',
      'gw-plant',
      'gw-plant',
    ]);
    expect(made.cuts.every(({ at: from, until }) => from < until)).toBe(true);
  });
});
