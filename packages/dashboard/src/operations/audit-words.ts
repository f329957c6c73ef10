import { ROLE_NAMES } from '../colleagues/roles.rules.js';
import { locale, phrase, text } from '../language/text.js';
import type { AuditEntry } from '../types.js';
import { toDraft } from '../week/editor.rules.js';
import { differencesOf } from '../week/schedule-words.js';
import type { DoorSchedule } from '../week/types.js';
import { EVENT_NAMES, reasonWords } from '../words/event-words.js';

/* The audit log in words. */

/** Each action that the service writes down; a test holds this list against the service's own. */
export const ACTION_WORDS: Readonly<Record<string, string>> = {
  'account.create': phrase('Organisation created'),
  'account.export': phrase('Organisation exported'),
  'account.import': phrase('Organisation imported'),
  'account.move_gateways': phrase('Gateways sent to another installation'),
  'account.update': phrase('Organisation changed'),
  'alarm.acknowledge': phrase('Alarm acknowledged'),
  'alarm.assign': phrase('Alarm assigned'),
  'alarm_channel.create': phrase('Alarm channel created'),
  'alarm_channel.delete': phrase('Alarm channel deleted'),
  'alarm_rule.create': phrase('Alarm rule created'),
  'alarm_rule.delete': phrase('Alarm rule deleted'),
  'alarm_rule.mute': phrase('Alarm rule muted'),
  'alarm_rule.update': phrase('Alarm rule changed'),
  'api_key.create': phrase('API key created'),
  'api_key.revoke': phrase('API key revoked'),
  'api_key.update': phrase('API key changed'),
  'directory_token.create': phrase('Directory token created'),
  'directory_token.revoke': phrase('Directory token revoked'),
  'gateway.create': phrase('Gateway created'),
  'gateway.door_test_report': phrase('Door test handed in'),
  'gateway.open_pairing': phrase('Pairing code made'),
  'gateway.pair': phrase('Gateway paired'),
  'gateway.revoke': phrase('Gateway revoked'),
  'gateway.rotate_secret': phrase('Gateway given a new secret'),
  'gateway.update': phrase('Gateway changed'),
  'invitation.activate': phrase('Setup link used'),
  'invitation.cancel': phrase('Invitation cancelled'),
  'invitation.expire': phrase('Invitation ran out'),
  'invitation.resend': phrase('Invitation sent again'),
  'key.hand_over': phrase('Key handed over'),
  'key.invite': phrase('Key given again, invitation sent'),
  'key.issue': phrase('Key given, invitation sent'),
  'key.move_phone': phrase('Key moved to another phone'),
  'key.remove_phone': phrase('Key taken off a phone'),
  'key.return': phrase('Key returned'),
  'key.update': phrase('Key changed'),
  'calendar.create': phrase('Calendar created'),
  'calendar.delete': phrase('Calendar deleted'),
  'calendar.update': phrase('Calendar changed'),
  'location.begin_emergency': phrase('Emergency or drill begun'),
  'location.create': phrase('Location created'),
  'location.place_doors': phrase('Doors placed on a floor plan'),
  'location.set_plan': phrase('Floor plan drawing changed'),
  'location.delete_plan': phrase('Floor plan deleted'),
  'location.end': phrase('Location removed'),
  'location.end_emergency': phrase('Emergency or drill ended'),
  'location.set_duty': phrase('Duty rota changed'),
  'location.update': phrase('Location changed'),
  'lock.add_test_photo': phrase('Photo added to a door test'),
  'lock.begin_maintenance': phrase('Maintenance begun: its alarms are muted'),
  'lock.begin_test': phrase('Door test begun: its alarms are muted'),
  'lock.create': phrase('Door created'),
  'lock.delete_test_photo': phrase('Photo of a door test deleted'),
  'lock.door_mode': phrase('Door mode requested'),
  'lock.end': phrase('Door removed'),
  'lock.end_maintenance': phrase('Maintenance ended'),
  'lock.end_test': phrase('Door test over'),
  'lock.schedule': phrase('Schedule changed'),
  'lock.unlock': phrase('Unlock requested'),
  'lock.update': phrase('Door changed'),
  'lock.use_reader': phrase('Simulated reader used'),
  'person.create': phrase('Person created'),
  'person.delete': phrase('Person deleted'),
  'person.erase': phrase('Person erased for good'),
  'person.update': phrase('Person changed'),
  'secret_key.accept': phrase('New secret key of the service accepted'),
  'secret_key.rotate': phrase('Secret key of the service rotated'),
  'security_group.create': phrase('Security group created'),
  'security_group.end': phrase('Security group removed'),
  'security_group.update': phrase('Security group changed'),
  'user.add_browser': phrase('Notifications switched on in a browser'),
  'user.add_passkey': phrase('Passkey added'),
  'user.change_password': phrase('Own password changed'),
  'user.create': phrase('User created'),
  'user.forgot_password': phrase('Link for a new password sent'),
  'user.invite': phrase('Colleague invited'),
  'user.join': phrase('Invitation accepted'),
  'user.remove': phrase('Colleague removed'),
  'user.remove_browser': phrase('Notifications switched off in a browser'),
  'user.remove_passkey': phrase('Passkey removed'),
  'user.rename_passkey': phrase('Passkey renamed'),
  'user.resend_invitation': phrase('Invitation of a colleague sent again'),
  'user.reset_password': phrase('New password chosen by its link'),
  'user.set_password': phrase('Password set by an operator'),
  'user.sign_in': phrase('Signed in'),
  'user.update': phrase('Colleague changed'),
  'user.withdraw_invitation': phrase('Invitation of a colleague withdrawn'),
  'webhook.create': phrase('Webhook created'),
  'webhook.delete': phrase('Webhook deleted'),
  'webhook.pause': phrase('Webhook paused by itself'),
  'webhook.ping': phrase('Ping sent'),
  'webhook.redeliver': phrase('Delivered again'),
  'webhook.rotate_secret': phrase('New secret of a webhook'),
  'webhook.update': phrase('Webhook changed'),
};

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const spaced = (name: string): string => name.replaceAll(/[._]/g, ' ');

