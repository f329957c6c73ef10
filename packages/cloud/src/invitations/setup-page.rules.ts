import { escapeHtml } from '../http/html.rules.js';
import { plainPage } from '../http/pages/plain-page.rules.js';
import { oneLine } from '../notify/channels/email-text.rules.js';
import { type Speech, speechOf } from '../notify/channels/speech.rules.js';
import { SETUP_WORDS, type SetupWords } from './setup-words.rules.js';

/* The page behind a setup link, as plain HTML without a script. */

/** What a link is for; times in Unix milliseconds. */
export interface SetupFacts {
  state: 'pending' | 'activated' | 'expired' | 'cancelled';
  person_name: string;
  language: string;
  organisation: string;
  key_name: string;
  location: string;
  timezone: string;
  /** Names of its security groups. */
  groups: string[];
  /** Names of the locks that it opens, as many as are shown. */
  doors: string[];
  has_more_doors: boolean;
  starts_at: number;
  expires_at: number | null;
  link_expires_at: number;
}

/** What is shown: what an invitation is, or what went wrong. */
export type SetupView = SetupFacts['state'] | 'unknown' | 'failed' | 'too_many';

export const SETUP_STATUS: Record<SetupView, number> = {
  pending: 200,
  activated: 200,
  expired: 410,
  cancelled: 410,
  unknown: 404,
  failed: 503,
  too_many: 429,
};

/** @param language of the page where no person is known, BCP 47 */
export function renderSetupPage(
  service: string,
  view: SetupView,
  facts: SetupFacts | null,
  language: string,
): string {
  const speech = speechOf(facts?.language || language, facts?.timezone ?? 'UTC');
  const words = SETUP_WORDS[speech.language];
  const { title, body } =
    view === 'pending' && facts
      ? pending(words, speech, facts)
      : ending(words, view === 'pending' ? 'unknown' : view);
  const footer = facts ? `${facts.organisation} · ${service}` : service;
  return plainPage({
    language: speech.language,
    service,
    owner: oneLine(facts?.organisation ?? service),
    title: oneLine(title),
    body,
    footer: oneLine(footer),
  });
}

function pending(words: SetupWords, speech: Speech, facts: SetupFacts) {
  return {
    title: words.greeting(facts.person_name),
    body: [
      `<p>${text(words.offer(facts.organisation))}</p>`,
      `<p>${text(words.here)}</p>`,
      // In sight on a phone, above the details.
      `<form method="post"><button type="submit">${text(words.activate)}</button></form>`,
      list([...keyFacts(words, speech, facts), [words.link_until, moment(speech, facts.link_expires_at)]]),
    ],
  };
}

/** An old link says nothing but that it is over. */
function ending(words: SetupWords, view: Exclude<SetupView, 'pending'>) {
  const { title, text: said } = words[view];
  return { title, body: [`<p>${text(said)}</p>`] };
}

function keyFacts(words: SetupWords, speech: Speech, facts: SetupFacts): [string, string][] {
  return [
    [words.key, facts.key_name],
    [words.location, facts.location],
    [words.groups, opens(words, facts)],
    [words.from, moment(speech, facts.starts_at)],
    [words.until, facts.expires_at === null ? words.without_end : moment(speech, facts.expires_at)],
  ];
}

function opens(words: SetupWords, { doors, has_more_doors, groups }: SetupFacts): string {
  if (doors.length === 0) return groups.join(', ');
  return has_more_doors ? `${doors.join(', ')} ${words.and_more}` : doors.join(', ');
}

const moment = (speech: Speech, at: number): string => speech.moment(new Date(at).toISOString());
const text = (value: string): string => escapeHtml(oneLine(value));
const list = (rows: readonly [string, string][]): string =>
  `<dl>${rows.map(([name, value]) => `<dt>${text(name)}</dt><dd>${text(value)}</dd>`).join('')}</dl>`;
