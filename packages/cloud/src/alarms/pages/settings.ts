import { z } from 'zod';
import { ALARM_KINDS } from '../../doors/alarm.rules.js';
import { DAYS } from '../../doors/schedule/schedule.rules.js';
import { invalidField } from '../../errors.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import { Instant, IntId, Named, Timestamp, UuidId } from '../../http/schemas.js';
import { TestOutcome } from '../../notify/pages/outcome.js';
import { TEST_LIMIT } from '../../notify/send-test.js';
import { createChannel, deleteChannel, listChannels, testChannel } from '../channels.js';
import { listDuty, setContact, setRota, testContact } from '../duty.js';
import { createRule, deleteRule, listRules, muteRule, updateRule } from '../rules.js';
import { CHANNEL_KINDS, ChannelBody, ContactBody, RotaBody, RuleBody } from '../schemas.js';

/** A rule that is muted for longer is one to change. */
const LONGEST_MUTE_MS = 31 * 86_400_000;

const week = { days: z.array(z.enum(DAYS)), from: z.string(), to: z.string() };
const Target = z.union([
  z.strictObject({ kind: z.literal('duty') }),
  z.strictObject({ kind: z.enum(['user', 'channel']), id: z.uuid() }),
]);

const Rule = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  location: Named,
  kinds: z.array(z.enum(ALARM_KINDS)),
  lock_ids: z.array(z.int()),
  hours: z.array(z.strictObject(week)),
  quiet: z.array(z.strictObject(week)),
  steps: z.array(z.strictObject({ after_s: z.int(), to: z.array(Target) })),
  per_hour: z.int(),
  muted_until: Timestamp.nullable(),
  muted_by: z.string().nullable(),
});

const Channel = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(CHANNEL_KINDS),
  /** Of a URL, its host alone. */
  address: z.string(),
  language: z.string(),
  location: Named,
});

const Rota = z.strictObject({
  location: Named,
  timezone: z.string(),
  weekly: z.array(z.strictObject({ user_id: z.uuid(), ...week })),
  overrides: z.array(z.strictObject({ user_id: z.uuid(), starts_at: Timestamp, ends_at: Timestamp })),
  on_duty: z.array(z.uuid()),
});

const nothing = { status: 204, answer: null } as const;

export const alarmSettingEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/alarm-settings',
    role: 'viewer',
    status: 200,
    answer: z.strictObject({
      rules: z.array(Rule),
      channels: z.array(Channel),
      rotas: z.array(Rota),
      colleagues: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
      /** How the caller is reached. */
      contact: z.strictObject({
        by_email: z.boolean(),
        by_sms: z.boolean(),
        phone: z.string(),
        language: z.string(),
      }),
      /** Else messages wait in the outbox. */
      sends_mail: z.boolean(),
      sends_sms: z.boolean(),
    }),
    async handler({ context, user }) {
      const [rules, channels, duty] = await Promise.all([
        listRules(context, user),
        listChannels(context, user),
        listDuty(context, user),
      ]);
      const now = context.clock.now();
      const shown = rules.map(({ muted_until, muted_by, ...rule }) => {
        const isMuted = muted_until !== null && muted_until.getTime() > now;
        return {
          ...(rule as Omit<z.input<typeof Rule>, 'muted_until' | 'muted_by'>),
          muted_until: isMuted ? muted_until.toISOString() : null,
          muted_by: isMuted ? muted_by : null,
        };
      });
      const { SMTP_URL, SMS_URL } = context.config;
      return {
        body: {
          rules: shown,
          channels: channels as z.input<typeof Channel>[],
          ...duty,
          sends_mail: SMTP_URL !== null,
          sends_sms: SMS_URL !== null,
        },
      };
    },
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/alarm-rules',
    role: 'manager',
    body: RuleBody,
    status: 201,
    answer: z.strictObject({ id: z.uuid() }),
    handler: async ({ context, user, body }) => ({ body: { id: await createRule(context, user, body) } }),
  }),
  endpoint({
    for: 'page',
    method: 'PUT',
    path: '/alarm-rules/{id}',
    role: 'manager',
    params: UuidId,
    body: RuleBody,
    ...nothing,
    async handler({ context, user, params, body }) {
      await updateRule(context, user, params.id, body);
      return {};
    },
  }),
  endpoint({
    for: 'page',
    method: 'PUT',
    path: '/alarm-rules/{id}/mute',
    role: 'manager',
    params: UuidId,
    body: z.strictObject({ until: Instant.nullable() }),
    ...nothing,
    async handler({ context, user, params, body: { until } }) {
      const now = context.clock.now();
      const ahead = until === null ? null : until.getTime() - now;
      if (ahead !== null && (ahead <= 0 || ahead > LONGEST_MUTE_MS))
        throw invalidField('until', 'must be within the next 31 days');
      await muteRule(context, user, params.id, until);
      return {};
    },
  }),
  endpoint({
    for: 'page',
    method: 'DELETE',
    path: '/alarm-rules/{id}',
    role: 'manager',
    params: UuidId,
    ...nothing,
    async handler({ context, user, params }) {
      await deleteRule(context, user, params.id);
      return {};
    },
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/alarm-channels',
    role: 'manager',
    body: ChannelBody,
    status: 201,
    answer: z.strictObject({ id: z.uuid(), secret: z.string().nullable() }),
    handler: async ({ context, user, body }) => ({ body: await createChannel(context, user, body) }),
  }),
  endpoint({
    for: 'page',
    method: 'DELETE',
    path: '/alarm-channels/{id}',
    role: 'manager',
    params: UuidId,
    ...nothing,
    async handler({ context, user, params }) {
      await deleteChannel(context, user, params.id);
      return {};
    },
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/alarm-channels/{id}/test',
    role: 'manager',
    params: UuidId,
    body: z.strictObject({}),
    limit: TEST_LIMIT,
    status: 200,
    answer: TestOutcome,
    handler: async ({ context, user, params }) => ({ body: await testChannel(context, user, params.id) }),
  }),
  endpoint({
    for: 'page',
    method: 'PUT',
    path: '/duty-rotas/{id}',
    role: 'manager',
    params: IntId,
    body: RotaBody,
    ...nothing,
    async handler({ context, user, params, body }) {
      await setRota(context, user, params.id, body);
      return {};
    },
  }),
  endpoint({
    for: 'page',
    method: 'PUT',
    path: '/alarm-contact',
    role: 'viewer',
    body: ContactBody,
    ...nothing,
    async handler({ context, user, body }) {
      await setContact(context, user, body);
      return {};
    },
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/alarm-contact/test',
    role: 'viewer',
    body: z.strictObject({ by: z.enum(['email', 'sms']) }),
    limit: TEST_LIMIT,
    status: 200,
    answer: TestOutcome,
    handler: async ({ context, user, body }) => ({ body: await testContact(context, user, body.by) }),
  }),
];
