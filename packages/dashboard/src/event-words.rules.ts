import type { EventType } from '@door-access/protocol';
import { named } from './names.rules.js';
import type { DoorEvent } from './types.js';

/* Events in words that need no manual. */

/** Every type that a subscription may name; the type makes sure that none is missing. */
export const EVENT_NAMES: Record<EventType, string> = {
  'access.granted': 'Opened with access',
  'access.denied': 'Access denied',
  'door.opened': 'Door opened',
  'door.closed': 'Door closed',
  'door.forced': 'Forced open',
  'door.left_open': 'Left open',
  'door.exit_button': 'Exit button',
  'unlock.failed': 'Unlock failed',
  'lock.hold_open.started': 'Held open',
  'lock.hold_open.ended': 'Hold ended',
  'lock.hold_open.failed': 'Hold failed',
  'lock.maintenance.started': 'Maintenance begun',
  'lock.maintenance.ended': 'Maintenance ended',
  'lock.online': 'Came online',
  'lock.offline': 'Went offline',
  'key.activated': 'Key handed over',
  'key.revoked': 'Key returned',
  'key.issued': 'Invitation sent',
  'person.created': 'Person created',
  'person.updated': 'Person changed',
  'person.deleted': 'Person deleted',
  'emergency.started': 'Emergency or drill begun',
  'emergency.ended': 'Emergency or drill ended',
};

export type Tone = 'alarm' | 'warning' | 'good' | 'quiet';

const TONES: Partial<Record<EventType, Tone>> = {
  'door.forced': 'alarm',
  'door.left_open': 'alarm',
  'access.denied': 'warning',
  'unlock.failed': 'warning',
  'lock.hold_open.failed': 'warning',
  'lock.offline': 'warning',
  'access.granted': 'good',
};

export const toneOf = (type: EventType): Tone => TONES[type] ?? 'quiet';

export const REASONS: Record<string, string> = {
  no_access: 'the key has no access here',
  outside_time_window: 'outside the hours of the key',
  unknown_key: 'the key is not known',
  timed_out: 'the gateway did not answer in time',
  device_missing: 'the gateway has no such door',
  publish_failed: 'the gateway could not be reached',
  device_error: 'the relay did not switch',
  timeout: 'the gateway never confirmed it',
  offline: 'the gateway went offline while it was held',
};

export const reasonWords = (reason: string | null): string | null =>
  reason === null ? null : (REASONS[reason] ?? reason);

const reasonOf = ({ reason, details }: DoorEvent): string | null =>
  reasonWords(reason ?? (typeof details.reason === 'string' ? details.reason : null));

/** Who stands behind an event; null where no one is known. */
export function whoOf(event: DoorEvent): string | null {
  if (event.person) return event.person.name;
  if (event.user) return event.user.name;
  if (event.api_key) return `API key ${event.api_key.name}`;
  if (event.actor?.api_key) return `API key ${event.actor.api_key.name}`;
  if (event.actor?.type === 'manager') return 'a manager';
  if (event.actor?.type === 'user') return 'a phone key';
  return null;
}

/** Whether a hold belongs to a person whose name is known. */
const isNamed = ({ user, actor }: DoorEvent): boolean => Boolean(user ?? actor?.api_key);

const SOURCES: Record<string, string> = {
  schedule: 'by the schedule',
  exit_button: 'by the exit button',
  manager: 'from the dashboard',
  app: 'from a phone',
  api: 'over the API',
};

/** One sentence, without the door's name. */
export function sentence(event: DoorEvent): string {
  const someone = whoOf(event);
  const who = someone && named(someone);
  const by = who ? ` by ${who}` : '';
  const reason = reasonOf(event);
  switch (event.type) {
    case 'access.granted':
      return `Unlocked${by}${event.key ? ` with “${named(event.key.name)}”` : ''}`;
    case 'access.denied':
      return `Access denied${who ? ` to ${who}` : ''}${reason ? `: ${reason}` : ''}`;
    case 'unlock.failed':
      return `Unlock failed${reason ? `: ${reason}` : ''}`;
    case 'door.closed':
      return `Closed${who ? ` after ${who}` : ''}`;
    case 'door.left_open':
      return `Left open${who ? ` after ${who}` : ''}`;
    case 'door.forced':
      return 'Forced open';
    case 'door.opened':
      return 'Opened';
    case 'door.exit_button':
      return 'Exit button pressed';
    case 'lock.hold_open.started':
      return `Held open ${isNamed(event) ? `by ${who}` : (SOURCES[event.source] ?? '')}`.trim();
    case 'lock.hold_open.ended':
      return `Hold ended ${isNamed(event) ? `by ${who}` : (SOURCES[event.source] ?? '')}`.trim();
    case 'lock.hold_open.failed':
      return `Hold failed${reason ? `: ${reason}` : ''}`;
    case 'lock.maintenance.started':
    case 'lock.maintenance.ended':
      return `${EVENT_NAMES[event.type]}${isNamed(event) ? ` by ${who}` : event.actor ? ` ${SOURCES[event.source] ?? ''}` : ''}`;
    default:
      return EVENT_NAMES[event.type];
  }
}

/** What the end of maintenance says of what was muted. */
export function maintenanceWords({ details }: DoorEvent): string {
  const { muted = {}, left_open } = details as { muted?: Record<string, number>; left_open?: boolean };
  const count = Object.values(muted).reduce((sum, one) => sum + one, 0);
  const words =
    count === 0 ? 'No alarm was muted.' : `${count} ${count === 1 ? 'alarm' : 'alarms'} muted meanwhile.`;
  return left_open ? `${words} The door was left open.` : words;
}

/** The tone of an event: one that was muted alarms no one. */
export const toneOfEvent = ({ type, muted }: DoorEvent): Tone => (muted ? 'quiet' : toneOf(type));

/** What an event says beyond its name and who stands behind it; null where that is nothing. */
export function beyondName(event: DoorEvent): string | null {
  if (event.type === 'lock.maintenance.ended') return maintenanceWords(event);
  const isHold = event.type === 'lock.hold_open.started' || event.type === 'lock.hold_open.ended';
  const words = isHold
    ? !event.actor?.api_key && SOURCES[event.source]
    : (reasonOf(event) ?? (event.key && `with the key “${named(event.key.name)}”`));
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : null;
}
