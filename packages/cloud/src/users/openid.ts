import { createHash } from 'node:crypto';
import type { ClientAuth, Configuration } from 'openid-client';
import type { Context } from '../context.js';
import { reasonOf } from '../reason.js';
import { giveChallenge, takeChallenge } from './challenge.js';

/* Sign-in by an OpenID Connect provider: authorization code with PKCE, state and nonce. It proves an e-mail address, no more. */

/** Of each call to the provider. */
const DEADLINE_SECONDS = 5;
/** A provider that did not answer is asked again no sooner. */
const AGAIN_AFTER_MS = 30_000;
/** How long a person may take at the provider's. */
const JOURNEY_MS = 10 * 60_000;
const CLOCK_TOLERANCE_SECONDS = 30;
const SUBJECT = 'openid-journey';

export interface OpenId {
  /** What the sign-in page says; looks for the provider again where it did not answer. */
  describe(): { label: string; available: boolean };
  /** Where to send the browser, and what its cookie keeps meanwhile; null while the provider does not answer. */
  begin(redirectUri: string): Promise<{ url: string; kept: string } | null>;
  /** Whose address the provider vouches for, or why it vouches for none. */
  finish(kept: string | null, query: Returned, log: Context['log']): Promise<OpenIdOutcome>;
}

/** The parameters that the browser came back with. */
export type Returned = { [name: string]: string | undefined };

export type OpenIdOutcome = { email: string } | { refused: Refusal };
export type Refusal = 'cancelled' | 'expired' | 'unverified' | 'failed';

interface Journey {
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
  until: number;
}

/** Loaded where a provider is set. */
const library = () => import('openid-client');

/** Null where no provider is set. A provider that is wrong or unreachable stops nothing: the log and the sign-in page say so. */
export function createOpenId(
  context: Pick<Context, 'config' | 'clock' | 'ids' | 'log' | 'pool' | 'secrets'>,
): OpenId | null {
  const { config, clock, ids, log, secrets } = context;
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_LABEL } = config;
  if (OIDC_ISSUER === null || OIDC_CLIENT_ID === null) return null;
  const issuer = OIDC_ISSUER;
  const clientId = OIDC_CLIENT_ID;
  let provider: Configuration | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  async function discover(): Promise<void> {
    try {
      const client = await library();
      const { allowInsecureRequests, clockTolerance, enableNonRepudiationChecks } = client;
      // An attacker who answers in the provider's place may have its certificate, but not its signing key.
      const execute = [enableNonRepudiationChecks];
      // Discovery of an http issuer, which the settings allow on this machine alone.
      if (issuer.startsWith('http:')) execute.push(allowInsecureRequests);
      provider = await client.discovery(
        new URL(issuer),
        clientId,
        { [clockTolerance]: CLOCK_TOLERANCE_SECONDS },
        authenticationOf(client, OIDC_CLIENT_SECRET),
        { timeout: DEADLINE_SECONDS, execute },
      );
      log.info({ issuer }, 'sign-in by OpenID Connect is ready');
    } catch (error) {
      failedAt = clock.monotonic();
      log.warn(
        { issuer, reason: reasonOf(error) },
        'OIDC_ISSUER: the provider cannot be used; people sign in by password or passkey meanwhile',
      );
    }
  }

  async function find(): Promise<Configuration | null> {
    if (!provider && clock.monotonic() - failedAt >= AGAIN_AFTER_MS) {
      looking ??= discover().finally(() => {
        looking = null;
      });
    }
    await looking;
    return provider;
  }
  void find();

  return {
    describe() {
      void find();
      return { label: OIDC_LABEL, available: provider !== null };
    },

    async begin(redirectUri) {
      const found = await find();
      if (!found) return null;
      const random = () => ids.bytes(32).toString('base64url');
      const journey: Journey = {
        state: Buffer.from(await giveChallenge(context, SUBJECT, JOURNEY_MS)).toString('base64url'),
        nonce: random(),
        verifier: random(),
        redirectUri,
        until: clock.now() + JOURNEY_MS,
      };
      const { buildAuthorizationUrl } = await library();
      const url = buildAuthorizationUrl(found, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state: journey.state,
        nonce: journey.nonce,
        code_challenge: createHash('sha256').update(journey.verifier).digest('base64url'),
        code_challenge_method: 'S256',
      });
      const kept = secrets.seal(JSON.stringify(journey), SUBJECT).toString('base64url');
      return { url: url.href, kept };
    },

    async finish(kept, query, log) {
      const journey = kept === null ? null : openJourney(kept);
      if (!journey || clock.now() >= journey.until || query.state !== journey.state)
        return { refused: 'expired' };
      // The state is used up in any case, so that a sign-in cannot be repeated.
      if (!(await takeChallenge(context, SUBJECT, journey.state))) return { refused: 'expired' };
      if (query.error !== undefined) {
        log.info({ error: query.error }, 'the OpenID Connect provider refused');
        return { refused: query.error === 'access_denied' ? 'cancelled' : 'failed' };
      }
      try {
        const found = await find();
        return found ? await redeem(found, journey, query) : { refused: 'failed' };
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, 'a sign-in by OpenID Connect failed');
        return { refused: 'failed' };
      }
    },
  };

  function openJourney(kept: string): Journey | null {
    try {
      return JSON.parse(secrets.open(Buffer.from(kept, 'base64url'), SUBJECT)) as Journey;
    } catch {
      return null;
    }
  }
}

async function redeem(
  provider: Configuration,
  { redirectUri, verifier, state, nonce }: Journey,
  query: Returned,
): Promise<OpenIdOutcome> {
  const { authorizationCodeGrant, fetchUserInfo } = await library();
  const given = Object.entries(query).filter((one): one is [string, string] => one[1] !== undefined);
  const tokens = await authorizationCodeGrant(
    provider,
    new URL(`${redirectUri}?${new URLSearchParams(given)}`),
    { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
  );
  const claims = tokens.claims();
  if (!claims) return { refused: 'failed' };
  const user =
    typeof claims.email === 'string'
      ? claims
      : await fetchUserInfo(provider, tokens.access_token, claims.sub);
  // An address that the provider has not checked proves nothing.
  if (typeof user.email !== 'string' || user.email_verified !== true) return { refused: 'unverified' };
  return { email: user.email };
}

/** As the provider takes it; providers that do not say take it by HTTP Basic (OpenID Connect Discovery 1.0, 3). */
function authenticationOf(client: typeof import('openid-client'), secret: string | null): ClientAuth {
  if (secret === null) return client.None();
  const post = client.ClientSecretPost(secret);
  const basic = client.ClientSecretBasic(secret);
  return (server, metadata, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_basic') ? basic : post)(server, metadata, body, headers);
  };
}
