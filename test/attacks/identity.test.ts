import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DOORCTL } from '../../packages/cloud/src/audit/record.js';
import { directoryMount } from '../../packages/cloud/src/directory/mount.js';
import { createDirectoryToken } from '../../packages/cloud/src/directory/tokens.js';
import { api } from '../../packages/cloud/src/endpoints.js';
import { startHttpServer } from '../../packages/cloud/src/http/server.js';
import { dashboardWorld } from '../../packages/cloud/test/http/pages-world.js';
import { createAuthenticator } from '../../packages/cloud/test/users/authenticator.js';
import { linksTo } from '../../packages/cloud/test/users/links.js';
import { startProvider } from './openid-provider.js';

/* Attacks on signing in: over the provider, over passkeys, and over the links for forgotten passwords. */

// The provider's tokens are judged by the machine's own clock.
const provider = await startProvider('doors', Date);
const home = 'https://doors.example';
const { context, ids, other, ask, signIn, addUser, world } = await dashboardWorld({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: 'doors',
  OIDC_CLIENT_SECRET: 'a secret of the client',
  TRUST_PROXY: '1',
  PUBLIC_URL: home,
});
afterAll(() => provider.close());
// The attempts of one test do not count for another.
beforeEach(() => world.clock.advance(15 * 60_000));

let last = 0;
const elsewhere = () => ({ 'X-Forwarded-For': `203.0.113.${++last}` });
const post = (path: string, body: object, cookie?: string, headers: object = elsewhere()) =>
  ask('POST', path, { body, origin: home, headers: { ...headers }, ...(cookie ? { cookie } : {}) });

describe('a sign-in with the OpenID Connect provider', () => {
  async function begin() {
    const begun = await post('/session/openid', {});
    return { url: begun.json.url as string, cookie: begun.headers.get('set-cookie')?.split(';')[0] ?? '' };
  }
  async function comeBack(query: string, cookie: string) {
    const { status, headers } = await ask('GET', `/session/openid/callback?${query}`, {
      cookie,
      headers: elsewhere(),
    });
    return { status, location: headers.get('location'), cookies: headers.getSetCookie() };
  }

  test('removes its cookie on success', async () => {
    const { url, cookie } = await begin();
    const { location, cookies } = await comeBack(provider.agree(url), cookie);
    expect(location).toBe('/');
    expect(cookies).toEqual([
      expect.stringMatching(/^__Host-session=[\w-]{43};/),
      expect.stringMatching(/^__Host-openid=; .*Max-Age=0/),
    ]);
  });

  test('cannot be repeated with a kept cookie, neither with its code nor with a new one', async () => {
    const { url, cookie } = await begin();
    const query = provider.agree(url);
    expect((await comeBack(query, cookie)).location).toBe('/');
    const asked = provider.redeemed.length;
    for (const again of [query, provider.agree(url)]) {
      const { location, cookies } = await comeBack(again, cookie);
      expect(location).toBe('/?refused=expired');
      expect(cookies.join()).not.toContain('session=');
    }
    expect(provider.redeemed).toHaveLength(asked);
  });

  test('that returns twice at once signs in once', async () => {
    const { url, cookie } = await begin();
    const query = provider.agree(url);
    const back = await Promise.all([comeBack(query, cookie), comeBack(query, cookie)]);
    expect(back.map(({ location }) => location).sort()).toEqual(['/', '/?refused=expired']);
  });

  test.each([
    ['signed with a key that is not the provider’s', { wrongKey: true }],
    ['not signed', { alg: 'none' as const }],
    ['of another journey', { nonce: 'another' }],
    ['for another client', { audience: 'others' }],
  ])('with an ID token %s lets no one in', async (_, malice) => {
    const { url, cookie } = await begin();
    const { location, cookies } = await comeBack(provider.agree(url, malice), cookie);
    expect(location).toBe('/?refused=failed');
    expect(cookies.join()).not.toContain('session=');
  });

  test('returns to PUBLIC_URL, regardless of the Host of the request', async () => {
    const begun = await ask('POST', '/session/openid', { body: {}, headers: elsewhere() });
    expect(new URL(begun.json.url).searchParams.get('redirect_uri')).toBe(
      `${home}/dashboard/session/openid/callback`,
    );
  });
});

describe('a passkey', () => {
  /** A page under the attacker's host name that points to this service: its origin matches its Host. */
  const atOtherHost = (path: string, body: object, cookie?: string) =>
    ask('POST', path, { body, headers: elsewhere(), ...(cookie ? { cookie } : {}) });

  test('is requested only for PUBLIC_URL, never for the Host of a request', async () => {
    const options = await post('/session/passkey-options', {});
    expect(options.json.rpId).toBe('doors.example');
    const refused = await atOtherHost('/session/passkey-options', {});
    expect([refused.status, refused.json.error.details[0].message]).toEqual([
      422,
      `Passkeys work at ${home} only: open the dashboard there.`,
    ]);
  });

  test('made or used under another host is refused', async () => {
    const email = `${randomUUID()}@acme.example`;
    await addUser(email, 'viewer', ids.hq);
    const cookie = (await signIn(email)) ?? '';
    const device = createAuthenticator(home);
    expect((await atOtherHost('/account/passkeys/options', {}, cookie)).status).toBe(422);
    const options = (await post('/account/passkeys/options', {}, cookie)).json;
    expect(options.rp.id).toBe('doors.example');
    const passkey = device.register(options);
    expect((await atOtherHost('/account/passkeys', { name: 'Phone', passkey }, cookie)).status).toBe(422);
    expect((await post('/account/passkeys', { name: 'Phone', passkey }, cookie)).status).toBe(201);
    const challenge = (await post('/session/passkey-options', {})).json;
    const answer = device.answer(challenge);
    expect((await atOtherHost('/session/passkey', { passkey: answer })).status).toBe(422);
    expect((await post('/session/passkey', { passkey: answer })).status).toBe(204);
  });
});

