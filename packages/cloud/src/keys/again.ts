import type { Actor } from '../audit/entry.rules.js';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { invalidField } from '../errors.js';
import { announcing } from '../events/announce.js';
import { insertNotices } from '../notify/enqueue.js';
import { requireFreeFor } from './entitlement.js';
import { getInvitation, type InvitationRow, toKeyIssued } from './invitation-read.js';
import { invitationNotices, makeLink } from './invite.js';
import { type Channel, channelFault, type InvitationChannel, invitationDue } from './key.rules.js';
import { lockKeyToUse } from './manage.js';
import type { Reach } from './read.js';
import { keyEntry } from './transitions.js';

const INVITE = sql.statement(
  'key-invite',
  `with i as (
     insert into invitation (account_id, location_id, access_key_id, person_id, channel, token_hash, link_expires_at, due_at,
       sent_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) returning id),
   n as (${insertNotices('json_to_recordset($10::json)', "'invitation:' || i.id", 'i, ')})
   select id from i`,
  { id: sql.int },
);

/** With the channel of its newest invitation, if there was one. */
const RECIPIENT = sql.statement(
  'key-recipient',
  `select k.name as key_name, k.starts_at, k.expires_at, p.id as person_id, p.name as person_name, p.email, p.phone, p.language,
     a.name as organisation, a.sms_enabled, o.name as location, o.timezone, i.channel,
     (i.state = 'pending' and i.due_at > $2) is true as is_pending,
     exists (select from phone_key m where m.access_key_id = k.id and m.ended_at is null) as on_phone
   from access_key k join person p on p.id = k.person_id join account a on a.id = k.account_id
   join location o on o.id = k.location_id left join lateral (
     select channel, state, due_at from invitation where access_key_id = k.id order by id desc limit 1) i on true
   where k.id = $1`,
  {
    key_name: sql.text,
    starts_at: sql.time,
    expires_at: sql.orNull(sql.time),
    person_id: sql.uuid,
    person_name: sql.text,
    email: sql.text,
    phone: sql.text,
    language: sql.text,
    organisation: sql.text,
    sms_enabled: sql.bool,
    location: sql.text,
    timezone: sql.text,
    channel: sql.orNull(sql.narrow<InvitationChannel>(sql.text)),
    is_pending: sql.bool,
    on_phone: sql.bool,
  },
);

/**
 * Sends a new invitation to a key that is on no phone and has none pending: returned, never set up, or removed from its
 * phone. The default channel is that of the previous invitation; the key stays as it is until the link is used.
 * @throws 404, 422 on the key or `channel`, 422 `entitlement_exceeded`
 */
export async function inviteAgain(
  context: Context,
  reach: Reach,
  id: number,
  by: Actor,
  channel?: Channel,
): Promise<InvitationRow> {
  const invitation = await announcing(context, async (client, announce) => {
    const now = context.clock.now();
    const { account_id, location_id, limit } = await lockKeyToUse(client, reach, id);
    const key = await RECIPIENT.one(client, [id, new Date(now)]);
    const fault = invitationFault(key, now);
    if (fault) throw invalidField('', fault);
    const wanted = channel ?? sentBy(key.channel) ?? (key.email ? 'email' : 'sms');
    const unreachable = channelFault(wanted, key, key.sms_enabled);
    if (unreachable) throw invalidField('channel', unreachable.message, unreachable.code);
    await requireFreeFor(client, id, account_id, limit, now);
    const link = makeLink(context);
    const due = invitationDue(link.expiresAt, key.expires_at);
    const notices = invitationNotices(context, { ...key, account_id, channel: wanted }, link);
    const at = new Date(now);
    const { person_id } = key;
    const values = [
      account_id,
      location_id,
      id,
      person_id,
      wanted,
      link.hash,
      link.expiresAt,
      due,
      at,
      notices,
    ];
    const { id: invitationId } = await INVITE.one(client, values);
    const made = await getInvitation(client, { locationId: location_id }, invitationId);
    announce({
      type: 'key.issued',
      location_id,
      data: toKeyIssued(made),
      audits: [
        keyEntry({ id, name: key.key_name, account_id, location_id }, by, 'key.invite', { channel: wanted }),
      ],
    });
    return made;
  });
  context.nudge.emit('notice');
  return invitation;
}

/** What was shown was not sent. */
const sentBy = (channel: InvitationChannel | null): Channel | null => (channel === 'shown' ? null : channel);

/** Why a key does not need another invitation, or could not be used with one. */
function invitationFault(
  { is_pending, on_phone, expires_at }: sql.Row<typeof RECIPIENT>,
  now: number,
): string | null {
  if (is_pending) return 'its invitation is pending: resend that one';
  if (on_phone) return 'the key is on a phone: remove the phone first';
  return expires_at !== null && expires_at.getTime() <= now ? 'the key has expired' : null;
}
