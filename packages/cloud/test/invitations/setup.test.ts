import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test } from '@jest/globals';
import { createPeopleWorld } from '../people/world.js';

const world = await createPeopleWorld({ LOG_LEVEL: 'error' });
afterAll(() => world.close());

const DAY = 24 * 3_600_000;
const open = (link: string, options: RequestInit = {}) => fetch(link, { redirect: 'manual', ...options });
const invite = async (fields: object = {}) => {
  await world.clock.advance(61_000);
  const key = (await world.issue(fields)).body;
  return { key, link: (await world.outbox()).at(-1)?.link ?? '' };
};

describe('a setup link', () => {
  test('shows what it is for, in the language of its person, and changes nothing', async () => {
    const person = await world.person({ name: 'Aino <b>&', language: 'fi-FI' });
    const { key, link } = await invite({ person_id: person.id, name: 'Etuovi "A"' });
    const answer = await open(link);
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(page).toContain('<html lang="fi">');
    expect(page).toContain('Hei Aino &lt;b&gt;&amp;');
    expect(page).toContain('Etuovi &quot;A&quot;');
    expect(page).toContain('Aktivoi avain');
    expect((await open(link, { method: 'HEAD' })).status).toBe(200);
    expect((await world.call('GET', `/keys/${key.id}`)).body.state).toBeNull();
  });

  test.each([
    ['sv', 'Aktivera nyckeln'],
    ['de-AT', 'Schlüssel aktivieren'],
    ['ja', 'Activate the key'],
    ['', 'Activate the key'],
  ])('speaks %j', async (language, words) => {
    const person = await world.person({ language });
    expect(await (await open((await invite({ person_id: person.id })).link)).text()).toContain(words);
  });

  test('activates by its form, once, and says to everybody but this phone that it has been used', async () => {
    const { key, link } = await invite();
    const visit = await open(link);
    const cookie = visit.headers.get('set-cookie')?.split(';')[0] ?? '';
    const posted = await open(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
      body: '',
    });
    expect([posted.status, posted.headers.get('location')]).toEqual([303, '/phone/']);
    for (const method of ['GET', 'POST']) {
      const again = await open(link, { method, headers: { cookie } });
      expect([again.status, again.headers.get('location')]).toEqual([303, '/phone/']);
      const elsewhere = await (await open(link, { method })).text();
      expect(elsewhere).toContain('This link has been used');
      expect(elsewhere).not.toContain(key.name);
    }
    expect((await world.call('GET', `/keys/${key.id}`)).body).toMatchObject({
      state: 'handed_over',
      invitation: { state: 'activated' },
    });
    expect((await world.reported('key.activated')).filter(({ data }) => data.id === key.id)).toHaveLength(1);
  });

  test('that is over, cancelled or replaced says so and no more', async () => {
    const cancelled = await invite();
    await world.call('DELETE', `/invitations/${cancelled.key.invitation.id}`);
    const replaced = await invite();
    await world.call('POST', `/invitations/${replaced.key.invitation.id}/resend`);
    const expired = await invite();
    await world.clock.advance(7 * DAY);
    for (const [{ link, key }, status, words] of [
      [cancelled, 410, 'was cancelled'],
      [replaced, 404, 'does not work'],
      [expired, 410, 'has expired'],
    ] as const) {
      for (const method of ['GET', 'POST']) {
        const answer = await open(link, { method });
        const page = await answer.text();
        expect([answer.status, page.includes(words)]).toEqual([status, true]);
        expect(page).not.toContain(key.name);
        expect(page).not.toContain('<form');
      }
    }
  });

  test('may not be framed, run a script, be cached or leak its address', async () => {
    const { link } = await invite();
    const answer = await open(link);
    const style = /<style>(.*)<\/style>/s.exec(await answer.text())?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(answer.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    );
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-robots-tag')).toContain('noindex');
    expect((await open(link, { method: 'DELETE' })).status).toBe(405);
  });

  test('cannot be guessed: unknown ones look all the same, and soon an address is refused', async () => {
    const { link } = await invite();
    const base = link.slice(0, link.lastIndexOf('/'));
    const pages = new Set<string>();
    for (const guess of [
      'x',
      'A'.repeat(43),
      '%00',
      '%ff',
      '..%2f..',
      "'--",
      'a/b',
      '',
      '🔑',
      'A'.repeat(3_000),
    ]) {
      const answer = await open(`${base}/${guess}`);
      expect(answer.status).toBe(404);
      pages.add(await answer.text());
    }
    expect(pages.size).toBe(1);
    const refused = await open(link);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    await world.clock.advance(61_000);
    expect((await open(link)).status).toBe(200);
  });
});
