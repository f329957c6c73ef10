import type { EventType } from '@door-access/protocol';
import { TYPE_CHOICES } from '../events/filters.rules.js';
import { text } from '../language/text.js';
import type { Place } from '../places.js';
import type { Found, Lock } from '../types.js';
import { EVENT_NAMES } from '../words/event-words.js';
import { commandRows } from './commands.js';
import { type Row, rank, wordsOf } from './rows.rules.js';

/* All that is found for a text, in groups. */

const MAX_DOORS = 8;
const MAX_PAGES = 6;
const MAX_EVENTS = 4;

export interface Group {
  name: string;
  rows: readonly Row[];
}

interface Sources {
  locks: readonly Lock[];
  places: readonly Place[];
  /** What the service has found; null until it answers. */
  found: Found | null;
  recent: readonly Row[];
  mayAct: boolean;
  /** How a time is written. */
  at(time: string): string;
}

/** The shortest text that the service is asked for. */
export const MIN_ASKED = 2;

export function groupsOf(typed: string, { locks, places, found, recent, mayAct, at }: Sources): Group[] {
  const chosen = recent.map(({ key }) => key);
  const commands = { name: text('Commands'), rows: commandRows(typed, locks, mayAct, chosen) };
  const pages = rank(places.map(pageRow), typed, chosen);
  if (wordsOf(typed).length === 0)
    return filled([
      { name: text('Recent'), rows: recent },
      commands,
      { name: text('Pages'), rows: pages.filter(({ key }) => !chosen.includes(key)) },
    ]);
  const service = found ? ofService(found, at) : { people: [], gateways: [], events: [] };
  return filled([
    commands,
    { name: text('Doors'), rows: rank(locks.map(doorRow), typed, chosen).slice(0, MAX_DOORS) },
    { name: text('People'), rows: recentFirst(service.people, chosen) },
    { name: text('Gateways'), rows: recentFirst(service.gateways, chosen) },
    {
      name: text('Events'),
      rows: [...service.events, ...rank(eventRows(), typed, chosen).slice(0, MAX_EVENTS)],
    },
    { name: text('Pages'), rows: pages.slice(0, MAX_PAGES) },
  ]);
}

const filled = (groups: readonly Group[]): Group[] => groups.filter(({ rows }) => rows.length > 0);

const recentFirst = (rows: readonly Row[], chosen: readonly string[]): Row[] => [
  ...rows.filter(({ key }) => chosen.includes(key)),
  ...rows.filter(({ key }) => !chosen.includes(key)),
];

const pageRow = ({ path, name, icon }: Place): Row => ({
  key: `page ${path}`,
  label: name,
  note: '',
  icon,
  leads: { to: path },
});

function doorRow({ id, name, place, location }: Lock): Row {
  const note = [place, location.name].filter(Boolean).join(' · ');
  const text = `${name} ${note}`;
  return { key: `door ${id}`, label: name, note, text, icon: 'door', leads: { to: `/doors/${id}` } };
}

/** Kinds of events, each leading to its list. */
const eventRows = (): Row[] =>
  TYPE_CHOICES.filter(({ value }) => value !== '').map(({ value, label }) => {
    const kind = text(label);
    const types = value.split(',') as EventType[];
    const names = types.map((type) => text(EVENT_NAMES[type])).join(', ');
    return {
      key: `events ${value}`,
      label: text('Events: {kind}', { kind }),
      note: names,
      text: `${kind} ${types.join(' ')} ${names} ${text('Events')}`,
      icon: 'list',
      leads: { to: `/events?types=${encodeURIComponent(value)}` },
    };
  });

function ofService({ people, gateways, event }: Found, at: (time: string) => string) {
  return {
    people: people.map(
      ({ id, name, email, phone, location }): Row => ({
        key: `person ${id}`,
        label: name,
        note: [email, phone, location.name].filter(Boolean).join(' · '),
        icon: 'person',
        leads: { to: `/people/${id}` },
      }),
    ),
    gateways: gateways.map(
      ({ id, name, location_name, online }): Row => ({
        key: `gateway ${id}`,
        label: name,
        note: `${location_name} · ${online ? text('Online') : text('Offline')}`,
        icon: 'gateway',
        leads: { to: `/gateways/${id}` },
      }),
    ),
    events: event
      ? [
          {
            key: `event ${event.id}`,
            label: `${text(EVENT_NAMES[event.type])}: ${event.lock.name}`,
            note: text('event {id}, {time}', { id: String(event.id), time: at(event.occurred_at) }),
            icon: 'list',
            leads: { to: `/doors/${event.lock.id}?at=${encodeURIComponent(event.occurred_at)}` },
          } satisfies Row,
        ]
      : [],
  };
}
