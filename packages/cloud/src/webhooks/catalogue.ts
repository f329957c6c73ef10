import { ACCESS_EVENT_TYPES, type EventType, type HEARTBEAT, type PING } from '@door-access/protocol';
import { z } from 'zod';
import { EMERGENCY_EXAMPLE } from '../emergencies/endpoints.js';
import { EmergencyData } from '../emergencies/schemas.js';
import { AccessEvent, FORCED_EXPLANATION } from '../events/endpoints.js';
import type { WebhookType } from '../http/openapi/webhooks.js';
import { Actor, LockName, Named, PersonName, Timestamp } from '../http/schemas.js';
import { INVITATION_CHANNELS, KEY_STATES } from '../keys/key.rules.js';
import { SHOWN } from '../keys/schemas.js';
import { REPORTED_FIELDS } from '../people/person.rules.js';
import { PersonAnswer } from '../people/schemas.js';

/* What each event carries as `data`, for the OpenAPI document and the tests that check it. */

/** For data whose `id` is the event's, or whose subject has such an event only once. */
const BY_ID = ['id'] as const;
/** For keys: a key may be handed over again. */
const BY_ID_AND_TIME = ['id', 'occurred_at'] as const;
const BY_ENVELOPE = [] as const;

const AccessEventData = AccessEvent.extend({ type: z.enum(ACCESS_EVENT_TYPES) }).meta({
  id: 'AccessEventData',
});

const DeviceEventData = z
  .strictObject({
    lock: LockName,
    location: Named,
    occurred_at: Timestamp,
    source: z.enum(['device', 'exit_button', 'schedule', 'manager', 'app', 'api']),
    actor: Actor.nullable().meta({
      description: 'Of holds and maintenance alone; null for a schedule and an expiry.',
    }),
    details: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Empty except for a failed hold, and maintenance.' }),
    explanation: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Of `door.forced`: the evidence, as in `GET /door_events`.' }),
    command_id: z.uuid().nullable().optional().meta({
      description: 'Of `lock.hold_open.*`: the command that it came from, if any.',
    }),
  })
  .meta({ id: 'DeviceEventData' });

const PresenceEventData = z
  .strictObject({
    lock: LockName,
    location: Named,
    online: z.boolean(),
    since: Timestamp.meta({ description: 'Of the change.' }),
  })
  .meta({ id: 'PresenceEventData' });

const KeyEventData = z
  .strictObject({
    id: z.int().meta({ description: 'Of the key.' }),
    type: z.enum(['key.activated', 'key.revoked']),
    occurred_at: Timestamp,
    person: PersonName.nullable().meta({ description: 'Null once erased.' }),
    key: z.strictObject({ id: z.int(), name: z.string(), state: z.enum(KEY_STATES) }),
  })
  .meta({ id: 'KeyEventData' });

const KeyIssuedData = z
  .strictObject({
    invitation_id: z.int(),
    channel: z.enum(INVITATION_CHANNELS).meta({ description: SHOWN }),
    person: PersonName.nullable().meta({ description: 'Null once erased.' }),
    security_groups: z.array(z.string()),
    starts_at: Timestamp,
    expires_at: Timestamp.meta({ description: "The key's end; of a key without one, the link's." }),
  })
  .meta({ id: 'KeyIssuedData' });

const PersonUpdatedData = z
  .strictObject({ ...PersonAnswer.shape, changed_fields: z.array(z.enum(REPORTED_FIELDS)) })
  .meta({ id: 'PersonUpdatedData' });
const PersonDeletedData = z
  .strictObject({ id: z.uuid(), name: z.string(), email: z.string(), location: Named })
  .meta({ id: 'PersonDeletedData' });
const PingData = z.strictObject({ message: z.literal('pong') }).meta({ id: 'PingData' });

const HeartbeatData = z
  .strictObject({ interval_minutes: z.int().meta({ description: 'When to expect the next one.' }) })
  .meta({ id: 'HeartbeatData' });

