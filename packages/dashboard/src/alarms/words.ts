import { phrase, text } from '../language/text.js';
import type { AlarmChannel, AlarmRule, LoggedAlarm } from '../types.js';
import type { Tone } from '../words/event-words.js';
import { endOf } from './incidents.rules.js';

/* Alarms and their rules in words. */

export type Kind = LoggedAlarm['kind'];

export const KIND_WORDS: Record<Kind, string> = {
  forced: phrase('Forced open'),
  left_open: phrase('Left open'),
  offline: phrase('Offline'),
  fault: phrase('Fault'),
};

export const KINDS: readonly { value: Kind; label: string; description: string }[] = [
  { value: 'forced', label: phrase('Forced open'), description: phrase('Opened with nothing to explain it') },
  { value: 'left_open', label: phrase('Left open'), description: phrase('Not closed in time') },
  { value: 'offline', label: phrase('Offline'), description: phrase('A gateway is away') },
  {
    value: 'fault',
    label: phrase('Fault'),
    description: phrase('A contact or relay cannot be read or driven'),
  },
];

export const CHANNEL_WORDS: Record<AlarmChannel['kind'], string> = {
  email: phrase('E-mail'),
  sms: phrase('SMS'),
  webhook: phrase('Webhook'),
  slack: 'Slack',
  teams: 'Microsoft Teams',
};

/** What is to be typed for each. */
export const ADDRESS_WORDS: Record<AlarmChannel['kind'], { label: string; description: string }> = {
  email: {
    label: phrase('E-mail address'),
    description: phrase('Of a person, or of a mailbox that several read.'),
  },
  sms: { label: phrase('Phone number'), description: phrase('International, as +358401234567.') },
  webhook: { label: 'URL', description: phrase('It receives a signed JSON body; the secret is shown once.') },
  slack: {
    label: phrase('URL of the incoming webhook'),
    description: phrase('From Slack, Apps, Incoming Webhooks.'),
  },
  teams: {
    label: phrase('URL of the workflow'),
    description: phrase('From Teams, Workflows, “When a Teams webhook request is received”.'),
  },
};

export function stateOf({ acknowledged, ended_at }: Pick<LoggedAlarm, 'acknowledged' | 'ended_at'>): {
  tone: Tone;
  /** A phrase. */
  words: string;
} {
  if (acknowledged) return { tone: 'good', words: ended_at ? phrase('Resolved') : phrase('Seen, still on') };
  return ended_at
    ? { tone: 'warning', words: phrase('Over, not acknowledged') }
    : { tone: 'alarm', words: phrase('Still on') };
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
  return names.length === 0 ? text('no one so far') : [...new Set(names)].join(', ');
}

/** As `at once`, `after 90 s`, `after 2 min`. */
export function waitWords(seconds: number): string {
  if (seconds === 0) return text('at once');
  if (seconds % 3_600 === 0) return text('after {count, number} h', { count: seconds / 3_600 });
  return seconds % 60 === 0
    ? text('after {count, number} min', { count: seconds / 60 })
    : text('after {count, number} s', { count: seconds });
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
  if (target.kind === 'duty') return text('the colleague on duty');
  const found = (target.kind === 'user' ? colleagues : channels).find(({ id }) => id === target.id);
  return found?.name ?? text('someone who is gone');
}

export const stepWords = (step: AlarmRule['steps'][number], names: Names): string =>
  `${waitWords(step.after_s)}: ${step.to.map((target) => targetName(target, names)).join(', ')}`;

/** Minutes of a step as they are typed; null where they are no time. */
export function secondsOf(minutes: string): number | null {
  const value = Number(minutes.replace(',', '.'));
  return minutes.trim() === '' || !Number.isFinite(value) || value < 0 ? null : Math.round(value * 60);
}
