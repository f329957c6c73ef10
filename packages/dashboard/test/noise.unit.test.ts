import { expect, test } from '@jest/globals';
import { rateWords, replayWords, shareWords } from '../src/alarms/noise-words.js';
import { secondsOf, stateOf, waitWords } from '../src/alarms/words.js';

const none = { before: 41, ended: 0, hidden: 0, added: 0 };
const settings = { window_ms: 10_000, left_open_ms: 60_000 };

test('a replay says what other settings would have ended, hidden and raised', () => {
  const replay = {
    settings: { window_ms: 12_000, left_open_ms: 30_000 },
    forced: { ...none, ended: 38 },
    left_open: { before: 9, ended: 0, hidden: 0, added: 12 },
  };
  expect(replayWords({ settings, replay })).toEqual([
    'With 12 s, 38 of 41 forced openings would not have been alarms. None of them was real.',
    'With 30 s, 0 of 9 left-open alarms would not have been alarms. None of them was real. There would be 12 more.',
  ]);
  expect(replayWords({ settings, replay: { ...replay, settings } })).toEqual([]);
});

test('shares, waits and states are said in words', () => {
  expect([0, 9, 90, 900].map((count) => rateWords(count, 90))).toEqual([
    '0 a week',
    '0.7 a week',
    '7.0 a week',
    '70 a week',
  ]);
  expect([shareWords(3, 4), shareWords(0, 0)]).toEqual(['3 of 4, 75%', 'none']);
  expect([0, 90, 120, 7_200].map(waitWords)).toEqual(['at once', 'after 90 s', 'after 2 min', 'after 2 h']);
  expect(['0', '1,5', ' ', '-1', 'x'].map(secondsOf)).toEqual([0, 90, null, null, null]);
  expect(stateOf({ acknowledged: null, ended_at: null }).words).toBe('Still on');
});
