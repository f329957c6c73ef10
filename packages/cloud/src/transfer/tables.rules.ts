/*
 * What an organisation is made of, table by table, in the order in which it can be written; and what is left out, and why.
 * A test holds both lists against the schema.
 */

export interface Carried {
  table: string;
  /** SQL: which rows of the table `t` belong to the account $1. */
  of: string;
  sorted: string;
  /** Columns whose numbers name other things than their names say. */
  names?: Readonly<Record<string, Kind>>;
  /** Columns of JSON that name things by number. */
  json?: readonly string[];
  /** Where its rows have numbers of a kind that another table has too. */
  own?: { column: string; kind: Kind };
}

/** What has a number of its own: the table that gives it. */
export type Kind = keyof typeof NUMBERED;

/** The columns whose numbers a table gives; its sequence goes on behind them. */
export const NUMBERED = {
  account: 'id',
  location: 'id',
  lock: 'id',
  door_fault: 'id',
  security_group: 'id',
  person: 'seq',
  directory_token: 'id',
  directory_user: 'seq',
  directory_group: 'seq',
  api_key: 'id',
  event: 'id',
  journal_gap: 'id',
  quarantine: 'id',
  access_key: 'id',
  invitation: 'id',
  audit: 'number',
} as const;

const OWN = 't.account_id = $1';
const GATEWAYS = 't.gateway_id in (select id from gateway where account_id = $1)';
const through = (column: string, table: string) =>
  `t.${column} in (select id from ${table} where account_id = $1)`;

export const CARRIED: readonly Carried[] = [
  { table: 'account', of: 't.id = $1', sorted: 'id' },
  {
    table: 'location',
    of: OWN,
    sorted: '(select max(depth) from location_ancestor a where a.location_id = t.id), id',
    names: { parent_id: 'location' },
  },
  {
    table: 'location_ancestor',
    of: through('location_id', 'location'),
    sorted: 'location_id, ancestor_id',
    names: { ancestor_id: 'location' },
  },
  { table: 'site_applied', of: OWN, sorted: 'section, ref' },
  { table: 'gateway', of: OWN, sorted: 'id' },
  { table: 'gateway_report_key', of: GATEWAYS, sorted: 'gateway_id, key_id' },
  { table: 'journal_mark', of: GATEWAYS, sorted: 'gateway_id, journal' },
  { table: 'journal_gap', of: GATEWAYS, sorted: 'id' },
  { table: 'quarantine', of: GATEWAYS, sorted: 'id' },
  { table: 'lock', of: OWN, sorted: 'id' },
  { table: 'door_state', of: through('lock_id', 'lock'), sorted: 'lock_id', json: ['evidence', 'hold'] },
  { table: 'door_fault', of: through('lock_id', 'lock'), sorted: 'id' },
  { table: 'emergency', of: OWN, sorted: 'started_at, id', json: ['cause'] },
  {
    table: 'emergency_door',
    of: through('emergency_id', 'emergency'),
    sorted: 'emergency_id, lock_id',
  },
  { table: 'maintenance', of: OWN, sorted: 'started_at, id' },
  { table: 'locksys_door', of: through('lock_id', 'lock'), sorted: 'lock_id' },
  { table: 'floor_plan', of: OWN, sorted: 'location_id' },
  {
    table: 'floor_plan_door',
    of: through('location_id', 'location'),
    sorted: 'location_id, lock_id',
  },
  { table: 'calendar', of: OWN, sorted: 'id' },
  {
    table: 'calendar_lock',
    of: through('calendar_id', 'calendar'),
    sorted: 'calendar_id, lock_id',
  },
  {
    table: 'calendar_location',
    of: through('calendar_id', 'calendar'),
    sorted: 'calendar_id, location_id',
  },
  { table: 'security_group', of: OWN, sorted: 'id' },
  {
    table: 'security_group_lock',
    of: through('security_group_id', 'security_group'),
    sorted: 'security_group_id, lock_id',
  },
  { table: 'person', of: OWN, sorted: 'seq' },
  { table: 'directory_token', of: OWN, sorted: 'id' },
  { table: 'account_user', of: OWN, sorted: 'id' },
  { table: 'user_invitation', of: OWN, sorted: 'id' },
  { table: 'passkey', of: through('user_id', 'account_user'), sorted: 'id' },
  { table: 'api_key', of: OWN, sorted: 'id' },
  { table: 'api_key_lock', of: through('api_key_id', 'api_key'), sorted: 'api_key_id, lock_id' },
  { table: 'access_key', of: OWN, sorted: 'id' },
  {
    table: 'access_key_group',
    of: through('access_key_id', 'access_key'),
    sorted: 'access_key_id, security_group_id',
  },
  { table: 'visitor', of: OWN, sorted: 'access_key_id' },
  { table: 'directory_user', of: OWN, sorted: 'seq' },
  { table: 'directory_group', of: OWN, sorted: 'seq' },
  {
    table: 'directory_group_member',
    of: through('group_id', 'directory_group'),
    sorted: 'group_id, user_id',
  },
  { table: 'invitation', of: OWN, sorted: 'id' },
  {
    table: 'phone',
    of: 't.id in (select p.phone_id from phone_key p join access_key k on k.id = p.access_key_id where k.account_id = $1)',
    sorted: 'id',
  },
  { table: 'phone_key', of: through('access_key_id', 'access_key'), sorted: 'phone_id, access_key_id' },
  { table: 'subscription', of: OWN, sorted: 'id' },
  { table: 'erasure', of: OWN, sorted: 'person_id' },
  // What waits is sent by the installation that it comes from.
  { table: 'notice', of: `${OWN} and t.status in ('sent', 'failed', 'withdrawn')`, sorted: 'id' },
  { table: 'command', of: `${OWN} and t.due_at is null`, sorted: 'requested_at, id' },
  { table: 'event', of: OWN, sorted: 'id, occurred_at', json: ['actor', 'details', 'explanation'] },
  { table: 'change', of: OWN, sorted: 'seq', json: ['data'], own: { column: 'seq', kind: 'event' } },
  { table: 'alarm_acknowledgement', of: OWN, sorted: 'event_id' },
  { table: 'alarm', of: OWN, sorted: 'id', own: { column: 'id', kind: 'event' } },
  { table: 'alarm_rule', of: OWN, sorted: 'id' },
  { table: 'alarm_channel', of: OWN, sorted: 'id' },
  { table: 'alarm_contact', of: OWN, sorted: 'user_id' },
  { table: 'weekly_report', of: OWN, sorted: 'user_id' },
  { table: 'alarm_notice', of: OWN, sorted: 'id', names: { alarm_id: 'event' } },
  { table: 'duty_rota', of: OWN, sorted: 'location_id' },
  { table: 'door_test_report', of: OWN, sorted: 'id' },
  { table: 'door_test_photo', of: OWN, sorted: 'id' },
  { table: 'delivery_ended', of: through('subscription_id', 'subscription'), sorted: 'created_at, id' },
  { table: 'audit_checkpoint', of: OWN, sorted: 'account_id' },
  { table: 'audit', of: OWN, sorted: 'sequence nulls last, number', json: ['details'] },
];

