import { toDraft } from '../door/editor.rules.js';
import { differencesOf } from '../door/schedule-words.js';
import type { DoorSchedule } from '../door/types.js';
import { EVENT_NAMES } from '../event-words.js';
import type { AuditEntry } from '../types.js';

/* The audit log in words. */

/** Each action that the service writes down; a test holds this list against the service's own. */
export const ACTION_WORDS: Readonly<Record<string, string>> = {
  'account.create': 'Organisation created',
  'account.export': 'Organisation exported',
  'account.import': 'Organisation imported',
  'account.move_gateways': 'Gateways sent to another installation',
  'account.update': 'Organisation changed',
  'alarm.acknowledge': 'Alarm acknowledged',
  'alarm.assign': 'Alarm assigned',
  'alarm_channel.create': 'Alarm channel created',
  'alarm_channel.delete': 'Alarm channel deleted',
  'alarm_rule.create': 'Alarm rule created',
  'alarm_rule.delete': 'Alarm rule deleted',
  'alarm_rule.mute': 'Alarm rule muted',
  'alarm_rule.update': 'Alarm rule changed',
  'api_key.create': 'API key created',
  'api_key.revoke': 'API key revoked',
  'api_key.update': 'API key changed',
  'directory_token.create': 'Directory token created',
  'directory_token.revoke': 'Directory token revoked',
  'gateway.create': 'Gateway created',
  'gateway.door_test_report': 'Door test handed in',
  'gateway.open_pairing': 'Pairing code made',
  'gateway.pair': 'Gateway paired',
  'gateway.revoke': 'Gateway revoked',
  'gateway.rotate_secret': 'Gateway given a new secret',
  'gateway.update': 'Gateway changed',
  'invitation.activate': 'Setup link used',
  'invitation.cancel': 'Invitation cancelled',
  'invitation.expire': 'Invitation ran out',
  'invitation.resend': 'Invitation sent again',
  'key.hand_over': 'Key handed over',
  'key.invite': 'Key given again, invitation sent',
  'key.issue': 'Key given, invitation sent',
  'key.move_phone': 'Key moved to another phone',
  'key.remove_phone': 'Key taken off a phone',
  'key.return': 'Key returned',
  'key.update': 'Key changed',
  'calendar.create': 'Calendar created',
  'calendar.delete': 'Calendar deleted',
  'calendar.update': 'Calendar changed',
  'location.begin_emergency': 'Emergency or drill begun',
  'location.create': 'Location created',
  'location.place_doors': 'Doors placed on a floor plan',
  'location.set_plan': 'Floor plan drawing changed',
  'location.delete_plan': 'Floor plan deleted',
  'location.end': 'Location ended',
  'location.end_emergency': 'Emergency or drill ended',
  'location.set_duty': 'Duty rota changed',
  'location.update': 'Location changed',
  'lock.begin_maintenance': 'Maintenance begun: its alarms are muted',
  'lock.begin_test': 'Door test begun: its alarms are silenced',
  'lock.create': 'Door created',
  'lock.door_mode': 'Door mode requested',
  'lock.end': 'Door ended',
  'lock.end_maintenance': 'Maintenance ended',
  'lock.end_test': 'Door test over',
  'lock.schedule': 'Schedule changed',
  'lock.unlock': 'Unlock requested',
  'lock.update': 'Door changed',
  'lock.use_reader': 'Simulated reader used',
  'person.create': 'Person created',
  'person.delete': 'Person deleted',
  'person.erase': 'Person erased for good',
  'person.update': 'Person changed',
  'secret_key.accept': 'New secret key of the service accepted',
  'secret_key.rotate': 'Secret key of the service rotated',
  'security_group.create': 'Security group created',
  'security_group.end': 'Security group ended',
  'security_group.update': 'Security group changed',
  'user.add_browser': 'Notifications switched on in a browser',
  'user.add_passkey': 'Passkey added',
  'user.change_password': 'Own password changed',
  'user.create': 'User created',
  'user.forgot_password': 'Link for a new password sent',
  'user.invite': 'Colleague invited',
  'user.join': 'Invitation accepted',
  'user.remove': 'Colleague removed',
  'user.remove_browser': 'Notifications switched off in a browser',
  'user.remove_passkey': 'Passkey removed',
  'user.rename_passkey': 'Passkey renamed',
  'user.resend_invitation': 'Invitation of a colleague sent again',
  'user.reset_password': 'New password chosen by its link',
  'user.set_password': 'Password set by an operator',
  'user.sign_in': 'Signed in',
  'user.update': 'Colleague changed',
  'user.withdraw_invitation': 'Invitation of a colleague withdrawn',
  'webhook.create': 'Webhook created',
  'webhook.delete': 'Webhook deleted',
  'webhook.pause': 'Webhook paused by itself',
  'webhook.ping': 'Ping sent',
  'webhook.redeliver': 'Delivered again',
  'webhook.rotate_secret': 'New secret of a webhook',
  'webhook.update': 'Webhook changed',
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const spaced = (text: string): string => text.replaceAll(/[._]/g, ' ');

/** One that has no words of its own yet is still shown: `webhook.turn_round` as “Webhook turn round”. */
export const actionWords = (action: string): string =>
  Object.hasOwn(ACTION_WORDS, action) ? (ACTION_WORDS[action] as string) : capital(spaced(action));

const SUBJECT_WORDS: Record<string, string> = {
  account: 'organisation',
  api_key: 'API key',
  lock: 'door',
  user_invitation: 'invitation of a colleague',
};

export const subjectWords = (type: string): string => SUBJECT_WORDS[type] ?? spaced(type);

const ACTORS: Record<string, string> = {
  api_key: 'API key',
  key: 'Key',
  rule: 'The service',
  doorctl: 'doorctl',
  site_file: 'Site file',
  directory: 'Directory',
};

/** Those that have no name of their own are named by what they are. */
export function actorWords({ type, id, name }: AuditEntry['actor']): string {
  const kind = ACTORS[type];
  if (kind === undefined) return name || spaced(type);
  return id === null ? kind : `${kind} ${name}`.trim();
}

const FIELD_WORDS: Record<string, string> = {
  address: 'From address',
  agent: 'Agent',
  begins_blocks: 'Begins blocks',
  channel: 'Sent by',
  doors: 'Doors',
  email: 'E-mail address',
  expires_at: 'Ends',
  failing_since: 'Failing since',
  fields: 'Changed',
  invited_by: 'Invited by',
  location_id: 'Location',
  lock_id: 'Door',
  lock_ids: 'Doors',
  method: 'By',
  prefix: 'Begins with',
  response_status: 'Answered with',
  scopes: 'May',
  starts_at: 'Begins',
  toggle_policy: 'Who begins a block',
};

export const fieldWords = (field: string): string => FIELD_WORDS[field] ?? capital(spaced(field));

/** What programs compare; kept in the entry as it is written. */
const isForPrograms = (field: string): boolean =>
  (field.endsWith('_id') && field !== 'lock_id' && field !== 'location_id') ||
  field === 'of' ||
  field === 'invitation';

const NOT_SHOWN = 'not shown';
const SECRET_NAME = /secret|token|password|signature|private/i;
const SECRET_SHAPE = /\b(sk_[0-9A-Za-z]{39}|whsec_[\w+/=-]{20,})/g;

/** An entry holds no secrets; should one ever get in, it does not get out here. */
export const withoutSecrets = (details: AuditEntry['details']): AuditEntry['details'] =>
  Object.fromEntries(Object.entries(details).map(([name, value]) => [name, withoutSecret(name, value)]));

function withoutSecret(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutSecret(name, one));
  if (isObject(value)) return withoutSecrets(value);
  if (typeof value !== 'string') return value;
  return SECRET_NAME.test(name) ? NOT_SHOWN : value.replaceAll(SECRET_SHAPE, NOT_SHOWN);
}

