/* What one line of a site file cannot show alone: names that must exist, be unique, or fit each other. */

/** Where in the file, from the root: `['locks', 0, 'door']`. */
export type SitePath = readonly (string | number)[];

export interface Mistake {
  path: SitePath;
  /** What is wrong, and what is expected. */
  message: string;
  /** The mistake is the field's name, not its value. */
  isName?: true;
}

type Fields = Record<string, unknown>;
interface Row {
  path: SitePath;
  fields: Fields;
}

const MAX_SUGGESTIONS = 10;

/** Reads the file before any schema, so that one mistake hides no other. Skips fields of a wrong type. */
export function crossCheck(file: unknown): Mistake[] {
  const rows = (section: string): Row[] => rowsOf(isFields(file) ? file[section] : undefined, [section]);
  const locations = rows('locations');
  const gateways = rows('gateways');
  const locks = rows('locks');
  const groups = rows('security_groups');
  const users = rows('users');
  const keys = rows('api_keys');
  const people = rows('people');
  const locationRefs = refsOf(locations);
  const lockRefs = refsOf(locks);
  return [
    ...[locations, gateways, locks, keys, people].flatMap((section) =>
      duplicates(section, ['ref'], (row) => text(row.fields.ref)),
    ),
    ...duplicates(users, ['email'], (row) => text(row.fields.email)?.trim().toLowerCase()),
    ...duplicates(groups, ['code'], (row) => join(text(row.fields.location), text(row.fields.code)?.trim())),
    ...duplicates(locks, ['door'], (row) => join(text(row.fields.gateway), number(row.fields.door))),
    ...locations.flatMap((row) => unknownRef(row, 'parent', 'a location', locationRefs)),
    ...[gateways, locks, groups, users, keys, people]
      .flat()
      .flatMap((row) => unknownRef(row, 'location', 'a location', locationRefs)),
    ...locks.flatMap((row) => unknownRef(row, 'gateway', 'a gateway', refsOf(gateways))),
    ...[...groups, ...keys].flatMap((row) => lockLists(row, lockRefs)),
    ...cycles(locations),
    ...locks.flatMap(wiring),
    ...hanging(locks, gateways, locations),
    ...locks.flatMap(schedule),
    ...keys.flatMap(lifetime),
    ...keys.flatMap((key) => reach(key, locks, locations)),
  ];
}

function duplicates(rows: Row[], field: SitePath, identity: (row: Row) => string | undefined): Mistake[] {
  const first = new Map<string, Row>();
  return rows.flatMap((row) => {
    const value = identity(row);
    if (value === undefined) return [];
    const other = first.get(value);
    if (!other) first.set(value, row);
    return other
      ? [
          {
            path: [...row.path, ...field],
            message: `is the same as that of ${show(other.path)}, expected one of its own`,
          },
        ]
      : [];
  });
}

function unknownRef(row: Row, field: string, what: string, known: Set<string>): Mistake[] {
  const ref = text(row.fields[field]);
  if (ref === undefined || known.has(ref)) return [];
  return [
    { path: [...row.path, field], message: `"${ref}" is not ${what} of this file, expected ${oneOf(known)}` },
  ];
}

function lockLists(row: Row, known: Set<string>): Mistake[] {
  const list = row.fields.locks;
  if (!Array.isArray(list)) return [];
  return list.flatMap((ref, index): Mistake[] => {
    if (typeof ref !== 'string') return [];
    const path = [...row.path, 'locks', index];
    if (!known.has(ref))
      return [{ path, message: `"${ref}" is not a lock of this file, expected ${oneOf(known)}` }];
    return list.indexOf(ref) < index
      ? [{ path, message: `"${ref}" is in the list already, expected once` }]
      : [];
  });
}

/** One mistake per circle, at the first location in it. */
function cycles(locations: Row[]): Mistake[] {
  // Of two with the same name it is not known whose parent is meant; another check reports that they are two.
  if (refsOf(locations).size < locations.length) return [];
  const parents = parentsOf(locations);
  const reported = new Set<string>();
  return locations.flatMap((row) => {
    const start = text(row.fields.ref);
    if (start === undefined || reported.has(start)) return [];
    const circle = [start];
    for (
      let at = parents.get(start);
      at !== undefined && !circle.slice(1).includes(at);
      at = parents.get(at)
    ) {
      circle.push(at);
      if (at !== start) continue;
      for (const ref of circle) reported.add(ref);
      return [
        {
          path: [...row.path, 'parent'],
          message: `goes round in a circle (${circle.join(' → ')}), expected a tree`,
        },
      ];
    }
    return [];
  });
}