export const LEFT_OUT: Readonly<Record<string, string>> = {
  account_move: 'sends gateways away from this installation',
  alarm_summary: 'lives for an hour, and is sent by the installation that owes it',
  audit_head: 'made again with the chain',
  audit_key_border: 'entries are signed anew by the other key',
  audit_roll: 'the register of this installation; the account is entered in that of the other',
  change_epoch: 'cursors are of one database',
  change_floor: 'of all accounts of this installation',
  database_restore: 'of this database',
  delivery: 'what waits is sent by the installation that made it',
  delivery_lease: 'attempts of this installation',
  event_scope: 'made again from events and locations',
  gateway_pairing: 'codes live for ten minutes, and only this key can check them',
  idempotency: 'answers live for a day, and are for retries to this installation',
  instance: 'processes of this installation',
  key_use: 'made again from events by a trigger',
  list_scope: 'made again by triggers',
  locksys_feed: 'a connection of this installation',
  locksys_record: 'the memory of simulated readers; what they reported are events',
  outgoing: 'what waits is sent by the installation that made it',
  passkey_challenge: 'lives for minutes',
  password_reset: 'the link leads to this installation',
  person_import: 'digests that only this key can check, of the last days',
  phone_press: 'lives for an hour',
  push_browser: 'browsers subscribe to one installation, by its key',
  push_key: 'by which push services know this installation',
  retention: 'when this installation looks',
  secret_key: 'keys of this installation',
  user_session: 'people sign in again',
  webhook_inbox_request: 'what came to try webhooks, within a day',
};
