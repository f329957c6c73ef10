import { describe, expect, test } from '@jest/globals';
import { isOwnRequest, readCookie, writeCookie } from '../../src/http/pages/cookie.rules.js';
import { pageHeaders } from '../../src/http/pages/files.rules.js';
import { mayAct } from '../../src/http/role.rules.js';
import { assetName, isPage } from '../../src/pages.rules.js';

const TOKEN = 'A'.repeat(43);

describe('the cookie', () => {
  test('carries the name that browsers guard where there is https', () => {
    expect(writeCookie(TOKEN, true, 60)).toBe(
      `__Host-session=${TOKEN}; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure`,
    );
    expect(writeCookie(null, false, 60)).toBe('session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
  });

  test('is read among others, and not at all where there are two or it has another form', () => {
    expect(readCookie(`a=b; session=${TOKEN}; c`, false)).toBe(TOKEN);
    expect(readCookie(`session=${TOKEN}; session=${'B'.repeat(43)}`, false)).toBeNull();
    expect(readCookie(`session=${TOKEN}`, true)).toBeNull();
    expect(readCookie(`session=${TOKEN}x`, false)).toBeNull();
    expect(readCookie(undefined, false)).toBeNull();
  });
});

describe('a request that writes', () => {
  const own = {
    origin: 'http://127.0.0.1:8080',
    host: '127.0.0.1:8080',
    fetchSite: 'same-origin',
    ownHeader: '1',
    publicOrigin: null,
  };
  test('comes from a page of ours', () => {
    expect(isOwnRequest(own)).toBe(true);
    expect(isOwnRequest({ ...own, fetchSite: undefined })).toBe(true);
    const outside = { ...own, origin: 'https://doors.example', publicOrigin: 'https://doors.example' };
    expect(isOwnRequest(outside)).toBe(true);
  });

  test.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['of another port', { origin: 'http://127.0.0.1:8081' }],
    ['without an origin', { origin: undefined }],
    ['of a sandbox', { origin: 'null' }],
    ['without the header of our own', { ownHeader: undefined }],
    ['that a browser calls cross-site', { fetchSite: 'cross-site' }],
    ['of a sibling site', { fetchSite: 'same-site' }],
  ])('%s is refused', (_, change) => {
    expect(isOwnRequest({ ...own, ...change })).toBe(false);
  });
});

describe('roles', () => {
  test('an owner may do what a manager may, and a manager what a viewer may, not the other way', () => {
    expect(mayAct('owner', 'viewer') && mayAct('manager', 'manager') && mayAct('owner', 'manager')).toBe(
      true,
    );
    expect(mayAct('viewer', 'manager') || mayAct('manager', 'owner')).toBe(false);
  });
});

describe('pages', () => {
  test.each([
    '/',
    '/doors/12',
    '/doors/12/timeline',
    '/doors/41/schedule',
    '/events',
    '/people/7c9e6679-7425-40de-944b-e07fc1f90ae7',
  ])('%s is one', (path) => expect(isPage(path)).toBe(true));
  test.each(['/doors', '/doors/x', '/nothing', '/v1', '/people/../x', '/index.html', '/setup/x'])(
    '%s is none',
    (path) => expect(isPage(path)).toBe(false),
  );
  test('files are those of the build alone', () => {
    expect(assetName('/assets/index-AbC_1.js')).toBe('assets/index-AbC_1.js');
    for (const path of ['/assets/../index.html', '/assets/a/b.js', '/assets/%2e%2e/x', '/.stamp'])
      expect(assetName(path)).toBeNull();
  });
  test('run nothing but our own files', () => {
    const policy = (more?: Record<string, string>) => pageHeaders(true, more)['Content-Security-Policy'];
    expect(policy()).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(policy({ 'worker-src': "'self'" })).toBe(`${policy()}; worker-src 'self'`);
    expect(pageHeaders(true)['Strict-Transport-Security']).toBeDefined();
    expect(pageHeaders(false)['Strict-Transport-Security']).toBeUndefined();
  });
});
