import { z } from 'zod';
import { byUser } from '../../audit/record.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import { IntId } from '../../http/schemas.js';
import { inviteAgain } from '../again.js';
import { toInvitation } from '../invitation-read.js';
import { CHANNELS } from '../key.rules.js';
import { handOverKey, returnKey } from '../manage.js';
import { type KeyMark, markKey } from '../mark.js';
import { toKey } from '../read.js';
import { InvitationAnswer, KeyAnswer } from '../schemas.js';

/** An action on a key as a whole. */
const acting = (path: string, act: typeof handOverKey | typeof returnKey) =>
  endpoint({
    for: 'page',
    method: 'POST',
    path,
    role: 'manager',
    params: IntId,
    body: z.strictObject({}),
    status: 200,
    answer: KeyAnswer,
    async handler({ context, user, params }) {
      return { body: toKey(await act(context, user, params.id, byUser(user.user))) };
    },
  });

const marking = (path: string, mark: KeyMark) =>
  endpoint({
    for: 'page',
    method: 'PUT',
    path,
    role: 'manager',
    params: IntId,
    body: z.strictObject({ [mark]: z.boolean() }),
    status: 204,
    answer: null,
    async handler({ context, user, params, body }) {
      await markKey(context, user, params.id, mark, body[mark] as boolean);
      return {};
    },
  });

export const keyPageEndpoints: readonly PageEndpoint[] = [
  acting('/keys/{id}/hand-over', handOverKey),
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
  acting('/keys/{id}/return', returnKey),
  marking('/keys/{id}/begins-blocks', 'begins_blocks'),
  marking('/keys/{id}/holds-doors', 'holds_doors'),
];