describe('a stranger who requests password links', () => {
  const forget = (email: string, headers: object) =>
    post('/reset/ask', { email, language: '' }, undefined, headers);
  async function links(email: string, count: number) {
    for (let turn = 0; turn < 2_000; turn++) {
      const all = await linksTo(context, email);
      if (all.length >= count) return all;
      await new Promise(setImmediate);
    }
    return linksTo(context, email);
  }

  test('does not use up the limit of the user, who has another address', async () => {
    const email = `${randomUUID()}@acme.example`;
    await addUser(email, 'viewer', ids.hq);
    const stranger = elsewhere();
    for (let times = 0; times < 8; times++) expect((await forget(email, stranger)).status).toBe(202);
    await links(email, 3);
    await forget(email, elsewhere());
    expect(await links(email, 4)).toHaveLength(4);
  });

  test('is limited from many addresses, too, and the user keeps a working link', async () => {
    const email = `${randomUUID()}@acme.example`;
    await addUser(email, 'viewer', ids.hq);
    for (let times = 0; times < 20; times++) await forget(email, elsewhere());
    const all = await links(email, 13);
    expect(all).toHaveLength(12);
    const { token } = all.find(({ status }) => status !== 'withdrawn') ?? { token: '' };
    const looked = await post('/reset/look', { token });
    expect(looked.json.state).toBe('pending');
  });
});

describe('the filter of a directory', () => {
  const tokenAt = async (accountId: number, locationId: number) =>
    (await createDirectoryToken(context, { accountId, locationId, name: 'Directory', by: DOORCTL })).token;
  const opened: { close(): Promise<void> }[] = [];
  afterAll(() => Promise.all(opened.map((http) => http.close())));
  async function directory() {
    const http = await startHttpServer(
      context,
      { ...api, endpoints: [] },
      { mounts: [directoryMount(context)] },
      { host: '127.0.0.1', port: 0 },
    );
    opened.push(http);
    return async (token: string, path: string, body?: object) => {
      const answer = await fetch(`http://127.0.0.1:${http.port}/scim/v2${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { 'content-type': 'application/scim+json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      // biome-ignore lint/suspicious/noExplicitAny: whatever came over the wire; the tests look into it
      return { status: answer.status, body: (await answer.json()) as any };
    };
  }

  test('finds no user of another organisation or location, and cannot inject SQL', async () => {
    const scim = await directory();
    const [mine, lab, theirs] = [
      await tokenAt(ids.account, ids.hq),
      await tokenAt(ids.account, ids.lab),
      await tokenAt(other.account, other.location),
    ];
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];
    for (const [token, userName] of [
      [mine, 'mine'],
      [lab, 'lab'],
      [theirs, 'theirs'],
    ] as const)
      expect((await scim(token, '/Users', { schemas, userName })).status).toBe(201);
    const found = async (filter: string) => {
      const { status, body } = await scim(mine, `/Users?${new URLSearchParams({ filter })}`);
      return status === 200 ? body.Resources.map((one: { userName: string }) => one.userName) : status;
    };
    for (const filter of [
      'userName pr or userName eq "theirs"',
      'not (userName eq "unknown")',
      'userName eq "theirs" or (userName ne "x" or title pr)',
      'meta.created gt "2000-01-01T00:00:00Z"',
      'id pr or emails pr or active eq false',
    ])
      expect([filter, await found(filter)]).toEqual([filter, ['mine']]);
    for (const text of [`' or 1=1 --`, `"; drop table person; --`, `$1`, `%`, `\\`])
      for (const op of ['eq', 'co', 'sw', 'gt'])
        for (const attribute of ['userName', 'title', 'emails.value', 'name.familyName']) {
          const names = await found(`${attribute} ${op} ${JSON.stringify(text)}`);
          expect(names === 400 || (Array.isArray(names) && !names.includes('theirs'))).toBe(true);
        }
    expect(await found('userName) or (1 eq 1')).toBe(400);
    const search = { schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'], sortBy: '(select 1)' };
    expect((await scim(mine, '/.search', search)).status).toBe(400);
  });

  test('as deep or as long as a request allows is refused at once', async () => {
    const scim = await directory();
    const token = await tokenAt(ids.account, ids.hq);
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'];
    for (const filter of [
      '('.repeat(60_000),
      `${'not ('.repeat(300)}title pr${')'.repeat(300)}`,
      Array.from({ length: 200 }, () => 'title pr').join(' or '),
      `title co "${'\\"'.repeat(10_000)}`,
    ])
      expect(await scim(token, '/.search', { schemas, filter })).toMatchObject({
        status: 400,
        body: { scimType: 'invalidFilter' },
      });
  });
});
