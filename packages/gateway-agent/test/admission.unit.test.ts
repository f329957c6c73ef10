import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { Admission } from '../src/bench/admission.js';

const asked = (headers: Record<string, string>, method = 'GET') =>
  ({ method, headers: { host: '127.0.0.1:8090', ...headers } }) as unknown as IncomingMessage;
let tokens = 0;
const admit = (lan: boolean) =>
  new Admission({ host: '127.0.0.1', port: 8090, lan, makeToken: () => `token-${++tokens}` });

describe('a page for this machine alone', () => {
  const admission = admit(false);

  test('takes no token', () => {
    expect(admission.urls).toEqual(['http://127.0.0.1:8090/']);
    expect(admission.judge(asked({}), '')).toEqual({ kind: 'in' });
  });

  test.each([
    ['under a name that is not its own', {}, { host: 'evil.example:8090' }, 421],
    ['from another page', { method: 'POST' }, { origin: 'http://evil.example' }, 403],
    ['from another site', { method: 'POST' }, { 'sec-fetch-site': 'cross-site' }, 403],
    ['by a form', { method: 'POST' }, { 'content-type': 'text/plain' }, 415],
  ])('asked %s turns away', (_, { method }: { method?: string }, headers, status) => {
    expect(admission.judge(asked(headers as Record<string, string>, method), '')).toMatchObject({
      kind: 'out',
      status,
    });
  });
});

describe('a page for the network', () => {
  test('lets in the first browser that brings the token, and no other after it', () => {
    const admission = admit(true);
    const query = new URL(admission.urls[0] as string).search.slice(1);
    expect(admission.judge(asked({}), '')).toMatchObject({ kind: 'out', status: 403 });
    expect(admission.judge(asked({}), 'token=guess')).toMatchObject({ kind: 'out' });
    const welcome = admission.judge(asked({}), query);
    if (welcome.kind !== 'welcome') throw new Error('not let in');
    expect(welcome.cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
    const cookie = welcome.cookie.split(';')[0] as string;
    expect(welcome.cookie).not.toContain(query.replace('token=', ''));
    expect(admission.judge(asked({ cookie }), '')).toEqual({ kind: 'in' });
    expect(admission.judge(asked({}), query)).toMatchObject({ kind: 'out', status: 403 });
    const post = { 'content-type': 'application/json', cookie: 'door-agent=other' };
    expect(admission.judge(asked(post, 'POST'), '')).toMatchObject({ kind: 'out', status: 403 });
  });
});
