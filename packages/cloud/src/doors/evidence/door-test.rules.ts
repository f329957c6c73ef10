import { type DoorTestRecord, FORCED_OPEN_WINDOW_MS } from '@door-access/protocol';
import { en } from '@door-access/protocol/explanation/en';
import type { Explanation } from '../../events/explanation.rules.js';
import type { Moment } from '../moment.rules.js';

/*
 * A door under a guided test: its events are recorded as usual, but raise no alarm. The mark uses the gateway's own clock
 * and lasts for a bounded time, so that it hides no opening forever. Pure.
 */

export interface TestMark extends Moment {
  for_ms: number;
  /** When it ends, by the service's clock; for display. */
  until: number;
}

/**
 * The mark after a record: a new one, or the end of the previous one. A test in progress is not extended by another record:
 * each mark has a start that is written to the audit log.
 */
export function markTest(
  before: TestMark | undefined,
  { for_ms, clock }: Pick<DoorTestRecord, 'for_ms' | 'clock'>,
  moment: Moment,
  now: number,
): TestMark | undefined {
  // The time of a clock that is not set, or is ahead, is not used for display.
  const since = clock === 'synced' ? Math.min(moment.at, now) : now;
  const isUnderWay = isUnderTest(before, moment);
  if (for_ms > 0) {
    if (isUnderWay) return before;
    const { boot, mono_ms, at } = moment;
    return { boot, mono_ms, at, for_ms, until: since + for_ms };
  }
  if (!isUnderWay) return before;
  return { ...before, for_ms: moment.mono_ms - before.mono_ms, until: Math.min(before.until, since) };
}

/** Judged at the moment of the edge, even if it arrives late; a start of the gateway ends every test. */
export function isUnderTest(mark: TestMark | undefined, moment: Moment): mark is TestMark {
  if (mark?.boot !== moment.boot) return false;
  const age = moment.mono_ms - mark.mono_ms;
  return age >= 0 && age <= mark.for_ms;
}

export const underTest = (explanation: Explanation): Explanation => ({
  ...explanation,
  text: `${explanation.text} ${en.notes.test}`,
  under_test: true,
});

export const leftOpenUnderTest = (): Explanation => ({
  verdict: 'under_test',
  text: `${en.leftOpen} ${en.notes.test}`,
  window_ms: FORCED_OPEN_WINDOW_MS,
  unlock: null,
  exit_button: null,
  held_open: false,
  evidence_incomplete: false,
  under_test: true,
});
