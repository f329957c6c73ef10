/* What can be asked for on the page of events. */

export const TYPE_CHOICES = [
  { value: '', label: 'Everything' },
  { value: 'door.forced,door.left_open', label: 'Alarms' },
  { value: 'access.granted,access.denied,unlock.failed', label: 'Access' },
  { value: 'access.granted', label: 'Granted' },
  { value: 'access.denied,unlock.failed', label: 'Denied or failed' },
  { value: 'door.opened,door.closed,door.exit_button', label: 'Door movements' },
  { value: 'lock.hold_open.started,lock.hold_open.ended,lock.hold_open.failed', label: 'Holds' },
  { value: 'lock.online,lock.offline', label: 'Online and offline' },
] as const;

export interface EventFilters {
  types: string;
  lock: string;
  person: string;
  /** As a datetime-local field holds it, in the browser's zone. */
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
    from: given('from', LOCAL),
    to: given('to', LOCAL),
  };
}

const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/;

export function toQuery({ types, lock, person, from, to }: EventFilters) {
  return {
    type: types || null,
    lock_id: lock || null,
    person_id: person || null,
    since: instant(from),
    until: instant(to),
  };
}

function instant(typed: string): string | null {
  const at = new Date(typed).getTime();
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** As a datetime-local field takes it. */
export function toLocal(at: string): string {
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