/** One that has no words of its own yet is still shown: `webhook.turn_round` as “Webhook turn round”. */
export const actionWords = (action: string): string =>
  Object.hasOwn(ACTION_WORDS, action) ? text(ACTION_WORDS[action] as string) : capital(spaced(action));

const SUBJECT_WORDS: Record<string, string> = {
  account: phrase('organisation'),
  alarm: phrase('alarm'),
  alarm_channel: phrase('alarm channel'),
  alarm_rule: phrase('alarm rule'),
  api_key: phrase('API key'),
  calendar: phrase('calendar'),
  gateway: phrase('gateway'),
  invitation: phrase('invitation'),
  key: phrase('key'),
  location: phrase('location'),
  lock: phrase('door'),
  person: phrase('person'),
  security_group: phrase('security group'),
  user: phrase('colleague'),
  user_invitation: phrase('invitation of a colleague'),
  webhook: phrase('webhook'),
};

export const subjectWords = (type: string): string => text(SUBJECT_WORDS[type] ?? spaced(type));

const ACTORS: Record<string, string> = {
  api_key: phrase('API key {name}'),
  key: phrase('Key {name}'),
  rule: phrase('The service {name}'),
  doorctl: phrase('doorctl {name}'),
  site_file: phrase('Site file {name}'),
  directory: phrase('Directory {name}'),
};

/** Those that have no name of their own are named by what they are. */
export function actorWords({ type, id, name }: AuditEntry['actor']): string {
  const kind = ACTORS[type];
  if (kind === undefined) return name || spaced(type);
  return text(kind, { name: id === null ? '' : name }).trim();
}

const FIELD_WORDS: Record<string, string> = {
  act: phrase('What was done'),
  address: phrase('From address'),
  agent: phrase('Agent'),
  audit_hash: phrase('Hash of the audit log'),
  audit_sequence: phrase('Entries of the audit log'),
  begins_blocks: phrase('Begins blocks'),
  channel: phrase('Sent by'),
  code: phrase('Code'),
  company_name: phrase('Company name'),
  confirmed: phrase('Confirmed'),
  count: phrase('Count'),
  counts: phrase('Counts'),
  description: phrase('Description'),
  door: phrase('Door'),
  doors: phrase('Doors'),
  drill: phrase('Drill'),
  email: phrase('E-mail address'),
  ends_at: phrase('Ends'),
  events: phrase('Events'),
  expires_at: phrase('Ends'),
  exported_at: phrase('Exported'),
  failing_since: phrase('Failing since'),
  fields: phrase('Changed'),
  gateway: phrase('Gateway'),
  gateway_id: phrase('Gateway'),
  generated_past_removed: phrase('Generated past removed'),
  host: phrase('Computer'),
  invited_by: phrase('Invited by'),
  language: phrase('Language'),
  left_open_ms: phrase('Left open after'),
  location: phrase('Location'),
  location_id: phrase('Location'),
  lock_id: phrase('Door'),
  lock_ids: phrase('Doors'),
  locks: phrase('Doors'),
  method: phrase('By'),
  mode: phrase('Mode'),
  moved: phrase('Moved'),
  muted_until: phrase('Muted until'),
  name: phrase('Name'),
  note: phrase('Note'),
  notes: phrase('Notes'),
  outcome: phrase('Outcome'),
  overrides: phrase('Overrides'),
  parent_id: phrase('Below'),
  passkey: phrase('Passkey'),
  pending: phrase('Not known yet'),
  phone: phrase('Phone number'),
  photo_hash: phrase('Hash of the photo'),
  place: phrase('Place'),
  prefix: phrase('Begins with'),
  reason: phrase('Reason'),
  refused: phrase('Refused'),
  response_status: phrase('Answered with'),
  result: phrase('Result'),
  role: phrase('Role'),
  rows: phrase('Rows'),
  scopes: phrase('May'),
  security_groups: phrase('Security groups'),
  starts_at: phrase('Begins'),
  status: phrase('Status'),
  strike_ms: phrase('Strike time'),
  taken_over: phrase('Taken over'),
  timezone: phrase('Time zone'),
  to: phrase('To'),
  toggle_policy: phrase('Who begins a block'),
  turns: phrase('Turns'),
  type: phrase('Type'),
  unreachable: phrase('Out of reach'),
  until: phrase('Until'),
  until_before: phrase('Until before'),
  url: phrase('Address'),
};

