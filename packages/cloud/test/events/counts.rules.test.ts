import { describe, expect, test } from '@jest/globals';
import { EVENT_TYPES } from '../../src/events/event-types.rules.js';
import { bucketStarts, MAX_SPAN_MS, SERIES, spanOf, summed } from '../../src/events/pages/counts.rules.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (text: string) => Date.parse(text);
const iso = (times: readonly number[]) => times.map((time) => new Date(time).toISOString().slice(0, 16));

describe('the chart', () => {
  test('has exactly one series for every type that the list shows', () => {
    expect(Object.values(SERIES).flat().sort()).toEqual([...EVENT_TYPES].sort());
  });

  const until = at('2026-03-30T12:00:00Z');
  const floor = until - MAX_SPAN_MS;
  test.each([
    ['what was asked for', until - 5 * DAY, null, until - 5 * DAY, 'day'],
    ['from the first event', null, until - 40 * DAY, until - 40 * DAY, 'day'],
    ['a day at least', null, until - 60_000, until - DAY, 'hour'],
    ['a day where nothing happened', null, null, until - DAY, 'hour'],
    ['three days by the hour', until - 3 * DAY, null, until - 3 * DAY, 'hour'],
    ['no more than 92 days', until - 400 * DAY, null, floor, 'day'],
    ['an hour that was asked for', until - HOUR, until - 40 * DAY, until - HOUR, 'hour'],
    ['no time at all', until, null, until - 1, 'hour'],
  ] as const)('is of %s', (_, asked, first, since, unit) => {
    expect(spanOf(asked, first, floor, until)).toEqual({ since, until, unit });
  });
});

describe('the buckets of a chart', () => {
  test('are days in the local time zone, 23 hours long when the clock goes forward', () => {
    const span = {
      since: at('2026-03-28T05:00:00Z'),
      until: at('2026-03-30T05:00:00Z'),
      unit: 'day' as const,
    };
    expect(iso(bucketStarts(span, 'Europe/Helsinki'))).toEqual([
      '2026-03-27T22:00',
      '2026-03-28T22:00',
      '2026-03-29T21:00',
    ]);
  });

  test('are hours, one of them twice when the clock goes back', () => {
    const span = {
      since: at('2026-10-24T23:30:00Z'),
      until: at('2026-10-25T02:30:00Z'),
      unit: 'hour' as const,
    };
    expect(iso(bucketStarts(span, 'Europe/Helsinki'))).toEqual([
      '2026-10-24T23:00',
      '2026-10-25T00:00',
      '2026-10-25T01:00',
      '2026-10-25T02:00',
    ]);
  });

  test('are summed up by series', () => {
    const counts = [
      { type: 'access.denied', bucket: 1, count: 2 },
      { type: 'unlock.failed', bucket: 1, count: 1 },
      { type: 'door.opened', bucket: 2, count: 5 },
    ];
    expect(summed(2, counts)).toMatchObject([
      { denied: 3, movements: 0 },
      { denied: 0, movements: 5 },
    ]);
  });
});
