import { type Carried, type Kind, NUMBERED } from './tables.rules.js';

/*
 * Numbers are given anew where another thing has them: all of a kind are moved by the same distance, so that no list of
 * them is needed. UUIDs stay.
 */

export type Row = Record<string, unknown>;
/** By how much the numbers of a kind are moved; those that keep theirs are not named. */
export type Moved = Readonly<Partial<Record<Kind, number>>>;

/** What a column, or a key in JSON, names by its number. */
const NAMES: Readonly<Record<string, Kind>> = {
  account_id: 'account',
  location_id: 'location',
  location_ids: 'location',
  lock_id: 'lock',
  lock_ids: 'lock',
  security_group_id: 'security_group',
  api_key_id: 'api_key',
  access_key_id: 'access_key',
  key_id: 'access_key',
  event_id: 'event',
};
/** What stands in JSON whole, with its `id`. */
const WHOLE: Readonly<Record<string, Kind>> = {
  lock: 'lock',
  location: 'location',
  key: 'access_key',
  api_key: 'api_key',
};
/** What the audit log names as text, by the type beside it. */
const AUDITED: Readonly<Record<string, Kind>> = {
  ...WHOLE,
  account: 'account',
  invitation: 'invitation',
  directory_token: 'directory_token',
  security_group: 'security_group',
  event: 'event',
  alarm: 'event',
};

/** The column of a table's own numbers, and their kind. */
function ownOf({ table, own }: Pick<Carried, 'table' | 'own'>): Carried['own'] {
  const column: string | undefined = NUMBERED[table as Kind];
  return own ?? (column === undefined ? undefined : { column, kind: table as Kind });
}

export function ownNumber(
  carried: Pick<Carried, 'table' | 'own'>,
  row: Row,
): { kind: Kind; number: number } | null {
  const own = ownOf(carried);
  return own ? { kind: own.kind, number: Number(row[own.column]) } : null;
}

/** The row with its numbers moved. */
export function move(carried: Omit<Carried, 'of' | 'sorted'>, row: Row, moved: Moved): Row {
  const { table, names, json = [] } = carried;
  const own = ownOf(carried);
  if (Object.keys(moved).length === 0) return row;
  const result: Row = { ...row };
  for (const [column, value] of Object.entries(row)) {
    const kind = own?.column === column ? own.kind : (names?.[column] ?? NAMES[column]);
    if (kind) result[column] = moveOne(value, kind, moved);
    if (json.includes(column)) result[column] = moveWithin(value, moved);
  }
  // The data of a key's event is the key.
  const data = result.data as { id?: unknown } | null | undefined;
  if (table === 'change' && data && String(row.type).startsWith('key.'))
    result.data = { ...data, id: moveOne(data.id, 'access_key', moved) };
  if (table === 'audit') {
    result.actor_id = moveText(row.actor_id, AUDITED[row.actor_type as string], moved);
    result.subject_id = moveText(row.subject_id, AUDITED[row.subject_type as string], moved);
  }
  if (table === 'notice' && typeof row.subject === 'string') {
    const [type = '', id] = row.subject.split(':');
    if (type === 'invitation') result.subject = `${type}:${moveText(id, 'invitation', moved)}`;
  }
  return result;
}

const moveOne = (value: unknown, kind: Kind, moved: Moved): unknown => {
  if (Array.isArray(value)) return value.map((one) => moveOne(one, kind, moved));
  return typeof value === 'number' ? value + (moved[kind] ?? 0) : value;
};

const moveText = (value: unknown, kind: Kind | undefined, moved: Moved): unknown =>
  kind && typeof value === 'string' && /^\d+$/.test(value)
    ? String(Number(value) + (moved[kind] ?? 0))
    : value;

function moveWithin(value: unknown, moved: Moved): unknown {
  if (Array.isArray(value)) return value.map((one) => moveWithin(one, moved));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const kind = NAMES[name];
      if (kind) return [name, moveOne(inner, kind, moved)];
      const whole = WHOLE[name];
      const below = moveWithin(inner, moved);
      if (whole && below !== null && typeof below === 'object' && 'id' in below)
        return [name, { ...below, id: moveOne(below.id, whole, moved) }];
      return [name, below];
    }),
  );
}
