import type { Fields, Section } from './desired.rules.js';

/*
 * Whose a field is. The file sets what no one has changed since the file set it last; what was changed in the pages stays
 * and is reported. A field that the file names in `owns` is always the file's (docs/decisions/0062-site-file-and-pages.md).
 */

/** Fields that mean something only together: where a door is. */
const TOGETHER: Partial<Record<Section, readonly string[]>> = { locks: ['type', 'gateway', 'door'] };

/** What the file last set of each row: by section and ref, its fields. */
export type Applied = Readonly<Partial<Record<Section, ReadonlyMap<string, Fields>>>>;

/** A field that differs: as it is here (`from`), and as the file has it (`to`). */
export interface Difference {
  field: string;
  from: unknown;
  to: unknown;
}

export interface Judged {
  /** What the file sets. */
  changes: Difference[];
  /** What stays as it is here. */
  kept: Difference[];
}

export interface Judging {
  section: Section;
  /** What the file says. */
  desired: Fields;
  current: Fields;
  /** What the file set last; undefined for a row that no file has set. */
  last: Fields | undefined;
  /** Names of `owns`. */
  owns: readonly string[];
  /** The file sets everything, once. */
  takeBack: boolean;
}

export function judgeFields({ section, desired, current, last, owns, takeBack }: Judging): Judged {
  const differences = Object.entries(desired)
    .filter(([field, to]) => !isSame(current[field], to))
    .map(([field, to]) => ({ field, from: current[field] ?? null, to }));
  const isHeld = (field: string) => takeBack || ownsField(owns, section, field);
  const isUntouched = (field: string) =>
    last !== undefined && field in last && isSame(last[field], current[field]);
  const whole = TOGETHER[section] ?? [];
  const wholeIsFiles = whole.some(isHeld) || whole.every(isUntouched);
  const isFiles = (field: string) =>
    whole.includes(field) ? wholeIsFiles : isHeld(field) || isUntouched(field);
  return {
    changes: differences.filter(({ field }) => isFiles(field)),
    kept: differences.filter(({ field }) => !isFiles(field)),
  };
}

export const ownsField = (owns: readonly string[], section: Section, field: string): boolean =>
  owns.includes(section) || owns.includes(`${section}.${field}`);

/** What to remember of a row for the next time: what the file says, but of a field that it has not set. */
export function toRemember(desired: Fields, last: Fields | undefined, kept: readonly Difference[]): Fields {
  const set = Object.entries(desired).filter(
    ([field]) => !kept.some((difference) => difference.field === field),
  );
  return { ...last, ...Object.fromEntries(set) };
}

/** The order of keys does not matter: jsonb has its own. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a ?? null)) === JSON.stringify(sorted(b ?? null));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
