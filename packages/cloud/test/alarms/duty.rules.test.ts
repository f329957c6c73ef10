import { expect, test } from '@jest/globals';
import { onDuty } from '../../src/alarms/duty.rules.js';
import { type Person, type Reachable, recipientsOf } from '../../src/alarms/reach.rules.js';

const NIGHT = {
  user_id: 'nora',
  days: ['sat' as const, 'sun' as const],
  from: '20:00',
  to: '08:00',
};
const DAY = { user_id: 'dan', days: ['sat' as const, 'sun' as const], from: '08:00', to: '20:00' };
const ZONE = 'Europe/Helsinki';
const duty = (at: string, overrides: Parameters<typeof onDuty>[0]['overrides'] = []) =>
  onDuty({ weekly: [NIGHT, DAY], overrides }, ZONE, Date.parse(at));

test('the week says who is on duty, over midnight too', () => {
  expect(duty('2026-01-10T12:00:00Z')).toEqual(['dan']);
  expect(duty('2026-01-10T22:30:00Z')).toEqual(['nora']);
  expect(duty('2026-01-11T05:59:59Z')).toEqual(['nora']);
  expect(duty('2026-01-11T06:00:00Z')).toEqual(['dan']);
  expect(duty('2026-01-14T12:00:00Z')).toEqual([]);
});

test('at the changes of summer time a turn ends by the clock on the wall', () => {
  // 29 March 2026: 03:00 becomes 04:00 in Helsinki; 25 October: 04:00 becomes 03:00.
  expect(duty('2026-03-29T04:59:59Z')).toEqual(['nora']);
  expect(duty('2026-03-29T05:00:00Z')).toEqual(['dan']);
  expect(duty('2026-10-25T05:59:59Z')).toEqual(['nora']);
  expect(duty('2026-10-25T06:00:00Z')).toEqual(['dan']);
});

test('an override stands in place of the week, from its beginning to before its end', () => {
  const overrides = [{ user_id: 'eve', starts_at: '2026-01-10T10:00:00Z', ends_at: '2026-01-10T14:00:00Z' }];
  expect(duty('2026-01-10T09:59:59Z', overrides)).toEqual(['dan']);
  expect(duty('2026-01-10T10:00:00Z', overrides)).toEqual(['eve']);
  expect(duty('2026-01-10T14:00:00Z', overrides)).toEqual(['dan']);
});

const person = (id: string, change: Partial<Person> = {}): [string, Person] => [
  id,
  {
    id,
    name: id,
    email: `${id}@acme.example`,
    role: 'manager',
    location_id: 2,
    by_email: true,
    by_sms: false,
    phone: '',
    language: '',
    browsers: [],
    ...change,
  },
];
const reachable = (change: Partial<Reachable> = {}): Reachable => ({
  duty: ['nora'],
  people: new Map([
    person('nora', { by_sms: true, by_email: false, phone: '+358401234567' }),
    person('dan', { by_sms: true }),
    person('ben', { by_email: false, browsers: [{ id: 'b1', host: 'push.example' }] }),
    person('olga', { role: 'owner', location_id: 1 }),
    person('far', { role: 'owner', location_id: 9 }),
  ]),
  channels: new Map([
    ['c1', { id: 'c1', name: 'Desk', kind: 'slack', address: 'hooks.example', language: '' }],
  ]),
  above: [2, 1],
  ...change,
});
const keys = (targets: Parameters<typeof recipientsOf>[0], change: Partial<Reachable> = {}) =>
  recipientsOf(targets, reachable(change)).map(({ key }) => key);

test('a colleague is reached as they have chosen, and by e-mail where that reaches no one', () => {
  expect(keys([{ kind: 'duty' }])).toEqual(['user:nora:sms']);
  expect(keys([{ kind: 'user', id: 'dan' }])).toEqual(['user:dan:email']);
  expect(keys([{ kind: 'user', id: 'ben' }])).toEqual(['user:ben:browser:b1']);
});

test('each recipient is reached once, whatever names them', () => {
  const twice = [{ kind: 'duty' as const }, { kind: 'user' as const, id: 'nora' }];
  expect(keys([...twice, { kind: 'channel', id: 'c1' }])).toEqual(['user:nora:sms', 'channel:c1']);
});

test('where no one is on duty, or a recipient is gone, the owners above the place are reached', () => {
  expect(keys([{ kind: 'duty' }], { duty: [] })).toEqual(['user:olga:email']);
  expect(keys([{ kind: 'channel', id: 'gone' }])).toEqual(['user:olga:email']);
});