function wiring({ path, fields }: Row): Mistake[] {
  const mistakes: Mistake[] = [];
  for (const field of ['gateway', 'door']) {
    const given = fields[field] !== undefined && fields[field] !== null;
    if (fields.type === 'remote' && !given)
      mistakes.push({
        path: [...path, field],
        message: `is missing, expected because a remote lock hangs on a gateway's door`,
      });
    if (fields.type === 'locksys' && given)
      mistakes.push({
        path: [...path, field],
        message: 'is given, expected none as a locksys lock has no gateway',
      });
  }
  if (fields.type !== 'locksys') return mistakes;
  for (const field of ['schedule', 'exceptions']) {
    const list = fields[field];
    if (Array.isArray(list) && list.length > 0)
      mistakes.push({
        path: [...path, field],
        message: 'is given, expected none as a locksys lock cannot be held open',
      });
  }
  return mistakes;
}

function schedule({ path, fields }: Row): Mistake[] {
  const weekly = rowsOf(fields.schedule, [...path, 'schedule']);
  const dated = rowsOf(fields.exceptions, [...path, 'exceptions']);
  const blocks = [...weekly, ...dated.flatMap((row) => rowsOf(row.fields.blocks, [...row.path, 'blocks']))];
  return [
    ...blocks
      .filter((block) => text(block.fields.from) !== undefined && block.fields.from === block.fields.to)
      .map((block) => ({
        path: [...block.path, 'to'],
        message: `is the same as "from", expected another time ("00:00" to "24:00" for a whole day)`,
      })),
    ...weekly.flatMap((block) => repeats(block.fields.days, [...block.path, 'days'])),
    ...duplicates(dated, ['date'], (row) => text(row.fields.date)),
    ...dated
      .filter(({ fields: { closed, blocks } }) => (closed === true) === Array.isArray(blocks))
      .map((row) => ({
        path: row.path,
        message: 'is not clear, expected either "closed: true" or "blocks"',
      })),
  ];
}

function repeats(list: unknown, path: SitePath): Mistake[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item, index) =>
    typeof item === 'string' && list.indexOf(item) < index
      ? [{ path: [...path, index], message: `"${item}" is in the list already, expected once` }]
      : [],
  );
}

function lifetime({ path, fields }: Row): Mistake[] {
  if (fields.expires_at === undefined || fields.expires_in_days === undefined) return [];
  return [
    {
      path: [...path, 'expires_at'],
      message: 'is given beside expires_in_days, expected only one of the two',
    },
  ];
}

/** A key acts at its location and below it, so it could never control a lock elsewhere. */
function reach(key: Row, locks: Row[], locations: Row[]): Mistake[] {
  const home = text(key.fields.location);
  const list = key.fields.locks;
  if (home === undefined || !refsOf(locations).has(home) || !Array.isArray(list)) return [];
  const parents = parentsOf(locations);
  return list.flatMap((ref, index) => {
    const place = text(locks.find((lock) => lock.fields.ref === ref)?.fields.location);
    if (place === undefined || !parents.has(place) || pathUp(place, parents).includes(home)) return [];
    return [
      {
        path: [...key.path, 'locks', index],
        message: `"${ref}" is at ${place}, expected a lock at ${home} or below it`,
      },
    ];
  });
}

/** The manager of a gateway controls its doors, so none of them may lie outside the gateway's location. */
function hanging(locks: Row[], gateways: Row[], locations: Row[]): Mistake[] {
  const parents = parentsOf(locations);
  const homes = new Map(gateways.map(({ fields }) => [text(fields.ref), text(fields.location)]));
  return locks.flatMap(({ path, fields }) => {
    const place = text(fields.location);
    const ref = text(fields.gateway);
    const home = ref === undefined ? undefined : homes.get(ref);
    if (place === undefined || home === undefined || !parents.has(place) || !parents.has(home)) return [];
    if (pathUp(place, parents).includes(home)) return [];
    const message = `"${ref}" is at ${home}, expected a gateway at ${place} or above it`;
    return [{ path: [...path, 'gateway'], message }];
  });
}

/** The location and all above it; ends in a circle too. */
export function pathUp(ref: string, parents: ReadonlyMap<string, string | undefined>): string[] {
  const path = [ref];
  for (let at = parents.get(ref); at !== undefined && !path.includes(at); at = parents.get(at)) path.push(at);
  return path;
}

function parentsOf(locations: Row[]): Map<string, string | undefined> {
  return new Map(locations.map(({ fields }) => [text(fields.ref) ?? '', text(fields.parent)]));
}

function refsOf(rows: Row[]): Set<string> {
  return new Set(rows.flatMap((row) => text(row.fields.ref) ?? []));
}

function rowsOf(section: unknown, path: SitePath): Row[] {
  if (!Array.isArray(section)) return [];
  return section.flatMap((fields, index) => (isFields(fields) ? [{ path: [...path, index], fields }] : []));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const number = (value: unknown): string | undefined =>
  typeof value === 'number' ? String(value) : undefined;
const join = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || b === undefined ? undefined : JSON.stringify([a, b]);

function oneOf(known: Set<string>): string {
  if (known.size === 0) return 'none, as the file has none';
  const shown = [...known].slice(0, MAX_SUGGESTIONS).join(', ');
  return `one of ${shown}${known.size > MAX_SUGGESTIONS ? ', …' : ''}`;
}

/** `locks[0].door`, as people write it. */
export function show(path: SitePath): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${part}`))
    .join('');
}
