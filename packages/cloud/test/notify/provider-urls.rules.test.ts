import { describe, expect, test } from '@jest/globals';
import {
  isEmailAddress,
  isPhoneNumber,
  parseSmsUrl,
  parseSmtpUrl,
} from '../../src/notify/channels/provider-urls.rules.js';

describe('SMTP_URL', () => {
  test('gives host, port, login and sender', () => {
    expect(parseSmtpUrl('smtps://me%40x:p%2Fw@mail.example.com/?from=doors@example.com').settings).toEqual({
      host: 'mail.example.com',
      port: 465,
      secure: true,
      requireTls: false,
      auth: { user: 'me@x', pass: 'p/w' },
      from: 'doors@example.com',
    });
    expect(parseSmtpUrl('smtp://[::1]:2525').settings).toMatchObject({
      host: '::1',
      port: 2525,
      requireTls: false,
      auth: null,
    });
  });

  test('a password crosses the network over TLS only', () => {
    expect(parseSmtpUrl('smtp://a:b@mail.example.com').settings?.requireTls).toBe(true);
    expect(parseSmtpUrl('smtp://a:b@127.0.0.1').settings?.requireTls).toBe(false);
    expect(parseSmtpUrl('smtp://mail.example.com?tls=required').settings?.requireTls).toBe(true);
  });

  test.each([
    'http://x',
    'smtp://',
    'smtp://x?from=a,b@c',
    'smtp://x?from=a%0d%0ab@c',
    'smtp://x?logger=true',
    'smtp://%zz@x',
    'smtp://x?tls=no',
  ])('refuses %s in words that do not repeat it', (text) => {
    const { fault } = parseSmtpUrl(text);
    expect(fault).toBeDefined();
    expect(fault).not.toContain(text);
  });
});

describe('SMS_URL', () => {
  test("knows Twilio's form by its path, and an unescaped +", () => {
    const url = 'https://AC1:tok@api.example.com/2010-04-01/Accounts/AC1/Messages.json?From=+3585550100';
    expect(parseSmsUrl(url).settings).toEqual({
      form: 'twilio',
      url: 'https://api.example.com/2010-04-01/Accounts/AC1/Messages.json',
      authorization: `Basic ${Buffer.from('AC1:tok').toString('base64')}`,
      fields: { From: '+3585550100' },
    });
    expect(parseSmsUrl('https://a:b@h/2010-04-01/Accounts/a/Messages.json').fault).toContain('From');
  });

  test('is a JSON provider otherwise, with a password alone as a bearer token', () => {
    expect(parseSmsUrl('https://:tok@sms.example.com/send?from=Doors&route=2').settings).toEqual({
      form: 'json',
      url: 'https://sms.example.com/send?route=2',
      authorization: 'Bearer tok',
      from: 'Doors',
    });
  });

  test.each(['ftp://x', 'nonsense', 'http://a:b@sms.example.com/send'])('refuses %s', (text) => {
    expect(parseSmsUrl(text).fault).toBeDefined();
  });
});

test.each(['a@b', 'anna.aho+x@acme.example', 'ä@ö.example'])('%s is an address', (text) => {
  expect(isEmailAddress(text)).toBe(true);
});
test.each(['a', 'a@b@c', 'a@b, c@d', 'a@b\r\nBcc: c@d', '<a@b>', 'a b@c', '', `${'a'.repeat(250)}@b.cd`])(
  '%j is none',
  (text) => {
    expect(isEmailAddress(text)).toBe(false);
  },
);
test('a number is E.164 or none', () => {
  expect([isPhoneNumber('+358401234567'), isPhoneNumber('0401234567'), isPhoneNumber('+35840\n')]).toEqual([
    true,
    false,
    false,
  ]);
});
