import type { EventType } from '@door-access/protocol';

/* What the service answers, as the pages read it. */

export interface Named {
  id: number;
  name: string;
}

export type Role = 'owner' | 'manager' | 'viewer';

export interface Me {
  id: string;
  name: string;
  email: string;
  has_password: boolean;
  role: Role;
  account: Named;
  location: Named;
}

export interface Session {
  user: Me | null;
  service_name: string;
  first_run: boolean;
  /** Another way to sign in, where one is set. */
  openid: { label: string; available: boolean } | null;
}

export interface Location extends Named {
  parent_id: number | null;
  timezone: string;
  depth: number;
  lock_count: number;
}

export interface Lock {
  id: number;
  name: string;
  place: string;
  location: Named;
  type: 'remote' | 'locksys';
  online: boolean | null;
  online_since: string | null;
  door_state: 'open' | 'closed' | 'unknown';
  hold_open: boolean;
  door_mode: {
    mode: 'auto' | 'stay_open' | 'closed';
    source: 'schedule' | 'override' | null;
    expires_at: string | null;
  } | null;
  features: {
    remote_unlock: boolean;
    door_contact: boolean;
    exit_button: boolean;
    hold_relay: boolean;
    forced_open_detection: boolean;
  };
  /** Why its contact, which is wired, cannot be read. */
  contact_fault?: string;
  /** While it is under a guided test. */
  under_test_until?: string;
}

export interface Alarm {
  id: number;
  type: 'door.forced' | 'door.left_open';
  occurred_at: string;
  lock: { id: number; name: string; place: string };
  location: Named;
  person: { id: string; name: string } | null;
  text: string;
  /** The present state of the door's contact. */
  contact: { state: Lock['door_state']; since: string | null; online: boolean };
}

/** How far a process of the service had heard of changes. */
export interface Heard {
  process: string;
  count: number;
}

export interface Overview {
  locks: Lock[];
  alarms: Alarm[];
  heard: Heard;
}

export interface BlockTimes {
  from: string;
  to: string;
  first_person_in: boolean;
}

export type ScheduleEntry = (BlockTimes & { days: string[] }) | { date: string; blocks: BlockTimes[] };

export interface Door extends Lock {
  strike_seconds: number;
  left_open_seconds: number;
  toggle_policy: string;
  schedule: ScheduleEntry[];
  timezone: string;
  gateway: { id: string; name: string } | null;
  door: number | null;
  /** A time is null if the block began more than a week ago, or has no end. */
  block: { starts_at: string | null; ends_at: string | null; first_person_in: boolean } | null;
  next_change_at: string | null;
  strike_on: boolean;
  day_ends_at: string;
  gateway_reported: { agent_version: string | null; clock: string | null } | null;
  /** It has a simulated reader of the built-in locking system. */
  has_reader: boolean;
}

export interface Command {
  id: string;
  type: string;
  status: 'pending' | 'sent' | 'confirmed' | 'failed';
  reason: string | null;
  requested_at: string;
  sent_at: string | null;
  confirmed_at: string | null;
  failed_at: string | null;
}

export interface CommandOfDoor extends Command {
  mode: 'stay_open' | 'auto' | 'closed' | null;
  until: string | null;
  note: string;
  by: { kind: 'user' | 'api_key' | 'person' | 'service'; name: string };
}

export interface DoorEvent {
  id: number;
  type: EventType;
  occurred_at: string;
  result: string | null;
  reason: string | null;
  source: string;
  lock: { id: number; name: string; place: string };
  location: Named;
  person: { id: string; name: string; email: string } | null;
  key: Named | null;
  api_key: Named | null;
  user: { id: string; name: string } | null;
  actor: { type?: string; api_key?: Named | null } | null;
  details: Record<string, unknown>;
  why: string | null;
  acknowledged: { by: string; at: string } | null;
}

export interface Page<T> {
  data: T[];
  next_cursor: string | null;
}

/** A phone that keys of a person are on. */
export interface Phone {
  id: string;
  user_agent: string;
  bound_at: string;
  last_seen_at: string;
  keys: { id: number; name: string }[];
}

export interface Person {
  id: string;
  name: string;
  email: string;
  phone: string;
  company_name: string;
  title: string;
  language: string;
  location: Named;
}

export interface Key {
  id: number;
  name: string;
  state: 'handed_over' | 'returned' | null;
  person: { id: string; name: string; email: string } | null;
  location: Named;
  security_groups: string[];
  starts_at: string;
  expires_at: string | null;
  handed_over_at: string | null;
  returned_at: string | null;
  created_at: string;
  invitation: { id: number; state: string } | null;
}

