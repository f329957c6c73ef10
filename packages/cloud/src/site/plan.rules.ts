import { defaultExpiry, latestExpiry } from '../api-keys/lifetime.rules.js';
import { isReservedName } from '../people/person.rules.js';
import { type Mistake, pathUp } from './cross-checks.rules.js';
import {
  type Current,
  type CurrentRow,
  type Desired,
  type DesiredRow,
  type Fields,
  SECTIONS,
  type Section,
} from './desired.rules.js';
import {
  type Applied,
  type Difference,
  isSame,
  judgeFields,
  ownsField,
  toRemember,
} from './ownership.rules.js';
import type { Site } from './site-schema.js';

/** One row of the file or of the account, and what applying the file does to it. Secrets are no fields. */
export interface PlanItem {
  section: Section;
  ref: string;
  action: 'create' | 'change' | 'leave';
  /** Before and after, of each field that changes. */
  changes: Difference[];
  /** Where the file says otherwise and is not followed, as it was changed since the file set it. */
  kept: Difference[];
  /** Why a row, or some of its fields, is left: `unchanged`, `not in the file`, … */
  note: string;
}

/** What the file has set of a row, for the next time. */
export interface Remembered {
  section: Section;
  ref: string;
  fields: Fields;
  /** Names of the fields that the file keeps for itself. */
  owned: string[];
}

/** A row to be written, whole. */
export interface Write {
  ref: string;
  /** Its place in the file's section. */
  index: number;
  fields: Fields;
  isNew: boolean;
  /** Names of the fields that differ. */
  changed: string[];
}

export interface Plan {
  items: PlanItem[];
  writes: Record<Section, Write[]>;
  /** What forbids applying the file. */
  mistakes: Mistake[];
  remember: Remembered[];
}

export interface PlanInput {
  site: Site;
  desired: Desired;
  current: Current;
  applied: Applied;
  /** The file sets all that it names, also what was changed since. */
  takeBack: boolean;
  /** E-mail addresses of the file that are users of other accounts. */
  usersElsewhere: readonly string[];
  serviceName: string;
  /** Unix milliseconds. */
  now: number;
}

/** Of a row that is here alone. */
export const UNCHANGED = 'unchanged';
export const NOT_IN_FILE = 'left alone, not in the file';

/** A key's end is counted from its creation, so that applying again moves nothing. */
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What applying a site file would create, change and leave, in the sequence of the file; what the file does not name comes last. */
export function plan(input: PlanInput): Plan {
  const items: PlanItem[] = [];
  const writes = Object.fromEntries(SECTIONS.map((section) => [section, [] as Write[]])) as Plan['writes'];
  const mistakes: Mistake[] = [...freeAddresses(input)];
  const remember: Remembered[] = [];
  const missing = new Missing();
  for (const section of SECTIONS) {
    const current = new Map(input.current[section].map((row) => [row.ref, row]));
    for (const row of input.current[section]) if (row.ended === 'ended') missing.add(section, row.ref);
    for (const row of input.desired[section]) {
      const known = current.get(row.ref);
      const last = input.applied[section]?.get(row.ref);
      const fields = missing.without(
        section === 'api_keys'
          ? { ...row.fields, expires_at: expiry(row, known, input, mistakes) }
          : row.fields,
      );
      const desired = { section, ref: row.ref, fields };
      const item = known
        ? compare(desired, known, last, input, missing)
        : create(desired, last, input, missing);
      items.push(item);
      current.delete(row.ref);
      if (!known && item.action === 'leave') {
        missing.add(section, row.ref);
        continue;
      }
      if (section === 'people' && isReservedBy(item, input))
        mistakes.push({
          path: [...row.path, 'name'],
          message: `is "${fields.name}", which is reserved for the service itself`,
        });
      if (item.action !== 'leave') writes[section].push(toWrite(item, row, known));
      // People are the file's only where it manages them, and their data stands in no second place.
      if (section === 'people' || known?.ended) continue;
      const owned = Object.keys(fields).filter((field) => ownsField(input.site.owns, section, field));
      remember.push({ section, ref: row.ref, fields: toRemember(fields, last, item.kept), owned });
    }
    for (const ref of current.keys())
      items.push({ section, ref, action: 'leave', changes: [], kept: [], note: NOT_IN_FILE });
  }
  mistakes.push(...freeDoors(input, writes.locks), ...circles(input, writes.locations));
  return { items, writes, mistakes, remember };
}

