import { phrase, text } from '../language/text.js';
import type { DoorSetUp, GroupDetails, LocationSetUp } from './types.js';

/* What a move or a removal does, in sentences with counts, before it is done. */

/** More are not counted. */
const MAX_COUNTED = 10_000;

type Reach = NonNullable<DoorSetUp['move']>;

const hasMany = ({ keys }: { keys: number }) => keys > MAX_COUNTED;

/** The values of a sentence that counts keys. */
const keysOf = ({ keys }: { keys: number }) =>
  keys > MAX_COUNTED ? { many: 'yes', keys: MAX_COUNTED } : { many: 'no', keys };

const say = (count: number, message: string, values: Record<string, string | number> = {}): string[] =>
  count > 0 ? [text(message, { count, ...values })] : [];

const COLLEAGUES = phrase('{count, plural, one {# colleague} other {# colleagues}}');
const API_KEYS = phrase('{count, plural, one {# API key} other {# API keys}}');
const ACTIVE_WEBHOOKS = phrase('{count, plural, one {# active webhook} other {# active webhooks}}');

function reachWords(reach: Reach): string[] {
  const who = (which: 'lost' | 'gained') =>
    [
      ...say(reach[`colleagues_${which}`], COLLEAGUES),
      ...say(reach[`api_keys_${which}`], API_KEYS),
      ...say(reach[`webhooks_${which}`], ACTIVE_WEBHOOKS),
    ].join(', ');
  const [lost, gained] = [who('lost'), who('gained')];
  return [
    ...(lost ? [text('Will no longer reach it: {list}.', { list: lost })] : []),
    ...(gained ? [text('Will reach it: {list}.', { list: gained })] : []),
  ];
}

export interface DoorMove {
  isRewired: boolean;
  /** The name of the other location; null where it stays. */
  to: string | null;
}

export function movesDoor(door: DoorSetUp, { isRewired, to }: DoorMove): string[] {
  const { counts, name } = door;
  return [
    ...(isRewired
      ? [
          text(
            '{name} stands for the other door of a gateway at once. What was known of the old one is forgotten: whether it is open, what is wired, a hold. It is known again once the gateway reports, within a minute and a half.',
            { name },
          ),
        ]
      : []),
    ...(to !== null
      ? [text('{name} moves to {place}; earlier events stay at the old location.', { name, place: to })]
      : []),
    ...(door.move ? reachWords(door.move) : []),
    ...say(
      counts.groups,
      phrase(
        'It stays in {count, plural, one {# security group} other {# security groups}}, and {many, select, yes {more than {keys, number} keys} other {{keys, plural, one {# key} other {# keys}}}} for it keep working.',
      ),
      keysOf(counts),
    ),
    ...(counts.schedule_entries > 0
      ? [
          to === null
            ? text('Its schedule moves with it.')
            : text('Its schedule moves with it, in the time zone of the new location.'),
        ]
      : []),
  ];
}

export function endsDoor({ name, counts, type }: DoorSetUp): string[] {
  return [
    type === 'remote'
      ? text('{name} is removed from all lists, and its number at the gateway is free for another door.', {
          name,
        })
      : text('{name} is removed from all lists.', { name }),
    ...say(
      counts.groups,
      phrase(
        'It leaves {count, plural, one {# security group} other {# security groups}}; {many, select, yes {more than {keys, number} keys} other {{keys, plural, one {# key} other {# keys}}}} will no longer open it.',
      ),
      keysOf(counts),
    ),
    ...(counts.schedule_entries > 0 ? [text('Its schedule ends, and a hold with it.')] : []),
    ...say(
      counts.api_keys,
      phrase('{count, plural, one {# API key} other {# API keys}} can no longer control it.'),
    ),
    ...say(
      counts.webhooks,
      phrase(
        '{count, plural, one {# webhook} other {# webhooks}} for this door alone will get nothing from it any more.',
      ),
    ),
    text(
      'Its past stays: events, commands and door tests. It cannot be brought back; another door can be added.',
    ),
  ];
}