export const fieldWords = (field: string): string => text(FIELD_WORDS[field] ?? capital(spaced(field)));

/** What programs compare; kept in the entry as it is written. */
const isForPrograms = (field: string): boolean =>
  (field.endsWith('_id') && field !== 'lock_id' && field !== 'location_id') ||
  field === 'of' ||
  field === 'invitation';

const NOT_SHOWN = phrase('not shown');
const SECRET_NAME = /secret|token|password|signature|private/i;
const SECRET_SHAPE = /\b(sk_[0-9A-Za-z]{39}|whsec_[\w+/=-]{20,})/g;

/** An entry holds no secrets; should one ever get in, it does not get out here. */
export const withoutSecrets = (details: AuditEntry['details']): AuditEntry['details'] =>
  Object.fromEntries(Object.entries(details).map(([name, value]) => [name, withoutSecret(name, value)]));

function withoutSecret(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutSecret(name, one));
  if (isObject(value)) return withoutSecrets(value);
  if (typeof value !== 'string') return value;
  return SECRET_NAME.test(name) ? text(NOT_SHOWN) : value.replaceAll(SECRET_SHAPE, text(NOT_SHOWN));
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
/** Of the values that are words themselves. */
const VALUE_WORDS: Record<string, string> = {
  ...ROLE_NAMES,
  active: phrase('active'),
  auto: phrase('on schedule'),
  close: phrase('close the door'),
  closed: phrase('closed'),
  denied: phrase('denied'),
  email: phrase('e-mail'),
  evacuation: phrase('evacuation'),
  failed: phrase('failed'),
  fault: phrase('fault'),
  forced: phrase('forced open'),
  incomplete: phrase('incomplete'),
  leave_open: phrase('leave the door open'),
  left_open: phrase('left open'),
  lockdown: phrase('lockdown'),
  offline: phrase('offline'),
  passed: phrase('passed'),
  passkey: phrase('passkey'),
  password: phrase('password'),
  paused: phrase('paused'),
  present: phrase('present a key'),
  shown: phrase('shown'),
  success: phrase('success'),
  stay_closed: phrase('stay closed'),
  stay_open: phrase('stay open'),
};

function valueWords(name: string, value: unknown, words: Words): string {
  if (value === null || value === '') return '—';
  if (name === 'lock_id' || name === 'lock_ids') return doorWords([value].flat(), words);
  if (Array.isArray(value))
    return value.length === 0 ? text('none') : value.map((one) => valueWords(name, one, words)).join(', ');
  if (typeof value === 'boolean') return value ? text('yes') : text('no');
  if (typeof value === 'number') return value.toLocaleString(locale);
  if (isObject(value))
    return Object.entries(value)
      .map(([of, one]) => `${fieldWords(of)}: ${valueWords(of, one, words)}`)
      .join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  if (name === 'fields') return fieldWords(value).toLowerCase();
  if (name === 'events' && value === '*') return text('all');
  if (TIME.test(value)) return words.moment(value);
  if (name === 'reason') return reasonWords(value) ?? '—';
  if (Object.hasOwn(EVENT_NAMES, value)) return text(EVENT_NAMES[value as keyof typeof EVENT_NAMES]);
  if (Object.hasOwn(VALUE_WORDS, value)) return text(VALUE_WORDS[value] as string);
  return IDENTIFIER.test(value) ? spaced(value) : value;
}

function doorWords(ids: readonly unknown[], words: Words): string {
  if (ids.length === 0) return text('none');
  const names = ids
    .slice(0, ids.length > MAX_DOORS + 1 ? MAX_DOORS : undefined)
    .map((id) => words.door(Number(id)) ?? text('no. {id}', { id: String(id) }));
  const more = ids.length - names.length;
  return more > 0
    ? text('{names} and {count, number} more', { names: names.join(', '), count: more })
    : names.join(', ');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSchedule(value: unknown): value is Pick<DoorSchedule, 'schedule' | 'toggle_policy'> {
  return isObject(value) && Array.isArray(value.schedule) && typeof value.toggle_policy === 'string';
}
