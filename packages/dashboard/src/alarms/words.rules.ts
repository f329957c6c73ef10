import type { Tone } from '../event-words.js';
import type { AlarmChannel, AlarmRule, LoggedAlarm } from '../types.js';
import { endOf } from './incidents.rules.js';

/* Alarms and their rules in words. */

export type Kind = LoggedAlarm['kind'];

export const KIND_WORDS: Record<Kind, string> = {
  forced: 'Forced open',
  left_open: 'Left open',
  offline: 'Offline',
  fault: 'Fault',
};

export const KINDS: readonly { value: Kind; label: string; description: string }[] = [
  { value: 'forced', label: 'Forced open', description: 'Nothing explains an opening' },
  { value: 'left_open', label: 'Left open', description: 'Not closed within the time of the door' },
  { value: 'offline', label: 'Offline', description: 'A gateway is away' },
  { value: 'fault', label: 'Fault', description: 'A contact or relay cannot be read or driven' },
];

export const CHANNEL_WORDS: Record<AlarmChannel['kind'], string> = {
  email: 'E-mail',
  sms: 'SMS',
  webhook: 'Webhook',
  slack: 'Slack',
  teams: 'Microsoft Teams',
};

/** What is to be typed for each. */
export const ADDRESS_WORDS: Record<AlarmChannel['kind'], { label: string; description: string }> = {
  email: { label: 'E-mail address', description: 'Of a person, or of a mailbox that several read.' },
  sms: { label: 'Phone number', description: 'International, as +358401234567.' },
  webhook: { label: 'URL', description: 'It receives a signed JSON body; the secret is shown once.' },
  slack: { label: 'URL of the incoming webhook', description: 'From Slack, Apps, Incoming Webhooks.' },
  teams: {
    label: 'URL of the workflow',
    description: 'From Teams, Workflows, “When a Teams webhook request is received”.',
  },
};

export function stateOf({ acknowledged, ended_at }: Pick<LoggedAlarm, 'acknowledged' | 'ended_at'>): {
  tone: Tone;
  words: string;
} {
  if (acknowledged) return { tone: 'good', words: ended_at ? 'Resolved' : 'Seen, lasts' };
  return ended_at ? { tone: 'warning', words: 'Over, not acknowledged' } : { tone: 'alarm', words: 'Lasts' };
}

type Incident = readonly [LoggedAlarm, ...LoggedAlarm[]];

/** An incident is seen once all its alarms are, and resolved once it is over too. */
export const stateOfIncident = (incident: Incident) =>
  stateOf({
    acknowledged: incident.every(({ acknowledged }) => acknowledged) ? incident[0].acknowledged : null,
    ended_at: endOf(incident),
  });

/** Who has acknowledged it, or looks into it. */
export function seenBy(incident: Incident): string {
  const names = incident.flatMap(({ acknowledged, assigned }) => acknowledged?.by ?? assigned?.name ?? []);
  return names.length === 0 ? 'no one so far' : [...new Set(names)].join(', ');
}

/** As `at once`, `after 90 s`, `after 2 min`. */
export function waitWords(seconds: number): string {
  if (seconds === 0) return 'at once';
  if (seconds % 3_600 === 0) return `after ${seconds / 3_600} h`;
  return seconds % 60 === 0 ? `after ${seconds / 60} min` : `after ${seconds} s`;
}

type Target = AlarmRule['steps'][number]['to'][number];

/** A recipient as one value, for fields that take texts. */
export const targetKey = (target: Target): string =>
  target.kind === 'duty' ? 'duty' : `${target.kind}:${target.id}`;

export function targetOf(key: string): Target {
  const [kind, id = ''] = key.split(':');
  return kind === 'user' || kind === 'channel' ? { kind, id } : { kind: 'duty' };
}

interface Names {
  colleagues: readonly { id: string; name: string }[];
  channels: readonly { id: string; name: string }[];
}

export function targetName(target: Target, { colleagues, channels }: Names): string {
  if (target.kind === 'duty') return 'the colleague on duty';
  const found = (target.kind === 'user' ? colleagues : channels).find(({ id }) => id === target.id);
  return found?.name ?? 'someone who is gone';
}

export const stepWords = (step: AlarmRule['steps'][number], names: Names): string =>
  `${waitWords(step.after_s)}: ${step.to.map((target) => targetName(target, names)).join(', ')}`;

/** Minutes of a step as they are typed; null where they are no time. */
export function secondsOf(minutes: string): number | null {
  const value = Number(minutes.replace(',', '.'));
  return minutes.trim() === '' || !Number.isFinite(value) || value < 0 ? null : Math.round(value * 60);
}
