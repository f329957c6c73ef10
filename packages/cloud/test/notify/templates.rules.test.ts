import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { gsmLength } from '../../src/notify/channels/gsm.rules.js';
import { LANGUAGES, speechOf } from '../../src/notify/channels/speech.rules.js';
import { type NoticeContent, renderNotice } from '../../src/notify/templates.rules.js';
import { INVITATION, LINK, PAUSED, WRITTEN } from './samples.js';

const invite = (change: Partial<typeof INVITATION> = {}, language = 'en') =>
  renderNotice({ kind: 'invitation', data: { ...INVITATION, ...change } }, language, WRITTEN, 'Service');

describe('an invitation', () => {
  test('says who gives which key, how long the link lives, and where it is', () => {
    const { email, sms } = invite();
    expect(email.subject).toBe('Your key to HQ: Front doors');
    expect(email.text).toContain('Hello Anna Aho,');
    expect(email.text).toContain(`Set up the key:\n${LINK}\n`);
    expect(email.text).toMatch(
      /The link works for 7 days, until Wednesday,? 14 January 2026 at 08:00 (EET|GMT\+2)\./,
    );
    expect(email.html).toContain(`<a href="${LINK}"`);
    expect(sms).toBe(`Acme: your key "Front doors". Set it up by 14/01: ${LINK}`);
  });

  test('speaks the language of the person, by the rules of Intl', () => {
    expect(invite({}, 'fi').email.text).toContain('Linkki on voimassa 7 päivää:');
    expect(invite({}, 'sv-FI').email.text).toContain('Länken gäller i 7 dagar, till onsdag');
    expect(invite({}, 'de').email.text).toContain(
      'Der Link ist 7 Tage gültig, bis Mittwoch, 14. Januar 2026',
    );
    expect(invite({}, 'de').sms).toContain('Ihr Schlüssel "Front doors". Bis 14.1. einrichten');
  });

  test.each(['', 'ja', 'no such thing', 'zz-ZZ-ZZ-ZZ'])(
    'falls back to English for the language "%s"',
    (language) => {
      expect(invite({}, language).language).toBe('en');
    },
  );

  test('says when the key begins and ends, if it does', () => {
    const { text } = invite({ starts_at: '2026-01-08T06:00:00Z', expires_at: '2026-02-01T06:00:00Z' }).email;
    expect(text).toMatch(/The key opens doors from Thursday,? 8 January 2026/);
    expect(text).toMatch(/The key is valid until Sunday,? 1 February 2026/);
    expect(invite().email.text).not.toContain('opens doors from');
  });
});

describe('spans', () => {
  const HOUR = 3_600_000;
  test.each([
    ['en', HOUR, '1 hour'],
    ['en', 24 * HOUR, '24 hours'],
    ['en', 48 * HOUR, '2 days'],
    ['fi', HOUR, '1 tunnin'],
    ['fi', 5 * HOUR, '5 tuntia'],
    ['sv', HOUR, '1 timme'],
    ['sv', 72 * HOUR, '3 dagar'],
    ['de', HOUR, '1 Stunde'],
    ['de', 30 * HOUR, '30 Stunden'],
    ['en', 10, '1 hour'],
    ['en', 7 * 24 * HOUR - 20, '7 days'],
    ['en', 7 * 24 * HOUR - HOUR, '6 days'],
  ])('in %s, %d ms is "%s"', (language, span, words) => {
    expect(speechOf(language, 'UTC').span(span)).toBe(words);
  });

  test('an unknown time zone is UTC', () => {
    expect(speechOf('en', 'Mars/Base').moment('2026-01-07T06:00:00Z')).toContain('06:00');
  });
});

describe('an SMS', () => {
  test.each(LANGUAGES)(
    'in %s fits 160 plain characters with a link of 80, whatever the names',
    (language) => {
      for (const name of [
        'Front doors',
        'Łódź – "główne" wejście'.repeat(9),
        'Здание',
        '正面',
        '{[~|]}'.repeat(20),
      ]) {
        const { sms } = invite({ organisation: name, key_name: name, location: name }, language);
        expect(sms).toContain(LINK);
        expect(gsmLength(sms)).not.toBeNull();
        expect(gsmLength(sms)).toBeLessThanOrEqual(160);
        const paused = renderNotice(
          { kind: 'webhook_paused', data: { ...PAUSED, organisation: name } },
          language,
          WRITTEN,
          'S',
        );
        expect(gsmLength(paused.sms)).toBeLessThanOrEqual(160);
      }
    },
  );

  test('drops accents that the alphabet lacks and keeps those that it has', () => {
    expect(invite({ organisation: 'Příkop Öljy' }).sms).toContain('Prikop Öljy:');
  });
});

describe('what people wrote', () => {
  const NASTY = `<script>alert("x")</script>&'\r\nBcc: all@example.com\u202e\u0000`;

  test('is escaped in HTML and begins no header', () => {
    const { email, sms } = invite({
      person_name: NASTY,
      organisation: NASTY,
      location: NASTY,
      key_name: NASTY,
    });
    expect(email.html).not.toContain('<script');
    expect(email.html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;');
    expect(email.subject).not.toMatch(/[\r\n\0\u202e]/);
    expect(sms).not.toMatch(/[\r\n]/);
  });

  test('a link that is no web address is not made to be clicked', () => {
    expect(invite({ setup_link: 'javascript:alert(1)' }).email.html).not.toContain('<a ');
  });

  test('of whatever kind: no control character in a subject or an SMS, no bare < or " in what is filled in', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(
        text,
        text,
        text,
        fc.constantFrom(...LANGUAGES),
        (person_name, key_name, organisation, language) => {
          const data = { ...INVITATION, person_name, key_name, organisation };
          const contents: NoticeContent[] = [
            { kind: 'invitation', data },
            {
              kind: 'webhook_paused',
              data: { ...PAUSED, user_name: person_name, description: key_name, organisation },
            },
          ];
          for (const content of contents) {
            const { email, sms } = renderNotice(content, language, WRITTEN, 'Service');
            expect(`${email.subject}${sms}`).not.toMatch(/\p{Cc}/u);
            const tags = email.html.match(/<[^>]*>/g) ?? [];
            for (const tag of tags)
              expect(tag).toMatch(
                /^<(!doctype html|\/?(html|head|meta|title|style|body|div|p|a|br)( [a-z-]+="[^"<>]*")*)>$/,
              );
          }
        },
      ),
    );
  });
});

test('the notice about a paused webhook says what failed since when, and what to do', () => {
  for (const language of LANGUAGES) {
    const { email } = renderNotice({ kind: 'webhook_paused', data: PAUSED }, language, WRITTEN, 'Service');
    expect(email.subject).toContain('https://erp.example.com/hooks');
    expect(email.text).toContain('24');
    // As text breaks its lines, and a person copies from it.
    const text = email.text.replaceAll(/\s+/g, ' ');
    const path = `/webhooks/${PAUSED.subscription_id}`;
    for (const said of [
      `PATCH ${path}`,
      '{"status": "active"}',
      `GET ${path}/deliveries?status=failed`,
      'status=exhausted',
      `POST ${path}/deliveries/{delivery_id}/redeliver`,
      `GET /events?since=${PAUSED.paused_at}`,
      `GET /door_events?since=${PAUSED.paused_at}`,
      'access.granted, access.denied, door.closed, door.left_open',
      'door.forced',
      'lock.hold_open.failed',
      'lock.offline',
      'GET /people',
    ])
      expect(text).toContain(said);
  }
});
