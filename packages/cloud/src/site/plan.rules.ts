import { defaultExpiry, latestExpiry } from '../api-keys/lifetime.rules.js';
import { isReservedName } from '../people/person.rules.js';
import type { Mistake } from './cross-checks.rules.js';
import {
  type Current,
  type CurrentRow,
  type Desired,
  type DesiredRow,
  type Fields,
  SECTIONS,
  type Section,
} from './desired.rules.js';
import type { Site } from './site-schema.js';

/** One row of the file or of the account, and what applying the file does to it. Secrets are no fields. */
export interface PlanItem {
  section: Section;
  ref: string;
  action: 'create' | 'change' | 'leave';
  /** Before and after, of each field that changes. */
  changes: { field: string; from: unknown; to: unknown }[];
  /** Why a row is left: `unchanged`, `not in the file`, … */
  note: string;
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
}

export interface PlanInput {
  site: Site;
  desired: Desired;
  current: Current;
  /** E-mail addresses of the file that are users of other accounts. */
  usersElsewhere: readonly string[];
  serviceName: string;
  /** Unix milliseconds. */
  now: number;
}

/** A key's end is counted from its creation, so that applying again moves nothing. */
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What applying a site file would create, change and leave, in the sequence of the file; what the file does not name comes last. */
export function plan(input: PlanInput): Plan {
  const items: PlanItem[] = [];
  const writes = Object.fromEntries(SECTIONS.map((section) => [section, [] as Write[]])) as Plan['writes'];
  const mistakes: Mistake[] = [...freeDoors(input), ...freeAddresses(input)];
  for (const section of SECTIONS) {
    const current = new Map(input.current[section].map((row) => [row.ref, row]));
    for (const row of input.desired[section]) {
      const known = current.get(row.ref);
      const fields =
        section === 'api_keys'
          ? { ...row.fields, expires_at: expiry(row, known, input, mistakes) }
          : row.fields;
      const item = known ? compare(section, { ...row, fields }, known) : create(section, row.ref, fields);
      items.push(item);
      if (section === 'people' && isReservedBy(item, input))
        mistakes.push({
          path: [...row.path, 'name'],
          message: `is "${fields.name}", which is reserved for the service itself`,
        });
      if (item.action !== 'leave') writes[section].push(toWrite(item, row, fields));
      current.delete(row.ref);
    }
    for (const ref of current.keys())
      items.push({ section, ref, action: 'leave', changes: [], note: 'left alone, not in the file' });
  }
  return { items, writes, mistakes };
}

/** A name that already exists is kept, so that an older file still applies. */
function isReservedBy({ changes }: PlanItem, { serviceName }: PlanInput): boolean {
  return changes.some(({ field, to }) => field === 'name' && isReservedName(String(to), serviceName));
}

function toWrite({ action, changes }: PlanItem, { ref, path }: DesiredRow, fields: Fields): Write {
  return {
    ref,
    index: Number(path[1] ?? 0),
    fields,
    isNew: action === 'create',
    changed: changes.map(({ field }) => field),
  };
}

function create(section: Section, ref: string, fields: Fields): PlanItem {
  const changes = Object.entries(fields).map(([field, to]) => ({ field, from: null, to }));
  return { section, ref, action: 'create', changes, note: '' };
}

function compare(section: Section, { ref, fields }: DesiredRow, current: CurrentRow): PlanItem {
  const changes = Object.entries(fields)
    .filter(([field, to]) => !isSame(current.fields[field], to))
    .map(([field, to]) => ({ field, from: current.fields[field] ?? null, to }));
  const leave = (note: string): PlanItem => ({ section, ref, action: 'leave', changes: [], note });
  if (current.ended) return leave(`left alone, was ${current.ended}`);
  if (changes.length === 0) return leave('unchanged');
  // Only the interface changes people that the service does not manage, once they are made.
  if (section === 'people' && fields.managed === false && current.fields.managed === false)
    return leave(
      `left alone, not managed: ${changes.map(({ field }) => field).join(', ')} differ from the file`,
    );
  return { section, ref, action: 'change', changes, note: '' };
}

/** The order of keys does not matter: jsonb has its own. */
function isSame(a: unknown, b: unknown): boolean {
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

/** A door may still belong to a lock that the file no longer names. */
function freeDoors({ desired, current }: PlanInput): Mistake[] {
  const named = new Set(desired.locks.map(({ ref }) => ref));
  const taken = new Map(
    current.locks
      .filter((lock) => !named.has(lock.ref) && lock.fields.gateway !== null)
      .map((lock) => [doorOf(lock.fields), lock.ref]),
  );
  return desired.locks.flatMap(({ path, fields }) => {
    const other = fields.gateway === null ? undefined : taken.get(doorOf(fields));
    if (other === undefined) return [];
    return [
      {
        path: [...path, 'door'],
        message: `belongs to the lock "${other}", which is not in the file, expected a free door`,
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
