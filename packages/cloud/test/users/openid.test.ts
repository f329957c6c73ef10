import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import Provider from 'oidc-provider';
import { dashboardWorld } from '../http/pages-world.js';

/* Against a real provider: oidc-provider, certified, on a port of its own. */

// It warns of all that a provider for tests is not.
for (const level of ['info', 'warn'] as const) jest.spyOn(console, level).mockImplementation(() => {});

const CLIENT = { id: 'doors', secret: 'a secret of the client' };
const site = createServer((request, response) => answer(request, response));
let answer = (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(503).end();
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

const { world, context, origin, ask } = await dashboardWorld({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_LABEL: 'Acme login',
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

/** Who sits at the provider's page, and what the provider knows of them. */
let visitor: { email?: string; email_verified?: boolean } = {};
let isWilling = true;
beforeEach(() => {
  visitor = { email: 'owner@acme.example', email_verified: true };
  isWilling = true;
});

function openProvider(): void {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${origin}/dashboard/session/openid/callback`],
      },
    ],
    claims: { email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/interaction' },
    cookies: { keys: ['a key of the test'], short: { path: '/' } },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...visitor }),
    }),
  });
  const callback = provider.callback();
  answer = (request, response) => {
    if (request.url !== '/interaction') return void callback(request, response);
    void interact(provider, request, response);
  };
}

/** Signs in and agrees, as a person at the provider's page would; or does not. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
  if (!isWilling) return provider.interactionFinished(request, response, { error: 'access_denied' });
  if (prompt.name === 'login')
    return provider.interactionFinished(request, response, { login: { accountId: 'visitor' } });
  const grant = grantId
    ? await provider.Grant.find(grantId)
    : new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params.client_id) });
  grant?.addOIDCScope('openid email');
  return provider.interactionFinished(request, response, {
    consent: { grantId: (await grant?.save()) ?? '' },
  });
}

/** A browser, as far as redirects and cookies go; ends at the first page of ours that is no callback. */
async function browse(start: string, jars: Map<string, Map<string, string>>) {
  let url = start;
  for (let hops = 0; hops < 20; hops++) {
    const { origin: from } = new URL(url);
    const jar = jars.get(from) ?? new Map<string, string>();
    jars.set(from, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const page = await fetch(url, { redirect: 'manual', headers: cookie ? { cookie } : {} });
    for (const set of page.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = page.headers.get('location');
    if (location === null) throw new Error(`${page.status} at ${url}: ${await page.text()}`);
    url = new URL(location, url).href;
    if (url.startsWith(origin) && !url.includes('/callback')) return url.slice(origin.length);
  }
  throw new Error('round in circles');
}

async function begin() {
  const begun = await ask('POST', '/session/openid', { body: {} });
  const [cookie = ''] = begun.headers.get('set-cookie')?.split(';') ?? [];
  return { url: begun.json.url as string, cookie, headers: begun.headers };
}

/** All the way, from a page that may be signed in already: where it ends, and the cookie of the session. */
async function journey(before: string | null = null) {
  const { url, cookie } = await begin();
  const cookies = [cookie, before].flatMap((one) => (one ? [one.split('=') as [string, string]] : []));
  const jars = new Map([[origin, new Map(cookies)]]);
  const end = await browse(url, jars);
  const token = jars.get(origin)?.get('session');
  return { end, cookie: token ? `session=${token}` : null };
}

const shown = async () => (await ask('GET', '/session')).json.openid;

describe('a provider that does not answer', () => {
  test('stops nothing: the sign-in page says so, and it is found when it is back', async () => {
    expect(await shown()).toEqual({ label: 'Acme login', available: false });
    expect((await begin()).url).toBeNull();
    openProvider();
    expect((await begin()).url).toBeNull();
    await world.clock.advance(30_000);
    expect((await begin()).url).toContain(`${issuer}/auth?`);
    expect(await shown()).toEqual({ label: 'Acme login', available: true });
  });
});

describe('a sign-in by OpenID Connect', () => {
  beforeAll(openProvider);

  test('is a code with PKCE, state and nonce, kept sealed in the browser', async () => {
    const { url, cookie, headers } = await begin();
    const parameters = new URL(url).searchParams;
    expect(parameters.get('response_type')).toBe('code');
    expect(parameters.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(parameters.get(name)).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(cookie).not.toContain(parameters.get(name));
    }
    expect(headers.get('set-cookie')).toMatch(
      /^openid=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/,
    );
  });

  test('signs in the user whose verified address it is', async () => {
    visitor.email = 'Owner@Acme.example';
    const { end, cookie } = await journey();
    expect(end).toBe('/');
    expect((await ask('GET', '/session', { cookie })).json.user.email).toBe('owner@acme.example');
    const { rows } = await context.pool.query(
      "select details->>'method' as method from audit where action = 'user.sign_in' order by number desc limit 1",
    );
    expect(rows[0].method).toBe('openid');
  });

  test('leaves no session of before behind', async () => {
    const { cookie: before } = await journey();
    const { cookie } = await journey(before);
    expect((await ask('GET', '/session', { cookie: before })).json.user).toBeNull();
    expect((await ask('GET', '/session', { cookie })).json.user.email).toBe('owner@acme.example');
  });

  test.each([
    [
      'of an address that no one has here',
      { email: 'unknown@acme.example', email_verified: true },
      'no_user',
    ],
    [
      'of an address that was not verified',
      { email: 'owner@acme.example', email_verified: false },
      'unverified',
    ],
    ['without a word about verification', { email: 'owner@acme.example' }, 'unverified'],
    ['without an address', {}, 'unverified'],
  ])('%s makes no one a user and lets no one in', async (_, claims, why) => {
    const users = () => context.pool.query('select count(*) from account_user');
    const before = (await users()).rows;
    visitor = claims;
    expect(await journey()).toEqual({ end: `/?refused=${why}`, cookie: null });
    expect((await users()).rows).toEqual(before);
  });

  test('that is given up at the provider is reported so', async () => {
    isWilling = false;
    expect(await journey()).toEqual({ end: '/?refused=cancelled', cookie: null });
  });

  test('counts only in the browser that began it, once, and in its time', async () => {
    const callback = async (query: string, cookie?: string) => {
      const answer = await ask('GET', `/session/openid/callback?${query}`, cookie ? { cookie } : {});
      return [answer.status, answer.headers.get('location')];
    };
    const { url, cookie } = await begin();
    const state = new URL(url).searchParams.get('state');
    const expired = [303, '/?refused=expired'];
    expect(await callback(`code=x&state=${state}`)).toEqual(expired);
    expect(await callback(`code=x&state=another`, cookie)).toEqual(expired);
    expect(await callback(`code=x&state=${state}`, `${cookie.slice(0, -4)}AAAA`)).toEqual(expired);
    expect(await callback(`code=x&state=${state}`, cookie)).toEqual([303, '/?refused=failed']);
    expect(await callback(`code=x&state=${state}`, cookie)).toEqual(expired);
    const late = await begin();
    const lateState = new URL(late.url).searchParams.get('state');
    await world.clock.advance(10 * 60_000);
    expect(await callback(`code=x&state=${lateState}`, late.cookie)).toEqual(expired);
  });
});