/** Rows that a file names and that are not there: ended in the pages, or left out because of another one. */
class Missing {
  readonly #refs = new Set<string>();

  add(section: Section, ref: string): void {
    this.#refs.add(`${section} ${ref}`);
  }

  /** Of lists of locks, those that are there. */
  without(fields: Fields): Fields {
    if (!Array.isArray(fields.locks)) return fields;
    return { ...fields, locks: fields.locks.filter((ref) => !this.#refs.has(`locks ${ref}`)) };
  }

  /** The field that refers to a missing row. */
  of(fields: Fields): string | undefined {
    return Object.keys(REFERENCES).find((field) => this.#refs.has(`${REFERENCES[field]} ${fields[field]}`));
  }
}

const REFERENCES: Readonly<Record<string, Section>> = {
  location: 'locations',
  parent: 'locations',
  gateway: 'gateways',
};

/** A name that already exists is kept, so that an older file still applies. */
function isReservedBy({ changes }: PlanItem, { serviceName }: PlanInput): boolean {
  return changes.some(({ field, to }) => field === 'name' && isReservedName(String(to), serviceName));
}

/** What is kept is written as it is. */
function toWrite(
  { action, changes }: PlanItem,
  { ref, path }: DesiredRow,
  known: CurrentRow | undefined,
): Write {
  return {
    ref,
    index: Number(path[1] ?? 0),
    fields: { ...known?.fields, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) },
    isNew: action === 'create',
    changed: changes.map(({ field }) => field),
  };
}

type Wanted = Pick<PlanItem, 'section' | 'ref'> & { fields: Fields };

const leave = ({ section, ref }: Wanted, note: string, kept: Difference[] = []): PlanItem => ({
  section,
  ref,
  action: 'leave',
  changes: [],
  kept,
  note,
});

function create(
  wanted: Wanted,
  last: Fields | undefined,
  { site, takeBack }: PlanInput,
  missing: Missing,
): PlanItem {
  const { section, ref, fields } = wanted;
  const refers = missing.of(fields);
  if (refers !== undefined)
    return leave(wanted, `left out, its ${refers} "${fields[refers]}" is not there any more`);
  if (last !== undefined && !takeBack && !site.owns.includes(section))
    return leave(wanted, 'left out, was removed since the file made it');
  const changes = Object.entries(fields).map(([field, to]) => ({ field, from: null, to }));
  return { section, ref, action: 'create', changes, kept: [], note: '' };
}

function compare(
  wanted: Wanted,
  current: CurrentRow,
  last: Fields | undefined,
  { site: { owns }, takeBack }: PlanInput,
  missing: Missing,
): PlanItem {
  const { section, ref, fields } = wanted;
  if (current.ended) return leave(wanted, `left alone, was ${current.ended}`);
  // People have no record of what the file set last: managed ones are its own.
  const isTaken = takeBack || section === 'people';
  const judging = { section, desired: fields, current: current.fields, last, owns, takeBack: isTaken };
  const judged = judgeFields(judging);
  const all = [...judged.changes, ...judged.kept];
  if (all.length === 0) return leave(wanted, UNCHANGED);
  // Only the interface changes people that the service does not manage, once they are made.
  if (section === 'people' && fields.managed === false && current.fields.managed === false)
    return leave(wanted, `left alone, not managed: ${namesOf(all)} differ from the file`, all);
  const refers = missing.of(fields);
  const changes = judged.changes.filter(({ field }) => field !== refers);
  const kept = all.filter((difference) => !changes.includes(difference));
  const note = kept.length > 0 ? `kept as it was changed here: ${namesOf(kept)}` : '';
  if (changes.length === 0) return leave(wanted, note, kept);
  return { section, ref, action: 'change', changes, kept, note };
}

const namesOf = (differences: readonly Difference[]): string =>
  differences.map(({ field }) => field).join(', ');

function expiry(
  row: DesiredRow,
  known: CurrentRow | undefined,
  { site, now }: PlanInput,
  mistakes: Mistake[],
): unknown {
  const index = row.path[1] as number;
  const asked = site.api_keys[index];
  const madeAt = known?.created_at ?? now;
  if (asked?.expires_in_days !== undefined) {
    const end = madeAt + asked.expires_in_days * DAY_MS;
    // A key is made a moment after its end is computed; that moment is no change.
    const isUnchanged = known && Math.abs(Date.parse(String(known.fields.expires_at)) - end) < MINUTE_MS;
    return isUnchanged ? known.fields.expires_at : toTime(end);
  }
  if (asked?.expires_at === undefined) return known ? known.fields.expires_at : toTime(defaultExpiry(now));
  const end = Date.parse(asked.expires_at);
  const path = [...row.path, 'expires_at'];
  if (!known && end <= now)
    mistakes.push({ path, message: `is "${asked.expires_at}", expected a time in the future` });
  if (!isSame(known?.fields.expires_at, asked.expires_at) && end > latestExpiry(madeAt))
    mistakes.push({
      path,
      message: `is "${asked.expires_at}", expected at most 2 years after the key was made`,
    });
  return asked.expires_at;
}

/** A door may still belong to a lock that the file no longer names, or that was moved there in the pages. */
function freeDoors({ current, desired }: PlanInput, writes: readonly Write[]): Mistake[] {
  const written = new Map(writes.map((write) => [write.ref, write.fields]));
  const named = new Set(desired.locks.map(({ ref }) => ref));
  const takers = new Map<string, string[]>();
  for (const { ref, fields } of current.locks) {
    const now = written.get(ref) ?? fields;
    if (now.gateway !== null) takers.set(doorOf(now), [...(takers.get(doorOf(now)) ?? []), ref]);
  }
  return writes.flatMap(({ ref, index, fields, isNew, changed }) => {
    if (fields.gateway === null || !(isNew || changed.includes('door') || changed.includes('gateway')))
      return [];
    const other = takers.get(doorOf(fields))?.find((taker) => taker !== ref);
    if (other === undefined) return [];
    const whose = named.has(other) ? 'which was moved there in the pages' : 'which is not in the file';
    return [
      {
        path: ['locks', index, 'door'],
        message: `belongs to the lock "${other}", ${whose}, expected a free door`,
      },
    ];
  });
}

/** What the file moves and what the pages moved may go round together. */
function circles({ current }: PlanInput, writes: readonly Write[]): Mistake[] {
  const parents = new Map(
    [...current.locations, ...writes].map(({ ref, fields }) => [
      ref,
      typeof fields.parent === 'string' ? fields.parent : undefined,
    ]),
  );
  return writes.flatMap(({ ref, index }) => {
    const above = parents.get(ref);
    if (above === undefined || !pathUp(above, parents).includes(ref)) return [];
    return [
      {
        path: ['locations', index, 'parent'],
        message: `is "${above}", which was moved below "${ref}" in the pages, expected a tree`,
      },
    ];
  });
}

const doorOf = (fields: Fields): string => JSON.stringify([fields.gateway, fields.door]);

function freeAddresses({ desired, usersElsewhere }: PlanInput): Mistake[] {
  return desired.users
    .filter(({ ref }) => usersElsewhere.includes(ref))
    .map(({ ref, path }) => ({
      path: [...path, 'email'],
      message: `"${ref}" is a user of another account, expected an address of its own`,
    }));
}

const toTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
