import { TERMINALS, WHY_KINDS, WHY_NOTES, type Why } from '@door-access/protocol/explanation';
import { describe, expect, test } from '@jest/globals';
import { LANGUAGES, type Language } from '../../src/notify/channels/speech.rules.js';
import { type NoticeContent, renderNotice } from '../../src/notify/templates.rules.js';
import { WEEKLY_CAUSES } from '../../src/notify/weekly/weekly.types.js';
import { ALARM, INVITATION, LINK, PAUSED, WEEKLY, WRITTEN } from './samples.js';

const WHATS = ['forced', 'left_open', 'offline', 'fault'] as const;
const COMMON = { organisation: 'Acme', location: 'HQ', timezone: 'Europe/Helsinki' };
const LINKED = { ...COMMON, link: LINK, link_expires_at: INVITATION.link_expires_at };
const SINCE = '2026-01-07T06:00:00.000Z';

const why = (kind: Why['kind'], more: Partial<Why> = {}): Why => ({
  kind,
  window_ms: 10_000,
  unlock_ms: null,
  exit: null,
  notes: [],
  reported_at: null,
  said: null,
  ...more,
});
const press = (age_ms: number, held: boolean, released_ms: number | null) => ({
  exit: { age_ms, held, released_ms },
});
const WHYS: Why[] = [
  ...WHY_KINDS.filter((kind) => kind !== 'said').map((kind) => why(kind, { reported_at: SINCE })),
  ...WHY_NOTES.map((note) => why('held_open', { notes: [note] })),
  why('exit_button', press(45_000, true, null)),
  why('exit_button', press(45_000, false, 5_000)),
  why('forced', { unlock_ms: 90_000_000, ...press(11_000, false, null) }),
  why('forced', { unlock_ms: 7_200_000, ...press(45_000_000, false, 11_000) }),
];

/** Everything that each kind of notice may say. */
const CONTENTS: { [Kind in NoticeContent['kind']]: Extract<NoticeContent, { kind: Kind }>['data'][] } = {
  invitation: [
    INVITATION,
    { ...INVITATION, starts_at: '2026-01-08T06:00:00Z', expires_at: '2026-02-01T06:00:00Z' },
  ],
  webhook_paused: [PAUSED],
  colleague_invitation: [{ ...LINKED, inviter_name: 'Olga' }],
  password_reset: [{ ...LINKED, user_name: 'Olga' }],
  alarm: [
    ...WHATS.map((what) => ({ ...ALARM, what, text: '' })),
    ...WHYS.map((each) => ({ ...ALARM, why: each })),
    ...TERMINALS.map((terminal) => ({
      ...ALARM,
      what: 'fault' as const,
      fault: { door: 'Side', terminal, error: 'E42' },
    })),
    { ...ALARM, text: '', step: 2, ended_at: SINCE },
  ],
  alarm_summary: [1, 12].map((count) => ({ ...COMMON, count, since: SINCE, rule: 'Night', url: ALARM.url })),
  weekly_report: [
    WEEKLY,
    {
      ...WEEKLY,
      kinds: WHATS.map((name) => ({ name, count: 1, before: 0 })),
      causes: WEEKLY_CAUSES.map((name) => ({ name, count: 1, before: 0 })),
      gateways: { rows: [{ id: 'g', name: 'North', since: SINCE }], total: 1 },
    },
    {
      ...WEEKLY,
      kinds: [],
      causes: [],
      doors: { rows: [], total: 0 },
      alarms: { rows: [], total: 0 },
    },
  ],
  test: [{ ...COMMON, by: 'Olga', url: ALARM.url }],
};

/** What people named, which is the same in every language. */
const NAMES = /Side( <b>door<\/b>)?|Yard|North|HQ|Acme|Front doors|Anna Aho|Olga|ERP|Night|Service/g;

/** What is read: each sentence of three words or more beside names. */
function sentences(content: NoticeContent, language: Language): Set<string> {
  const { email, sms, parts } = renderNotice(content, language, WRITTEN, 'Service');
  const texts = [email.subject, email.text, sms, parts.subject, ...parts.paragraphs, ...parts.afterwards];
  return new Set(
    texts
      .flatMap((text) => text.split(/(?<=[.!?:;])\s+|\n/u))
      .map((sentence) => sentence.trim())
      .filter(
        (sentence) =>
          (sentence.replace(NAMES, '').match(/\p{L}{2,}/gu) ?? []).length >= 3 &&
          !sentence.startsWith('http'),
      ),
  );
}

const kinds = Object.entries(CONTENTS).map(
  ([kind, all]) => [kind, all.map((data) => ({ kind, data }) as NoticeContent)] as const,
);

describe.each(LANGUAGES.filter((language) => language !== 'en'))('a notice in %s', (language) => {
  test.each(kinds)('has no sentence in English, of the kind %s', (_, contents) => {
    for (const content of contents) {
      const english = sentences(content, 'en');
      expect(english.size).toBeGreaterThan(0);
      expect([...sentences(content, language)].filter((sentence) => english.has(sentence))).toEqual([]);
    }
  });
});

describe('why there is an alarm', () => {
  const said = (data: Partial<typeof ALARM>, language: Language) =>
    renderNotice({ kind: 'alarm', data: { ...ALARM, ...data } }, language, WRITTEN, 'Service').parts
      .paragraphs;

  test.each([
    ['en', 'Opened 1.250 s after a confirmed unlock.'],
    ['fi', 'Avautui 1,250 s vahvistetun avauksen jälkeen.'],
    ['sv', 'Öppnades 1,250 s efter en bekräftad upplåsning.'],
    ['de', 'Ging 1,250 s nach einem bestätigten Öffnen auf.'],
  ] as const)('is said in the language of its reader: %s', (language, words) =>
    expect(said({ why: why('unlocked', { unlock_ms: 1_250 }) }, language)).toContain(words),
  );

  test('names the door of a terminal that cannot be read', () =>
    expect(said({ fault: { door: 'Side', terminal: 'contact', error: 'E42' } }, 'sv')).toContain(
      'Side: Dörrkontakten kan inte läsas: om dörren är öppen är okänt (E42).',
    ));

  test('is said in English in a notice that an earlier release has queued', () => {
    const { why: _why, fault: _fault, ...earlier } = ALARM;
    expect(
      renderNotice({ kind: 'alarm', data: earlier }, 'fi', WRITTEN, 'Service').parts.paragraphs,
    ).toContain(ALARM.text);
  });
});
