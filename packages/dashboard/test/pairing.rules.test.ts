import { describe, expect, test } from '@jest/globals';
import { countdown, pairingStep } from '../src/gateways/pairing.rules.js';

const AT = Date.parse('2026-01-07T06:00:00.000Z');
const pairing = (state: 'none' | 'open' | 'over' | 'paired', paired_at: string | null = null) => ({
  state,
  expires_at: null,
  paired_at,
  unit: null,
});
const gateway = (
  one: ReturnType<typeof pairing>,
  online: boolean | null = null,
  last_heard_at: string | null = null,
) => ({ pairing: one, online, last_heard_at });

describe('a pairing', () => {
  const paired = pairing('paired', '2026-01-07T06:01:00.000Z');
  test.each([
    ['open before anything is known', undefined, AT, 'open'],
    ['open while its code is', gateway(pairing('open')), AT, 'open'],
    ['over with its code', gateway(pairing('open')), AT + 600_000, 'over'],
    ['over when it was tried too often', gateway(pairing('over')), AT, 'over'],
    ['paired when the gateway has brought the code', gateway(paired), AT, 'paired'],
    [
      'no more than paired while the old connection is what was heard',
      gateway(paired, true, '2026-01-07T06:00:59.000Z'),
      AT,
      'paired',
    ],
    ['online when the gateway is back', gateway(paired, true, '2026-01-07T06:01:00.000Z'), AT, 'online'],
    [
      'online, however late one looks',
      gateway(paired, true, '2026-01-07T06:05:00.000Z'),
      AT + 9_000_000,
      'online',
    ],
  ] as const)('is %s', (_, known, now, step) => {
    expect(pairingStep(known, AT + 600_000, now)).toBe(step);
  });

  test.each([
    [600_000, '10:00'],
    [599_999, '10:00'],
    [61_000, '1:01'],
    [1, '0:01'],
    [-5, '0:00'],
  ])('has %d ms left as %s', (left, shown) => {
    expect(countdown(left)).toBe(shown);
  });
});