export interface Change {
  field: string;
  /** Where the entry has what was before. */
  before?: string;
  value: string;
}

/** What an entry's words need of the page. */
export interface Words {
  /** Words a moment. */
  moment(at: string): string;
  /** A door's name, where it is known. */
  door(id: number): string | undefined;
}

/** What an entry says besides who did what to what, a row a field. */
export function changesOf({ action, details: written }: AuditEntry, words: Words): Change[] {
  const details = withoutSecrets(written);
  const { before, after } = details;
  if (action === 'lock.schedule' && isSchedule(before) && isSchedule(after))
    return differencesOf(toDraft(before), toDraft(after)).map(({ what, was, is }) => ({
      field: what,
      before: was,
      value: is,
    }));
  return Object.entries(details).flatMap(([name, value]): Change[] => {
    if (isForPrograms(name) || value === null || value === '') return [];
    const field = fieldWords(name);
    const said = (one: unknown) => valueWords(name, one, words);
    if (isObject(value) && 'from' in value && 'to' in value)
      return [{ field, before: said(value.from), value: said(value.to) }];
    return [{ field, value: said(value) }];
  });
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const IDENTIFIER = /^[a-z]+(_[a-z]+)+$/;
const MAX_DOORS = 4;

function valueWords(name: string, value: unknown, words: Words): string {
  if (value === null || value === '') return '—';
  if (name === 'lock_id' || name === 'lock_ids') return doorWords([value].flat(), words);
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((one) => valueWords(name, one, words)).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return JSON.stringify(value);
  if (name === 'fields') return fieldWords(value).toLowerCase();
  if (name === 'events' && value === '*') return 'all';
  if (TIME.test(value)) return words.moment(value);
  if (Object.hasOwn(EVENT_NAMES, value)) return EVENT_NAMES[value as keyof typeof EVENT_NAMES];
  return IDENTIFIER.test(value) ? spaced(value) : value;
}

function doorWords(ids: readonly unknown[], words: Words): string {
  if (ids.length === 0) return 'none';
  const names = ids
    .slice(0, ids.length > MAX_DOORS + 1 ? MAX_DOORS : undefined)
    .map((id) => words.door(Number(id)) ?? `no. ${id}`);
  const more = ids.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSchedule(value: unknown): value is Pick<DoorSchedule, 'schedule' | 'toggle_policy'> {
  return isObject(value) && Array.isArray(value.schedule) && typeof value.toggle_policy === 'string';
}
