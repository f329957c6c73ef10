import type { AccountedState, EmergencyMode } from '../doors/hold/hold.types.js';
import type { ReportWords } from './report-words.rules.js';

/* What the report of an emergency says, and in which sequence. Pure. */

/** What needs a person first. */
export const STATES: readonly AccountedState[] = ['refused', 'unreachable', 'pending', 'confirmed'];

export const titleOf = (
  words: ReportWords,
  { mode, drill, location }: { mode: EmergencyMode; drill: boolean; location: { name: string } },
): string => words.at((drill ? words.drills : words.modes)[mode], location.name);

/** Doors that need a person first, then by name. */
export const inTurn = <T extends { state: AccountedState; name: string; id: number }>(
  doors: readonly T[],
): T[] =>
  doors.toSorted(
    (a, b) =>
      STATES.indexOf(a.state) - STATES.indexOf(b.state) ||
      a.name.localeCompare(b.name, 'en', { numeric: true }) ||
      a.id - b.id,
  );

/** Such as `0.4 s`. */
export const secondsAfter = (since: Date, at: number): string =>
  `${(Math.max(0, at - since.getTime()) / 1_000).toFixed(1)} s`;

/** As `27 November 2026 at 23:15:02, Europe/Helsinki (21:15:02 UTC)`: as the people there know it, and as it compares with logs. */
export function whenAt(at: Date, timeZone: string, locale: string): string {
  const local = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'medium',
    hourCycle: 'h23',
    timeZone,
  });
  return `${local.format(at)}, ${timeZone} (${at.toISOString().slice(11, 19)} UTC)`;
}
