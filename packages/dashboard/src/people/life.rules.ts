import { sentence, type Tone, toneOf } from '../event-words.rules.js';
import { named } from '../names.rules.js';
import type { DoorEvent, Invitation, Key } from '../types.js';
import type { IconName } from '../ui/icon.jsx';

/* What a person's keys, invitations and doors tell of them, as one story. */

export interface Moment {
  id: string;
  at: string;
  text: string;
  note: string | null;
  tone: Tone;
  icon: IconName;
  /** The door, where it was at one. */
  lock: { id: number; name: string } | null;
  /** Where it was; null for what happened at no door. */
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

export function momentsOfInvitation(invitation: Invitation): Moment[] {
  const { id, key, channel, resend_count, state, sent_at, link_expires_at, cancelled_at } = invitation;
  const made = { lock: null, locationId: null, icon: 'mail' as const };
  const again = resend_count > 0 ? `Sent again; in all ${resend_count + 1} times.` : null;
  const moments: Moment[] = [
    {
      ...made,
      id: `invitation ${id} sent`,
      at: sent_at,
      text: `An invitation to “${named(key.name)}” was sent ${CHANNELS[channel] ?? channel}`,
      note: again,
      tone: 'quiet',
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
      note: 'Nobody followed its link in time. Give the key again to send a new one.',
      tone: 'warning',
    });
  return moments;
}

export function momentOfEvent(event: DoorEvent): Moment {
  return {
    id: `event ${event.id}`,
    at: event.occurred_at,
    // Whose life it is needs no saying.
    text: sentence({ ...event, person: null, user: null, api_key: null, actor: null }),
    note: null,
    tone: toneOf(event.type),
    icon: event.type === 'access.granted' ? 'unlock' : event.type === 'access.denied' ? 'cross' : 'door',
    lock: event.lock,
    locationId: event.location.id,
  };
}

/**
 * Newest first. While there are older events to come, nothing older than those shown is told: the story has no holes.
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
