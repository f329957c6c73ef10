/* What can be asked for on the page of events. */

export const TYPE_CHOICES = [
  { value: '', label: 'Everything' },
  { value: 'door.forced,door.left_open', label: 'Alarms' },
  { value: 'access.granted,access.denied,unlock.failed', label: 'Access' },
  { value: 'access.denied,unlock.failed', label: 'Denied or failed' },
  { value: 'door.opened,door.closed,door.exit_button', label: 'Door movements' },
  { value: 'lock.hold_open.started,lock.hold_open.ended,lock.hold_open.failed', label: 'Holds' },
  { value: 'lock.online,lock.offline', label: 'Online and offline' },
] as const;

export interface EventFilters {
  types: string;
  lock: string;
  /** As a datetime-local field holds it, in the browser's zone. */
  from: string;
  to: string;
}

export function toQuery({ types, lock, from, to }: EventFilters): Record<string, string | null> {
  return { type: types || null, lock_id: lock || null, since: instant(from), until: instant(to) };
}

function instant(typed: string): string | null {
  const at = new Date(typed).getTime();
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
