import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { scheduleFields } from '../../src/locks/schedule-schema.js';

const Schedule = z.strictObject(scheduleFields);
const times = { from: '08:00', to: '17:00', first_person_in: false };
const weekly = (count: number) => Array.from({ length: count }, () => ({ days: ['mon'], ...times }));
const exceptions = (count: number, blocks = 0) =>
  Array.from({ length: count }, (_, day) => ({
    date: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    blocks: Array.from({ length: blocks }, () => times),
  }));

test.each([
  ['500 weekly blocks', { weekly: weekly(500), exceptions: [] }, true],
  ['501 weekly blocks', { weekly: weekly(501), exceptions: [] }, false],
  ['500 dates', { weekly: [], exceptions: exceptions(500) }, true],
  ['501 dates', { weekly: [], exceptions: exceptions(501) }, false],
  ['24 blocks a date', { weekly: [], exceptions: exceptions(1, 24) }, true],
  ['25 blocks a date', { weekly: [], exceptions: exceptions(1, 25) }, false],
])('a schedule of %s', (_size, lists, fits) =>
  expect(Schedule.safeParse({ ...lists, toggle_policy: 'none' }).success).toBe(fits),
);
