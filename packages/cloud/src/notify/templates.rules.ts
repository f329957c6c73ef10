import { DEVICE_EVENT_TYPES, LISTED_EVENT_TYPES, PRESENCE_EVENT_TYPES } from '@door-access/protocol';
import { explain, explainFault } from '@door-access/protocol/explanation';
import { cut, type Email, type EmailText, oneLine, toEmail } from './channels/email-text.rules.js';
import { firstThatFits } from './channels/gsm.rules.js';
import { type Language, type Speech, speechOf } from './channels/speech.rules.js';
import type {
  AlarmData,
  AlarmSummaryData,
  ColleagueInvitationData,
  InvitationData,
  InvitationSpeech,
  PasswordResetData,
  TestData,
  WebhookPausedData,
  WebhookPausedSpeech,
  Words,
} from './notice.types.js';
import { renderWeekly } from './weekly/email.rules.js';
import type { WeeklyData } from './weekly/weekly.types.js';
import * as de from './words/de.rules.js';
import * as en from './words/en.rules.js';
import * as fi from './words/fi.rules.js';
import * as sv from './words/sv.rules.js';

export const NOTICE_CHANNELS = ['email', 'sms', 'webhook', 'slack', 'teams', 'browser'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** The content of a notice. Times are ISO 8601; they are shown in `timezone` (IANA). */
export type NoticeContent =
  | { kind: 'invitation'; data: InvitationData }
  | { kind: 'webhook_paused'; data: WebhookPausedData }
  | { kind: 'colleague_invitation'; data: ColleagueInvitationData }
  | { kind: 'password_reset'; data: PasswordResetData }
  | { kind: 'alarm'; data: AlarmData }
  | { kind: 'alarm_summary'; data: AlarmSummaryData }
  | { kind: 'weekly_report'; data: WeeklyData }
  | { kind: 'test'; data: TestData };

const WORDS: Record<Language, Words> = { en, fi, sv, de };
/** So much of a name goes into an SMS. */
const LONGEST_NAME_IN_SMS = 30;

export interface Rendered {
  language: Language;
  email: Email;
  sms: string;
  /** What the e-mail says, for those who lay it out otherwise. */
  parts: Omit<EmailText, 'signature'>;
}

/**
 * @param written when the notice was made, Unix milliseconds: spans count from then
 * @param service the service's own name
 */
export function renderNotice(
  content: NoticeContent,
  tag: string,
  written: number,
  service: string,
): Rendered {
  const speech = speechOf(tag, content.data.timezone);
  const { language } = speech;
  const words = WORDS[language];
  const rendered = (parts: Omit<EmailText, 'signature'>, sms: string): Rendered => ({
    language,
    parts,
    email: toEmail(language, { ...parts, signature: `${content.data.organisation} · ${service}` }),
    sms,
  });
  switch (content.kind) {
    case 'invitation': {
      const say = invitationSpeech(content.data, speech, written);
      const sms = firstThatFits(words.invitationSms(short(content.data), say));
      return rendered(words.invitation(content.data, say), sms);
    }
    case 'webhook_paused': {
      const say = webhookPausedSpeech(content.data, speech);
      const sms = firstThatFits(words.webhookPausedSms(short(content.data), say));
      return rendered(words.webhookPaused(content.data, say), sms);
    }
    case 'alarm': {
      const { started_at, ended_at } = content.data;
      const say = {
        why: alarmWhy(content.data, words, speech),
        started: speech.moment(started_at),
        ended: ended_at === null ? null : speech.moment(ended_at),
      };
      return rendered(words.alarm(content.data, say), alarmSms(words.alarm(short(content.data), say)));
    }
    case 'alarm_summary': {
      const say = { since: speech.moment(content.data.since) };
      return rendered(
        words.alarmSummary(content.data, say),
        alarmSms(words.alarmSummary(short(content.data), say)),
      );
    }
    case 'weekly_report':
      return renderWeekly(content.data, tag, service);
    case 'test':
      return rendered(words.test(content.data), alarmSms(words.test(short(content.data))));
    default: {
      const say = {
        linkExpires: speech.moment(content.data.link_expires_at),
        linkLife: speech.span(Date.parse(content.data.link_expires_at) - written),
      };
      const text =
        content.kind === 'colleague_invitation'
          ? words.colleagueInvitation(content.data, say)
          : words.passwordReset(content.data, say);
      // Users are known by their e-mail address alone.
      return rendered(text, oneLine(text.subject));
    }
  }
}

function alarmWhy({ text, why, fault }: AlarmData, { wording }: Words, { moment }: Speech): string {
  if (fault) return `${fault.door}: ${explainFault(wording, fault)}`;
  return why ? explain(wording, why, moment) : text;
}

/** What happened, and where to look, where there is room for it. */
const alarmSms = ({ subject, action }: Omit<EmailText, 'signature'>): string =>
  firstThatFits([`${oneLine(subject)}: ${action?.url ?? ''}`, oneLine(subject)]);

function invitationSpeech(data: InvitationData, speech: Speech, written: number): InvitationSpeech {
  return {
    starts: speech.moment(data.starts_at),
    expires: data.expires_at === null ? null : speech.moment(data.expires_at),
    linkExpires: speech.moment(data.link_expires_at),
    linkExpiresDay: speech.day(data.link_expires_at),
    linkLife: speech.span(Date.parse(data.link_expires_at) - written),
    later: Date.parse(data.starts_at) > written,
  };
}

function webhookPausedSpeech(data: WebhookPausedData, speech: Speech): WebhookPausedSpeech {
  const path = `/webhooks/${data.subscription_id ?? '{id}'}`;
  return {
    since: speech.moment(data.failing_since),
    span: speech.span(Date.parse(data.paused_at) - Date.parse(data.failing_since)),
    path,
    deliveries: `GET ${path}/deliveries?status=failed`,
    events: `GET /events?since=${data.paused_at}`,
    eventTypes: LISTED_EVENT_TYPES.join(', '),
    doorEvents: `GET /door_events?since=${data.paused_at}`,
    doorEventTypes: [...DEVICE_EVENT_TYPES, ...PRESENCE_EVENT_TYPES].join(', '),
  };
}

/** A link must stay whole; every name may be cut. */
function short<T extends object>(data: T): T {
  const whole = ['setup_link', 'url'];
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value !== 'string' || whole.includes(name) ? value : cut(oneLine(value), LONGEST_NAME_IN_SMS),
    ]),
  ) as T;
}
