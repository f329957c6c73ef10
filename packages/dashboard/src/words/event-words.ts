import type { EventType } from '@door-access/protocol';
import { phrase, text } from '../language/text.js';
import type { DoorEvent } from '../types.js';
import { named } from './names.rules.js';

/* Events in words that need no manual. */

/** Every type that a subscription may name; the type makes sure that none is missing. */
export const EVENT_NAMES: Record<EventType, string> = {
  'access.granted': phrase('Unlocked'),
  'access.denied': phrase('Access denied'),
  'door.opened': phrase('Door opened'),
  'door.closed': phrase('Door closed'),
  'door.forced': phrase('Forced open'),
  'door.left_open': phrase('Left open'),
  'door.exit_button': phrase('Exit button'),
  'unlock.failed': phrase('Unlock failed'),
  'lock.hold_open.started': phrase('Held open'),
  'lock.hold_open.ended': phrase('Hold ended'),
  'lock.hold_open.failed': phrase('Hold failed'),
  'lock.maintenance.started': phrase('Maintenance begun'),
  'lock.maintenance.ended': phrase('Maintenance ended'),
  'lock.online': phrase('Came online'),
  'lock.offline': phrase('Went offline'),
  'key.activated': phrase('Key handed over'),
  'key.revoked': phrase('Key returned'),
  'key.issued': phrase('Invitation sent'),
  'person.created': phrase('Person created'),
  'person.updated': phrase('Person changed'),
  'person.deleted': phrase('Person deleted'),
  'emergency.started': phrase('Emergency or drill begun'),
  'emergency.ended': phrase('Emergency or drill ended'),
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

const REASONS: Record<string, string> = {
  no_access: phrase('the key has no access here'),
  outside_time_window: phrase('outside the hours of the key'),
  unknown_key: phrase('the key is not known'),
  timed_out: phrase('the gateway did not answer in time'),
  device_missing: phrase('the gateway has no such door'),
  publish_failed: phrase('the gateway could not be reached'),
  device_error: phrase('the relay did not switch'),
  timeout: phrase('the gateway never confirmed it'),
  offline: phrase('the gateway went offline while it was held'),
};

/** A reason that a person wrote is left as it is. */
export function reasonWords(reason: string | null): string | null {
  if (reason === null) return null;
  return Object.hasOwn(REASONS, reason) ? text(REASONS[reason] as string) : reason;
}

const reasonOf = ({ reason, details }: DoorEvent): string | null =>
  reasonWords(reason ?? (typeof details.reason === 'string' ? details.reason : null));

/** Who stands behind an event; null where no one is known. */
export function whoOf(event: DoorEvent): string | null {
  if (event.person) return event.person.name;
  if (event.user) return event.user.name;
  if (event.api_key) return text('API key {name}', { name: event.api_key.name });
  if (event.actor?.api_key) return text('API key {name}', { name: event.actor.api_key.name });
  if (event.actor?.type === 'manager') return text('a manager');
  if (event.actor?.type === 'user') return text('a phone key');
  return null;
}

/** Whether a hold belongs to a person whose name is known. */
const isNamed = ({ user, actor }: DoorEvent): boolean => Boolean(user ?? actor?.api_key);

/** One sentence, without the door's name. */
export function sentence(event: DoorEvent): string {
  const { source } = event;
  const someone = whoOf(event);
  const who = someone && named(someone);
  /** The person where a hold or maintenance has one, else where it came from. */
  const by = isNamed(event) ? who : null;
  const reason = reasonOf(event);
  switch (event.type) {
    case 'access.granted': {
      const key = event.key && named(event.key.name);
      if (key && who) return text('Unlocked by {who} with “{key}”', { who, key });
      if (key) return text('Unlocked with “{key}”', { key });
      return who ? text('Unlocked by {who}', { who }) : text('Unlocked');
    }
    case 'access.denied':
      if (who && reason) return text('Access denied to {who}: {reason}', { who, reason });
      if (who) return text('Access denied to {who}', { who });
      return reason ? text('Access denied: {reason}', { reason }) : text('Access denied');
    case 'unlock.failed':
      return reason ? text('Unlock failed: {reason}', { reason }) : text('Unlock failed');
    case 'door.closed':
      return who ? text('Closed after {who}', { who }) : text('Closed');
    case 'door.left_open':
      return who ? text('Left open after {who}', { who }) : text('Left open');
    case 'door.opened':
      return text('Opened');
    case 'door.exit_button':
      return text('Exit button pressed');
    case 'lock.hold_open.started':
      return by
        ? text('Held open by {who}', { who: by })
        : text(
            'Held open{source, select, schedule { by the schedule} exit_button { by the exit button} manager { from the dashboard} app { from a phone} api { over the API} other {}}',
            { source },
          );
    case 'lock.hold_open.ended':
      return by
        ? text('Hold ended by {who}', { who: by })
        : text(
            'Hold ended{source, select, schedule { by the schedule} exit_button { by the exit button} manager { from the dashboard} app { from a phone} api { over the API} other {}}',
            { source },
          );
    case 'lock.hold_open.failed':
      return reason ? text('Hold failed: {reason}', { reason }) : text('Hold failed');
    case 'lock.maintenance.started':
      return by ? text('Maintenance begun by {who}', { who: by }) : text('Maintenance begun');
    case 'lock.maintenance.ended':
      return by ? text('Maintenance ended by {who}', { who: by }) : text('Maintenance ended');
    default:
      return text(EVENT_NAMES[event.type]);
  }
}

/** What the end of maintenance says of what was muted. */
export function maintenanceWords({ details }: DoorEvent): string {
  const { muted = {}, left_open } = details as { muted?: Record<string, number>; left_open?: boolean };
  const count = Object.values(muted).reduce((sum, one) => sum + one, 0);
  const words = text(
    '{count, plural, =0 {No alarm was muted.} one {# alarm was muted.} other {# alarms were muted.}}',
    { count },
  );
  return left_open ? `${words} ${text('The door was left open.')}` : words;
}

/** The tone of an event: one that was muted alarms no one. */
export const toneOfEvent = ({ type, muted }: DoorEvent): Tone => (muted ? 'quiet' : toneOf(type));

/** What an event says beyond its name and who stands behind it; null where that is nothing. */
export function beyondName(event: DoorEvent): string | null {
  const { type, source, actor, key } = event;
  if (type === 'lock.maintenance.ended') return maintenanceWords(event);
  if (type === 'lock.hold_open.started' || type === 'lock.hold_open.ended')
    return actor?.api_key ? null : sourceWords(source);
  const reason = reasonOf(event);
  if (reason) return capital(reason);
  return key && text('With the key “{name}”', { name: named(key.name) });
}

const SOURCES: Record<string, string> = {
  schedule: phrase('By the schedule'),
  exit_button: phrase('By the exit button'),
  manager: phrase('From the dashboard'),
  app: phrase('From a phone'),
  api: phrase('Over the API'),
};

/** Where a hold came from; null where that is not known. */
const sourceWords = (source: string): string | null => (SOURCES[source] ? text(SOURCES[source]) : null);

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