const LOCK = { id: 41, name: 'Main entrance', place: 'Ground floor' };
const LOCATION = { id: 3, name: 'HQ' };
const AT = '2026-01-07T06:15:01.982Z';
const PERSON = { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', name: 'Anna Aho', email: 'anna@acme.example' };
const KEY = { id: 9001, name: 'Front doors' };
const WHOLE_PERSON = {
  ...PERSON,
  phone: '+358401234567',
  company_name: 'Acme',
  title: 'Caretaker',
  language: 'fi',
  location: LOCATION,
};
const API_KEY = { id: 12, name: 'ERP' };
const MANAGER = { type: 'manager', person: null, key: null, api_key: null };
const API_KEY_ACTOR = { type: 'api_key', person: null, key: null, api_key: API_KEY };

function access(type: (typeof ACCESS_EVENT_TYPES)[number], summary: string, more: object): WebhookType {
  const who = { api_key: null, lock: LOCK, location: LOCATION, person: PERSON, key: KEY };
  const what = { result: 'success', reason: null, source: 'locksys' };
  return {
    summary,
    data: AccessEventData,
    identity: BY_ID,
    example: { id: 184467, type, occurred_at: AT, ...what, ...who, ...more },
  };
}

function device(summary: string, source: string, more: object = {}): WebhookType {
  const example = {
    lock: LOCK,
    location: LOCATION,
    occurred_at: AT,
    source,
    actor: null,
    details: {},
    ...more,
  };
  return { summary, data: DeviceEventData, example, identity: BY_ENVELOPE };
}

function presence(online: boolean, summary: string): WebhookType {
  return {
    summary,
    data: PresenceEventData,
    identity: BY_ENVELOPE,
    example: { lock: LOCK, location: LOCATION, online, since: AT },
  };
}

function key(type: 'key.activated' | 'key.revoked', summary: string): WebhookType {
  const state = type === 'key.activated' ? 'handed_over' : 'returned';
  const example = { id: KEY.id, type, occurred_at: AT, person: PERSON, key: { ...KEY, state } };
  return { summary, data: KeyEventData, example, identity: BY_ID_AND_TIME };
}

const byDevice = { source: 'device' };
const noPerson = { person: null, key: null };
const byCommand = { command_id: '9d3c1b0a-5e4f-4a6b-8c7d-1e2f3a4b5c6d' };

/** Every type that a subscription may name, and `ping` and `heartbeat`, which it may not. */
export const CATALOGUE: Record<EventType | typeof PING | typeof HEARTBEAT, WebhookType> = {
  'access.granted': access('access.granted', 'A key opened a lock.', { command_id: null }),
  'access.denied': access(
    'access.denied',
    'A lock refused a key; `reason` is `no_access`, `outside_time_window`, `unknown_key` or null.',
    { result: 'denied', reason: 'unknown_key', ...noPerson },
  ),
  'door.closed': access(
    'door.closed',
    'A lock reported the door closed; person and key are those of the access that opened it.',
    byDevice,
  ),
  'door.left_open': access(
    'door.left_open',
    'No close came after an opening: not confirmed closed, and no proof that the door stands open.',
    byDevice,
  ),
  'unlock.failed': access(
    'unlock.failed',
    'A remote unlock was ordered and never confirmed; `reason` is `timed_out`, `device_missing`, `publish_failed` or `device_error`.',
    { result: 'denied', reason: 'timed_out', source: 'app', ...noPerson, ...byCommand, api_key: API_KEY },
  ),
  'door.opened': device('The door contact of a remote lock opened.', 'device'),
  'door.forced': device(
    'The door opened with no unlock and no exit press in the 10 seconds before, while not held open. Sent in addition to `door.opened`; `explanation` gives the evidence.',
    'device',
    { explanation: FORCED_EXPLANATION },
  ),
  'door.exit_button': device('The exit button of a remote lock was pressed.', 'exit_button'),
  'lock.hold_open.started': device('The hold relay was switched on.', 'api', {
    actor: API_KEY_ACTOR,
    ...byCommand,
  }),
  'lock.hold_open.ended': device('The hold relay was switched off.', 'schedule', { command_id: null }),
  'lock.hold_open.failed': device(
    'A hold was never confirmed, or the unit went offline while held; `details.reason` is `timeout` (with `attempts`) or `offline`.',
    'schedule',
    { details: { reason: 'timeout', attempts: 3 }, command_id: null },
  ),
  'lock.maintenance.started': device(
    'Maintenance of a lock began, or goes on until another time, `details.until`: until its end no `door.forced` and no `door.left_open` of the lock is sent to webhooks.',
    'manager',
    { actor: MANAGER, details: { until: '2026-01-07T08:15:00.000Z' } },
  ),
  'lock.maintenance.ended': device(
    'It has ended, by a person, a program, or its time (`actor` null). `details.muted` counts what was not sent meanwhile; `left_open`: a left-open door that was muted is still open.',
    'manager',
    {
      details: { door_state: 'closed', left_open: false, muted: { 'door.forced': 2, 'door.left_open': 1 } },
    },
  ),
  'lock.online': presence(true, 'A remote lock became reachable; one event for each lock of the gateway.'),
  'lock.offline': presence(
    false,
    'A remote lock stopped being reachable; one event for each lock of the gateway.',
  ),
  'key.activated': key('key.activated', 'A key was handed over. Reconcile on `key.id`, which equals `id`.'),
  'key.revoked': key('key.revoked', 'A key was returned or deleted.'),
  'key.issued': {
    summary: 'An invitation was sent: not the key in use yet.',
    data: KeyIssuedData,
    identity: BY_ENVELOPE,
    example: {
      invitation_id: 77,
      channel: 'sms',
      person: PERSON,
      security_groups: ['STAFF'],
      starts_at: '2026-01-07T06:00:00.000Z',
      expires_at: '2026-01-14T06:00:00.000Z',
    },
  },
  'person.created': {
    summary: 'A person was created.',
    data: PersonAnswer,
    identity: BY_ID,
    example: WHOLE_PERSON,
  },
  'person.updated': {
    summary: 'A name, e-mail, phone, company, title or language changed.',
    data: PersonUpdatedData,
    // Every change of a person bears the person's id.
    identity: BY_ENVELOPE,
    example: { ...WHOLE_PERSON, title: 'Head caretaker', changed_fields: ['title'] },
  },
  'person.deleted': {
    summary: 'A person was deleted, soft or hard.',
    data: PersonDeletedData,
    identity: BY_ID,
    example: { ...PERSON, location: LOCATION },
  },
  'emergency.started': {
    summary:
      'A lockdown, an evacuation or a drill began; `counts` are those of the beginning, as doors have yet to answer.',
    data: EmergencyData,
    identity: BY_ID,
    example: { ...EMERGENCY_EXAMPLE, counts: { confirmed: 0, pending: 1, unreachable: 1, refused: 0 } },
  },
  'emergency.ended': {
    summary: 'It has ended, by `none` or as another one took its place.',
    data: EmergencyData,
    identity: BY_ID,
    example: { ...EMERGENCY_EXAMPLE, ended_at: '2026-01-07T06:40:10.120Z' },
  },
  ping: {
    summary: 'Asked for by `POST /webhooks/{id}/ping`; never subscribed to.',
    data: PingData,
    identity: BY_ENVELOPE,
    example: { message: 'pong' },
  },
  heartbeat: {
    summary: 'Sent every `heartbeat_minutes` of the subscription; never subscribed to.',
    data: HeartbeatData,
    identity: BY_ENVELOPE,
    example: { interval_minutes: 15 },
  },
};
