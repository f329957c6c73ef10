import { describe, expect, test } from '@jest/globals';
import { judge, type LockingSystem } from '../src/operations/locking-system.rules.js';
import { inStory, type Moment, momentsOfInvitation, momentsOfKey } from '../src/people/story.js';
import type { Invitation, Key, Notice } from '../src/types.js';
import { named } from '../src/words/names.rules.js';

const at = (minute: number) => `2026-01-07T08:${String(minute).padStart(2, '0')}:00.000Z`;
const key: Key = {
  id: 1,
  name: 'Front',
  state: 'returned',
  person: null,
  location: { id: 1, name: 'HQ' },
  security_groups: ['STAFF'],
  starts_at: at(0),
  expires_at: null,
  handed_over_at: at(2),
  returned_at: at(5),
  created_at: at(0),
  updated_at: at(5),
  invitation: null,
};
const invitation: Invitation = {
  id: 7,
  state: 'expired',
  channel: 'both',
  key: { id: 1, name: 'Front' },
  person: null,
  security_groups: ['STAFF'],
  starts_at: at(0),
  expires_at: at(9),
  link_expires_at: at(9),
  sent_at: at(1),
  resend_count: 2,
  activated_at: null,
  cancelled_at: null,
  created_at: at(0),
};

describe('the story of a person', () => {
  test('has each state of a key and an invitation', () => {
    expect(momentsOfKey(key).map(({ text }) => text)).toEqual([
      'The key “Front” was created',
      '“Front” was taken into use',
      '“Front” was returned',
    ]);
    const moments = momentsOfInvitation(invitation);
    expect(moments.map(({ text, note }) => [text, note])).toEqual([
      ['An invitation to “Front” was sent by e-mail and SMS', 'Sent 3 times in all.'],
      ['The invitation to “Front” ran out', expect.stringMatching(/^No one opened/)],
    ]);
  });

  test.each<[string, Partial<Notice>[], string, string | null]>([
    [
      'both sent',
      [{}, { channel: 'sms' }],
      'was sent by e-mail and SMS',
      'E-mail: sent at 08:01. SMS: sent at 08:01.',
    ],
    [
      'no provider',
      [{ status: 'held' }],
      'is kept in the outbox',
      'E-mail: kept in the outbox, as no server for e-mail (SMTP_URL) is set.',
    ],
    ['waiting', [{ status: 'pending', sent_at: null }], 'is on its way', 'E-mail: waits to be sent.'],
    [
      'one refused',
      [{}, { channel: 'sms', status: 'failed', last_error: 'no such number' }],
      'was sent in part',
      'E-mail: sent at 08:01. SMS: not sent (no such number).',
    ],
    [
      'tried again',
      [{ status: 'retrying', last_error: 'busy', next_attempt_at: at(6) }],
      'is not sent yet',
      'E-mail: not sent yet (busy). Next try at 08:06.',
    ],
    ['of a sending before', [{ created_at: at(0), status: 'withdrawn' }], 'was sent by e-mail and SMS', null],
  ])('says what became of an invitation: %s', (_name, notices, text, note) => {
    const sent: Notice = {
      invitation_id: 7,
      channel: 'email',
      status: 'sent',
      last_error: null,
      created_at: at(1),
      sent_at: at(1),
      next_attempt_at: null,
    };
    const [moment] = momentsOfInvitation(
      { ...invitation, resend_count: 0 },
      notices.map((one) => ({ ...sent, ...one })),
      (when) => when.slice(11, 16),
    );
    expect([moment?.text, moment?.note]).toEqual([`An invitation to “Front” ${text}`, note]);
  });

  test('goes from the newest on, and has no holes while older events are still to come', () => {
    const events = [at(6), at(4)].map((when): Moment => ({ ...(moments[0] as Moment), id: when, at: when }));
    expect(inStory(moments, events, false).map((one) => one.at)).toEqual([at(6), at(5), at(4), at(2), at(0)]);
    expect(inStory(moments, events, true).map((one) => one.at)).toEqual([at(6), at(5), at(4)]);
  });
  const moments = momentsOfKey(key);

  test('is not turned around by a name', () => {
    expect(named('Anna Aho')).toBe('Anna Aho');
    expect(named('a\u202Eb')).toBe('\u2068a\u202Eb\u2069');
  });
});

describe('the locking system', () => {
  const system: LockingSystem = {
    kind: 'http',
    locks: 1,
    condition: { url: 'https://x.example/', failures: 0, fault: null, breaker: 'closed', wait_ms: null },
    feed: { cursor: '9', failures: 0, fault: null, read_at: at(0), due_at: null },
    open_doors: 0,
  };
  const now = Date.parse(at(0)) + 5_000;
  const { condition, feed } = system;
  test.each([
    ['Built in', { ...system, kind: 'builtin' as const, condition: null, feed: null }],
    ['Works', system],
    ['Does not answer', { ...system, condition: condition && { ...condition, breaker: 'open' as const } }],
    ['Does not answer', { ...system, condition: condition && { ...condition, breaker: 'trying' as const } }],
    ['Its events cannot be read', { ...system, feed: feed && { ...feed, failures: 1 } }],
    ['Nothing read recently', { ...system, feed: feed && { ...feed, read_at: null } }],
  ])('is in words: %s', (word, one) => {
    expect(judge(one, now).word).toBe(word);
  });

  test('is late after a minute', () => {
    expect(judge(system, now + 60_000).word).toBe('Nothing read recently');
  });
});
