import { describe, expect, test } from '@jest/globals';
import { type Bucket, labelOf, seriesOf, totalOf } from '../src/events/counts.rules.js';
import { filtersOf, ofField, toField } from '../src/events/filters.rules.js';
import { inTree } from '../src/locations.rules.js';
import type { Location } from '../src/types.js';
import { byName } from '../src/words/names.js';
import { zoneWords } from '../src/words/zone.rules.js';

const helsinki = zoneWords('Europe/Helsinki', () => Date.parse('2026-01-07T06:00:00Z'), 'en-US');
const tokyo = zoneWords('Asia/Tokyo', () => Date.parse('2026-01-07T06:00:00Z'), 'en-US');

describe('the address of the events page', () => {
  test('ignores invalid values', () => {
    const search = new URLSearchParams({
      types: 'door.forced',
      lock: '0; drop',
      person: 'x',
      from: '2026-01-07T06:00:00Z',
      to: '2026-01-07T08:00',
    });
    expect(filtersOf(search)).toEqual({
      types: '',
      lock: '',
      person: '',
      from: '2026-01-07T06:00:00.000Z',
      to: '',
    });
  });

  test.each(['', 'Z', '+275760-09-13T00:00:00Z', '2026-13-01T00:00:00Z'])('leaves out %s', (from) => {
    expect(filtersOf(new URLSearchParams({ from })).from).toBe('');
  });

  test('names the same moment whichever clock is chosen', () => {
    const at = ofField('2026-01-07T08:00', helsinki);
    expect(at).toBe('2026-01-07T06:00:00.000Z');
    expect(toField(at, helsinki)).toBe('2026-01-07T08:00');
    expect(toField(at, tokyo)).toBe('2026-01-07T15:00');
    expect(toField('2026-01-07T06:00:07.000Z', helsinki)).toBe('2026-01-07T08:00:07');
    expect(toField('', helsinki)).toBe('');
    expect(ofField('', helsinki)).toBe('');
  });
});

describe('the chart of events', () => {
  const nothing: Bucket = {
    at: '2026-01-07T06:00:00.000Z',
    granted: 0,
    denied: 0,
    alarms: 0,
    movements: 0,
    holds: 0,
    maintenance: 0,
    presence: 0,
  };

  test('has a series for each kind with events', () => {
    const buckets = [nothing, { ...nothing, movements: 2, alarms: 1 }];
    expect(seriesOf(buckets).map(({ key }) => key)).toEqual(['alarms', 'movements']);
    expect(seriesOf([nothing])).toEqual([]);
    expect(buckets.map(totalOf)).toEqual([0, 3]);
  });

  test('names its hours and days by the chosen clock, of 24 hours', () => {
    expect(labelOf('2026-01-07T12:00:00.000Z', 'hour', helsinki)).toBe('Wed, Jan 7, 14:00');
    expect(labelOf('2026-01-06T22:00:00.000Z', 'day', helsinki)).toBe('Wed, Jan 7');
  });
});

describe('names', () => {
  test('are in natural order', () => {
    const names = ['Door 10', 'Door 2', 'door 1', 'Door 2b', 'Äänekoski 1', 'Annex'];
    expect(
      names
        .map((name) => ({ name }))
        .sort(byName)
        .map(({ name }) => name),
    ).toEqual(['Äänekoski 1', 'Annex', 'door 1', 'Door 2', 'Door 2b', 'Door 10']);
  });

  test('of locations are listed below their parent', () => {
    const location = (id: number, name: string, parent_id: number | null, depth: number): Location => ({
      id,
      name,
      parent_id,
      address: '',
      depth,
      timezone: 'UTC',
      lock_count: 0,
    });
    const flat = [
      location(1, 'HQ', null, 0),
      location(2, 'Floor 10', 1, 1),
      location(3, 'Floor 2', 1, 1),
      location(4, 'Room 1', 2, 2),
      location(5, 'Room 1', 3, 2),
    ];
    expect(inTree(flat, byName).map(({ id }) => id)).toEqual([1, 3, 5, 2, 4]);
    expect(inTree([], byName)).toEqual([]);
  });
});
