import { describe, expect, test } from '@jest/globals';
import { parseSiteFile, readSiteFile, SiteFileError, siteFileFault } from '../../src/site/site-file.js';

const NOW = Date.parse('2026-01-07T06:00:00Z');
const START = 'account: { name: Acme }\nlocations:\n  - { ref: hq, name: HQ, timezone: Europe/Helsinki }\n';

const parse = (text: string) => parseSiteFile(text, 'site.yaml', NOW).site;
function mistakesIn(text: string): string[] {
  try {
    parse(text);
  } catch (error) {
    expect(error).toBeInstanceOf(SiteFileError);
    return (error as Error).message.split('\n');
  }
  return [];
}
/** Of a file whose lines from the fourth on are these. */
const mistakesAfterStart = (text: string) => mistakesIn(`${START}${text}`);
const remote = (more: string) =>
  `gateways: [{ ref: gw1, name: G, location: hq }]\nlocks:\n  - { ref: a, name: A, location: hq, type: remote, gateway: gw1, door: 1, ${more} }\n`;

describe('a site file', () => {
  test('needs an account and a location, and nothing else', () => {
    expect(parse(START)).toMatchObject({
      account: { name: 'Acme', sms_enabled: false, phone_key_limit: null, platform_mode: false },
      gateways: [],
      locks: [],
      people: [],
    });
  });

  test('may be JSON, indented with tabs', () => {
    const json = JSON.stringify(
      { account: { name: 'Acme' }, locations: [{ ref: 'hq', name: 'HQ' }] },
      null,
      '\t',
    );
    expect(parse(json).locations).toEqual([{ ref: 'hq', name: 'HQ', address: '' }]);
  });

  test('gives locks their defaults, and phone numbers and addresses their normal form', () => {
    const site = parse(
      `${START}${remote('')}people: [{ ref: p, name: P, location: hq, phone: "+358 40 123-4567", email: " Ann@Acme.Example " }]`,
    );
    expect(site.locks[0]).toMatchObject({
      place: '',
      strike_seconds: 5,
      left_open_seconds: 60,
      toggle_policy: 'none',
      schedule: [],
    });
    expect(site.people[0]).toMatchObject({
      phone: '+358401234567',
      email: 'ann@acme.example',
      managed: false,
    });
  });

  test('takes a block that crosses midnight, and dated exceptions', () => {
    const site = parse(
      `${START}${remote('schedule: [{ days: [fri], from: "20:00", to: "02:00" }], exceptions: [{ date: 2026-12-24, closed: true }, { date: "2026-12-31", blocks: [{ from: "10:00", to: "24:00" }] }]')}`,
    );
    expect(site.locks[0]?.schedule).toEqual([
      { days: ['fri'], from: '20:00', to: '02:00', first_person_in: false },
    ]);
    expect(site.locks[0]?.exceptions).toHaveLength(2);
  });

  test('reports every mistake at once, each with its line and column', () => {
    expect(
      mistakesIn(`account: { name: "", colour: red }
locations:
  - { ref: hq, name: HQ, timezone: Mars/Olympus }
  - { ref: hq, name: Again, parent: nowhere }
users:
  - { email: olga, name: Olga, role: boss, location: hq }
`),
    ).toEqual([
      'site.yaml:1:18: account.name: is "", expected text of 1 to 200 characters',
      'site.yaml:1:22: account.colour: is not known here, expected one of name, sms_enabled, phone_key_limit, platform_mode',
      'site.yaml:3:36: locations[0].timezone: is "Mars/Olympus", expected a time zone as "Europe/Helsinki"',
      'site.yaml:4:12: locations[1].ref: is the same as that of locations[0], expected one of its own',
      'site.yaml:4:37: locations[1].parent: "nowhere" is not a location of this file, expected one of hq',
      'site.yaml:6:14: users[0].email: is "olga", expected an e-mail address',
      'site.yaml:6:38: users[0].role: is "boss", expected one of owner, manager, viewer',
    ]);
  });

  test('that is no YAML says where it ends to be one', () => {
    expect(mistakesIn('account: { name: Acme\nlocations: []')[0]).toMatch(
      /^site\.yaml:2:1: not valid YAML: /,
    );
    expect(mistakesIn('')).toEqual([
      'site.yaml:1:1: the file: is empty, expected fields, each as name: value',
    ]);
    expect(mistakesIn('account: { name: A, name: B }')[0]).toMatch(/unique/);
  });

  test.each<[string, string, string]>([
    [
      'a number where text belongs',
      'gateways: [{ ref: g, name: 7, location: hq }]',
      '4:28: gateways[0].name: is 7, expected text of 1 to 200 characters; put it in quotes',
    ],
    [
      'an unknown reference',
      'gateways: [{ ref: g, name: G, location: hg }]',
      '4:41: gateways[0].location: "hg" is not a location of this file, expected one of hq',
    ],
    [
      'a missing field',
      'gateways: [{ ref: g, location: hq }]',
      '4:12: gateways[0].name: is missing, expected text of 1 to 200 characters',
    ],
    [
      'an unknown section',
      'doors: []',
      '4:1: doors: is not known here, expected one of account, owns, locations, gateways, locks, security_groups, users, api_keys, people',
    ],
    [
      'an unknown scope',
      'api_keys: [{ ref: k, name: K, location: hq, scopes: [locks] }]',
      '4:54: api_keys[0].scopes[0]: is "locks", expected one of catalog:read, people:read, people:write, keys:read, keys:write, locks:control, events:read, webhooks:manage',
    ],
    [
      'too long a life',
      'api_keys: [{ ref: k, name: K, location: hq, scopes: [events:read], expires_in_days: 731 }]',
      '4:85: api_keys[0].expires_in_days: is 731, expected a whole number of days from 1 to 730',
    ],
    [
      'an end too far away',
      'api_keys: [{ ref: k, name: K, location: hq, scopes: [events:read], expires_at: "2028-01-07T06:00:01Z" }]',
      '4:80: api_keys[0].expires_at: is "2028-01-07T06:00:01.000Z", expected a time at most 2 years away',
    ],
    [
      'two ends',
      'api_keys: [{ ref: k, name: K, location: hq, scopes: [events:read], expires_in_days: 7, expires_at: "2027-01-07T06:00:00Z" }]',
      '4:100: api_keys[0].expires_at: is given beside expires_in_days, expected only one of the two',
    ],
    [
      'a phone number of one country',
      'people: [{ ref: p, name: P, location: hq, phone: "0401234567" }]',
      '4:50: people[0].phone: is "0401234567", expected a phone number in international format as "+358401234567"',
    ],
  ])('refuses %s', (_, text, mistake) => {
    expect(mistakesAfterStart(text)).toEqual([`site.yaml:${mistake}`]);
  });

  test.each<[string, string, RegExp]>([
    [
      'a pulse of more than ten seconds',
      'strike_seconds: 10.5',
      /strike_seconds: is 10.5, expected seconds from 1 to 10$/,
    ],
    [
      'a time without its zero',
      'schedule: [{ days: [mon], from: "8:00", to: "17:00" }]',
      /from: is "8:00", expected a time as "HH:MM"$/,
    ],
    [
      'a day that is none',
      'schedule: [{ days: [monday], from: "08:00", to: "17:00" }]',
      /days\[0\]: is "monday", expected one of mon,/,
    ],
    [
      'a block of no length',
      'schedule: [{ days: [mon], from: "08:00", to: "08:00" }]',
      /schedule\[0\]\.to: is the same as "from"/,
    ],
    [
      'a date that is none',
      'exceptions: [{ date: 2026-02-30, closed: true }]',
      /date: is "2026-02-30", expected a date/,
    ],
    [
      'an exception that says nothing',
      'exceptions: [{ date: 2026-12-24 }]',
      /expected either "closed: true" or "blocks"$/,
    ],
    [
      'an exception twice',
      'exceptions: [{ date: 2026-12-24, closed: true }, { date: 2026-12-24, closed: true }]',
      /exceptions\[1\]\.date: is the same as that of/,
    ],
  ])('refuses %s', (_, field, mistake) => {
    const mistakes = mistakesAfterStart(remote(field));
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toMatch(mistake);
  });

  test('hangs each remote lock on a door of its own, and no lock of the locking system on any', () => {
    expect(
      mistakesAfterStart(`gateways: [{ ref: gw1, name: G, location: hq }]
locks:
  - { ref: a, name: A, location: hq, type: remote, gateway: gw1, door: 1 }
  - { ref: b, name: B, location: hq, type: remote, gateway: gw1, door: 1 }
  - { ref: c, name: C, location: hq, type: remote }
  - { ref: d, name: D, location: hq, type: locksys, gateway: gw1 }`),
    ).toEqual([
      'site.yaml:7:72: locks[1].door: is the same as that of locks[0], expected one of its own',
      "site.yaml:8:5: locks[2].gateway: is missing, expected because a remote lock hangs on a gateway's door",
      "site.yaml:8:5: locks[2].door: is missing, expected because a remote lock hangs on a gateway's door",
      'site.yaml:9:62: locks[3].gateway: is given, expected none as a locksys lock has no gateway',
    ]);
  });

  test('is a tree of locations', () => {
    expect(
      mistakesAfterStart('  - { ref: a, name: A, parent: b }\n  - { ref: b, name: B, parent: a }'),
    ).toEqual(['site.yaml:4:32: locations[1].parent: goes round in a circle (a → b → a), expected a tree']);
  });

  test('gives an API key only locks that it can reach', () => {
    expect(
      mistakesAfterStart(`  - { ref: lab, name: Lab, parent: hq }
locks: [{ ref: a, name: A, location: hq, type: locksys }]
api_keys: [{ ref: k, name: K, location: lab, scopes: [locks:control], locks: [a] }]`),
    ).toEqual(['site.yaml:6:79: api_keys[0].locks[0]: "a" is at hq, expected a lock at lab or below it']);
  });

  test('has every lock at its gateway or below it, where who manages the gateway manages the lock', () => {
    const wired = (gateway: string, lock: string) =>
      mistakesAfterStart(`  - { ref: lab, name: Lab, parent: hq }
  - { ref: shop, name: Shop, parent: hq }
gateways: [{ ref: gw, name: G, location: ${gateway} }]
locks: [{ ref: a, name: A, location: ${lock}, type: remote, gateway: gw, door: 1 }]`);
    expect(wired('hq', 'lab')).toEqual([]);
    expect(wired('lab', 'lab')).toEqual([]);
    expect(wired('lab', 'hq')).toEqual([
      'site.yaml:7:65: locks[0].gateway: "gw" is at lab, expected a gateway at hq or above it',
    ]);
    expect(wired('lab', 'shop')).toEqual([
      'site.yaml:7:67: locks[0].gateway: "gw" is at lab, expected a gateway at shop or above it',
    ]);
  });

  test('tells codes apart by location', () => {
    const group = (code: string, location: string) =>
      `  - { code: ${code}, name: S, location: ${location} }\n`;
    const lab = '  - { ref: lab, name: Lab, parent: hq }\nsecurity_groups:\n';
    expect(mistakesAfterStart(lab + group('STAFF', 'hq') + group('STAFF', 'lab'))).toEqual([]);
    expect(mistakesAfterStart(lab + group('STAFF', 'hq') + group('STAFF', 'hq'))).toHaveLength(1);
  });
});

