import { describe, expect, test } from '@jest/globals';
import { underTest } from '../../src/doors/evidence/door-test.rules.js';
import { underMaintenance } from '../../src/doors/maintenance.rules.js';
import {
  type Explanation,
  inWords,
  missedEdge,
  type OpeningVerdict,
  withClock,
} from '../../src/events/explanation.rules.js';
import { whyOf } from '../../src/events/why.rules.js';

const NONE = { gap: false, unread: false, release: false };
const kept = (verdict: OpeningVerdict, missing = NONE): Explanation => ({
  verdict,
  text: inWords(verdict, 1_250, null, missing),
  window_ms: 10_000,
  unlock: { age_ms: 1_250, clock: 'monotonic', command_id: null },
  exit_button: null,
  held_open: false,
  evidence_incomplete: Object.values(missing).includes(true),
});
const PARTS = { window_ms: 10_000, unlock_ms: 1_250, exit: null, notes: [], reported_at: null, said: null };

describe('the explanation of an event in parts', () => {
  test.each(['unlocked', 'exit_button', 'held_open', 'forced', 'not_judged'] as const)(
    'has the verdict “%s”, and how old what was found is',
    (verdict) => expect(whyOf('door.opened', kept(verdict))).toEqual({ ...PARTS, kind: verdict }),
  );

  test('has how a press began and ended', () => {
    const press = { age_ms: 45_000, clock: 'wall' as const };
    const of = (exit_button: Explanation['exit_button']) =>
      whyOf('door.opened', { ...kept('exit_button'), exit_button })?.exit;
    expect(of(press)).toEqual({ age_ms: 45_000, held: false, released_ms: null });
    expect(of({ ...press, held: true })).toEqual({ age_ms: 45_000, held: true, released_ms: null });
    expect(of({ ...press, released_ms: 5_000 })).toEqual({ age_ms: 45_000, held: false, released_ms: 5_000 });
  });

  test.each([
    [{ ...NONE, gap: true }, ['gap']],
    [{ ...NONE, unread: true }, ['unread']],
    [{ gap: true, unread: true, release: true }, ['gap', 'unread', 'release']],
  ])('has what the evidence lacked: %j', (missing, notes) =>
    expect(whyOf('door.forced', kept('forced', missing))?.notes).toEqual(notes),
  );

  test('has why it is no alarm', () => {
    expect(whyOf('door.forced', underTest(kept('forced')))?.notes).toEqual(['test']);
    expect(whyOf('door.forced', underMaintenance(kept('forced')))?.notes).toEqual(['maintenance']);
    expect(whyOf('door.left_open', underMaintenance(null))).toEqual({
      ...PARTS,
      unlock_ms: null,
      kind: 'left_open',
      notes: ['maintenance'],
    });
  });

  test.each([
    ['door.opened', 'opened', 'found_open'],
    ['door.closed', 'closed', 'found_closed'],
  ] as const)('says of a missed edge how the door was found: %s', (type, what, kind) =>
    expect(whyOf(type, missedEdge({ hold_on: false }, what))).toEqual({ ...PARTS, unlock_ms: null, kind }),
  );

  test('has the time of a clock that was ahead, with a verdict and without', () => {
    const reported_at = '2031-01-07T06:15:01.000Z';
    expect(whyOf('door.opened', withClock(kept('unlocked'), { reported_at }))).toEqual({
      ...PARTS,
      kind: 'unlocked',
      reported_at,
    });
    expect(whyOf('lock.offline', withClock(null, { reported_at }))).toEqual({
      ...PARTS,
      unlock_ms: null,
      kind: 'clock',
      reported_at,
    });
  });

  test('is the kept words where its verdict is not known', () =>
    expect(whyOf('door.opened', { verdict: 'of a later release', text: 'Because.' })).toMatchObject({
      kind: 'said',
      said: 'Because.',
    }));

  test('is none where nothing is kept', () => expect(whyOf('door.closed', null)).toBeNull());
});
