import type { IncomingMessage } from 'node:http';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { Context } from '../../context.js';
import { invalidField } from '../../errors.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import type { LimiterFactory } from '../../http/limits/rate-limit.js';
import { knownOrigin } from '../../http/pages/cookie.rules.js';
import { Timestamp, UuidId } from '../../http/schemas.js';
import { requireFresh } from '../fresh.js';
import {
  addPasskey,
  checkNewPasskey,
  checkPasskey,
  listPasskeys,
  passkeyOptions,
  type RelyingParty,
  removePasskey,
  renamePasskey,
  signInOptions,
} from '../passkeys.js';
import { TRIES_PER_ADDRESS } from '../session.rules.js';
import { endSession } from '../sessions.js';
import { signInUser } from '../sign-in.js';
import { createTries } from '../tries.js';
import { sessionCookie } from './session-cookie.js';

const Base64Url = z
  .string()
  .regex(/^[A-Za-z0-9_-]*$/, 'must be base64url')
  .max(60_000);
const Credential = {
  id: Base64Url.min(1).max(2_000),
  rawId: Base64Url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(100).nullish(),
  clientExtensionResults: z.looseObject({}),
};
/** As the browser's own `toJSON` writes them (WebAuthn level 3); what a browser adds is no fault. */
export const NewPasskeyBody = z
  .looseObject({
    ...Credential,
    response: z.looseObject({
      clientDataJSON: Base64Url,
      attestationObject: Base64Url,
      transports: z.array(z.string().max(50)).max(20).optional(),
    }),
  })
  .transform((value) => value as unknown as RegistrationResponseJSON);
const PasskeyBody = z
  .looseObject({
    ...Credential,
    response: z.looseObject({
      clientDataJSON: Base64Url,
      authenticatorData: Base64Url,
      signature: Base64Url,
      userHandle: Base64Url.nullish(),
    }),
  })
  .transform((value) => value as unknown as AuthenticationResponseJSON);
/** The browser's own `parse…OptionsFromJSON` knows them. */
export const Options = z.looseObject({ challenge: z.string() });
const PasskeyName = z.string().trim().min(1).max(100);

/**
 * The origin of `PUBLIC_URL`, else of this machine: the host named in a request is not trusted, because an attacker's page
 * can choose it. @throws 422 for a page opened elsewhere
 */
export function relyingParty({ config }: Pick<Context, 'config'>, request: IncomingMessage): RelyingParty {
  const asked = String(request.headers.origin);
  const origin = knownOrigin({ config }) ?? (new URL(asked).hostname === 'localhost' ? asked : null);
  if (origin === null)
    throw invalidField('', 'Passkeys need PUBLIC_URL to be set, or the dashboard to be opened at localhost.');
  if (origin !== asked) throw invalidField('', `Passkeys work at ${origin} only: open the dashboard there.`);
  return { origin, id: new URL(origin).hostname, name: config.SERVICE_NAME };
}

export function passkeyEndpoints(context: Context, make: LimiterFactory, isHttps: boolean): PageEndpoint[] {
  const tries = createTries(make, 'passkey', 2 * TRIES_PER_ADDRESS);
  const subjectOf = (userId: string) => `user:${userId}`;
  return [
    endpoint({
      for: 'page',
      method: 'POST',
      path: '/session/passkey-options',
      role: null,
      body: z.strictObject({}),
      status: 200,
      answer: Options,
      async handler({ address, request }) {
        await tries(address);
        return { body: { ...(await signInOptions(context, relyingParty(context, request))) } };
      },
    }),
    endpoint({
      for: 'page',
      method: 'POST',
      path: '/session/passkey',
      role: null,
      body: z.strictObject({ passkey: PasskeyBody }),
      status: 204,
      answer: null,
      async handler({ context, body, address, request, user }) {
        await tries(address);
        const { userId } = await checkPasskey(context, relyingParty(context, request), body.passkey);
        const userAgent = request.headers['user-agent'];
        const { token } = await signInUser(context, userId, { address, userAgent }, 'passkey');
        if (user) await endSession(context, user.user.id, user.sessionId);
        return { headers: sessionCookie(token, isHttps) };
      },
    }),
    endpoint({
      for: 'page',
      method: 'GET',
      path: '/account/passkeys',
      role: 'viewer',
      status: 200,
      answer: z.strictObject({
        data: z.array(
          z.strictObject({
            id: z.uuid(),
            name: z.string(),
            created_at: Timestamp,
            last_used_at: Timestamp.nullable(),
          }),
        ),
      }),
      async handler({ user }) {
        return { body: { data: await listPasskeys(context, user.user.id) } };
      },
    }),
    endpoint({
      for: 'page',
      method: 'POST',
      path: '/account/passkeys/options',
      role: 'viewer',
      body: z.strictObject({}),
      status: 200,
      answer: Options,
      async handler({ user, request }) {
        requireFresh(context, user);
        const holder = { ...user.user, email: user.email };
        const party = relyingParty(context, request);
        return { body: { ...(await passkeyOptions(context, party, holder, subjectOf(holder.id))) } };
      },
    }),
    endpoint({
      for: 'page',
      method: 'POST',
      path: '/account/passkeys',
      role: 'viewer',
      body: z.strictObject({ name: PasskeyName, passkey: NewPasskeyBody }),
      status: 201,
      answer: z.strictObject({ id: z.uuid() }),
      async handler({ context, user, body, request }) {
        const party = relyingParty(context, request);
        const checked = await checkNewPasskey(context, party, subjectOf(user.user.id), body.passkey);
        return { body: await addPasskey(context, user, body.name, checked) };
      },
    }),
    endpoint({
      for: 'page',
      method: 'PATCH',
      path: '/account/passkeys/{id}',
      role: 'viewer',
      params: UuidId,
      body: z.strictObject({ name: PasskeyName }),
      status: 204,
      answer: null,
      async handler({ user, params, body }) {
        await renamePasskey(context, user, params.id, body.name);
        return {};
      },
    }),
    endpoint({
      for: 'page',
      method: 'DELETE',
      path: '/account/passkeys/{id}',
      role: 'viewer',
      params: UuidId,
      status: 204,
      answer: null,
      async handler({ user, params }) {
        await removePasskey(context, user, params.id);
        return {};
      },
    }),
  ];
}
