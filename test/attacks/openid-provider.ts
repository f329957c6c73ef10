import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Malice {
  /** Signs with a key that is not among those the provider publishes. */
  wrongKey?: boolean;
  /** Does not sign at all. */
  alg?: 'none';
  nonce?: string;
  audience?: string;
}

const key = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An OpenID Connect provider that gives anyone a code, and an ID token that is valid or forged as configured. */
export async function startProvider(clientId: string, clock: { now(): number }) {
  const own = key();
  const strange = key();
  const codes = new Map<string, { challenge: string; nonce: string; malice: Malice }>();
  const redeemed: string[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer);
    const json = (body: object, status = 200) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === '/.well-known/openid-configuration')
      return void json({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      });
    if (url.pathname === '/jwks')
      return void json({
        keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' }],
      });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const code = form.get('code') ?? '';
    const given = codes.get(code);
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!given || given.challenge !== verifier) return void json({ error: 'invalid_grant' }, 400);
    redeemed.push(code);
    json({ access_token: 'access', token_type: 'Bearer', id_token: idToken(given.nonce, given.malice) });
  }

  function idToken(nonce: string, malice: Malice): string {
    const seconds = Math.floor(clock.now() / 1_000);
    const head = encode({ alg: malice.alg ?? 'RS256', kid: 'own' });
    const body = encode({
      iss: issuer,
      sub: 'owner',
      aud: malice.audience ?? clientId,
      iat: seconds,
      exp: seconds + 300,
      nonce: malice.nonce ?? nonce,
      email: 'owner@acme.example',
      email_verified: true,
    });
    if (malice.alg === 'none') return `${head}.${body}.`;
    const { privateKey } = malice.wrongKey ? strange : own;
    return `${head}.${body}.${sign('sha256', Buffer.from(`${head}.${body}`), privateKey).toString('base64url')}`;
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    /** The codes that were turned into tokens. */
    redeemed,
    /** The query of the redirect back from the provider's page. */
    agree(authorizationUrl: string, malice: Malice = {}): string {
      const asked = new URL(authorizationUrl).searchParams;
      const code = randomBytes(16).toString('hex');
      codes.set(code, {
        challenge: asked.get('code_challenge') ?? '',
        nonce: asked.get('nonce') ?? '',
        malice,
      });
      return new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString();
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
