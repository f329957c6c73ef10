import { z } from 'zod';
import { byUser, recordAudit } from '../../audit/record.js';
import { transaction } from '../../context.js';
import * as sql from '../../database/statement.js';
import { ApiError } from '../../errors.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import { LANGUAGES } from '../../notify/channels/speech.rules.js';

/* The organisation's own settings. */

/** Empty: none is chosen, which is English. */
const READ = sql.statement('account-settings', 'select language from account where id = $1', {
  language: sql.text,
});

/** Of the whole organisation: by an owner of all of it. */
const SET_LANGUAGE = sql.statement(
  'account-set-language',
  `update account a set language = $2 from account b
   where a.id = $1 and b.id = a.id and exists (select from location o where o.id = $3 and o.parent_id is null)
   returning a.name, b.language as before`,
  { name: sql.text, before: sql.text },
);

export const organisationEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/organisation',
    role: 'viewer',
    status: 200,
    answer: z.strictObject({ language: z.string() }),
    handler: async ({ context, user }) => ({ body: await READ.one(context.pool, [user.accountId]) }),
  }),
  endpoint({
    for: 'page',
    method: 'PUT',
    path: '/organisation/language',
    role: 'owner',
    body: z.strictObject({ language: z.enum(LANGUAGES) }),
    status: 204,
    answer: null,
    async handler({ context, user, body: { language } }) {
      await transaction(context.pool, async (client) => {
        const set = await SET_LANGUAGE.row(client, [user.accountId, language, user.homeLocationId]);
        if (!set)
          throw new ApiError('forbidden', {
            message: 'The language of the organisation is chosen by an owner of all of it.',
          });
        await recordAudit(client, context, {
          account_id: user.accountId,
          actor: byUser(user.user),
          action: 'account.update',
          subject: { type: 'account', id: String(user.accountId), name: set.name },
          location_id: null,
          details: { language: { from: set.before, to: language } },
        });
      });
      return {};
    },
  }),
];