export interface Invitation {
  id: number;
  state: 'pending' | 'activated' | 'expired' | 'cancelled';
  channel: 'sms' | 'email' | 'both';
  key: Named;
  link_expires_at: string;
  sent_at: string;
  resend_count: number;
  activated_at: string | null;
  cancelled_at: string | null;
  created_at: string;
}

/** The outcome of a message about an invitation. */
export interface Notice {
  invitation_id: number;
  channel: 'email' | 'sms';
  status: 'pending' | 'retrying' | 'held' | 'sent' | 'failed' | 'withdrawn';
  last_error: string | null;
  created_at: string;
  sent_at: string | null;
  next_attempt_at: string | null;
}

export interface SecurityGroup {
  code: string;
  name: string;
  location: Named;
  lock_count: number;
}

export interface ApiKey {
  id: number;
  name: string;
  prefix: string;
  scopes: string[];
  location: Named;
  locks: Named[];
  expires_at: string;
  revoked_at: string | null;
  created_at: string;
  created_by: string | null;
}

export interface Webhook {
  id: string;
  url: string;
  events: string[];
  description: string;
  status: 'active' | 'paused';
  failing_since: string | null;
  last_delivery_at: string | null;
  created_at: string;
}

/** As created, with its secret, which is shown only once. */
export interface NewWebhook extends Webhook {
  secret: string;
}

export interface Delivery {
  id: string;
  event_type: string;
  event_id: string;
  status: 'pending' | 'retrying' | 'delivered' | 'exhausted' | 'failed';
  attempt: number;
  response_status: number | null;
  last_error: string | null;
  next_attempt_at: string | null;
  delivered_at: string | null;
  created_at: string;
  payload: Record<string, unknown>;
}

export interface Gateway {
  id: string;
  ref: string;
  name: string;
  location: Named;
  bench: boolean;
  online: boolean | null;
  online_since: string | null;
  last_heard_at: string | null;
  agent_version: string | null;
  clock: string | null;
  revoked_at: string | null;
  locks: number;
  journal_depth: number | null;
  uptime_s: number | null;
  temp_c: number | null;
  rss_mb: number | null;
  lost_records: number;
  quarantined: number;
  /** As last reported; null if the agent reports none. */
  health: GatewayHealth | null;
  /** Doors with a terminal that cannot be read or driven now. */
  faulty_doors: number;
}

export interface GatewayHealth {
  disk_free_mb: number | null;
  disk_refuses: boolean | null;
  undervoltage: boolean | null;
  cpu_temp_c: number | null;
  ntp_synced: boolean | null;
  guard_alive: boolean | null;
  boards: { id: string; ok: boolean; error: string | null }[];
  cert_expires_at: string | null;
}

export interface Message {
  id: string;
  kind: string;
  channel: string;
  to: string;
  status: string;
  subject: string | null;
  text: string | null;
  setup_link: string | null;
  attempt: number;
  last_error: string | null;
  created_at: string;
  sent_at: string | null;
  next_attempt_at: string | null;
}

export interface AuditEntry {
  id: string;
  number: number;
  at: string;
  actor: { type: string; id: string | null; name: string };
  action: string;
  subject: { type: string; id: string; name: string };
  details: Record<string, unknown>;
  sequence: number | null;
  /** Its location; null if it has none. */
  location_id: number | null;
}

export interface SessionView {
  id: string;
  user_agent: string;
  address: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  is_this: boolean;
}

export interface Colleague {
  id: string;
  name: string;
  email: string;
  role: Role;
  location: Named;
  created_at: string;
  last_seen_at: string | null;
}

export interface Invited {
  id: string;
  email: string;
  role: Role;
  location: Named;
  state: 'pending' | 'accepted' | 'expired' | 'withdrawn';
  invited_by: string;
  sent_at: string;
  link_expires_at: string;
}

export interface DoorTestReport {
  id: string;
  result: 'passed' | 'failed' | 'incomplete';
  finished_at: string;
  by: string;
  simulated: boolean;
  has_pdf: boolean;
  steps: {
    step: string;
    result: 'passed' | 'failed' | 'skipped';
    detail: string;
    advice: string;
    measured: Record<string, number>;
  }[];
}

/** A door and its last test. */
export interface DoorTest {
  lock: { id: number; name: string; place: string };
  location: { id: number; name: string };
  last: Omit<DoorTestReport, 'steps'> | null;
}

export interface PasskeyView {
  id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}
