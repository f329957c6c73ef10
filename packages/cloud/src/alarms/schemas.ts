import { z } from 'zod';
import { ALARM_KINDS } from '../doors/alarm.rules.js';
import { DAYS } from '../doors/schedule/schedule.rules.js';
import { Instant, IntIdField, NameField, UuidField } from '../http/schemas.js';
import { TIME_OF_DAY } from '../locks/schedule-schema.js';
import { LanguageField } from '../notify/pages/outcome.js';
import { weekAt } from './week.rules.js';

/* What people set about alarms, as it is checked. */

const MAX_STEPS = 6;
const MAX_TARGETS = 20;
const MAX_BLOCKS = 50;
const MAX_LOCKS = 500;
const MAX_TURNS = 200;
const MAX_OVERRIDES = 200;
/** A step that is later than a day after the beginning reaches no one who could do something. */
const LATEST_STEP_S = 86_400;
const MAX_PER_HOUR = 60;

const weekFields = {
  days: z
    .array(z.enum(DAYS))
    .min(1, 'must name at least one day')
    .max(DAYS.length)
    .refine((days) => new Set(days).size === days.length, 'must name each day once'),
  from: z.string().regex(TIME_OF_DAY, 'must be a time such as 22:00'),
  to: z
    .string()
    .refine((to) => to === '24:00' || TIME_OF_DAY.test(to), 'must be a time such as 06:00, or 24:00'),
};
const SAME_TIMES = { path: ['to'], error: 'must differ from the beginning' };

export const WeekBlock = z.strictObject(weekFields).refine(({ from, to }) => from !== to, SAME_TIMES);
const Week = z.array(WeekBlock).max(MAX_BLOCKS);

export const Target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('duty') }),
  z.strictObject({ kind: z.literal('user'), id: UuidField }),
  z.strictObject({ kind: z.literal('channel'), id: UuidField }),
]);

const Step = z.strictObject({
  after_s: z.int().min(0).max(LATEST_STEP_S),
  to: z.array(Target).min(1, 'must name at least one recipient').max(MAX_TARGETS),
});

export const RuleBody = z.strictObject({
  name: NameField,
  location_id: IntIdField,
  kinds: z.array(z.enum(ALARM_KINDS)).min(1, 'must name at least one kind').max(ALARM_KINDS.length),
  lock_ids: z.array(IntIdField).max(MAX_LOCKS),
  hours: Week,
  // Whatever the zone: a week without a gap has no end in any of them.
  quiet: Week.refine(
    (blocks) => weekAt(blocks, 'UTC', 0).active.every(({ end }) => end !== null),
    'must leave some time of the week',
  ),
  steps: z
    .array(Step)
    .min(1)
    .max(MAX_STEPS)
    .superRefine((steps, refinement) => {
      for (const [index, { after_s }] of steps.entries()) {
        const before = steps[index - 1];
        if (before && after_s <= before.after_s)
          refinement.addIssue({
            code: 'custom',
            path: [index, 'after_s'],
            message: 'must be later than the step before',
          });
      }
    }),
  per_hour: z.int().min(1).max(MAX_PER_HOUR),
});
export type RuleBody = z.output<typeof RuleBody>;

export const CHANNEL_KINDS = ['email', 'sms', 'webhook', 'slack', 'teams'] as const;

export const ChannelBody = z.strictObject({
  name: NameField,
  kind: z.enum(CHANNEL_KINDS),
  /** An e-mail address, a phone number, or an https URL. */
  address: z.string().min(1).max(2048),
  language: LanguageField,
});
export type ChannelBody = z.output<typeof ChannelBody>;

export const RotaBody = z.strictObject({
  weekly: z
    .array(
      z.strictObject({ user_id: UuidField, ...weekFields }).refine(({ from, to }) => from !== to, SAME_TIMES),
    )
    .max(MAX_TURNS),
  overrides: z
    .array(
      z
        .strictObject({ user_id: UuidField, starts_at: Instant, ends_at: Instant })
        .refine(({ starts_at, ends_at }) => starts_at < ends_at, {
          path: ['ends_at'],
          error: 'must be after the beginning',
        }),
    )
    .max(MAX_OVERRIDES),
});
export type RotaBody = z.output<typeof RotaBody>;

export const ContactBody = z
  .strictObject({
    by_email: z.boolean(),
    by_sms: z.boolean(),
    phone: z.string().max(40),
    language: ChannelBody.shape.language,
  })
  .refine(({ by_sms, phone }) => !by_sms || phone.trim() !== '', {
    path: ['phone'],
    error: 'is needed for messages by SMS',
  });
export type ContactBody = z.output<typeof ContactBody>;
