import { describe, expect, test } from '@jest/globals';
import { type CsvEvent, EVENT_SHEET } from '../../src/events/pages/sheet.rules.js';
import { TEST_SHEET } from '../../src/gateways/pages/sheet.rules.js';

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
