import { z } from 'zod';
import { byUser } from '../../audit/record.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import { IntId } from '../../http/schemas.js';
import { inviteAgain } from '../again.js';
import { toInvitation } from '../invitation-read.js';
import { CHANNELS } from '../key.rules.js';
import { handOverKey, returnKey } from '../manage.js';
import { markKey } from '../mark.js';
import { toKey } from '../read.js';
import { InvitationAnswer, KeyAnswer } from '../schemas.js';

export const keyPageEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/keys/{id}/hand-over',
    role: 'manager',
    params: IntId,
    body: z.strictObject({}),
    status: 200,
    answer: KeyAnswer,
    async handler({ context, user, params }) {
      return { body: toKey(await handOverKey(context, user, params.id, byUser(user.user))) };
    },
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/keys/{id}/invitations',
    role: 'manager',
    params: IntId,
    body: z.strictObject({ channel: z.enum(CHANNELS).optional() }),
    status: 201,
    answer: InvitationAnswer,
    async handler({ context, user, params, body }) {
      const invitation = await inviteAgain(context, user, params.id, byUser(user.user), body.channel);
      return { body: toInvitation(invitation) };
    },
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/keys/{id}/return',
    role: 'manager',
    params: IntId,
    body: z.strictObject({}),
    status: 200,
    answer: KeyAnswer,
    async handler({ context, user, params }) {
      return { body: toKey(await returnKey(context, user, params.id, byUser(user.user))) };
    },
  }),
  endpoint({
    for: 'page',
    method: 'PUT',
    path: '/keys/{id}/begins-blocks',
    role: 'manager',
    params: IntId,
    body: z.strictObject({ begins_blocks: z.boolean() }),
    status: 204,
    answer: null,
    async handler({ context, user, params, body }) {
      await markKey(context, user, params.id, 'begins_blocks', body.begins_blocks);
      return {};
    },
  }),
  endpoint({
    for: 'page',
    method: 'PUT',
    path: '/keys/{id}/holds-doors',
    role: 'manager',
    params: IntId,
    body: z.strictObject({ holds_doors: z.boolean() }),
    status: 204,
    answer: null,
    async handler({ context, user, params, body }) {
      await markKey(context, user, params.id, 'holds_doors', body.holds_doors);
      return {};
    },
  }),
];
