import { canonicalJson, type Json } from '@door-access/protocol';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { storable } from '../../src/audit/canonical.rules.js';

const json = () => fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 }) as fc.Arbitrary<Json>;

describe('the canonical encoding', () => {
  test('is that of RFC 8785', () => {
    const value = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000f\nA\'B"\\\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
    expect(
      canonicalJson({ '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, ö: 7 }),
    ).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
  });

  test('means the value it was made of', () => {
    fc.assert(
      fc.property(json(), (value) =>
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value))),
      ),
    );
  });

  test('does not know in what order members were put in', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), json()), (value) => {
        const backwards = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(backwards)).toBe(canonicalJson(value));
      }),
    );
  });

  test('is the same for equal values only', () => {
    fc.assert(
      fc.property(json(), json(), (a, b) => {
        const same = canonicalJson(a) === canonicalJson(b);
        expect(same).toBe(
          canonicalJson(JSON.parse(JSON.stringify(a))) === canonicalJson(JSON.parse(JSON.stringify(b))),
        );
        if (same) expect(JSON.parse(JSON.stringify(a))).toEqual(JSON.parse(JSON.stringify(b)));
      }),
    );
  });

  test.each([[Number.NaN], [Number.POSITIVE_INFINITY], [undefined], [{ a: undefined }], [10n]])(
    'refuses %p',
    (value) => {
      expect(() => canonicalJson(value as unknown as Json)).toThrow();
    },
  );
});

test('what is made storable stays as it is, and holds neither NUL nor half a character', () => {
  fc.assert(
    fc.property(json(), (value) => {
      const kept = storable(value);
      expect(storable(kept)).toEqual(kept);
      expect(JSON.stringify(kept)).not.toMatch(/\\u0000|\\ud[89a-f]/);
    }),
  );
});
