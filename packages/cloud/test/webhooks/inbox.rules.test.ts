import { describe, expect, test } from '@jest/globals';
import { sign } from '../../src/deliveries/signature.rules.js';
import { explainSignature } from '../../src/webhooks/inbox.rules.js';

const SECRET = 'whsec_x';
const body = Buffer.from('{"id":"1"}');
const receivedAt = 1_800_000_000_000;
const t = receivedAt / 1_000;
const steps = (signature: string | undefined, sent = body, secrets = [SECRET]) =>
  explainSignature(
    { headers: signature === undefined ? {} : { 'x-service-signature': signature }, body: sent, receivedAt },
    'X-Service-',
    secrets,
  );

describe('the check of a signature', () => {
  test.each([
    ['is genuine', sign(SECRET, t, body), body, [SECRET], [true, true, true, true]],
    [
      'is signed with a previous secret',
      sign('other', t, body),
      body,
      [SECRET, 'other'],
      [true, true, true, true],
    ],
    ['is signed with two', sign('new', t, body, SECRET), body, [SECRET], [true, true, true, true]],
    ['is 300 s old', sign(SECRET, t - 300, body), body, [SECRET], [true, true, true, true]],
    ['is 301 s old', sign(SECRET, t - 301, body), body, [SECRET], [true, false, true, true]],
    ['is 301 s ahead', sign(SECRET, t + 301, body), body, [SECRET], [true, false, true, true]],
    [
      'has another body',
      sign(SECRET, t, body),
      Buffer.from('{"id":"2"}'),
      [SECRET],
      [true, true, true, false],
    ],
    ['has another secret', sign('other', t, body), body, [SECRET], [true, true, true, false]],
    ['is of no known webhook', sign(SECRET, t, body), body, [], [true, true, false]],
    ['is not one', 't=x,v1=y', body, [SECRET], [false]],
    ['is missing', undefined, body, [SECRET], [false]],
  ])('of a delivery that %s', (_, signature, sent, secrets, verdicts) => {
    expect(steps(signature, sent, secrets).map(({ ok }) => ok)).toEqual(verdicts);
  });

  test('signs nothing for a sender of a made-up body', () => {
    const forged = Buffer.from('{"type":"access.granted"}');
    const shown = steps(`t=${t},v1=${'0'.repeat(64)}`, forged);
    const signature = sign(SECRET, t, forged).slice(-64);
    expect(shown.map(({ text }) => text).join()).not.toContain(signature);
  });
});
