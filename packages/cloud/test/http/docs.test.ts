import { createHash } from 'node:crypto';
import { EVENT_TYPES } from '@door-access/protocol';
import { describe, expect, it } from '@jest/globals';
import { endpoints } from '../../src/endpoints.js';
import { httpWorld } from './world.js';

const world = await httpWorld(endpoints);
const read = (path: string, method = 'GET') =>
  fetch(`http://127.0.0.1:${world.http.port}${path}`, { method });

describe('the description as a page', () => {
  it('names every endpoint and every webhook, with scopes and examples', async () => {
    const answer = await read('/docs');
    const html = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    for (const { method, path, scopes } of endpoints) {
      expect(html).toContain(`<b>${method} ${path}</b>`);
      for (const scope of scopes) expect(html).toContain(`<code>${scope}</code>`);
    }
    for (const type of [...EVENT_TYPES, 'ping']) expect(html).toContain(`<b>${type}</b>`);
    expect(html).toContain('X-Service-Signature');
    expect(html).toContain('Anna Aho');
    expect(await (await read('/docs/')).text()).toBe(html);
  });

  it('names the fields that identify a repeat for every webhook', async () => {
    const html = await (await read('/docs')).text();
    const rows = new Map(
      [...html.matchAll(/<tr><td><a href="#[^"]+"><code>([^<]+)<\/code><\/a><\/td>\n<td>(.*?)<\/td>/g)].map(
        ([, type, fields = '']) => [type, fields.replaceAll(/<[^>]+>/g, '')],
      ),
    );
    expect([...rows.keys()].sort()).toEqual([...EVENT_TYPES, 'ping'].sort());
    expect(rows.get('access.granted')).toBe('type, data.id');
    expect(rows.get('door.forced')).toBe('id');
    expect(rows.get('key.activated')).toBe('type, data.id, data.occurred_at');
  });

  it('runs nothing and takes nothing from elsewhere', async () => {
    const answer = await read('/docs');
    const html = await answer.text();
    expect(html).not.toMatch(/<script|<img|<link|<iframe|\son\w+=|\sstyle=|javascript:/i);
    expect([...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, to]) => to?.[0])).not.toContain('h');
    const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
    );
  });

  it('is read, and nothing else', async () => {
    expect((await read('/docs', 'HEAD')).status).toBe(200);
    expect((await read('/docs', 'POST')).status).toBe(404);
    expect((await read('/docs/other')).status).toBe(404);
  });
});
