import { z } from 'zod';
import type { Context } from '../../context.js';
import { ApiError, invalidField } from '../../errors.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import { neighbourhood } from '../../http/limits/client-address.rules.js';
import type { LimiterFactory } from '../../http/limits/rate-limit.js';
import { ROLES } from '../../http/role.rules.js';
import { Timestamp } from '../../http/schemas.js';
import { subjectOf } from '../invite.js';
import { joinByInvitation, readInvited } from '../join.js';
import { INVITED_STATES, LINK_TOKEN } from '../link.rules.js';
import { hashChosen } from '../manage.js';
import { checkNewPasskey, passkeyOptions } from '../passkeys.js';
import { readReset, resetPassword, sendReset } from '../reset.js';
import { RESETS_PER_ASKER, RESETS_PER_EMAIL, TRIES_PER_ADDRESS, TRIES_PER_EMAIL } from '../session.rules.js';
import { createTries } from '../tries.js';
import { Language } from './colleagues.js';
import { NewPasskeyBody, Options, relyingParty } from './passkeys.js';
import { startedSession } from './session-cookie.js';

/** Only ever in a body, so that no address of ours holds a secret. */
const Token = z.string().regex(LINK_TOKEN, 'is no link of ours');
const Password = z.string().max(1_000);
const Name = z.string().trim().min(1).max(200);

/** For those who are not signed in and have a link, or ask for one: invited colleagues, and forgotten passwords. */
export function joinEndpoints(context: Context, make: LimiterFactory, isHttps: boolean): PageEndpoint[] {
  /** No person mistypes 256 bits; this limits scripts. */
  const looks = createTries(make, 'link', TRIES_PER_ADDRESS);
  const asks = createTries(make, 'forgot-address', TRIES_PER_EMAIL);
  const perAsker = createTries(make, 'forgot-asker', RESETS_PER_ASKER);
  const perEmail = createTries(make, 'forgot-email', RESETS_PER_EMAIL);

  /** Links beyond the limit are silently not sent. */
  async function sendQuietly(
    context: Context,
    address: string,
    { email, language }: { email: string; language: string },
  ): Promise<void> {
    try {
      const known = email.trim().toLowerCase();
      await perAsker(`${neighbourhood(address)} ${known}`);
      await perEmail(known);
      await sendReset(context, email, language);
    } catch (error) {
      if (!(error instanceof ApiError))
        context.log.error({ err: error }, 'a link for a forgotten password was not sent');
    }
  }

  return [
    endpoint({
      for: 'page',
      method: 'POST',
      path: '/join/look',
      role: null,
      body: z.strictObject({ token: Token }),
      status: 200,
      answer: z.strictObject({
        state: z.enum([...INVITED_STATES, 'taken']),
        email: z.string(),
        role: z.enum(ROLES),
        organisation: z.string(),
        location: z.string(),
        invited_by: z.string(),
        link_expires_at: Timestamp,
      }),
      async handler({ body, address }) {
        await looks(address);
        const { id: _, ...facts } = await readInvited(context, body.token);
        return { body: facts };
      },
    }),
    endpoint({
      for: 'page',
      method: 'POST',
      path: '/join',
      role: null,
      body: z.strictObject({
        token: Token,
        name: Name,
        password: Password.optional(),
        passkey: NewPasskeyBody.optional(),
      }),
      status: 204,
      answer: null,
      async handler({ context, body: { token, name, ...given }, address, request }) {
        await looks(address);
        // Before the work of hashing, which is for those whose link works.
        const { id } = await readInvited(context, token);
        if (given.password === undefined && given.passkey === undefined)
          throw invalidField('password', 'choose one, or use a passkey');
        const passwordHash = given.password === undefined ? null : await hashChosen(given.password);
        const passkey = given.passkey
          ? await checkNewPasskey(context, relyingParty(context, request), subjectOf(id), given.passkey)
          : null;
        const { userId } = await joinByInvitation(context, token, { name, passwordHash, passkey });
        return { headers: await startedSession(context, isHttps, userId, { address, request }) };
      },
    }),
    endpoint({
      for: 'page',
      method: 'POST',
      path: '/join/passkey-options',
      role: null,
      body: z.strictObject({ token: Token, name: Name }),
      status: 200,
      answer: Options,
      async handler({ body, address, request }) {
        await looks(address);
        const { id, state, email } = await readInvited(context, body.token);
        if (state !== 'pending') throw new ApiError('invitation_not_pending');
        const party = relyingParty(context, request);
        const holder = { id, email, name: body.name };
        return { body: { ...(await passkeyOptions(context, party, holder, subjectOf(id))) } };
      },
    }),
    endpoint({
      for: 'page',
      method: 'POST',
      path: '/reset/ask',
      role: null,
      body: z.strictObject({ email: z.string().trim().min(1).max(320), language: Language }),
      status: 202,
      answer: z.strictObject({}),
      async handler({ context, body, address }) {
        await asks(address);
        // Not waited for: how long it takes would show whether there is such a user.
        void sendQuietly(context, address, body);
        return { body: {} };
      },
    }),
    endpoint({
      for: 'page',
      method: 'POST',
      path: '/reset/look',
      role: null,
      body: z.strictObject({ token: Token }),
      status: 200,
      answer: z.strictObject({ state: z.enum(['pending', 'used', 'expired']), email: z.string() }),
      async handler({ body, address }) {
        await looks(address);
        return { body: await readReset(context, body.token) };
      },
    }),
    endpoint({
      for: 'page',
      method: 'POST',
      path: '/reset',
      role: null,
      body: z.strictObject({ token: Token, password: Password }),
      status: 204,
      answer: null,
      async handler({ body, address, request }) {
        await looks(address);
        await readReset(context, body.token);
        const { userId } = await resetPassword(context, body.token, await hashChosen(body.password));
        return { headers: await startedSession(context, isHttps, userId, { address, request }) };
      },
    }),
  ];
}
