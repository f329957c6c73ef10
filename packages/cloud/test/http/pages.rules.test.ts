import { describe, expect, test } from '@jest/globals';
import { isOwnRequest, readCookie, writeCookie } from '../../src/http/pages/cookie.rules.js';
import { type CsvEvent, EVENT_SHEET, TEST_SHEET } from '../../src/http/pages/csv.rules.js';
import { assetName, isPage, pageHeaders } from '../../src/http/pages/files.rules.js';
import { mayAct } from '../../src/http/role.rules.js';
import { deviceOf, IDLE_MS, isLiving, LIFETIME_MS } from '../../src/users/session.rules.js';

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

describe('roles and sessions', () => {
  test('an owner may do what a manager may, and a manager what a viewer may, not the other way', () => {
    expect(mayAct('owner', 'viewer') && mayAct('manager', 'manager') && mayAct('owner', 'manager')).toBe(
      true,
    );
    expect(mayAct('viewer', 'manager') || mayAct('manager', 'owner')).toBe(false);
  });

  test('a session lives while it is used, and not beyond its end', () => {
    const session = (seen: number, end: number) => ({
      last_seen_at: new Date(seen),
      expires_at: new Date(end),
    });
    expect(isLiving(session(0, LIFETIME_MS), IDLE_MS - 1)).toBe(true);
    expect(isLiving(session(0, LIFETIME_MS), IDLE_MS)).toBe(false);
    expect(isLiving(session(LIFETIME_MS - 1, LIFETIME_MS), LIFETIME_MS)).toBe(false);
  });

  test("a browser's words are kept short and printable", () => {
    expect(deviceOf(`x\u0000${'y'.repeat(999)}`)).toHaveLength(300);
    expect(deviceOf(undefined)).toBe('');
  });
});

describe('pages', () => {
  test.each([
    '/',
    '/doors/12',
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
    expect(pageHeaders(true)['Content-Security-Policy']).not.toMatch(/unsafe|data:|\*/);
    expect(pageHeaders(true)['Strict-Transport-Security']).toBeDefined();
    expect(pageHeaders(false)['Strict-Transport-Security']).toBeUndefined();
  });
});

describe('the export', () => {
  const event: CsvEvent = {
    id: 7,
    occurred_at: '2026-01-07T06:00:00.000Z',
    type: 'access.granted',
    result: 'success',
    reason: null,
    source: 'app',
    lock: { name: '=HYPERLINK("x")', place: 'Ground, left' },
    location: { name: 'HQ' },
    person: { name: '@anna', email: 'anna@acme.example' },
    key: null,
    api_key: null,
    user: null,
    why: 'said "hello"',
  };
  test('quotes what needs it and lets no spreadsheet compute a name', () => {
    expect(EVENT_SHEET.head.split(',')).toHaveLength(15);
    expect(EVENT_SHEET.line(event)).toBe(
      '2026-01-07T06:00:00.000Z,access.granted,"\'=HYPERLINK(""x"")","Ground, left",HQ,\'@anna,anna@acme.example,,,,app,success,,"said ""hello""",7\r\n',
    );
  });
  test.each([
    ['x;=cmd|calc!A1', `"x;'=cmd|calc!A1"`],
    ['a;b', '"a;b"'],
    ['x\t@SUM(1)', `"x\t'@SUM(1)"`],
    ['x; +1', `"x;' +1"`],
    ['x\n-1', `"x\n'-1"`],
    [' =1', "' =1"],
    ['\uff1d1', "'\uff1d1"],
    ['a=b', 'a=b'],
  ])('lets no list separator make a formula of %j', (name, cell) => {
    const lock = { id: 1, name, place: '' };
    expect(TEST_SHEET.line({ lock, location: { name: 'HQ' }, last: null })).toBe(
      `${cell},,HQ,never,,,,,1\r\n`,
    );
  });
  test('has a line for a door that was never tested', () => {
    const lock = { id: 1, name: 'Main', place: 'Hall' };
    const last = {
      id: 'r',
      result: 'failed',
      finished_at: '2026-01-07T06:00:00.000Z',
      by: 'Ilkka',
      simulated: true,
    };
    expect(TEST_SHEET.head.split(',')).toHaveLength(9);
    expect(TEST_SHEET.line({ lock, location: { name: 'HQ' }, last: null })).toBe(
      'Main,Hall,HQ,never,,,,,1\r\n',
    );
    expect(TEST_SHEET.line({ lock, location: { name: 'HQ' }, last })).toBe(
      'Main,Hall,HQ,failed,2026-01-07T06:00:00.000Z,Ilkka,simulated,r,1\r\n',
    );
  });
});
