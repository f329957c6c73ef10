import { cut, oneLine } from '../channels/email-text.rules.js';
import type { NoticeContent, Rendered } from '../templates.rules.js';

/* What a browser receives: pure. */

/** What the service worker of the dashboard shows. */
export interface PushMessage {
  title: string;
  body: string;
  /** Of the dashboard, which a click opens. */
  path: string;
  /** A later one of the same tag stands in its place. */
  tag: string;
}

/** Push services take 4,096 bytes with all that encryption adds (RFC 8291, 4); characters may take four bytes. */
const TITLE_MAX = 150;
const BODY_MAX = 500;

export function pushMessage({ parts }: Pick<Rendered, 'parts'>, { kind, data }: NoticeContent): PushMessage {
  const url = parts.action?.url ?? '/';
  const { pathname } = new URL(url, 'https://doors.invalid');
  return {
    title: cut(oneLine(parts.subject), TITLE_MAX),
    body: cut(parts.paragraphs.map(oneLine).join('\n'), BODY_MAX),
    path: pathname,
    tag: 'alarm_id' in data ? `alarm-${data.alarm_id}` : kind,
  };
}
