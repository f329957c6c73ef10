import { z } from 'zod';
import { DAYS } from '../doors/schedule/schedule.rules.js';

/* A schedule as people save it: what the rules take for granted is checked here. */

export const TOGGLE_POLICIES = ['none', 'manager_keys', 'all_keys'] as const;
export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

/** A year of dated exceptions, and more weekly blocks than a week can show. */
const MAX_ENTRIES = 500;
export const MAX_BLOCKS_A_DATE = 24;

const SAME_TIMES = {
  path: ['to'],
  error: 'must differ from the beginning; "00:00" to "24:00" is a whole day',
};
const differ = ({ from, to }: { from: string; to: string }): boolean => from !== to;

const times = {
  from: z.string().regex(TIME_OF_DAY, 'must be a time such as 08:00'),
  to: z
    .string()
    .refine((to) => to === '24:00' || TIME_OF_DAY.test(to), 'must be a time such as 17:00, or 24:00'),
  first_person_in: z.boolean(),
};

export const BlockTimes = z.strictObject(times).refine(differ, SAME_TIMES);

const WeeklyBlock = z
  .strictObject({
    days: z
      .array(z.enum(DAYS))
      .min(1, 'must name at least one day')
      .max(DAYS.length)
      .refine((days) => new Set(days).size === days.length, 'must name each day once'),
    ...times,
  })
  .refine(differ, SAME_TIMES);

/** No blocks: closed that day. */
const DatedException = z.strictObject({
  date: z.iso.date('must be a date such as 2026-12-24'),
  blocks: z.array(BlockTimes).max(MAX_BLOCKS_A_DATE),
});

/** A schedule in two lists, so that a fault names its place in one of them. */
export const scheduleFields = {
  weekly: z.array(WeeklyBlock).max(MAX_ENTRIES),
  exceptions: z
    .array(DatedException)
    .max(MAX_ENTRIES)
    .superRefine((entries, refinement) => {
      const dates = new Set<string>();
      for (const [index, { date }] of entries.entries()) {
        if (dates.has(date))
          refinement.addIssue({ code: 'custom', path: [index, 'date'], message: 'has an exception already' });
        dates.add(date);
      }
    }),
  toggle_policy: z.enum(TOGGLE_POLICIES),
};
