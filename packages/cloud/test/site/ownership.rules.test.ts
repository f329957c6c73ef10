import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Judging, judgeFields, toRemember } from '../../src/site/ownership.rules.js';

const judge = (judging: Partial<Judging>) => {
  const { changes, kept } = judgeFields({
    section: 'locks',
    desired: {},
    current: {},
    last: undefined,
    owns: [],
    takeBack: false,
    ...judging,
  });
  return { sets: changes.map(({ field }) => field), keeps: kept.map(({ field }) => field) };
};

describe('whose a field is', () => {
  const cases: [string, Partial<Judging>, ReturnType<typeof judge>][] = [
    [
      'one that no one changed since is the file’s',
      { desired: { name: 'B' }, current: { name: 'A' }, last: { name: 'A' } },
      { sets: ['name'], keeps: [] },
    ],
    [
      'one that was changed in the pages stays',
      { desired: { name: 'A' }, current: { name: 'B' }, last: { name: 'A' } },
      { sets: [], keeps: ['name'] },
    ],
    [
      'one that both changed stays',
      { desired: { name: 'C' }, current: { name: 'B' }, last: { name: 'A' } },
      { sets: [], keeps: ['name'] },
    ],
    [
      'one that both changed to the same differs no more',
      { desired: { name: 'B' }, current: { name: 'B' }, last: { name: 'A' } },
      { sets: [], keeps: [] },
    ],
    [
      'one of a row that no file has set stays',
      { desired: { name: 'B' }, current: { name: 'A' } },
      { sets: [], keeps: ['name'] },
    ],
    [
      'one that the file keeps for itself is set in any case',
      { desired: { name: 'A' }, current: { name: 'B' }, last: { name: 'A' }, owns: ['locks.name'] },
      { sets: ['name'], keeps: [] },
    ],
    [
      'of a whole section too',
      { desired: { name: 'A' }, current: { name: 'B' }, last: { name: 'A' }, owns: ['locks'] },
      { sets: ['name'], keeps: [] },
    ],
    [
      'all are taken back on request',
      { desired: { name: 'A' }, current: { name: 'B' }, takeBack: true },
      { sets: ['name'], keeps: [] },
    ],
    [
      'gateway and terminal belong together: one changed here keeps both',
      {
        desired: { type: 'remote', gateway: 'g2', door: 1 },
        current: { type: 'remote', gateway: 'g1', door: 7 },
        last: { type: 'remote', gateway: 'g1', door: 1 },
      },
      { sets: [], keeps: ['gateway', 'door'] },
    ],
  ];
  test.each(cases)('%s', (_, judging, expected) => {
    expect(judge(judging)).toEqual(expected);
  });

  const value = fc.oneof(
    fc.constantFrom('a', 'b', 'c'),
    fc.array(fc.constantFrom('x', 'y')),
    fc.constant(null),
  );
  const fields = fc.record({ name: value, place: value, schedule: value });

  test('a second apply of the same file changes nothing, and what it kept it keeps', () => {
    fc.assert(
      fc.property(fields, fields, fc.option(fields, { nil: undefined }), (desired, current, last) => {
        const judging = { section: 'locks', desired, owns: [], takeBack: false } as const;
        const first = judgeFields({ ...judging, current, last });
        const set = Object.fromEntries(first.changes.map(({ field, to }) => [field, to]));
        const again = judgeFields({
          ...judging,
          current: { ...current, ...set },
          last: toRemember(desired, last, first.kept),
        });
        expect(again).toEqual({ changes: [], kept: first.kept });
      }),
    );
  });
});
