import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse as parse11 } from 'yaml';
import { DAYS } from '../../src/doors/schedule/schedule.rules.js';
import { type Current, type CurrentRow, desiredRows, type Fields } from '../../src/site/desired.rules.js';
import { parseSiteFile } from '../../src/site/site-file.js';
import { toSiteFile } from '../../src/site/site-text.js';

/* Whatever an account is, its site file is read as the same account again: applied to it, it changes nothing. */

const NOW = Date.parse('2026-01-07T06:00:00Z');

/** Texts that YAML could take for something else. */
const name = fc.oneof(
  fc.constantFrom(
    'no',
    'yes',
    'on',
    '17:00',
    '1_000',
    '0o17',
    '1e3',
    'null',
    '~',
    '2026-12-24',
    '- x',
    'a: b',
    '#1',
    "it's",
    '"q"',
    '[x]',
    '{x}',
    '&a',
    '*a',
    '!t',
    '%x',
    '@x',
    '`x',
    'a, b',
  ),
  fc
    .string({ minLength: 1, maxLength: 20 })
    .filter((text) => text.trim() === text && text !== '' && /^\P{Cc}*$/u.test(text)),
);
const time = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const differ = ({ from, to }: { from: string; to: string }) => from !== to;
const block = fc.record({ from: time, to: time, first_person_in: fc.boolean() }).filter(differ);
const blocks = fc.array(block, { maxLength: 2 });
const weekly = fc
  .record({
    days: fc.subarray([...DAYS], { minLength: 1 }),
    from: time,
    to: time,
    first_person_in: fc.boolean(),
  })
  .filter(differ);
const dates = fc
  .uniqueArray(fc.nat(300), { maxLength: 3 })
  .map((days) => days.map((day) => new Date(NOW + day * 86_400_000).toISOString().slice(0, 10)));
const rows = <T>(ref: string, fields: fc.Arbitrary<T>, maxLength = 4): fc.Arbitrary<CurrentRow[]> =>
  fc
    .array(fields, { maxLength })
    .map((all) => all.map((one, index) => ({ id: index + 1, ref: `${ref}${index}`, fields: one as Fields })));
const scheduled = fc
  .tuple(fc.array(weekly, { maxLength: 3 }), dates)
  .chain(([week, days]) =>
    fc
      .tuple(...days.map((date) => blocks.map((some) => ({ date, blocks: some }))))
      .map((some) => [...week, ...some]),
  );

const account: fc.Arbitrary<Current> = fc
  .record({
    account: fc
      .record({
        sms_enabled: fc.boolean(),
        phone_key_limit: fc.option(fc.nat(1_000)),
        platform_mode: fc.boolean(),
      })
      .map((fields) => [{ id: 1, ref: 'Acme', fields }]),
    locations: fc
      .record({
        name,
        timezone: fc.constantFrom('UTC', 'Europe/Helsinki'),
        address: fc.oneof(fc.constant(''), name),
      })
      .map((fields) => [{ id: 1, ref: 'hq', fields: { ...fields, parent: null } }]),
    gateways: rows('gw', fc.record({ name, location: fc.constant('hq'), bench: fc.boolean() }), 2),
    locks: rows(
      'lock',
      fc.record({
        name,
        place: fc.oneof(fc.constant(''), name),
        location: fc.constant('hq'),
        type: fc.constant('locksys'),
        gateway: fc.constant(null),
        door: fc.constant(null),
        strike_seconds: fc.constantFrom(1, 2.5, 5, 10),
        left_open_seconds: fc.constantFrom(1, 60, 3_600),
        toggle_policy: fc.constant('none'),
        schedule: fc.constant([]),
      }),
    ),
    security_groups: rows('G', fc.record({ name, locks: fc.constant([]) }), 2).map((groups) =>
      groups.map((group) => ({ ...group, ref: `${group.ref} at hq` })),
    ),
    users: rows(
      'user',
      fc.record({ name, role: fc.constantFrom('owner', 'viewer'), location: fc.constant('hq') }),
      2,
    ).map((users) => users.map((user) => ({ ...user, ref: `${user.ref}@acme.example` }))),
    api_keys: fc.constant<CurrentRow[]>([]),
    people: rows(
      'person',
      fc.record({
        name,
        email: fc.constantFrom('', 'a@acme.example'),
        phone: fc.constantFrom('', '+358401234567'),
        location: fc.constant('hq'),
        company_name: fc.oneof(fc.constant(''), name),
        title: fc.constant(''),
        language: fc.constantFrom('', 'no', 'en'),
        managed: fc.boolean(),
      }),
    ),
  })
  .chain((made) =>
    scheduled.map((schedule) => ({
      ...made,
      gateways: [{ id: 9, ref: 'gw', fields: { name: 'G', location: 'hq', bench: false } }, ...made.gateways],
      locks: [
        {
          id: 99,
          ref: 'door',
          fields: {
            name: 'Door',
            place: '',
            location: 'hq',
            type: 'remote',
            gateway: 'gw',
            door: 1,
            strike_seconds: 5,
            left_open_seconds: 60,
            toggle_policy: 'none',
            schedule,
          },
        },
        ...made.locks,
      ],
    })),
  );

const fieldsOf = (sections: Record<string, readonly { ref: string; fields: Fields }[]>) =>
  Object.fromEntries(
    Object.entries(sections).map(([section, list]) => [
      section,
      Object.fromEntries(list.map(({ ref, fields }) => [ref, fields])),
    ]),
  );

test('an account that is exported and read again is the same account, to readers of YAML 1.1 too', () => {
  fc.assert(
    fc.property(account, (current) => {
      const text = toSiteFile(current, NOW);
      expect(fieldsOf(desiredRows(parseSiteFile(text, 'site.yaml', NOW).site))).toEqual(fieldsOf(current));
      expect(parse11(text, { version: '1.1' })).toEqual(parse11(text));
    }),
  );
});
