import { z } from 'zod';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import { Timestamp } from '../../http/schemas.js';
import { requireWholeAccount } from '../../locations/whole-account.js';
import { readOutbox } from '../outbox.js';

const Message = z.strictObject({
  id: z.uuid(),
  kind: z.string(),
  channel: z.string(),
  to: z.string(),
  status: z.string(),
  subject: z.string().nullable(),
  text: z.string().nullable(),
  setup_link: z.string().nullable(),
  attempt: z.int(),
  last_error: z.string().nullable(),
  created_at: Timestamp,
  sent_at: Timestamp.nullable(),
  next_attempt_at: Timestamp.nullable(),
});

export const outboxEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/outbox',
    role: 'owner',
    status: 200,
    answer: z.strictObject({ data: z.array(Message) }),
    async handler({ context, user }) {
      // Messages carry setup links of the whole account.
      await requireWholeAccount(context.pool, user, 'The outbox');
      const messages = await readOutbox(context, {
        account_id: user.accountId,
        limit: 200,
        hideResetLinks: true,
      });
      return { body: { data: messages.map(({ account: _, about: __, ...message }) => message) } };
    },
  }),
];
