import { describe, expect, test } from '@jest/globals';
import { byPlace, search } from '../src/doors.rules.js';
import { fromCommand, isPast, isUnderWay, type PressState, whyRefused } from '../src/press.rules.js';
import type { Command, Door } from '../src/types.js';
import { ago, heldWords, lengthsOf, moment, wordsOf } from '../src/words.rules.js';

/** The zone of the phone, and one that no test runs in. */
const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const KIRITIMATI = 'Pacific/Kiritimati';

const door = (id: number, name: string, place: string, location = 'HQ'): Door => ({
  id,
  name,
  place,
  location: { id: location.length, name: location },
  timezone: HERE,
  type: 'remote',
  online: true,
  may_hold: false,
  day_until: null,
  held: null,
});
const command = (fields: Partial<Command>): Command => ({
  id: 'x',
  lock_id: 3,
  status: 'pending',
  reason: null,
  confirmed_at: null,
  unlocked_ms: 0,
  ...fields,
});

describe('what a press has come to', () => {
  test.each<[Partial<Command>, PressState]>([
    [{ status: 'pending' }, { kind: 'sent' }],
    [{ status: 'sent' }, { kind: 'opening' }],
    [
      { status: 'confirmed', unlocked_ms: 4_900 },
      { kind: 'open', for_ms: 4_900 },
    ],
    [
      { status: 'confirmed', confirmed_at: 'then' },
      { kind: 'was_open', at: 'then' },
    ],
    [
      { status: 'failed', reason: 'timed_out' },
      { kind: 'failed', why: 'timed_out' },
    ],
  ])('%j is %j', (fields, state) => {
    expect(fromCommand(command(fields), 'unlock')).toEqual(state);
  });

  test('a confirmed hold is done, and a refused one gives the reason', () => {
    expect(fromCommand(command({ status: 'confirmed' }), 'hold')).toEqual({ kind: 'done' });
    expect(fromCommand(command({ status: 'failed', reason: 'device_error' }), 'release')).toEqual({
      kind: 'failed',
      why: 'device_error',
    });
  });

  test.each([
    [401, 'unauthenticated', 'no_key'],
    [403, 'lock_not_allowed', 'not_allowed'],
    [403, 'outside_time_window', 'outside_time'],
    [403, 'hold_not_allowed', 'hold_not_allowed'],
    [422, 'validation_failed', 'hold_not_allowed'],
    [404, 'not_found', 'not_allowed'],
    [409, 'lock_offline', 'lock_offline'],
    [409, 'lock_not_remote', 'lock_not_remote'],
    [409, 'emergency', 'emergency'],
    [400, 'invalid_request', 'too_late'],
    [429, 'rate_limited', 'rate_limited'],
    [502, 'publish_failed', 'publish_failed'],
    [502, '', 'server_error'],
    [200, '', 'server_error'],
  ])('a refusal %d %j is said as %s', (status, code, why) => {
    expect(whyRefused(status, code)).toBe(why);
  });

  test('another press waits for the end of the one under way, and not for its words to go', () => {
    const kinds = ['idle', 'sending', 'sent', 'opening', 'unsure', 'unknown'] as const;
    expect(kinds.filter((kind) => isUnderWay({ kind }))).toEqual(['sending', 'sent', 'opening', 'unsure']);
  });
});

describe('the obstacle to a press', () => {
  const seen = { isLive: true, wasAway: false, isDoorOnline: true, for_ms: 10_000 };
  test.each<[string, PressState, Partial<typeof seen>, boolean]>([
    [
      'goes when the network is back',
      { kind: 'not_sent', why: 'no_network' },
      { wasAway: true, for_ms: 0 },
      true,
    ],
    [
      'stays while it is away',
      { kind: 'not_sent', why: 'no_network' },
      { isLive: false, wasAway: true },
      false,
    ],
    [
      'is left to be read where it was away for a moment',
      { kind: 'not_sent', why: 'slow' },
      { for_ms: 500 },
      false,
    ],
    ['goes after that', { kind: 'not_sent', why: 'slow' }, {}, true],
    ['goes when the door is back', { kind: 'not_sent', why: 'lock_offline' }, {}, true],
    [
      'stays while the door is away',
      { kind: 'not_sent', why: 'lock_offline' },
      { isDoorOnline: false },
      false,
    ],
    ['stays where it was the key', { kind: 'not_sent', why: 'not_allowed' }, { wasAway: true }, false],
    ['stays where the press is still asked after', { kind: 'unsure' }, { wasAway: true }, false],
  ])('%s', (_, state, fields, past) => {
    expect(isPast(state, { ...seen, ...fields })).toBe(past);
  });
});

