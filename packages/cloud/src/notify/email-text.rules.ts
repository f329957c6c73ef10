import { escapeHtml } from '../http/html.rules.js';
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
}

const LONGEST_SUBJECT = 200;

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
  return { subject: cut(oneLine(content.subject), LONGEST_SUBJECT), text: `${text}\n`, html: toHtml() };

  function toHtml(): string {
    const paragraph = (line: string) => `<p>${escapeHtml(line)}</p>`;
    return [
      '<!doctype html>',
      `<html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><title>${escapeHtml(oneLine(content.subject))}</title></head>`,
      '<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a;max-width:36em">',
      ...paragraphs.map(paragraph),
      ...(action ? [link(action)] : []),
      ...afterwards.map(paragraph),
      `<p style="color:#595959">${escapeHtml(oneLine(signature))}</p>`,
      '</body></html>',
      '',
    ].join('\n');
  }
}

/** A link that is no web address is shown and not made to be clicked. */
function link({ label, url }: { label: string; url: string }): string {
  const shown = escapeHtml(oneLine(url));
  if (!/^https?:\/\//i.test(url)) return `<p>${escapeHtml(label)}:<br>${shown}</p>`;
  const style =
    'display:inline-block;padding:12px 20px;background:#1a4fa3;color:#ffffff;text-decoration:none';
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
