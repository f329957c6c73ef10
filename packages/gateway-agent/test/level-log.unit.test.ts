import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readLog, writeLog } from '../src/journal/level/level-log.js';
import { seal, unseal } from '../src/journal/sealed.js';

/** Batches as journals write them, some longer than a block of the log. */
const someBatches = fc.array(
  fc
    .tuple(
      fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 1, max: 600 }) },
        { weight: 1, arbitrary: fc.integer({ min: 32_000, max: 70_000 }) },
      ),
      fc.nat(255),
    )
    .map(([length, byte]) => Buffer.alloc(length, byte)),
  { minLength: 1, maxLength: 12 },
);
const texts = (batches: readonly Uint8Array[]) => batches.map((batch) => Buffer.from(batch).toString('hex'));

test('a log is read as it was written', () => {
  fc.assert(
    fc.property(someBatches, (batches) => {
      const read = readLog(writeLog(batches));
      expect(read.damaged).toBe(false);
      expect(texts(read.batches)).toEqual(texts(batches));
    }),
    { numRuns: 40 },
  );
});

test('a write that was cut off is no damage, whether the file ends there or goes on in zeros', () => {
  fc.assert(
    fc.property(
      someBatches,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(40_000),
      (all, share, zeros) => {
        const batches = all.map((batch) => Buffer.alloc(batch.length, 1 + ((batch[0] ?? 0) % 255)));
        const log = writeLog(batches);
        const cut = log.subarray(0, Math.floor(share * log.length));
        const read = readLog(Buffer.concat([cut, Buffer.alloc(zeros)]));
        expect(read.damaged).toBe(false);
        expect(texts(read.batches)).toEqual(texts(batches).slice(0, read.batches.length));
      },
    ),
    { numRuns: 40 },
  );
});

test('of a log with a damaged byte all that is sound is kept, and the damage is reported', () => {
  fc.assert(
    fc.property(someBatches, fc.nat(), fc.integer({ min: 1, max: 255 }), (batches, place, change) => {
      // Followed by another batch, so that the damage is not in a write that may have been cut off.
      const log = writeLog([...batches, Buffer.from('the last one')]);
      const end = writeLog(batches).length;
      const at = place % end;
      const damaged = Buffer.from(log);
      damaged[at] = (damaged[at] ?? 0) ^ change;
      const read = readLog(damaged);
      const expected = texts(batches);
      const kept = texts(read.batches).slice(0, -1);
      expect(texts(read.batches).at(-1)).toBe(Buffer.from('the last one').toString('hex'));
      // One byte spoils one batch; filling between blocks belongs to none.
      expect(kept.length).toBeGreaterThanOrEqual(expected.length - 1);
      expect(read.damaged || kept.length === expected.length).toBe(true);
      let from = 0;
      for (const batch of kept) {
        from = expected.indexOf(batch, from) + 1;
        expect(from).toBeGreaterThan(0);
      }
    }),
    { numRuns: 60 },
  );
});

test('a sealed value is only read under its key, and as it was written', () => {
  const sealed = seal('r/1', '{"seq":1}');
  expect(unseal('r/1', sealed)).toBe('{"seq":1}');
  expect(unseal('r/2', sealed)).toBeNull();
  expect(unseal('r/1', sealed.replace('1', '2'))).toBeNull();
  expect(unseal('r/1', sealed.slice(0, -1))).toBeNull();
  expect(unseal('r/1', '')).toBeNull();
});
