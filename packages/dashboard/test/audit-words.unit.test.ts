import { describe, expect, test } from '@jest/globals';
import {
  actionWords,
  actorWords,
  changesOf,
  fieldWords,
  subjectWords,
  withoutSecrets,
} from '../src/operations/audit-words.js';
import type { AuditEntry } from '../src/types.js';

const entry = (action: string, details: AuditEntry['details']): AuditEntry => ({
  id: 'a',
  number: 1,
  at: '2026-01-07T12:00:00.000Z',
  actor: { type: 'user', id: 'u', name: 'Olga' },
  action,
  subject: { type: 'lock', id: '1', name: 'main' },
  details,
  sequence: 1,
  location_id: null,
  run: null,
});
const words = {
  moment: (at: string) => `at ${at.slice(11, 16)}`,
  door: (id: number) => (id < 9 ? `Door ${id}` : undefined),
};
const wordsOf = (action: string, details: AuditEntry['details']) =>
  changesOf(entry(action, details), words).map(({ field, before, value }) =>
    before === undefined ? `${field}: ${value}` : `${field}: ${before} → ${value}`,
  );

describe('an audit entry', () => {
  test('say before and after where it has both', () => {
    expect(
      wordsOf('user.update', {
        role: { from: 'viewer', to: 'manager' },
        location: { from: 'HQ', to: 'Lab' },
      }),
    ).toEqual(['Role: viewer → manager', 'Location: HQ → Lab']);
  });

  test('say a schedule day by day', () => {
    const block = { days: ['mon', 'tue'], from: '08:00', to: '17:00', first_person_in: false };
    const before = { schedule: [block], toggle_policy: 'none' };
    const after = {
      schedule: [
        { ...block, to: '18:00' },
        { date: '2026-12-24', blocks: [] },
      ],
      toggle_policy: 'all_keys',
    };
    expect(wordsOf('lock.schedule', { before, after, at: '2026-01-07T12:00:00.000Z' })).toEqual([
      'Monday, Tuesday: 08:00–17:00 → 08:00–18:00',
      expect.stringMatching(/2026.*: as every week → closed$/),
      'Who begins a block that waits: No one → Anyone',
    ]);
  });

  test.each([
    ['a command', 'lock.unlock', { reason: 'parcel', command_id: 'c' }, ['Reason: parcel']],
    ['a command without a reason', 'lock.unlock', { reason: '', command_id: 'c' }, []],
    [
      'a door mode',
      'lock.door_mode',
      { mode: 'stay_open', until: '2026-01-07T17:00:00.000Z', command_id: 'c', reason: '' },
      ['Mode: stay open', 'Until: at 17:00'],
    ],
    [
      'an emergency',
      'location.begin_emergency',
      {
        emergency_id: 'e',
        mode: 'lockdown',
        drill: false,
        reason: 'smoke {1}',
        counts: { confirmed: 3, unreachable: 1 },
      },
      ['Mode: lockdown', 'Drill: no', 'Reason: smoke {1}', 'Counts: Confirmed: 3, Out of reach: 1'],
    ],
    [
      'a simulated reader',
      'lock.use_reader',
      { act: 'present', key_id: 7, outcome: 'denied', reason: 'outside_time_window' },
      ['What was done: present a key', 'Outcome: denied', 'Reason: outside the hours of the key'],
    ],
    [
      'an API key',
      'api_key.create',
      { prefix: 'sk_1pO0rQ', scopes: ['events:read'], lock_ids: [1, 9] },
      ['Begins with: sk_1pO0rQ', 'May: events:read', 'Doors: Door 1, no. 9'],
    ],
    [
      'many doors',
      'api_key.create',
      { lock_ids: [1, 2, 3, 4, 5, 6, 7] },
      ['Doors: Door 1, Door 2, Door 3, Door 4 and 3 more'],
    ],
    ['no doors', 'api_key.create', { lock_ids: [] }, ['Doors: none']],
    [
      'names of fields',
      'person.update',
      { fields: ['company_name', 'email'] },
      ['Changed: company name, e-mail address'],
    ],
    ['a webhook', 'webhook.create', { events: ['*'] }, ['Events: all']],
    ['some events', 'webhook.create', { events: ['door.forced'] }, ['Events: Forced open']],
    ['an alarm', 'alarm.acknowledge', { event_id: 7, type: 'door.left_open' }, ['Type: Left open']],
    ['a mark', 'key.update', { begins_blocks: true }, ['Begins blocks: yes']],
    [
      'what has no words yet',
      'x.y',
      { odd: { deep: [1] }, half: { to: 1 } },
      ['Odd: Deep: 1', 'Half: To: 1'],
    ],
  ] as const)('say %s', (_, action, details, said) => {
    expect(wordsOf(action, details)).toEqual(said);
  });

  test('whose action, field or subject has no words of its own is legible', () => {
    expect(actionWords('webhook.turn_round')).toBe('Webhook turn round');
    expect(actionWords('toString')).toBe('ToString');
    expect(fieldWords('some_new_field')).toBe('Some new field');
    expect(subjectWords('security_group')).toBe('security group');
    expect(actorWords({ type: 'newcomer', id: null, name: '' })).toBe('newcomer');
  });

  test('names who acted, by what they are where they have no name', () => {
    expect(actorWords({ type: 'user', id: 'u', name: 'Olga' })).toBe('Olga');
    expect(actorWords({ type: 'api_key', id: '1', name: 'ERP' })).toBe('API key ERP');
    expect(actorWords({ type: 'directory', id: '1', name: 'Entra' })).toBe('Directory Entra');
    expect(actorWords({ type: 'rule', id: null, name: 'service' })).toBe('The service');
  });

  test('shows no secret, should one ever have got in', () => {
    const token = `sk_${'a'.repeat(39)}`;
    const secrets = {
      new_secret: 'hunter2',
      deep: { password: ['hunter2'] },
      note: `lost ${token}`,
      tokens: 2,
    };
    expect(withoutSecrets(secrets)).toEqual({
      new_secret: 'not shown',
      deep: { password: ['not shown'] },
      note: 'lost not shown',
      tokens: 2,
    });
    expect(wordsOf('x.y', secrets).join()).not.toMatch(/hunter2|sk_a/);
  });
});
