import { z } from 'zod';
import { type Endpoint, endpoint } from '../http/endpoint.js';
import { list } from '../http/list.js';
import { IntId } from '../http/schemas.js';
import { getInvitation, listInvitations, toInvitation } from '../keys/invitation-read.js';
import { InvitationAnswer, InvitationList, InvitationListQuery } from '../keys/schemas.js';
import { cancelInvitation, resendInvitation } from './invitations.js';

const EXAMPLE = {
  id: 77,
  state: 'pending',
  channel: 'sms',
  key: { id: 9001, name: 'Front doors' },
  person: { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', name: 'Anna Aho', email: 'anna@acme.example' },
  security_groups: ['STAFF'],
  starts_at: '2026-01-07T06:00:00.000Z',
  expires_at: '2026-01-14T06:00:00.000Z',
  link_expires_at: '2026-01-14T06:00:00.000Z',
  sent_at: '2026-01-07T06:00:00.000Z',
  resend_count: 0,
  activated_at: null,
  cancelled_at: null,
  created_at: '2026-01-07T06:00:00.000Z',
};

export const invitationEndpoints: readonly Endpoint[] = [
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/invitations',
    scopes: ['keys:read', 'keys:write'],
    summary: 'List invitations, newest first',
    status: 200,
    answer: InvitationList,
    example: { data: [EXAMPLE], next_cursor: null },
    ...list({
      name: 'GET /invitations',
      query: InvitationListQuery,
      position: z.int(),
      rows: ({ context, caller, query, after, limit }) =>
        listInvitations(context.pool, caller, query, after, limit),
      positionOf: (row) => row.id,
      item: toInvitation,
    }),
  }),
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/invitations/{id}',
    scopes: ['keys:read', 'keys:write'],
    summary: 'Read one invitation',
    params: IntId,
    status: 200,
    answer: InvitationAnswer,
    errors: ['not_found'],
    example: EXAMPLE,
    async handler({ context, caller, params }) {
      return { body: toInvitation(await getInvitation(context.pool, caller, params.id)) };
    },
  }),
  endpoint({
    for: 'api',
    method: 'POST',
    path: '/invitations/{id}/resend',
    scopes: ['keys:write'],
    summary: 'Send the invitation again, with a new link',
    description: 'The link before is dead at once. Emits no second `key.issued`.',
    params: IntId,
    status: 200,
    answer: InvitationAnswer,
    errors: ['not_found', 'invitation_not_pending', 'entitlement_exceeded', 'validation_failed'],
    example: { ...EXAMPLE, resend_count: 1 },
    async handler({ context, caller, params }) {
      return { body: toInvitation(await resendInvitation(context, caller, params.id)) };
    },
  }),
  endpoint({
    for: 'api',
    method: 'DELETE',
    path: '/invitations/{id}',
    scopes: ['keys:write'],
    summary: 'Cancel an invitation',
    params: IntId,
    status: 200,
    answer: InvitationAnswer,
    errors: ['not_found', 'invitation_not_pending'],
    example: { ...EXAMPLE, state: 'cancelled', cancelled_at: '2026-01-08T06:00:00.000Z' },
    async handler({ context, caller, params }) {
      return { body: toInvitation(await cancelInvitation(context, caller, params.id)) };
    },
  }),
];
