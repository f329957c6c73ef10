import { describe, expect, test } from '@jest/globals';
import type { PageEndpoint } from '../../src/http/endpoint.js';
import { dashboardWorld } from './pages-world.js';

const DAY_MS = 86_400_000;
const { world, ids, origin, ask, signIn, mount } = await dashboardWorld();
const all = mount.endpoints;
const owner = await signIn('owner@acme.example');
const lab = await signIn('lab@acme.example');
const viewer = await signIn('viewer@acme.example');
const signedOut = signIn('owner@acme.example').then(async (cookie) => {
  await ask('DELETE', '/session', { cookie });
  return cookie;
});

const UUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
/** A path with ids of no rows. */
const pathOf = ({ path, params }: PageEndpoint) =>
  path.replace(/\{(\w+)\}/g, (_, name) =>
    params?.safeParse(Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map((match) => [match[1], '1'])))
      .success ||
    (path.startsWith('/locks') && name === 'id')
      ? '1'
      : UUID,
  );
const nameOf = (endpoint: PageEndpoint) => `${endpoint.method} ${endpoint.path}`;
const rows = (endpoints: readonly PageEndpoint[]) =>
  endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const);
const bodyOf = ({ method }: PageEndpoint) => (method === 'GET' || method === 'DELETE' ? {} : { body: {} });

describe('a caller who is not signed in', () => {
  test.each(rows(all.filter(({ role }) => role !== null)))('is refused: %s', async (_, endpoint) => {
    const answer = await ask(endpoint.method, pathOf(endpoint), bodyOf(endpoint));
    expect([answer.status, answer.json.error.code]).toEqual([401, 'unauthenticated']);
  });

  test.each(rows(all.filter(({ role }) => role !== null)))(
    'is refused with a cookie that was copied before they signed out: %s',
    async (_, endpoint) => {
      const asked = { cookie: await signedOut, ...bodyOf(endpoint) };
      const answer = await ask(endpoint.method, pathOf(endpoint), asked);
      expect([answer.status, answer.json.error.code]).toEqual([401, 'unauthenticated']);
    },
  );

  test('is refused with a made-up cookie, or two of them', async () => {
    for (const cookie of [`session=${'A'.repeat(43)}`, 'session=x', `${owner}; ${viewer}`])
      expect((await ask('GET', '/overview', { cookie })).status).toBe(401);
  });
});

describe('a viewer', () => {
  test.each(rows(all.filter(({ role }) => role === 'manager' || role === 'owner')))(
    'changes nothing: %s',
    async (_, endpoint) => {
      const answer = await ask(endpoint.method, pathOf(endpoint), { cookie: viewer, ...bodyOf(endpoint) });
      expect([answer.status, answer.json.error.code]).toEqual([403, 'insufficient_scope']);
    },
  );

  test('may look', async () => {
    for (const path of ['/overview', '/events', '/people', '/gateways', `/doors/${ids.main}`])
      expect((await ask('GET', path, { cookie: viewer })).status).toBe(200);
  });
});

describe('another site', () => {
  const writes = rows(all.filter(({ method }) => method !== 'GET'));
  test.each(writes)('cannot act for a signed-in person: %s', async (_, endpoint) => {
    const given = { cookie: owner, ...bodyOf(endpoint) };
    const answers = [
      await ask(endpoint.method, pathOf(endpoint), { ...given, origin: 'https://evil.example' }),
      await ask(endpoint.method, pathOf(endpoint), { ...given, origin: null }),
      await ask(endpoint.method, pathOf(endpoint), { ...given, headers: { 'Sec-Fetch-Site': 'cross-site' } }),
      await ask(endpoint.method, pathOf(endpoint), { ...given, headers: { 'X-Dashboard': '' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  test('cannot frame the pages, and nothing inline runs in them', async () => {
    const { headers } = await fetch(`${origin}/`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('a manager of a location', () => {
  test('sees it and what is below, and nothing above', async () => {
    const { json } = await ask('GET', '/overview', { cookie: lab });
    expect(json.locks.map((lock: { name: string }) => lock.name).sort()).toEqual(['archive', 'side']);
    expect((await ask('GET', `/doors/${ids.main}`, { cookie: lab })).status).toBe(404);
    expect((await ask('GET', '/overview', { cookie: lab, location: ids.hq })).status).toBe(404);
    expect((await ask('GET', '/outbox', { cookie: lab })).status).toBe(403);
  });

  test('makes API keys there alone, for doors that lie there alone', async () => {
    const body = { name: 'Lab', scopes: ['locks:control'], lock_ids: [ids.main] };
    const refused = await ask('POST', '/api-keys', { cookie: lab, body });
    expect([refused.status, refused.json.error.details[0].field]).toEqual([422, 'lock_ids[0]']);
    const made = await ask('POST', '/api-keys', { cookie: lab, body: { ...body, lock_ids: [ids.side] } });
    expect(made.status).toBe(201);
    const { json } = await ask('GET', '/api-keys', { cookie: lab });
    expect(json.data).toHaveLength(1);
    expect(json.data[0]).toMatchObject({ location: { id: ids.lab }, created_by: 'lab', revoked_at: null });
    expect(JSON.stringify(json)).not.toContain(made.json.token);
  });
});

describe('an API key made in the dashboard', () => {
  test('is valid for at most two years, by the clock of the service and not of the browser', async () => {
    const make = (expires_in_days?: number) =>
      ask('POST', '/api-keys', {
        cookie: owner,
        body: { name: 'ERP', scopes: ['catalog:read'], ...(expires_in_days ? { expires_in_days } : {}) },
      });
    const ends = async (days?: number) => Date.parse((await make(days)).json.expires_at) - world.clock.now();
    expect([await ends(), await ends(30), await ends(730)]).toEqual(
      [365, 30, 730].map((days) => days * DAY_MS),
    );
    const refused = await make(731);
    expect([refused.status, refused.json.error.details]).toEqual([
      422,
      [{ field: 'expires_in_days', code: 'invalid', message: 'must be at most 730, which is 2 years' }],
    ]);
  });

  test('works until it is revoked there', async () => {
    const made = await ask('POST', '/api-keys', {
      cookie: owner,
      body: { name: 'ERP', scopes: ['catalog:read'] },
    });
    const use = () => world.call('GET', '/locks', { token: made.json.token });
    expect((await use()).status).toBe(200);
    expect((await ask('DELETE', `/api-keys/${made.json.id}`, { cookie: owner })).status).toBe(204);
    expect((await use()).status).toBe(401);
  });
});
