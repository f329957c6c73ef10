import type { Context, Database } from '../context.js';
import * as sql from '../database/statement.js';
import type { NoticeStatus } from './ladder.rules.js';
import { openNotice } from './sealed.js';
import { type NoticeChannel, type NoticeContent, renderNotice } from './templates.rules.js';

/** A message as it was, will or would have been sent. */
export interface OutboxMessage {
  id: string;
  account: { id: number; name: string };
  kind: string;
  channel: NoticeChannel;
  to: string;
  /** What it is about, as `invitation:77`. */
  about: string;
  status: NoticeStatus;
  /** Null for an SMS. */
  subject: string | null;
  /** Null when it cannot be opened: it was sealed with another SECRET_KEY. */
  text: string | null;
  /** Of an invitation, to a door or to the dashboard, or of a new password; secret. */
  setup_link: string | null;
  attempt: number;
  last_error: string | null;
  created_at: Date;
  sent_at: Date | null;
  next_attempt_at: Date | null;
}

export interface OutboxFilter {
  account_id?: number | null;
  /** Default 1,000. */
  limit?: number;
  /** A new password's link gives its user's account, so colleagues do not see it. */
  hideResetLinks?: boolean;
}

const OUTBOX = sql.statement(
  'outbox',
  `select n.id, json_build_object('id', n.account_id, 'name', coalesce(a.name, '')) as account, n.kind, n.channel,
     n.recipient, n.language, n.subject, n.data, n.status, n.attempt, n.last_error, n.created_at, n.sent_at, n.next_attempt_at
   from notice n left join account a on a.id = n.account_id
   where $1::int is null or n.account_id = $1
   order by n.created_at desc, n.id desc limit $2`,
  {
    id: sql.uuid,
    account: sql.json<OutboxMessage['account']>(),
    kind: sql.text,
    channel: sql.narrow<NoticeChannel>(sql.text),
    recipient: sql.text,
    language: sql.text,
    subject: sql.text,
    data: sql.bytes,
    status: sql.narrow<NoticeStatus>(sql.text),
    attempt: sql.int,
    last_error: sql.orNull(sql.text),
    created_at: sql.time,
    sent_at: sql.orNull(sql.time),
    next_attempt_at: sql.orNull(sql.time),
  },
);

/** The outbox, newest first, setup links included: for the operator alone (`doorctl outbox`, the dashboard's outbox). */
export async function readOutbox(
  context: Pick<Context, 'pool' | 'secrets' | 'config' | 'log'>,
  filter: OutboxFilter = {},
): Promise<OutboxMessage[]> {
  const rows = await OUTBOX.rows(context.pool, [filter.account_id ?? null, filter.limit ?? 1_000]);
  return rows.map(({ recipient, language, subject: about, data, ...row }) => ({
    id: row.id,
    account: row.account,
    kind: row.kind,
    channel: row.channel,
    to: recipient,
    about,
    status: row.status,
    ...contentOf(context, { ...row, language, data }, filter.hideResetLinks ?? false),
    attempt: row.attempt,
    last_error: row.last_error,
    created_at: row.created_at,
    sent_at: row.sent_at,
    next_attempt_at: row.next_attempt_at,
  }));
}

const NOTICES_OF = sql.statement(
  'notices-of',
  `select i.id as invitation_id, n.channel, n.status, n.last_error, n.created_at, n.sent_at, n.next_attempt_at
   from invitation i join notice n on n.subject = 'invitation:' || i.id
   where i.person_id = $1 and ${sql.isWithin('i', '$2')} order by n.created_at desc, n.id desc limit 200`,
  {
    invitation_id: sql.int,
    channel: sql.narrow<'email' | 'sms'>(sql.text),
    status: sql.narrow<NoticeStatus>(sql.text),
    last_error: sql.orNull(sql.text),
    created_at: sql.time,
    sent_at: sql.orNull(sql.time),
    next_attempt_at: sql.orNull(sql.time),
  },
);

/** The outcome of messages about a person's invitations within reach, newest first. */
export function listNoticesOf(
  database: Database,
  { locationId }: { locationId: number },
  personId: string,
): Promise<sql.Row<typeof NOTICES_OF>[]> {
  return NOTICES_OF.rows(database, [personId, locationId]);
}

function contentOf(
  { secrets, config, log }: Pick<Context, 'secrets' | 'config' | 'log'>,
  row: { id: string; kind: string; channel: NoticeChannel; language: string; data: Buffer; created_at: Date },
  hideResetLinks: boolean,
): Pick<OutboxMessage, 'subject' | 'text' | 'setup_link'> {
  try {
    const content = openNotice(secrets, row);
    if (hideResetLinks && content.kind === 'password_reset') content.data.link = '…';
    const { email, sms } = renderNotice(content, row.language, row.created_at.getTime(), config.SERVICE_NAME);
    return {
      subject: row.channel === 'sms' ? null : email.subject,
      text: row.channel === 'sms' ? sms : email.text,
      setup_link: linkOf(content, hideResetLinks),
    };
  } catch (error) {
    log.warn({ err: error, notice_id: row.id }, 'a notice cannot be opened');
    return { subject: null, text: null, setup_link: null };
  }
}

function linkOf(content: NoticeContent, hideResetLinks: boolean): string | null {
  if (content.kind === 'invitation') return content.data.setup_link;
  if (content.kind === 'colleague_invitation') return content.data.link;
  return content.kind === 'password_reset' && !hideResetLinks ? content.data.link : null;
}
