import type { Context, Database } from '../context.js';
import * as sql from '../database/statement.js';
import type { NoticeChannel, NoticeContent } from './templates.rules.js';

export interface NewNotice {
  account_id: number;
  channel: NoticeChannel;
  /** An e-mail address or an E.164 number, whichever the channel takes. */
  to: string;
  /** BCP 47; a language without a template gets English. Empty: that of the account. */
  language: string;
  /** What it is about, as `invitation:77`, for `withdrawNotices`. */
  subject: string;
  /** Whose personal data it holds, for `ERASE_NOTICES`. */
  person_id?: string | null;
  /** After this time the notice is pointless, as for an expired link. */
  expires_at?: Date | null;
}

/**
 * Puts a message into the outbox, in the transaction of what caused it: it is sent if and only if that is committed.
 * Nudge `notice` after the commit, so that it goes out at once. Its content is sealed.
 * @returns the notice's id
 */
export async function enqueueNotice(
  client: Database,
  context: Pick<Context, 'clock' | 'ids' | 'secrets'>,
  notice: NewNotice & NoticeContent,
): Promise<string> {
  const row = noticeRow(context, notice);
  await ENQUEUE.count(client, [JSON.stringify([{ ...row, subject: notice.subject }])]);
  return row.id;
}

/** The same for any number, in one statement. */
export async function enqueueNotices(
  client: Database,
  context: Pick<Context, 'clock' | 'ids' | 'secrets'>,
  notices: readonly (NewNotice & NoticeContent)[],
): Promise<void> {
  if (notices.length === 0) return;
  const rows = notices.map((notice) => ({ ...noticeRow(context, notice), subject: notice.subject }));
  await ENQUEUE.count(client, [JSON.stringify(rows)]);
}

/** A row for `insertNotices`, as JSON. */
export function noticeRow(
  context: Pick<Context, 'clock' | 'ids' | 'secrets'>,
  notice: Omit<NewNotice, 'subject'> & NoticeContent,
) {
  const id = context.ids.uuid();
  const data = context.secrets.seal(JSON.stringify(notice.data), id);
  return {
    id,
    account_id: notice.account_id,
    kind: notice.kind,
    channel: notice.channel,
    recipient: notice.to,
    language: notice.language,
    person_id: notice.person_id ?? null,
    data: `\\x${data.toString('hex')}`,
    created_at: new Date(context.clock.now()),
    expires_at: notice.expires_at ?? null,
  };
}

/** SQL that writes rows, given as a parameter, to stand beside what causes them. `subject` is an expression. */
export const insertNotices = (rows: string, subject: string, from = ''): string => `
insert into notice (id, account_id, kind, channel, recipient, language, subject, person_id, data, created_at, next_attempt_at, expires_at)
select x.id, x.account_id, x.kind, x.channel, x.recipient,
  coalesce(nullif(x.language, ''), (select a.language from account a where a.id = x.account_id), ''), ${subject}, x.person_id, x.data, x.created_at, x.created_at, x.expires_at
from ${from}${rows} as x(id uuid, account_id int, kind text, channel text, recipient text, language text, subject text,
  person_id uuid, data bytea, created_at timestamptz, expires_at timestamptz)`;

/** SQL that withdraws waiting notices for the subjects that a condition gives, likewise. */
export const withdrawWhere = (condition: string): string =>
  `update notice set status = 'withdrawn', next_attempt_at = null
   where ${condition} and status in ('pending', 'retrying', 'held')`;

/** SQL that removes every notice to the person `$1`, sent ones too: part of a hard delete. */
export const ERASE_NOTICES = 'delete from notice where person_id = $1';

const ENQUEUE = sql.statement('notice-enqueue', insertNotices('json_to_recordset($1::json)', 'x.subject'));
const WITHDRAW = sql.statement('notice-withdraw', withdrawWhere('subject = any($1)'));

/**
 * Takes back what waits for a subject, as `invitation:77`, or for any of several: after a cancel, and before the notice
 * of a resend is enqueued. One that is being sent at this moment may still arrive; its link must be dead by other means.
 */
export async function withdrawNotices(client: Database, subject: string | readonly string[]): Promise<void> {
  await WITHDRAW.count(client, [typeof subject === 'string' ? [subject] : subject]);
}
