import { toTimestamp } from '@door-access/protocol';
import type { Context } from '../context.js';
import { noticeRow } from '../notify/enqueue.js';
import { publicOrigin } from '../public-origin.js';
import {
  channelsOf,
  hashLinkToken,
  type InvitationChannel,
  invitationDue,
  LINK_LIFETIME_MS,
  LINK_TOKEN_BYTES,
  toLinkToken,
} from './key.rules.js';

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

/** What the notices of an invitation say, and to whom. */
export interface InvitationContent {
  account_id: number;
  organisation: string;
  channel: InvitationChannel;
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

/** The notices that carry a link, one a channel, as JSON rows for `insertNotices`. */
export function invitationNotices(context: Context, content: InvitationContent, link: Link): string {
  const linkEnds = invitationDue(link.expiresAt, content.expires_at);
  const rows = channelsOf(content.channel).map((channel) =>
    noticeRow(context, {
      account_id: content.account_id,
      channel,
      to: channel === 'sms' ? content.phone : content.email,
      language: content.language,
      person_id: content.person_id,
      expires_at: linkEnds,
      kind: 'invitation',
      data: {
        person_name: content.person_name,
        organisation: content.organisation,
        location: content.location,
        key_name: content.key_name,
        setup_link: link.url,
        starts_at: toTimestamp(content.starts_at.getTime()),
        expires_at: content.expires_at && toTimestamp(content.expires_at.getTime()),
        link_expires_at: toTimestamp(linkEnds.getTime()),
        timezone: content.timezone,
      },
    }),
  );
  return JSON.stringify(rows);
}
