import { createHash } from 'node:crypto';
import { colourStyles, FONT, markOf } from '@door-access/protocol/identity';
import { escapeHtml } from '../html.rules.js';

/* A page behind a link in a message, as plain HTML without a script. */

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

/** Nothing but its own style and its own form; no page may frame it, and none learns its address. */
export const PLAIN_PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'no-store',
};

/** @param body HTML, already escaped; all other texts are escaped here */
export function plainPage(page: {
  language: string;
  service: string;
  /** Beside the mark. */
  owner: string;
  title: string;
  body: readonly string[];
  footer: string;
}): string {
  const { language, service, owner, title, body, footer } = page;
  return [
    '<!doctype html>',
    `<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">`,
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>`,
    `<body><header class="bar">${markOf(service)}<span>${escapeHtml(owner)}</span></header>`,
    `<main><h1>${escapeHtml(title)}</h1>`,
    ...body,
    `</main><footer>${escapeHtml(footer)}</footer></body></html>`,
    '',
  ].join('\n');
}
