import { stringify } from 'yaml';
import type { Current, CurrentRow, Fields, ScheduleEntry, Section } from './desired.rules.js';
import { fieldsOf } from './site-schema.js';

/*
 * The account as a site file. Rows are in the sequence of their refs, locations below those above them, so that the same
 * account is the same text; what is as it would be without being said is left out.
 */

const LEFT_OUT =
  '# Keys, invitations, histories and secrets are no part of a site file; nor are groups of a directory, API keys that\n' +
  '# have expired or were made in the dashboard, and what was ended.\n';

/** @param now Unix milliseconds: API keys that have expired by then are left out */
export function toSiteFile(current: Current, now: number): string {
  const [account] = current.account;
  const living = (rows: readonly CurrentRow[]) => rows.filter(({ ended }) => !ended).sort(byRef);
  const locations = inTree(living(current.locations));
  const zones = new Map(locations.map(({ ref, fields }) => [ref, fields.timezone]));
  const locks = living(current.locks);
  const inUse = new Set(locks.map(({ fields }) => fields.gateway));
  const keys = living(current.api_keys).filter(({ fields }) => Date.parse(String(fields.expires_at)) > now);
  const parts = [
    `account: ${flow({ name: account?.ref, ...account?.fields })}\n`,
    section('locations', locations, ({ ref, fields }) => {
      const { name, parent, timezone, address } = fields;
      const isSaid = parent === null || zones.get(parent as string) !== timezone;
      return { ref, name, parent, timezone: isSaid ? timezone : undefined, address };
    }),
    section(
      'gateways',
      current.gateways.filter(({ ref, ended }) => !ended || inUse.has(ref)).sort(byRef),
      ({ ref, fields }) => ({ ref, ...fields }),
    ),
    section('locks', locks, toLock),
    section('security_groups', living(current.security_groups), ({ ref, fields }) => {
      const at = ref.lastIndexOf(' at ');
      return { code: ref.slice(0, at), name: fields.name, location: ref.slice(at + 4), locks: fields.locks };
    }),
    section('users', living(current.users), ({ ref, fields }) => ({ email: ref, ...fields })),
    section('api_keys', keys, ({ ref, fields }) => ({ ref, ...fields })),
    section('people', living(current.people), ({ ref, fields }) => ({ ref, ...fields })),
  ];
  return `${LEFT_OUT}${parts.join('')}`;
}

const byRef = (a: CurrentRow, b: CurrentRow): number => (a.ref < b.ref ? -1 : a.ref > b.ref ? 1 : 0);

/** Those above first. */
function inTree(locations: readonly CurrentRow[]): CurrentRow[] {
  const below = (parent: string | null): CurrentRow[] =>
    locations
      .filter(({ fields }) => (fields.parent ?? null) === parent)
      .flatMap((location) => [location, ...below(location.ref)]);
  return below(null);
}

const DEFAULTS: Fields = {
  strike_seconds: 5,
  left_open_seconds: 60,
  toggle_policy: 'none',
};

interface Block {
  days?: string[];
  from: string;
  to: string;
  first_person_in: boolean;
}

function toLock({ ref, fields: { schedule, ...fields } }: CurrentRow): Fields {
  const entries = schedule as ScheduleEntry[];
  const said = Object.entries(fields).filter(([field, value]) => DEFAULTS[field] !== value);
  /** In the sequence of the file: the database has one of its own. */
  const block = ({ days, from, to, first_person_in }: Block) => ({ days, from, to, first_person_in });
  return {
    ref,
    ...Object.fromEntries(said),
    schedule: entries.flatMap((entry) => ('days' in entry ? [block(entry)] : [])),
    exceptions: entries.flatMap((entry) => {
      if (!('date' in entry)) return [];
      const { date, blocks } = entry;
      return [blocks.length === 0 ? { date, closed: true } : { date, blocks: blocks.map(block) }];
    }),
  };
}

type Named = Exclude<Section, 'account'>;

function section<Row>(name: Named, rows: readonly Row[], fields: (row: Row) => Fields): string {
  if (rows.length === 0) return '';
  return `${name}:\n${rows.map((one) => entry(name, fields(one))).join('')}`;
}

/** In one line; a row with blocks of hours has a line for each field, and for each block. */
function entry(name: Named, fields: Fields): string {
  const said = inSequence(name, fields);
  if (!said.some(([, value]) => isBlocks(value))) return `  - ${flow(Object.fromEntries(said))}\n`;
  const lines = said.flatMap(([field, value]) =>
    isBlocks(value)
      ? [`${field}:`, ...value.map((block) => `  - ${flow(block)}`)]
      : [`${field}: ${flow(value)}`],
  );
  return lines.map((line, index) => `${index === 0 ? '  - ' : '    '}${line}\n`).join('');
}

const isBlocks = (value: unknown): value is Fields[] =>
  Array.isArray(value) && typeof value[0] === 'object' && value[0] !== null;

/** As the schema names the fields. Empty texts, empty lists, `false` and null are what a field is that is not said. */
function inSequence(name: Named, fields: Fields): [string, unknown][] {
  const sequence = fieldsOf(name);
  return Object.entries(fields)
    .filter(([, value]) => isSaid(value))
    .sort(([a], [b]) => sequence.indexOf(a) - sequence.indexOf(b));
}

const isSaid = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  value !== false &&
  !(Array.isArray(value) && value.length === 0);

/** Quoted where YAML 1.1 would read something else too, as `17:00` and `no`: other readers still do. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const said = Object.entries(value).filter(([, one]) => isSaid(one));
    return `{ ${said.map(([field, one]) => `${field}: ${flow(one)}`).join(', ')} }`;
  }
  const list = stringify([value], { collectionStyle: 'flow', lineWidth: 0, compat: 'yaml-1.1' });
  return list.trim().slice(1, -1).trim();
}
