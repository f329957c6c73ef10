import { describe, expect, it } from '@jest/globals';
import { endpoints } from '../../src/endpoints.js';
import { httpWorld } from './world.js';

const world = await httpWorld(endpoints);
const read = (path: string, method = 'GET') =>
  fetch(`http://127.0.0.1:${world.http.port}${path}`, { method });
const html = await (await read('/docs')).text();
const script = await (await read('/docs/start.js')).text();

describe('the description as a page', () => {
  it('has all files that it names, and opens a description that anyone may read', async () => {
    const named = [...html.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, address = '']) => address);
    expect(named).toEqual([
      '/docs/swagger-ui.css',
      '/docs/look.css',
      '/docs/swagger-ui-bundle.js',
      '/docs/start.js',
    ]);
    for (const address of named) {
      const file = await read(address);
      expect([address, file.status, file.headers.get('content-type')]).toEqual([
        address,
        200,
        address.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
      ]);
      await file.arrayBuffer();
    }
    const description = /url: '([^']+)'/.exec(script)?.[1] ?? '';
    expect(await (await read(description)).json()).toMatchObject({ openapi: '3.1.0' });
    expect(await (await read('/docs/')).text()).toBe(html);
  });

  it('runs files of this service alone, keeps no API key, and takes no other description', async () => {
    expect((await read('/docs')).headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=|https?:/i);
    expect(script).not.toMatch(/https?:|persistAuthorization|queryConfigEnabled/);
  });

  it('is read, and nothing else', async () => {
    expect((await read('/docs', 'HEAD')).status).toBe(200);
    expect((await read('/docs', 'POST')).status).toBe(404);
    for (const path of [
      'other',
      'index.html',
      'package.json',
      'index.js',
      '%2e%2e/package.json',
      '..%2fpackage.json',
    ])
      expect([path, (await read(`/docs/${path}`)).status]).toEqual([path, 404]);
  });
});

describe('the interface in a page of text', () => {
  it('has every endpoint and every webhook, with a link to its description', async () => {
    const answer = await read('/llms.txt');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/markdown; charset=utf-8',
    ]);
    const text = await answer.text();
    expect(text).toMatch(/^# Door access\n\n> /);
    const { paths, webhooks } = (await (await read('/v1/openapi.json')).json()) as {
      paths: Record<string, Record<string, { operationId: string; summary: string }>>;
      webhooks: Record<string, object>;
    };
    const lines = text.split('\n').filter((line) => line.startsWith('- ['));
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { operationId, summary }] of Object.entries(methods)) {
        const start = `- [${method.toUpperCase()} /v1${path}](/docs#/`;
        const found = lines.filter((line) => line.startsWith(start));
        expect(found).toEqual([expect.stringMatching(`/${operationId}\\): `)]);
        expect(found[0]).toContain(summary);
      }
    for (const type of Object.keys(webhooks))
      expect(lines.filter((line) => line.startsWith(`- [${type}](`))).toHaveLength(1);
  });

  it('is read, and nothing else; nothing is below it', async () => {
    expect((await read('/llms.txt', 'HEAD')).status).toBe(200);
    expect((await read('/llms.txt', 'POST')).status).toBe(404);
    expect((await read('/llms.txt/more')).status).toBe(404);
  });
});