describe('doors', () => {
  const doors = [door(1, 'Päärovi', 'Ground'), door(2, 'Side', 'Ground'), door(3, 'Lab', '', 'Laboratory')];

  test('stand by their places, and by location where there are several', () => {
    expect(byPlace(doors).map(({ name, doors: here }) => [name, here.length])).toEqual([
      ['HQ · Ground', 2],
      ['Laboratory', 1],
    ]);
    expect(byPlace(doors.slice(0, 2)).map(({ name }) => name)).toEqual(['Ground']);
  });

  test.each([
    ['', [1, 2, 3]],
    ['paar', [1]],
    ['GROUND side', [2]],
    ['laboratory', [3]],
    ['nowhere', []],
  ])('are found by %j', (question, ids) => {
    expect(search(doors, question).map(({ id }) => id)).toEqual(ids);
  });
});

describe('words', () => {
  test.each([
    [['fi-FI'], 'fi-FI'],
    [['', 'sv', 'de'], 'sv-SE'],
    [['ja', 'pt-BR'], 'en-GB'],
    [[], 'en-GB'],
  ])('for %j are %s', (tags, locale) => {
    expect(wordsOf(tags).locale).toBe(locale);
  });

  test.each([
    ['en', true, null, 'Open by its schedule'],
    ['en', false, '2026-11-23T14:30:00', 'Held open until 14:30'],
    ['de', false, '2026-11-23T14:30:00', 'Offen gehalten bis 14:30'],
    ['fi', true, '2026-11-23T14:30:00', 'Auki aikataulun mukaan 14.30 asti'],
    ['sv', false, '2026-11-24T00:00:00', 'Hålls öppen till 00:00'],
    ['sv', true, '2026-11-24T08:00:00', 'Öppen enligt schemat till 24 november kl. 08:00'],
  ])('in %s say until when a door is held', (language, by_schedule, until, words) => {
    const now = new Date('2026-11-23T12:00:00').getTime();
    expect(heldWords(wordsOf([language]), { until, by_schedule }, HERE, now)).toBe(words);
  });

  test.each([
    ['en', '2026-11-24T08:00:00', '24 November at 08:00'],
    ['en', '2028-01-02T19:43:00', '2 January 2028 at 19:43'],
    ['fi', '2028-01-02T19:43:00', '2. tammikuuta 2028 klo 19.43'],
    ['sv', '2028-01-02T19:43:00', '2 januari 2028 kl. 19:43'],
    ['de', '2028-01-02T19:43:00', '2. Januar 2028 um 19:43'],
  ])('in %s name the year of %s where it is not this one', (language, at, words) => {
    const now = new Date('2026-11-23T12:00:00').getTime();
    expect(moment(wordsOf([language]), at, HERE, now)).toBe(words);
  });

  test.each([
    ['en', '25 November at 02:00 GMT+14'],
    ['fi', '25. marraskuuta klo 02.00 UTC+14'],
    ['sv', '25 november kl. 02:00 GMT+14'],
    ['de', '25. November um 02:00 GMT+14'],
  ])('in %s name the zone of a place with another time than here', (language, words) => {
    const now = Date.parse('2026-11-23T12:00:00Z');
    expect(moment(wordsOf([language]), '2026-11-24T12:00:00Z', KIRITIMATI, now)).toBe(words);
  });

  test('say of the longest hold when it ends, at the door', () => {
    const held = { ...door(1, 'Main', ''), day_until: '2026-11-24T00:00:00' };
    expect(lengthsOf(held, wordsOf(['en']))).toEqual([
      ['quarter', '15 minutes'],
      ['hour', '1 hour'],
      ['day', 'Until 00:00'],
    ]);
    const away = { ...held, timezone: KIRITIMATI, day_until: '2026-11-24T10:00:00Z' };
    expect(lengthsOf(away, wordsOf(['de'])).at(-1)).toEqual(['day', 'Bis 00:00 GMT+14']);
  });

  test('say the same things in every language', () => {
    const shape = (value: unknown): unknown =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .sort(([a], [b]) => a.localeCompare(b))
              .map(([name, inner]) => [name, shape(inner)]),
          )
        : typeof value;
    const [first, ...rest] = ['en', 'fi', 'sv', 'de'].map((tag) => shape(wordsOf([tag])));
    for (const one of rest) expect(one).toEqual(first);
  });

  test.each([
    [0, '0 seconds ago'],
    [61_000, '1 minute ago'],
    [-5_000, '0 seconds ago'],
    [3 * 86_400_000, '3 days ago'],
  ])('say %d ms as %s', (past, words) => {
    expect(ago(wordsOf(['en']), 1_000_000_000, 1_000_000_000 + past)).toBe(words);
  });
});
