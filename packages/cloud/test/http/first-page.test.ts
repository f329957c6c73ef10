import { describe, expect, test } from '@jest/globals';
import { dashboardWorld } from './pages-world.js';

/* The first page, with its doors in the first answer. */

const { world, context, origin, signIn } = await dashboardWorld();
const { ids } = world;
const owner = await signIn('owner@acme.example');
const get = async (cookie: string | null, path = '/', headers: Record<string, string> = {}) => {
  const answer = await fetch(`${origin}${path}`, {
    headers: { ...(cookie ? { Cookie: cookie } : {}), ...headers },
  });
  const page = await answer.text();
  const [, kept] = /id="answers">(.*?)<\/script>/s.exec(page) ?? [];
  const [, shown = ''] = /<div id="root">(.*)<\/div>/s.exec(page) ?? [];
  return { answer, page, shown, answers: kept === undefined ? null : JSON.parse(kept).answers };
};
const named = (name: string) =>
  context.pool.query('update lock set name = $1 where id = $2', [name, ids.main]);

describe('who is signed in', () => {
  test('sees the doors before any code runs', async () => {
    await named('Vault & <b>"stairs"</b>');
    const { answer, shown, answers } = await get(owner);
    expect(answer.status).toBe(200);
    expect(shown).toContain('Vault &amp; &lt;b>&quot;stairs&quot;&lt;/b>');
    expect(shown).not.toContain(' style=');
    expect(Object.keys(answers)).toEqual([
      '/session',
      '/locations',
      '/overview',
      '/attention',
      '/emergencies-in-force',
    ]);
    expect(answers['/session'].user.email).toBe('owner@acme.example');
  });

  test('sees them in the language of the browser', async () => {
    for (const [language, title] of [
      ['fi-FI, en;q=0.5', 'Ovet'],
      ['sv', 'Dörrar'],
      ['de-AT', 'Türen'],
      ['ja', 'Doors'],
    ] as const) {
      const { shown } = await get(owner, '/', { 'Accept-Language': language });
      expect(shown).toContain(`<h1>${title}</h1>`);
    }
  });

  test('sees no door of another organisation or above their place', async () => {
    await named('Only in the HQ');
    for (const user of ['other@globex.example', 'lab@acme.example']) {
      const { page } = await get(await signIn(user));
      expect(page).toContain(user);
      expect(page).not.toContain('Only in the HQ');
    }
  });

  test('gets a page that no cache keeps', async () => {
    const { answer } = await get(owner);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('etag')).toBeNull();
    expect(answer.headers.get('content-security-policy')).toMatch(
      /script-src 'self'; style-src 'self' 'sha256-[^']+';/,
    );
  });
});

describe('the page draws itself', () => {
  test.each<[string, cookie: string | null, path: string]>([
    ['for who is not signed in', null, '/'],
    ['after the session', `session=${'a'.repeat(43)}`, '/'],
    ['where something is looked for', owner, '/?q=vault'],
    ['at any other address', owner, '/events'],
  ])('%s', async (_, cookie, path) => {
    const { answer, answers, page } = await get(cookie, path);
    expect(answer.status).toBe(200);
    expect(answers).toBeNull();
    expect(page).toContain('<div id="root"></div>');
  });

  test('where the answers take longer than a second', async () => {
    const client = await context.pool.connect();
    await client.query('begin; lock table user_session in access exclusive mode');
    let isAnswered = false;
    const asked = get(owner).finally(() => {
      isAnswered = true;
    });
    try {
      while (!isAnswered) {
        await world.clock.advance(100);
        await new Promise(setImmediate);
      }
      expect((await asked).page).toContain('<div id="root"></div>');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('while the database refuses', async () => {
    await context.pool.query('alter table user_session rename to user_session_away');
    try {
      const { answer, page } = await get(owner);
      expect(answer.status).toBe(200);
      expect(page).toContain('<div id="root"></div>');
    } finally {
      await context.pool.query('alter table user_session_away rename to user_session');
    }
  });
});
