import { z } from 'zod';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import type { LimiterFactory } from '../../http/limits/rate-limit.js';
import { ROLES } from '../../http/role.rules.js';
import { IntIdField, Named, Timestamp, UuidId } from '../../http/schemas.js';
import { changeColleague, listColleagues, removeColleague } from '../colleagues.js';
import { inviteColleague, listInvited, resendInvited, withdrawInvited } from '../invite.js';
import { INVITED_STATES } from '../link.rules.js';
import { INVITATIONS_PER_USER } from '../session.rules.js';
import { createTries } from '../tries.js';

const ColleagueAnswer = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  location: Named,
  created_at: Timestamp,
  /** Of a session that lasts still. */
  last_seen_at: Timestamp.nullable(),
});
const InvitedAnswer = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  role: z.enum(ROLES),
  location: Named,
  state: z.enum(INVITED_STATES),
  invited_by: z.string(),
  sent_at: Timestamp,
  link_expires_at: Timestamp,
});
/** BCP 47, of e-mails; the sender's own, as nothing is known of a colleague yet. */
export const Language = z
  .string()
  .regex(/^[A-Za-z0-9-]{0,35}$/, 'must be a language tag, such as fi or en-GB')
  .default('');

/** The people who look after doors together: managers up to managers, owners all, each at their location and below. */
export function colleagueEndpoints(make: LimiterFactory): PageEndpoint[] {
  const invitations = createTries(make, 'invite-colleague', INVITATIONS_PER_USER);
  return [
    endpoint({
      for: 'page',
      method: 'GET',
      path: '/colleagues',
      role: 'manager',
      status: 200,
      answer: z.strictObject({
        data: z.array(ColleagueAnswer),
        invited: z.array(InvitedAnswer),
        /** Else e-mails wait in the outbox, for a colleague to pass their links on. */
        sends_mail: z.boolean(),
      }),
      async handler({ context, user }) {
        const [data, invited] = await Promise.all([
          listColleagues(context, user),
          listInvited(context, user),
        ]);
        return { body: { data, invited, sends_mail: context.config.SMTP_URL !== null } };
      },
    }),
    endpoint({
      for: 'page',
      method: 'PATCH',
      path: '/colleagues/{id}',
      role: 'manager',
      params: UuidId,
      body: z
        .strictObject({ role: z.enum(ROLES).optional(), location_id: IntIdField.optional() })
        .refine((change) => Object.keys(change).length > 0, 'say what to change'),
      status: 204,
      answer: null,
      async handler({ context, user, params, body }) {
        await changeColleague(context, user, params.id, body);
        return {};
      },
    }),
    endpoint({
      for: 'page',
      method: 'DELETE',
      path: '/colleagues/{id}',
      role: 'manager',
      params: UuidId,
      status: 204,
      answer: null,
      async handler({ context, user, params }) {
        await removeColleague(context, user, params.id);
        return {};
      },
    }),
    endpoint({
      for: 'page',
      method: 'POST',
      path: '/colleague-invitations',
      role: 'manager',
      body: z.strictObject({
        email: z.string().trim().pipe(z.email().max(254)),
        role: z.enum(ROLES),
        location_id: IntIdField,
        language: Language,
      }),
      status: 201,
      answer: z.strictObject({ id: z.uuid() }),
      async handler({ context, user, body }) {
        await invitations(user.user.id);
        return { body: await inviteColleague(context, user, body) };
      },
    }),
    endpoint({
      for: 'page',
      method: 'POST',
      path: '/colleague-invitations/{id}/resend',
      role: 'manager',
      params: UuidId,
      body: z.strictObject({}),
      status: 204,
      answer: null,
      async handler({ context, user, params }) {
        await invitations(user.user.id);
        await resendInvited(context, user, params.id);
        return {};
      },
    }),
    endpoint({
      for: 'page',
      method: 'DELETE',
      path: '/colleague-invitations/{id}',
      role: 'manager',
      params: UuidId,
      status: 204,
      answer: null,
      async handler({ context, user, params }) {
        await withdrawInvited(context, user, params.id);
        return {};
      },
    }),
  ];
}
