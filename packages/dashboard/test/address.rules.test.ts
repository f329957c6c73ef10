import { describe, expect, test } from '@jest/globals';
import { locationIn, stepTo, withLocation, withValue } from '../src/address.rules.js';

describe('the chosen location', () => {
  test.each([
    ['', null],
    ['?location=3', 3],
    ['?q=main&location=12', 12],
    ['?location=0', null],
    ['?location=-1', null],
    ['?location=3e2', null],
    ['?location=12345678901', null],
    ['?location=', null],
  ])('is read from %s', (search, id) => {
    expect(locationIn(search)).toBe(id);
  });

  test.each([
    ['/events', null, '/events'],
    ['/events', 3, '/events?location=3'],
    ['/events?types=door.forced', 3, '/events?types=door.forced&location=3'],
    ['/doors/7?at=2026-01-07T06:00:00.000Z', 3, '/doors/7?at=2026-01-07T06:00:00.000Z&location=3'],
    ['/events?location=4', 3, '/events?location=4'],
    ['/begin#first', 3, '/begin?location=3#first'],
    ['/people?q=a%26location=b', 3, '/people?q=a%26location=b&location=3'],
  ])('goes along to %s', (to, id, address) => {
    expect(withLocation(to, id)).toBe(address);
  });
});

describe('a value in the address', () => {
  test.each([
    ['', 'q', 'main', '?q=main'],
    ['?q=main', 'q', '', ''],
    ['?location=3&q=main', 'q', 'side door', '?location=3&q=side+door'],
    ['?show=open&q=main', 'show', '', '?q=main'],
  ])('of %s: %s becomes “%s”', (search, name, value, after) => {
    expect(withValue(search, name, value)).toBe(after);
  });
});

describe('looking at a moment', () => {
  test.each([
    // What is shown, whether the previous entry is the door now, the target, the change of the history.
    ['from now to the past', { isPast: false, isOverNow: false }, 1, 'push'],
    ['from one past moment to another', { isPast: true, isOverNow: true }, 1, 'replace'],
    ['back to now', { isPast: true, isOverNow: true }, null, 'back'],
    ['back to now where now is not below', { isPast: true, isOverNow: false }, null, 'replace'],
    ['to now from now', { isPast: false, isOverNow: false }, null, 'stay'],
  ] as const)('%s', (_, from, to, step) => {
    expect(stepTo(from, to)).toBe(step);
  });
});
