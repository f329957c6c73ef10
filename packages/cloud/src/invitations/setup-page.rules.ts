import { createHash } from 'node:crypto';
import { colourStyles, FONT, markOf } from '@door-access/protocol/identity';
import { escapeHtml } from '../http/html.rules.js';
import { oneLine } from '../notify/email-text.rules.js';
import { type Speech, speechOf } from '../notify/speech.rules.js';
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

const STYLE = `${colourStyles()}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:18px/1.5 ${FONT}}
.bar{display:flex;align-items:center;gap:.6rem;padding:.7rem 1.25rem;background:var(--brand);color:var(--brand-ink);font-weight:650}
.bar svg{flex:none;width:32px;height:32px}
main{max-width:32rem;margin:6vh auto 0;padding:2rem;border:1px solid var(--line);border-radius:14px;background:var(--card);box-shadow:var(--shadow)}
h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.25}
h1,p,dd,footer,.bar span{min-width:0;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:auto 1fr;gap:.35rem 1rem;margin:1.5rem 0 0;padding:1rem 0 0;border-top:1px solid var(--line)}
dt{color:var(--dim)}
dd{margin:0}
button{width:100%;min-height:64px;padding:.75rem;border:0;border-radius:12px;background:var(--press);color:#fff;font:inherit;font-size:1.15rem;font-weight:650;cursor:pointer}
button:hover{background:var(--press-over)}
button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
footer{max-width:32rem;margin:1.25rem auto 2rem;padding:0 1.25rem;color:var(--dim);font-size:.875rem}
@media(max-width:34rem){main{margin:0;padding:1.5rem 1.25rem;border-width:0 0 1px;border-radius:0}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Nothing but its own style and its own form; no page may frame it, and none learns its address. */
export const SETUP_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'no-store',
};

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
  return [
    '<!doctype html>',
    `<html lang="${speech.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">`,
    `<title>${text(title)}</title><style>${STYLE}</style></head>`,
    `<body><header class="bar">${markOf(service)}<span>${text(facts?.organisation ?? service)}</span></header>`,
    `<main><h1>${text(title)}</h1>`,
    ...body,
    `</main><footer>${text(footer)}</footer></body></html>`,
    '',
  ].join('\n');
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
