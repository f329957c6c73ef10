import type { Context, Database } from '../context.js';
import type { NoticeChannel, NoticeContent } from './templates.rules.js';

export interface NewNotice {
  account_id: number;
  channel: NoticeChannel;
  /** An e-mail address or an E.164 number, whichever the channel takes. */
  to: string;
  /** BCP 47; what there is no template for is told in English. */
  language: string;
  /** What it is about, as `invitation:77`, for `withdrawNotices`. */
  subject: string;
  /** Whose personal data it holds, for `eraseNotices`. */
  person_id?: string | null;
  /** Past it there is nothing to tell any more, as for a link that has run out. */
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
  const id = context.ids.uuid();
  await client.query({
    name: 'notice-enqueue',
    text: `
insert into notice (id, account_id, kind, channel, recipient, language, subject, person_id, data, created_at, next_attempt_at, expires_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)`,
    values: [
      id,
      notice.account_id,
      notice.kind,
      notice.channel,
      notice.to,
      notice.language,
      notice.subject,
      notice.person_id ?? null,
      context.secrets.seal(JSON.stringify(notice.data), id),
      new Date(context.clock.now()),
      notice.expires_at ?? null,
    ],
  });
  return id;
}

/**
 * Takes back what waits for a subject, as `invitation:77`, or for any of several: after a cancel, and before the notice
 * of a resend is enqueued. One that is being sent at this moment may still arrive; its link must be dead by other means.
 */
export async function withdrawNotices(client: Database, subject: string | readonly string[]): Promise<void> {
  await client.query({
    name: 'notice-withdraw',
    text: `update notice set status = 'withdrawn', next_attempt_at = null
      where subject = any($1) and status in ('pending', 'retrying', 'held')`,
    values: [typeof subject === 'string' ? [subject] : subject],
  });
}

/** Removes every notice to a person, sent ones too: part of a hard delete (decisions, "Person"). */
export async function eraseNotices(client: Database, personId: string): Promise<void> {
  await client.query({
    name: 'notice-erase',
    text: 'delete from notice where person_id = $1',
    values: [personId],
  });
}
