import { plural } from '../plural.rules.js';
import type { DoorSetUp, GroupDetails, LocationSetUp } from './types.js';

/* What a move or an end does, in sentences with counts, before it is done. */

/** More are not counted. */
const MAX_COUNTED = 10_000;

type Reach = NonNullable<DoorSetUp['move']>;

const hasMany = ({ keys }: { keys: number }) => keys > MAX_COUNTED;

const keysOf = (counts: { keys: number }): string =>
  hasMany(counts) ? `more than ${plural(MAX_COUNTED, 'key')}` : plural(counts.keys, 'key');

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const say = (count: number, one: string, sentence: (counted: string) => string): string[] =>
  count > 0 ? [sentence(plural(count, one))] : [];

function reachWords(reach: Reach, what: string): string[] {
  const who = (which: 'lost' | 'gained') =>
    [
      ...say(reach[`colleagues_${which}`], 'colleague', (counted) => counted),
      ...say(reach[`api_keys_${which}`], 'API key', (counted) => counted),
      ...say(reach[`webhooks_${which}`], 'active webhook', (counted) => counted),
    ].join(', ');
  const [lost, gained] = [who('lost'), who('gained')];
  return [
    ...(lost ? [`No longer reach ${what}: ${lost}.`] : []),
    ...(gained ? [`Reach ${what} from then on: ${gained}.`] : []),
  ];
}

export interface DoorMove {
  isRewired: boolean;
  /** The name of the other location; null where it stays. */
  to: string | null;
}

export function movesDoor(door: DoorSetUp, { isRewired, to }: DoorMove): string[] {
  const { counts } = door;
  return [
    ...(isRewired
      ? [
          `${door.name} stands for the other door of a gateway at once. What was known of the old one is forgotten: whether it is open, what is wired, a hold. It is known again once the gateway reports, within a minute and a half.`,
        ]
      : []),
    ...(to !== null
      ? [`${door.name} is at ${to} from then on; what happened before stays where it happened.`]
      : []),
    ...(door.move ? reachWords(door.move, 'it') : []),
    ...say(
      counts.groups,
      'security group',
      (groups) => `It stays in ${groups}, and ${keysOf(counts)} for it keep working.`,
    ),
    ...(counts.schedule_entries > 0
      ? [`Its schedule goes along${to === null ? '' : ', in the time zone of the other location'}.`]
      : []),
  ];
}

export function endsDoor({ name, counts, type }: DoorSetUp): string[] {
  return [
    `${name} is no door any more: it leaves all lists${type === 'remote' ? ', and its number at the gateway is free for another door' : ''}.`,
    ...say(
      counts.groups,
      'security group',
      (groups) => `It leaves ${groups}; ${keysOf(counts)} no longer open it.`,
    ),
    ...(counts.schedule_entries > 0 ? ['Its schedule ends, and a hold with it.'] : []),
    ...say(counts.api_keys, 'API key', (keys) => `${keys} can no longer control it.`),
    ...say(
      counts.webhooks,
      'webhook',
      (webhooks) => `${webhooks} of this door alone get nothing of it any more.`,
    ),
    'Its past stays: events, commands and door tests. It cannot be brought back; another door can be added.',
  ];
}

export function endsGroup({ name, door_list, counts }: GroupDetails): string[] {
  return [
    `${name} opens nothing any more. It had ${plural(door_list.length, 'door')}.`,
    ...(hasMany(counts)
      ? [
          `It goes from ${keysOf(counts)}; those without another group open nothing any more, and are not returned.`,
        ]
      : [
          ...say(
            counts.keys,
            'key',
            (keys) => `${keys} of ${plural(counts.people, 'person', 'people')} lose it.`,
          ),
          ...say(
            counts.keys_alone,
            'key',
            (keys) => `${keys} without another group open nothing any more; they are not returned.`,
          ),
        ]),
    'What was opened with it stays in the past of the doors.',
  ];
}

export const takesDoors = (doors: number, { counts }: GroupDetails): string => {
  const people = hasMany(counts) ? '' : ` of ${plural(counts.people, 'person', 'people')}`;
  return capitalised(`${keysOf(counts)}${people} no longer open ${plural(doors, 'door')} by this group.`);
};

export const givesDoors = (doors: number, { counts }: GroupDetails): string =>
  capitalised(`${keysOf(counts)} open ${plural(doors, 'more door')} at once.`);

export function movesLocation(location: LocationSetUp, to: string): string[] {
  const { below, name } = location;
  return [
    `${name} goes below ${to} with all below it: ${[
      ...say(below.locations - 1, 'location', (locations) => locations),
      plural(below.doors, 'door'),
      plural(below.people, 'person', 'people'),
    ].join(', ')}. Their past goes along.`,
    ...(location.move ? reachWords(location.move, name) : []),
    'Keys, groups and schedules stay as they are.',
  ];
}

export const changesZone = ({ below }: LocationSetUp): string[] =>
  say(below.scheduled, 'door', (doors) => `The schedules of ${doors} follow the new time zone at once.`);

const NAMES: Readonly<Record<keyof LocationSetUp['here'], [string, string?]>> = {
  locations: ['location below it'],
  doors: ['door'],
  gateways: ['gateway'],
  groups: ['security group'],
  people: ['person', 'people'],
  keys: ['key that is not returned', 'keys that are not returned'],
  colleagues: ['colleague or directory', 'colleagues or directories'],
  api_keys: ['API key'],
  webhooks: ['webhook'],
};

/** What has to be moved or ended before the location can end; empty where it can. */
export function keepsLocation({ here }: LocationSetUp): string[] {
  return (Object.keys(NAMES) as (keyof typeof NAMES)[]).flatMap((what) => {
    const [one, many] = NAMES[what];
    if (here[what] === 0) return [];
    return [
      what === 'locations' ? plural(here[what], one, 'locations below it') : plural(here[what], one, many),
    ];
  });
}

export const endsLocation = ({ name }: LocationSetUp): string[] => [
  `${name} is no place any more: it leaves all lists, and no one can be added to it.`,
  'What happened there stays in the events of the locations above it.',
];
