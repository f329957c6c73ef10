import { type ExitButtonRecord, FORCED_OPEN_WINDOW_MS } from '@door-access/protocol';
import { ageOf, type Moment, newestBefore, remember } from '../moment.rules.js';

/*
 * Presses of the exit button. One whose release is reported lasts from press to release and explains what opens within
 * it, or shortly after; of one whose release is not reported only the beginning counts. Pure.
 */

export interface Press extends Moment {
  /** When it ended. */
  until?: Pick<Moment, 'mono_ms' | 'at'>;
  /** Its end is still to be reported. */
  held?: true;
}

/** A button held for longer is stuck, or its release was lost: it must not explain openings forever. */
export const MAX_PRESS_MS = 3_600_000;

export interface FoundPress {
  age_ms: number;
  clock: 'monotonic' | 'wall';
  /** The button was held down at the opening. */
  held: boolean;
  /** How long before the opening it was released; null where it was held, or no release is known. */
  released_ms: number | null;
  explains: boolean;
  /** Its release should have come and is not known. */
  isReleaseLost: boolean;
}

export function afterPress(presses: Press[] | undefined, record: ExitButtonRecord, moment: Moment): Press[] {
  // A gateway that reported the release before this will report this one too.
  const follows = record.release_follows === true || newestOf(presses, moment.boot)?.until !== undefined;
  return remember<Press>(withoutHeld(presses), follows ? { ...moment, held: true } : moment);
}

/** A release ends the newest press of its boot; one without a press is none. */
export function afterRelease(
  presses: Press[] | undefined,
  { boot, mono_ms, at }: Moment,
): Press[] | undefined {
  const newest = newestOf(presses, boot);
  if (!newest || newest.until !== undefined) return presses;
  const { held: _, ...press } = newest;
  return presses?.map((one) => (one === newest ? { ...press, until: { mono_ms, at } } : one));
}

/** A button that can no longer be read was held until then, and may be anything after. */
export const afterUnread = (presses: Press[] | undefined, moment: Moment): Press[] | undefined =>
  newestOf(presses, moment.boot)?.held ? afterRelease(presses, moment) : presses;

/** Records were lost, and a release may be among them: the beginning of a press is all that is known. */
export function withoutHeld(presses: Press[] | undefined): Press[] | undefined {
  if (!presses?.some(({ held }) => held)) return presses;
  return presses.map(({ held: _, ...press }) => press);
}

/** Whether a press explains an opening, by its end where that is known. */
export const isExplainedBy = (
  { age_ms, held, released_ms }: Pick<FoundPress, 'age_ms' | 'held' | 'released_ms'>,
  windowMs: number,
): boolean => held || (released_ms ?? age_ms) <= windowMs;

/** The newest press before an opening, and whether it explains it. */
export function pressBefore(presses: Press[] | undefined, opening: Moment): FoundPress | null {
  const found = newestBefore(presses, opening);
  if (found === null) return null;
  const { moment: press, age_ms, clock } = found;
  const isSameBoot = press.boot === opening.boot;
  const since = press.until ? ageOf({ ...press, ...press.until }, opening) : null;
  const isAwaited = press.held === true && isSameBoot && age_ms <= MAX_PRESS_MS;
  const held = isAwaited || (since !== null && since < 0 && isSameBoot);
  const released_ms = since !== null && since >= 0 ? since : null;
  const explains = isExplainedBy({ age_ms, held, released_ms }, FORCED_OPEN_WINDOW_MS);
  return { age_ms, clock, held, released_ms, explains, isReleaseLost: press.held === true && !isAwaited };
}

function newestOf(presses: Press[] | undefined, boot: string): Press | undefined {
  const newest = presses?.at(-1);
  return newest?.boot === boot ? newest : undefined;
}
