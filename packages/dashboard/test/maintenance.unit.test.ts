import { describe, expect, test } from '@jest/globals';
import { LENGTHS, maintenanceEnd } from '../src/door/maintenance/maintenance.rules.js';
import { mutedWords } from '../src/door/maintenance/maintenance-words.js';

describe('maintenance on the page of a door', () => {
  test('ends so long from now, and never beyond what the service takes', () => {
    const now = Date.parse('2026-01-07T06:00:00Z');
    expect(maintenanceEnd('120', now)).toBe('2026-01-07T08:00:00.000Z');
    for (const { value } of LENGTHS)
      expect(Date.parse(maintenanceEnd(value, now))).toBeLessThan(now + 24 * 3_600_000);
  });

  test.each([
    [null, 'No alarm has been muted.'],
    [{ 'door.forced': 0, 'door.left_open': 0 }, 'No alarm has been muted.'],
    [{ 'door.forced': 1, 'door.left_open': 0 }, 'Muted: 1 forced opening.'],
    [{ 'door.forced': 2, 'door.left_open': 1 }, 'Muted: 2 forced openings, left open once.'],
  ])('says what it has muted: %j', (muted, words) => expect(mutedWords(muted)).toBe(words));
});
