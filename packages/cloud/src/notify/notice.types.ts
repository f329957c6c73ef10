import type { TerminalFault, Why, Wording } from '@door-access/protocol/explanation';
import type { EmailText } from './channels/email-text.rules.js';

/* The data of notices, and the texts of every language. Times are ISO 8601; they are shown in `timezone` (IANA). */

export interface InvitationData {
  person_name: string;
  /** The account's name: who invites. */
  organisation: string;
  location: string;
  key_name: string;
  /** Secret. */
  setup_link: string;
  starts_at: string;
  /** Null: a key without an end. */
  expires_at: string | null;
  link_expires_at: string;
  timezone: string;
}

export interface WebhookPausedData {
  user_name: string;
  /** Left out by earlier releases, whose notices may still be queued. */
  subscription_id?: string;
  organisation: string;
  location: string;
  /** Origin and path; a query may hold the receiver's own secrets. */
  url: string;
  description: string;
  failing_since: string;
  paused_at: string;
  timezone: string;
}

export interface ColleagueInvitationData {
  inviter_name: string;
  organisation: string;
  location: string;
  /** Secret. */
  link: string;
  link_expires_at: string;
  timezone: string;
}

export interface PasswordResetData {
  user_name: string;
  organisation: string;
  /** Secret. */
  link: string;
  link_expires_at: string;
  timezone: string;
}

/** Where a notice is posted; secret. */
export interface Post {
  url: string;
  /** Signs the body of a webhook; null for a chat. */
  secret: string | null;
}

export interface AlarmData {
  organisation: string;
  location: string;
  timezone: string;
  alarm_id: number;
  /** `forced`, `left_open`, `offline` or `fault`. */
  what: AlarmWhat;
  /** Of the door, or of the gateway. */
  name: string;
  place: string;
  started_at: string;
  /** Null: it lasts. */
  ended_at: string | null;
  /** Why, in English; empty: the kind says it all. */
  text: string;
  /** The same in parts, for people. Left out by earlier releases, whose notices may still be queued. */
  why?: Why | null;
  /** The terminal of a door that cannot be read or driven; left out likewise. */
  fault?: (TerminalFault & { door: string }) | null;
  rule: string;
  /** The first notices of a rule are 1; the next are escalations. */
  step: number;
  /** Of the alarm's page, behind the sign-in. */
  url: string;
  post?: Post;
  /** The row of the browser that it goes to. */
  browser?: string;
}

export interface AlarmSummaryData {
  organisation: string;
  location: string;
  timezone: string;
  /** Alarms whose notices were held back, and that no one has acknowledged. */
  count: number;
  since: string;
  rule: string;
  url: string;
  post?: Post;
  /** The row of the browser that it goes to. */
  browser?: string;
}

/** Asked for by a person, to see that notices arrive. */
export interface TestData {
  organisation: string;
  timezone: string;
  /** Who asked for it. */
  by: string;
  /** Of the page where it was asked for. */
  url: string;
  post?: Post;
  browser?: string;
}

export type AlarmWhat = 'forced' | 'left_open' | 'offline' | 'fault';

export interface AlarmSpeech {
  /** Empty: its kind says it all. */
  why: string;
  started: string;
  /** Null: it lasts. */
  ended: string | null;
}

/** One language's texts; `signature` and layout are the same for all. */
export interface Words {
  /** What explains an alarm. */
  wording: Wording;
  invitation(data: InvitationData, say: InvitationSpeech): Omit<EmailText, 'signature'>;
  /** From the fullest to the shortest, all of the plain SMS alphabet but for the names in them. */
  invitationSms(data: InvitationData, say: InvitationSpeech): [string, ...string[]];
  webhookPaused(data: WebhookPausedData, say: WebhookPausedSpeech): Omit<EmailText, 'signature'>;
  webhookPausedSms(data: WebhookPausedData, say: WebhookPausedSpeech): [string, ...string[]];
  colleagueInvitation(data: ColleagueInvitationData, say: LinkSpeech): Omit<EmailText, 'signature'>;
  passwordReset(data: PasswordResetData, say: LinkSpeech): Omit<EmailText, 'signature'>;
  alarm(data: AlarmData, say: AlarmSpeech): Omit<EmailText, 'signature'>;
  test(data: TestData): Omit<EmailText, 'signature'>;
  alarmSummary(data: AlarmSummaryData, say: { since: string }): Omit<EmailText, 'signature'>;
}

export interface LinkSpeech {
  linkExpires: string;
  linkLife: string;
}

export interface InvitationSpeech {
  starts: string;
  expires: string | null;
  linkExpires: string;
  linkExpiresDay: string;
  /** How long the link lives. */
  linkLife: string;
  /** Whether the key's validity is yet to begin. */
  later: boolean;
}

export interface WebhookPausedSpeech {
  since: string;
  span: string;
  /** `/webhooks/…`, below the base path, as are the next three. */
  path: string;
  /** The deliveries that were waiting when it was paused. */
  deliveries: string;
  /** The events since the pause, with the types that each list returns. */
  events: string;
  eventTypes: string;
  doorEvents: string;
  doorEventTypes: string;
}
