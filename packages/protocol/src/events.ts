/* The event catalogue: every type that a subscription may name, by the shape of its data. */

/** Access events: returned by `GET /events`, but for `unlock.failed`, which is sent by webhook only. */
export const ACCESS_EVENT_TYPES = [
  'access.granted',
  'access.denied',
  'door.closed',
  'door.left_open',
  'unlock.failed',
] as const;
export const LISTED_EVENT_TYPES = [
  'access.granted',
  'access.denied',
  'door.closed',
  'door.left_open',
] as const;

/** What happens at doors. */
export const DEVICE_EVENT_TYPES = [
  'door.opened',
  'door.forced',
  'door.exit_button',
  'lock.hold_open.started',
  'lock.hold_open.ended',
  'lock.hold_open.failed',
  'lock.maintenance.started',
  'lock.maintenance.ended',
] as const;
export const PRESENCE_EVENT_TYPES = ['lock.online', 'lock.offline'] as const;
export const KEY_EVENT_TYPES = ['key.activated', 'key.revoked', 'key.issued'] as const;
export const PERSON_EVENT_TYPES = ['person.created', 'person.updated', 'person.deleted'] as const;
/** At a location and below. */
export const EMERGENCY_EVENT_TYPES = ['emergency.started', 'emergency.ended'] as const;

export const EVENT_TYPES = [
  ...ACCESS_EVENT_TYPES,
  ...DEVICE_EVENT_TYPES,
  ...PRESENCE_EVENT_TYPES,
  ...KEY_EVENT_TYPES,
  ...PERSON_EVENT_TYPES,
  ...EMERGENCY_EVENT_TYPES,
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Sent on request alone: no event gives it, and no subscription names it. */
export const PING = 'ping';
/** Sent on a rhythm of its own: likewise. */
export const HEARTBEAT = 'heartbeat';
/** Every name that an envelope may have. */
export const EVENT_NAMES = [...EVENT_TYPES, PING, HEARTBEAT] as const;

/** Within how long an unlock or an exit press explains an opening, inclusive. */
export const FORCED_OPEN_WINDOW_MS = 10_000;
