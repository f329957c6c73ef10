import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Floods, MAX_MESSAGES } from '../../src/telemetry/floods.rules.js';

describe('of each message', () => {
  test('each line is written or counted, and in no window more than so many are written', () => {
    const line = fc.record({ message: fc.constantFrom('a', 'b', 'c'), after: fc.nat(40) });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 300 }), (lines) => {
        const floods = new Floods(3, 100);
        const written: { message: string; at: number }[] = [];
        let now = 0;
        let leftOut = 0;
        const end = () => {
          for (const flood of floods.ended(now)) leftOut += flood.leftOut;
        };
        for (const { message, after } of lines) {
          now += after;
          end();
          if (floods.take(message, now)) written.push({ message, at: now });
        }
        now += 100;
        end();
        expect(written.length + leftOut).toBe(lines.length);
        for (const { message, at } of written) {
          const others = written.filter((other) => other.message === message);
          // Two windows may touch: one ends with its maximum, and the next begins with it.
          expect(others.filter((other) => other.at >= at && other.at < at + 100).length).toBeLessThanOrEqual(
            6,
          );
        }
      }),
    );
  });

  test('a window of its own begins with its first line', () => {
    const floods = new Floods(1, 100);
    expect([floods.take('a', 0), floods.take('b', 50), floods.take('a', 99)]).toEqual([true, true, false]);
    expect([floods.ended(99), floods.ended(100), floods.ended(100)]).toEqual([
      [],
      [{ message: 'a', leftOut: 1 }],
      [],
    ]);
    expect([floods.take('b', 149), floods.take('a', 149)]).toEqual([false, true]);
    expect(floods.ended(150)).toEqual([{ message: 'b', leftOut: 1 }]);
  });

  test('more messages than it keeps begin anew', () => {
    const floods = new Floods(1, 100);
    floods.take('a', 0);
    for (let index = 0; index < MAX_MESSAGES; index++) floods.take(`message ${index}`, 0);
    expect(floods.take('a', 0)).toBe(true);
  });
});
