import { phrase, text } from '../language/text.js';
import type { DoorEvent, Invitation, Key, Notice } from '../types.js';
import type { IconName } from '../ui/parts/icon.jsx';
import { sentence, type Tone, toneOf } from '../words/event-words.js';
import { named } from '../words/names.rules.js';

/* What a person's keys, invitations and doors say of them, as one story. */

export interface Moment {
  id: string;
  at: string;
  text: string;
  note: string | null;
  tone: Tone;
  icon: IconName;
  /** The door, where it was at one. */
  lock: { id: number; name: string } | null;
  /** Its location; null if it did not happen at a door. */
  locationId: number | null;
}

export function momentsOfKey({ id, ...key }: Key): Moment[] {
  const name = named(key.name);
  const moment = (what: string, at: string | null, words: string, icon: IconName, tone: Tone = 'quiet') =>
    at === null
      ? []
      : [{ id: `key ${id} ${what}`, at, text: words, note: null, tone, icon, lock: null, locationId: null }];
  return [
    ...moment('made', key.created_at, text('The key “{name}” was created', { name }), 'key'),
    ...moment('over', key.handed_over_at, text('“{name}” was taken into use', { name }), 'check', 'good'),
    ...moment('back', key.returned_at, text('“{name}” was returned', { name }), 'back'),
  ];
}

const NOTICE_WORDS: Record<Notice['channel'], { name: string; held: string }> = {
  email: {
    name: phrase('E-mail'),
    held: phrase('E-mail: kept in the outbox, as no server for e-mail (SMTP_URL) is set.'),
  },
  sms: {
    name: phrase('SMS'),
    held: phrase('SMS: kept in the outbox, as no provider of SMS (SMS_URL) is set.'),
  },
};

/** The outcome of a notice, as a sentence. */
export function fateOf(notice: Notice, when: (at: string) => string): string {
  const { name, held } = NOTICE_WORDS[notice.channel];
  const channel = text(name);
  const { status, sent_at, next_attempt_at, last_error } = notice;
  if (status === 'sent')
    return sent_at
      ? text('{channel}: sent at {time}.', { channel, time: when(sent_at) })
      : text('{channel}: sent.', { channel });
  if (status === 'held') return text(held);
  if (status === 'withdrawn') return text('{channel}: withdrawn before it was sent.', { channel });
  const why = last_error ? ` (${last_error})` : '';
  if (status === 'failed') return text('{channel}: not sent{why}.', { channel, why });
  if (status !== 'retrying') return text('{channel}: waits to be sent.', { channel });
  return next_attempt_at
    ? text('{channel}: not sent yet{why}. Next try at {time}.', { channel, why, time: when(next_attempt_at) })
    : text('{channel}: not sent yet{why}.', { channel, why });
}

const SENT_BY: Record<Invitation['channel'], string> = {
  email: phrase('An invitation to “{name}” was sent by e-mail'),
  sms: phrase('An invitation to “{name}” was sent by SMS'),
  both: phrase('An invitation to “{name}” was sent by e-mail and SMS'),
  shown: phrase('An invitation to “{name}” was shown as a QR code'),
};
const IN_PART = phrase('An invitation to “{name}” was sent in part');

/** The outcome of the notices of one sending, and its severity; null if all were sent. */
function sendingOf(notices: readonly Notice[]): { done: string; tone: Tone } | null {
  const are = (...wanted: Notice['status'][]) => notices.some(({ status }) => wanted.includes(status));
  if (are('failed'))
    return {
      done: are('sent') ? IN_PART : phrase('An invitation to “{name}” could not be sent'),
      tone: 'alarm',
    };
  if (are('held'))
    return {
      done: are('sent') ? IN_PART : phrase('An invitation to “{name}” is kept in the outbox'),
      tone: 'warning',
    };
  if (are('retrying')) return { done: phrase('An invitation to “{name}” is not sent yet'), tone: 'warning' };
  if (are('pending')) return { done: phrase('An invitation to “{name}” is on its way'), tone: 'quiet' };
  if (are('withdrawn') && !are('sent'))
    return { done: phrase('An invitation to “{name}” was withdrawn before it was sent'), tone: 'quiet' };
  return null;
}

/** `notices`: those of the invitation that the outbox still holds; without any, only the invitation itself is reported. */
export function momentsOfInvitation(
  invitation: Invitation,
  notices: readonly Notice[] = [],
  when: (at: string) => string = String,
): Moment[] {
  const { id, key, channel, resend_count, state, sent_at, link_expires_at, cancelled_at } = invitation;
  const made = { lock: null, locationId: null, icon: 'mail' as const };
  const last = notices.filter((one) => Date.parse(one.created_at) >= Date.parse(sent_at));
  const sending = sendingOf(last);
  const name = named(key.name);
  const notes = [
    ...last.map((notice) => fateOf(notice, when)),
    ...(resend_count > 0 ? [text('Sent {count} times in all.', { count: resend_count + 1 })] : []),
  ];
  const moments: Moment[] = [
    {
      ...made,
      id: `invitation ${id} sent`,
      at: sent_at,
      text: sending ? text(sending.done, { name }) : text(SENT_BY[channel], { name }),
      note: notes.length > 0 ? notes.join(' ') : null,
      tone: sending?.tone ?? 'quiet',
    },
  ];
  if (cancelled_at)
    moments.push({
      ...made,
      id: `invitation ${id} cancelled`,
      at: cancelled_at,
      text: text('The invitation to “{name}” was cancelled', { name }),
      note: null,
      tone: 'quiet',
    });
  if (state === 'expired')
    moments.push({
      ...made,
      id: `invitation ${id} expired`,
      at: link_expires_at,
      text: text('The invitation to “{name}” ran out', { name }),
      note: text('No one opened its link in time. Hand the key over again to send a new one.'),
      tone: 'warning',
    });
  return moments;
}

export function momentOfEvent(event: DoorEvent): Moment {
  return {
    id: `event ${event.id}`,
    at: event.occurred_at,
    // The person is that of the page.
    text: sentence({ ...event, person: null, user: null, api_key: null, actor: null }),
    note: null,
    tone: toneOf(event.type),
    icon: event.type === 'access.granted' ? 'unlock' : event.type === 'access.denied' ? 'cross' : 'door',
    lock: event.lock,
    locationId: event.location.id,
  };
}

/**
 * Newest first. While there are older events to come, nothing older than those shown is listed: the story has no holes.
 */
export function inStory(
  others: readonly Moment[],
  events: readonly Moment[],
  hasOlderEvents: boolean,
): Moment[] {
  const oldest = events.at(-1)?.at;
  const shown =
    hasOlderEvents && oldest !== undefined
      ? others.filter(({ at }) => Date.parse(at) >= Date.parse(oldest))
      : others;
  return [...shown, ...events].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
