import { COLOURS, LAMP } from '@door-access/protocol/identity';
import { escapeHtml } from '../../http/html.rules.js';

/* An e-mail as plain text and as HTML. All text from people is escaped here, and only here. */

export interface EmailText {
  subject: string;
  paragraphs: string[];
  /** The one action that the reader is asked for. */
  action: { label: string; url: string } | null;
  afterwards: string[];
  /** The sender. */
  signature: string;
}

export interface Email {
  subject: string;
  text: string;
  html: string;
  /** Shown in the HTML, by `cid:`; made where they are shown. */
  images?: () => { cid: string; png: Uint8Array }[];
  /** Where a mail program ends what is sent regularly, by one click (RFC 8058). */
  unsubscribe?: string;
}

export const LONGEST_SUBJECT = 200;
/** For programs that show mail in the dark and read style sheets; the others show what is inline. */
const DARK =
  '@media(prefers-color-scheme:dark){body{background:#10151d!important}.card{background:#19202b!important;color:#e6eaf0!important}.dim{color:#9ba8b8!important;border-color:#2d3744!important}}';

export function toEmail(language: string, content: EmailText): Email {
  const { action, signature } = content;
  const paragraphs = content.paragraphs.map(oneLine);
  const afterwards = content.afterwards.map(oneLine);
  const text = [
    ...paragraphs,
    ...(action ? [`${action.label}:\n${oneLine(action.url)}`] : []),
    ...afterwards,
    `-- \n${oneLine(signature)}`,
  ].join('\n\n');
  const paragraph = (line: string) => `<p>${escapeHtml(line)}</p>`;
  const body = [
    ...paragraphs.map(paragraph),
    ...(action ? [link(action)] : []),
    ...afterwards.map(paragraph),
  ];
  const subject = oneLine(content.subject);
  return {
    subject: cut(subject, LONGEST_SUBJECT),
    text: `${text}\n`,
    html: toHtml(language, subject, body, oneLine(signature)),
  };
}

/** @param body HTML; all else is text */
export const toHtml = (
  language: string,
  subject: string,
  body: readonly string[],
  signature: string,
): string =>
  [
    '<!doctype html>',
    `<html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${DARK}</style></head>`,
    `<body style="margin:0;padding:16px;background:${COLOURS.page}">`,
    `<div class="card" style="max-width:36em;margin:0 auto;padding:24px;border-top:4px solid ${LAMP};border-radius:8px;background:${COLOURS.card};color:${COLOURS.ink};font-family:sans-serif;font-size:16px;line-height:1.5">`,
    ...body,
    `<p class="dim" style="margin-bottom:0;padding-top:12px;border-top:1px solid ${COLOURS.line};color:${COLOURS.dim}">${escapeHtml(signature)}</p>`,
    '</div></body></html>',
    '',
  ].join('\n');

/** A link that is no web address is shown and not made to be clicked. */
export function link({ label, url }: { label: string; url: string }): string {
  const shown = escapeHtml(oneLine(url));
  if (!/^https?:\/\//i.test(url)) return `<p>${escapeHtml(label)}:<br>${shown}</p>`;
  const style = `display:inline-block;padding:12px 20px;border-radius:8px;background:${COLOURS.press};color:#ffffff;font-weight:bold;text-decoration:none`;
  return `<p><a href="${shown}" style="${style}">${escapeHtml(label)}</a></p>\n<p style="word-break:break-all">${shown}</p>`;
}

/** One line without control or direction characters: nothing in it can begin a header or hide what it says. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .trim();
}

/** By whole characters. */
export function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}
