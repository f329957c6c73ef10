import { z } from 'zod';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import { Named, Timestamp, UuidId, UuidParam } from '../../http/schemas.js';
import { listMarkedKeys } from '../../keys/mark.js';
import { NOTICE_STATUSES } from '../../notify/ladder.rules.js';
import { listNoticesOf } from '../../notify/outbox.js';
import { listPhones, removePhone } from '../../phone/phones.js';
import { getPerson } from '../read.js';

const Phone = z.strictObject({
  id: z.uuid(),
  user_agent: z.string(),
  bound_at: Timestamp,
  last_seen_at: Timestamp,
  keys: z.array(Named),
});

/** The outcome of a message about an invitation, without its content. */
const NoticeOfPerson = z.strictObject({
  invitation_id: z.int(),
  channel: z.enum(['email', 'sms']),
  status: z.enum(NOTICE_STATUSES),
  last_error: z.string().nullable(),
  created_at: Timestamp,
  sent_at: Timestamp.nullable(),
  next_attempt_at: Timestamp.nullable(),
});

/** The page of a person: the phones that the keys are on, the notices about invitations, the marks of the keys. */
export const personPageEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/people/{id}/phones',
    role: 'viewer',
    params: UuidId,
    status: 200,
    answer: z.strictObject({ data: z.array(Phone) }),
    async handler({ context, user, params }) {
      await getPerson(context.pool, user, params.id);
      return { body: { data: await listPhones(context, user, params.id) } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'DELETE',
    path: '/people/{id}/phones/{phone_id}',
    role: 'manager',
    params: z.strictObject({ id: UuidParam, phone_id: UuidParam }),
    status: 204,
    answer: null,
    async handler({ context, user, params }) {
      await removePhone(context, user, params.id, params.phone_id);
      return {};
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/people/{id}/notices',
    role: 'viewer',
    params: UuidId,
    status: 200,
    answer: z.strictObject({ data: z.array(NoticeOfPerson) }),
    async handler({ context, user, params }) {
      await getPerson(context.pool, user, params.id);
      return { body: { data: await listNoticesOf(context.pool, user, params.id) } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/people/{id}/key-marks',
    role: 'viewer',
    params: UuidId,
    status: 200,
    answer: z.strictObject({
      begins_blocks: z.array(z.int()),
      holds_doors: z.array(z.int()),
      from_directory: z.array(z.int()),
    }),
    async handler({ context, user, params }) {
      await getPerson(context.pool, user, params.id);
      return { body: await listMarkedKeys(context.pool, user, params.id) };
    },
  }),
];
