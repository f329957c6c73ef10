import { phrase } from '../language/phrase.rules.js';
import { instantIn, type ZoneWords } from '../words/zone.rules.js';

/* What can be asked for on the page of events. */

export const TYPE_CHOICES = [
  { value: '', label: phrase('Everything') },
  { value: 'door.forced,door.left_open', label: phrase('Alarms') },
  { value: 'access.granted,access.denied,unlock.failed', label: phrase('Access') },
  { value: 'access.granted', label: phrase('Unlocked') },
  { value: 'access.denied,unlock.failed', label: phrase('Denied or failed') },
  { value: 'door.opened,door.closed,door.exit_button', label: phrase('Door movements') },
  { value: 'lock.hold_open.started,lock.hold_open.ended,lock.hold_open.failed', label: phrase('Holds') },
  { value: 'lock.maintenance.started,lock.maintenance.ended', label: phrase('Maintenance') },
  { value: 'lock.online,lock.offline', label: phrase('Online and offline') },
] as const;

export interface EventFilters {
  types: string;
  lock: string;
  person: string;
  /** Such as `2026-01-07T14:02:00.000Z`: the same moment for everyone who opens the address. */
  from: string;
  to: string;
}

/** What the address asks for; anything strange is left out. */
export function filtersOf(search: URLSearchParams): EventFilters {
  const given = (name: string, form: RegExp) => {
    const value = search.get(name) ?? '';
    return form.test(value) ? value : '';
  };
  const types = search.get('types') ?? '';
  return {
    types: TYPE_CHOICES.some(({ value }) => value === types) ? types : '',
    lock: given('lock', /^[1-9]\d{0,8}$/),
    person: given('person', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    from: instant(search.get('from')),
    to: instant(search.get('to')),
  };
}

export function toQuery({ types, lock, person, from, to }: EventFilters) {
  return {
    type: types || null,
    lock_id: lock || null,
    person_id: person || null,
    since: from || null,
    until: to || null,
  };
}

function instant(asked: string | null): string {
  const at = /^\d{4}-.*Z$/.test(asked ?? '') ? Date.parse(asked ?? '') : Number.NaN;
  return Number.isNaN(at) ? '' : new Date(at).toISOString();
}

/** The value of a datetime-local field, in the time zone of `words`. */
export const toField = (at: string, words: Pick<ZoneWords, 'wall'>): string =>
  at && words.wall(at).replace(/:00$/, '');

/** The moment that such a field holds; empty if it holds none. */
export function ofField(typed: string, { timezone }: Pick<ZoneWords, 'timezone'>): string {
  const at = instantIn(timezone, typed);
  return Number.isNaN(at) ? '' : new Date(at).toISOString();
}