describe('a site file that is none', () => {
  test('a second document is reported where it begins', () => {
    expect(mistakesAfterStart('---\naccount: { name: Other }\n')).toEqual([
      'site.yaml:4:1: a second document begins here (---), expected one account a file',
    ]);
  });

  test('a part that holds itself is reported', () => {
    expect(mistakesIn('account: { name: Acme }\nlocations: &all [*all]\n')).toEqual([
      'site.yaml:1:1: a part of it (&) holds itself (*), expected it written out',
    ]);
  });

  test('JSON with a slip is called JSON', () => {
    expect(() => parseSiteFile('{"account":{},,"locations":[]}', 'site.json', NOW)).toThrow(
      /^site\.json:1:\d+: not valid JSON: /,
    );
  });

  test('two locations of one name are reported as that, not as a circle', () => {
    expect(mistakesAfterStart('  - { ref: hq, name: Lab, parent: hq }\n')).toEqual([
      'site.yaml:4:12: locations[1].ref: is the same as that of locations[0], expected one of its own',
    ]);
  });

  test.each([
    ['nowhere.yaml', 'SITE_FILE=nowhere.yaml: there is no such file'],
    ['/', 'SITE_FILE=/: is a folder, no file'],
  ])('as the setting it is one line: %s', async (file, line) => {
    const error = await readSiteFile(file, NOW).catch((fault) => fault);
    expect(siteFileFault(file, error)).toBe(line);
  });

  test('of several mistakes the line has the first, and how to see the others', () => {
    expect(siteFileFault('a.yaml', new SiteFileError('a.yaml:1:2: x: one\na.yaml:3:4: y: two'))).toBe(
      'SITE_FILE=a.yaml: a.yaml:1:2: x: one (and 1 more: npx doorctl site apply a.yaml --plan)',
    );
  });
});
