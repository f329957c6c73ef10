import { pathUp, type SitePath } from './cross-checks.rules.js';
import type { Site } from './site-schema.js';

/* One form for a site file and for the database: sections of rows, each a name and its fields. */

/** In the order of their references. */
export const SECTIONS = [
  'account',
  'locations',
  'gateways',
  'locks',
  'security_groups',
  'users',
  'api_keys',
  'people',
] as const;
export type Section = (typeof SECTIONS)[number];

/** References are kept as the names that the file uses. */
export type Fields = Record<string, unknown>;

export interface DesiredRow {
  /** What identifies a row of a section: the ref, the e-mail address, `CODE at location`, the account's name. */
  ref: string;
  fields: Fields;
  /** Where the file says so. */
  path: SitePath;
}

export interface CurrentRow {
  id: number | string;
  ref: string;
  fields: Fields;
  /** A revoked gateway or API key, a deleted person, a location or door that was ended. The file does not bring it back. */
  ended?: 'revoked' | 'deleted' | 'ended';
  /** Unix milliseconds. */
  created_at?: number;
}

export type Desired = Record<Section, DesiredRow[]>;
export type Current = Record<Section, CurrentRow[]>;

const DEFAULT_TIME_ZONE = 'UTC';

/** What a lock keeps as its schedule: weekly blocks, then dated exceptions, which carry a `date` (closed: no blocks). */
export type ScheduleEntry =
  | { days: string[]; from: string; to: string; first_person_in: boolean }
  | { date: string; blocks: { from: string; to: string; first_person_in: boolean }[] };

export function desiredRows(site: Site): Desired {
  const zones = timeZones(site.locations);
  const rows = <T>(
    section: Section,
    list: readonly T[],
    ref: (item: T) => string,
    fields: (item: T) => Fields,
  ): DesiredRow[] =>
    list.map((item, index) => ({ ref: ref(item), fields: fields(item), path: [section, index] }));
  const { name, ...account } = site.account;
  return {
    account: [{ ref: name, fields: account, path: ['account'] }],
    locations: rows('locations', site.locations, byRef, ({ name, parent, ref, address }) => ({
      name,
      parent: parent ?? null,
      timezone: zones.get(ref) ?? DEFAULT_TIME_ZONE,
      address,
    })),
    gateways: rows('gateways', site.gateways, byRef, ({ name, location, bench }) => ({
      name,
      location,
      bench,
    })),
    locks: rows('locks', site.locks, byRef, (lock) => ({
      name: lock.name,
      place: lock.place,
      location: lock.location,
      type: lock.type,
      gateway: lock.gateway ?? null,
      door: lock.door ?? null,
      strike_seconds: milliseconds(lock.strike_seconds) / 1000,
      left_open_seconds: milliseconds(lock.left_open_seconds) / 1000,
      toggle_policy: lock.toggle_policy,
      schedule: scheduleOf(lock),
    })),
    security_groups: rows('security_groups', site.security_groups, groupRef, ({ name, locks }) => ({
      name,
      locks: [...locks].sort(),
    })),
    users: rows(
      'users',
      site.users,
      ({ email }) => email,
      ({ name, role, location }) => ({ name, role, location }),
    ),
    api_keys: rows('api_keys', site.api_keys, byRef, ({ name, location, scopes, locks }) => ({
      name,
      location,
      scopes: [...new Set(scopes)].sort(),
      locks: [...locks].sort(),
    })),
    people: rows('people', site.people, byRef, ({ ref: _, ...fields }) => fields),
  };
}

/** A code is unique at its location only. */
export const groupRef = ({ code, location }: { code: string; location: string }): string =>
  `${code} at ${location}`;
const byRef = ({ ref }: { ref: string }): string => ref;

/** Seconds in files may have fractions; the database counts whole milliseconds. */
export const milliseconds = (seconds: number): number => Math.round(seconds * 1000);

function scheduleOf({ schedule, exceptions }: Site['locks'][number]): ScheduleEntry[] {
  return [
    ...schedule.map(({ days, from, to, first_person_in }) => ({ days, from, to, first_person_in })),
    ...exceptions.map(({ date, blocks }) => ({
      date,
      blocks: (blocks ?? []).map(({ from, to, first_person_in }) => ({ from, to, first_person_in })),
    })),
  ];
}

/** A location without a time zone of its own has that of the nearest one above it. */
function timeZones(locations: Site['locations']): Map<string, string> {
  const parents = new Map(locations.map(({ ref, parent }) => [ref, parent ?? undefined]));
  const own = new Map(locations.map(({ ref, timezone }) => [ref, timezone]));
  return new Map(
    locations.map(({ ref }) => {
      const nearest = pathUp(ref, parents).find((above) => own.get(above) !== undefined);
      return [ref, (nearest !== undefined && own.get(nearest)) || DEFAULT_TIME_ZONE];
    }),
  );
}
