import { toTimestamp } from '@door-access/protocol';
import type { PoolClient } from 'pg';
import type { Context } from '../context.js';
import { enqueueNotice, withdrawNotices } from '../notify/enqueue.js';
import {
  type Channel,
  channelsOf,
  hashLinkToken,
  invitationDue,
  LINK_LIFETIME_MS,
  LINK_TOKEN_BYTES,
  toLinkToken,
} from './key.rules.js';
import { noticeSubject } from './transitions.js';

export const SETUP_PATH = '/setup';

/** A setup link, of which only the hash is kept. */
export interface Link {
  url: string;
  hash: Buffer;
  expiresAt: Date;
}

export function makeLink(context: Context): Link {
  const token = toLinkToken(context.ids.bytes(LINK_TOKEN_BYTES));
  return {
    url: `${publicOrigin(context)}${SETUP_PATH}/${token}`,
    hash: hashLinkToken(token),
    expiresAt: new Date(context.clock.now() + LINK_LIFETIME_MS),
  };
}

/** Where people reach the service: as it is known outside, else as it listens. */
function publicOrigin({ config, origin }: Context): string {
  return (config.PUBLIC_URL ?? origin ?? `http://${config.HOST}:${config.PORT}`).replace(/\/+$/, '');
}

/** Writes a pending invitation of a key, and puts its messages into the outbox. @returns its id */
export async function invite(
  context: Context,
  client: PoolClient,
  key: { id: number; account_id: number; location_id: number; expires_at: Date | null },
  personId: string,
  channel: Channel,
): Promise<number> {
  const link = makeLink(context);
  const { rows } = await client.query<{ id: number }>(
    `insert into invitation (account_id, location_id, access_key_id, person_id, channel, token_hash, link_expires_at, due_at,
       sent_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) returning id`,
    [
      key.account_id,
      key.location_id,
      key.id,
      personId,
      channel,
      link.hash,
      link.expiresAt,
      invitationDue(link.expiresAt, key.expires_at),
      new Date(context.clock.now()),
    ],
  );
  const { id } = rows[0] as { id: number };
  await sendLink(context, client, id, link);
  return id;
}

interface Letter {
  account_id: number;
  organisation: string;
  channel: Channel;
  person_id: string;
  person_name: string;
  email: string;
  phone: string;
  language: string;
  location: string;
  timezone: string;
  key_name: string;
  starts_at: Date;
  expires_at: Date | null;
}

/** Puts the messages with a link into the outbox, in place of those that still wait there. */
export async function sendLink(
  context: Context,
  client: PoolClient,
  invitationId: number,
  link: Link,
): Promise<void> {
  const { rows } = await client.query<Letter>(
    `select i.account_id, a.name as organisation, i.channel, p.id as person_id, p.name as person_name, p.email, p.phone,
       p.language, o.name as location, o.timezone, k.name as key_name, k.starts_at, k.expires_at
     from invitation i join access_key k on k.id = i.access_key_id join person p on p.id = i.person_id
     join location o on o.id = i.location_id join account a on a.id = i.account_id where i.id = $1`,
    [invitationId],
  );
  const letter = rows[0] as Letter;
  const subject = noticeSubject(invitationId);
  await withdrawNotices(client, subject);
  for (const channel of channelsOf(letter.channel)) {
    await enqueueNotice(client, context, {
      account_id: letter.account_id,
      channel,
      to: channel === 'sms' ? letter.phone : letter.email,
      language: letter.language,
      subject,
      person_id: letter.person_id,
      expires_at: invitationDue(link.expiresAt, letter.expires_at),
      kind: 'invitation',
      data: {
        person_name: letter.person_name,
        organisation: letter.organisation,
        location: letter.location,
        key_name: letter.key_name,
        setup_link: link.url,
        starts_at: toTimestamp(letter.starts_at.getTime()),
        expires_at: letter.expires_at && toTimestamp(letter.expires_at.getTime()),
        link_expires_at: toTimestamp(link.expiresAt.getTime()),
        timezone: letter.timezone,
      },
    });
  }
}
