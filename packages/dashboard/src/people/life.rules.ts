import { sentence, type Tone, toneOf } from '../event-words.rules.js';
import { named } from '../names.rules.js';
import type { DoorEvent, Invitation, Key, Notice } from '../types.js';
import type { IconName } from '../ui/icon.jsx';

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

const CHANNELS: Record<string, string> = { sms: 'by SMS', email: 'by e-mail', both: 'by e-mail and SMS' };

export function momentsOfKey({ id, ...key }: Key): Moment[] {
  const name = named(key.name);
  const moment = (what: string, at: string | null, text: string, icon: IconName, tone: Tone = 'quiet') =>
    at === null
      ? []
      : [{ id: `key ${id} ${what}`, at, text, note: null, tone, icon, lock: null, locationId: null }];
  return [
    ...moment('made', key.created_at, `The key “${name}” was made`, 'key'),
    ...moment('over', key.handed_over_at, `“${name}” was taken into use`, 'check', 'good'),
    ...moment('back', key.returned_at, `“${name}” was returned`, 'back'),
  ];
}

/** The name of a notice, and of what sends it. */
const NOTICE_WORDS: Record<Notice['channel'], { name: string; provider: string }> = {
  email: { name: 'E-mail', provider: 'server for e-mail (SMTP_URL)' },
  sms: { name: 'SMS', provider: 'provider of SMS (SMS_URL)' },
};

/** The outcome of a notice, as a sentence. */
export function fateOf(notice: Notice, when: (at: string) => string): string {
  const { name, provider } = NOTICE_WORDS[notice.channel];
  const { status, sent_at, next_attempt_at, last_error } = notice;
  if (status === 'sent') return `${name}: sent${sent_at ? ` at ${when(sent_at)}` : ''}.`;
  if (status === 'held') return `${name}: kept in the outbox, as no ${provider} is set.`;
  if (status === 'withdrawn') return `${name}: withdrawn before it was sent.`;
  const why = last_error ? ` (${last_error})` : '';
  if (status === 'failed') return `${name}: not sent${why}.`;
  if (status === 'retrying')
    return `${name}: not sent yet${why}${next_attempt_at ? `, tried again at ${when(next_attempt_at)}` : ''}.`;
  return `${name}: waits to be sent.`;
}

/** The outcome of the notices of one sending, in two words, and its severity. */
function sendingOf(notices: readonly Notice[]): { done: string; tone: Tone } {
  const are = (...wanted: Notice['status'][]) => notices.some(({ status }) => wanted.includes(status));
  if (are('failed')) return { done: are('sent') ? 'was sent in part' : 'could not be sent', tone: 'alarm' };
  if (are('held'))
    return { done: are('sent') ? 'was sent in part' : 'is kept in the outbox', tone: 'warning' };
  if (are('retrying')) return { done: 'is not sent yet', tone: 'warning' };
  if (are('pending')) return { done: 'is on its way', tone: 'quiet' };
  if (are('withdrawn') && !are('sent')) return { done: 'was withdrawn before it was sent', tone: 'quiet' };
  return { done: 'was sent', tone: 'quiet' };
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
  const { done, tone } = sendingOf(last);
  const notes = [
    ...last.map((notice) => fateOf(notice, when)),
    ...(resend_count > 0 ? [`Sent again; in all ${resend_count + 1} times.`] : []),
  ];
  const by = done === 'was sent' ? ` ${CHANNELS[channel] ?? channel}` : '';
  const moments: Moment[] = [
    {
      ...made,
      id: `invitation ${id} sent`,
      at: sent_at,
      text: `An invitation to “${named(key.name)}” ${done}${by}`,
      note: notes.length > 0 ? notes.join(' ') : null,
      tone,
    },
  ];
  if (cancelled_at)
    moments.push({
      ...made,
      id: `invitation ${id} cancelled`,
      at: cancelled_at,
      text: `The invitation to “${named(key.name)}” was cancelled`,
      note: null,
      tone: 'quiet',
    });
  if (state === 'expired')
    moments.push({
      ...made,
      id: `invitation ${id} expired`,
      at: link_expires_at,
      text: `The invitation to “${named(key.name)}” ran out`,
      note: 'No one opened its link in time. Hand the key over again to send a new one.',
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