export function endsGroup({ name, door_list, counts }: GroupDetails): string[] {
  return [
    text('{name} will no longer open anything. It has {count, plural, one {# door} other {# doors}}.', {
      name,
      count: door_list.length,
    }),
    ...(hasMany(counts)
      ? [
          text(
            'It is removed from more than {count, number} keys; those without another group will open nothing any more, and are not returned.',
            { count: MAX_COUNTED },
          ),
        ]
      : [
          ...say(
            counts.keys,
            phrase(
              '{count, plural, one {# key} other {# keys}} of {people, plural, one {# person} other {# people}} will lose it.',
            ),
            { people: counts.people },
          ),
          ...say(
            counts.keys_alone,
            phrase(
              '{count, plural, one {# key} other {# keys}} without another group will open nothing any more, and will not be returned.',
            ),
          ),
        ]),
    text('The past of the doors still shows what was opened with it.'),
  ];
}

export const takesDoors = (doors: number, { counts }: GroupDetails): string =>
  hasMany(counts)
    ? text(
        'More than {keys, number} keys will no longer open {doors, plural, one {# door} other {# doors}} through this group.',
        { keys: MAX_COUNTED, doors },
      )
    : text(
        '{keys, plural, one {# key} other {# keys}} of {people, plural, one {# person} other {# people}} will no longer open {doors, plural, one {# door} other {# doors}} through this group.',
        { keys: counts.keys, people: counts.people, doors },
      );

export const givesDoors = (doors: number, { counts }: GroupDetails): string =>
  text(
    '{many, select, yes {More than {keys, number} keys} other {{keys, plural, one {# key} other {# keys}}}} will open {doors, plural, one {# more door} other {# more doors}} at once.',
    { ...keysOf(counts), doors },
  );

export function movesLocation(location: LocationSetUp, to: string): string[] {
  const { below, name } = location;
  const list = [
    ...say(below.locations - 1, phrase('{count, plural, one {# location} other {# locations}}')),
    text(DOORS, { count: below.doors }),
    text(PEOPLE, { count: below.people }),
  ].join(', ');
  return [
    text('{name} moves below {place} with all below it: {list}. Their past moves along.', {
      name,
      place: to,
      list,
    }),
    ...(location.move ? reachWords(location.move) : []),
    text('Keys, groups and schedules stay as they are.'),
  ];
}

export const changesZone = ({ below }: LocationSetUp): string[] =>
  say(
    below.scheduled,
    phrase(
      'The schedules of {count, plural, one {# door} other {# doors}} follow the new time zone at once.',
    ),
  );

const DOORS = phrase('{count, plural, one {# door} other {# doors}}');
const PEOPLE = phrase('{count, plural, one {# person} other {# people}}');

const NAMES: Readonly<Record<keyof LocationSetUp['here'], string>> = {
  locations: phrase('{count, plural, one {# location below it} other {# locations below it}}'),
  doors: DOORS,
  gateways: phrase('{count, plural, one {# gateway} other {# gateways}}'),
  groups: phrase('{count, plural, one {# security group} other {# security groups}}'),
  people: PEOPLE,
  keys: phrase('{count, plural, one {# key that is not returned} other {# keys that are not returned}}'),
  colleagues: phrase('{count, plural, one {# colleague or directory} other {# colleagues or directories}}'),
  api_keys: API_KEYS,
  webhooks: phrase('{count, plural, one {# webhook} other {# webhooks}}'),
};

/** What has to be moved or removed before the location can be; empty where it can. */
export const keepsLocation = ({ here }: LocationSetUp): string[] =>
  (Object.keys(NAMES) as (keyof typeof NAMES)[]).flatMap((what) => say(here[what], NAMES[what]));

export const endsLocation = ({ name }: LocationSetUp): string[] => [
  text('{name} is removed from all lists, and nothing can be added to it.', { name }),
  text('What happened there stays in the events of the locations above it.'),
];
