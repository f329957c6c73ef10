import { toTimestamp } from '@door-access/protocol';
import { z } from 'zod';
import { ApiError } from '../../errors.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import { Instant, IntId, Named, Timestamp } from '../../http/schemas.js';
import { showInvitation } from '../../invitations/invitations.js';
import { NewKeyBody } from '../../keys/schemas.js';
import { NewPersonBody } from '../../people/schemas.js';
import { inviteVisitor } from '../invite.js';
import { lastGroups, pendingInvitation, visitorsOfDay } from '../read.js';
import { STATES } from '../visit.rules.js';

const GIVEN_PER_MINUTE = 30;

const Link = z.strictObject({ url: z.string(), expires_at: Timestamp });

const Visitor = z.strictObject({
  id: z.int(),
  name: z.string(),
  person_id: z.uuid().nullable(),
  location: Named,
  host: z.string(),
  groups: z.array(z.string()),
  state: z.enum(STATES),
  starts_at: Timestamp,
  until: Timestamp,
  came_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
  is_pending: z.boolean(),
});

const toLink = ({ url, expires_at }: { url: string; expires_at: Date }) => ({
  url,
  expires_at: toTimestamp(expires_at.getTime()),
});

export const visitorEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/visitors',
    role: 'viewer',
    query: z.strictObject({ day: z.iso.date().optional() }),
    status: 200,
    answer: z.strictObject({
      /** By the clock of the location. */
      day: z.string(),
      data: z.array(Visitor),
      has_more: z.boolean(),
    }),
    async handler({ context, user, query }) {
      return { body: await visitorsOfDay(context, user.locationId, query.day ?? null) };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/visitor-groups',
    role: 'manager',
    status: 200,
    answer: z.strictObject({ codes: z.array(z.string()) }),
    async handler({ context, user }) {
      return { body: { codes: await lastGroups(context.pool, user.locationId) } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/visitors',
    role: 'manager',
    body: z.strictObject({
      name: NewPersonBody.shape.name,
      until: Instant,
      email: NewPersonBody.shape.email,
      phone: NewPersonBody.shape.phone,
      security_groups: NewKeyBody.shape.security_groups,
      channel: z.enum(['email', 'sms', 'shown']),
    }),
    status: 201,
    answer: z.strictObject({
      id: z.int(),
      person: z.strictObject({ id: z.uuid(), name: z.string() }),
      until: Timestamp,
      link: Link.nullable(),
    }),
    limit: { name: 'visitors', perMinute: GIVEN_PER_MINUTE, countBeforeChecks: true },
    async handler({ context, user, body }) {
      const { link, until, ...made } = await inviteVisitor(context, user, body);
      return { body: { ...made, until: toTimestamp(until.getTime()), link: link && toLink(link) } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/visitors/{id}/link',
    role: 'manager',
    params: IntId,
    body: z.strictObject({}),
    status: 200,
    answer: Link,
    async handler({ context, user, params }) {
      const invitation = await pendingInvitation(context.pool, user.locationId, params.id);
      if (invitation === null) throw new ApiError('not_found');
      return { body: toLink(await showInvitation(context, user, invitation)) };
    },
  }),
];
