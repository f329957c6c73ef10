import type { PoolClient } from 'pg';
import { byUser, recordAudit } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { urlFaults } from '../deliveries/guard.js';
import { SECRET_BYTES, toSecret } from '../deliveries/signature.rules.js';
import { ApiError, invalidField } from '../errors.js';
import type { SignedIn } from '../http/endpoint.js';
import { isEmailAddress } from '../notify/channels/provider-urls.rules.js';
import type { Post } from '../notify/notice.types.js';
import { sendTest, type TestOutcome } from '../notify/send-test.js';
import type { NoticeChannel } from '../notify/templates.rules.js';
import { normalisePhone } from '../people/phone.js';
import type { ChannelBody } from './schemas.js';

/* Where notices of alarms go besides colleagues. The URL of a chat is a secret: anyone who has it can post there. */

const MAX_CHANNELS = 100;

const LIST = sql.statement(
  'alarm-channels',
  `select c.id, c.name, c.kind, c.address, c.language, ${sql.asNamed('o')} as location
   from alarm_channel c join location o on o.id = c.location_id
   where ${sql.isWithin('c', '$1')} order by lower(c.name), c.id`,
  {
    id: sql.uuid,
    name: sql.text,
    kind: sql.narrow<NoticeChannel>(sql.text),
    address: sql.text,
    language: sql.text,
    location: sql.named,
  },
);
const COUNT = sql.statement(
  'alarm-channels-count',
  'select count(*)::int as count from alarm_channel where account_id = $1',
  { count: sql.present(sql.int) },
);
const INSERT = sql.statement(
  'alarm-channel-insert',
  `insert into alarm_channel (id, account_id, location_id, name, kind, address, language, sealed, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);
const ONE = sql.statement(
  'alarm-channel-locked',
  `select c.id, c.name, c.location_id from alarm_channel c where c.id = $1 and ${sql.isWithin('c', '$2')} for update of c`,
  { id: sql.uuid, name: sql.text, location_id: sql.int },
);
const OPEN = sql.statement(
  'alarm-channel-open',
  `select c.kind, c.address, c.language, c.sealed from alarm_channel c where c.id = $1 and ${sql.isWithin('c', '$2')}`,
  {
    kind: sql.narrow<NoticeChannel>(sql.text),
    address: sql.text,
    language: sql.text,
    sealed: sql.orNull(sql.bytes),
  },
);
/** Rules that name it. */
const USED = sql.statement(
  'alarm-channel-used',
  `select r.name from alarm_rule r
   where r.account_id = $2 and jsonb_path_exists(r.steps, '$[*].to[*] ? (@.id == $id)', jsonb_build_object('id', $1::text))
   order by r.name limit 1`,
  { name: sql.text },
);
const DELETE = sql.statement('alarm-channel-delete', 'delete from alarm_channel where id = $1');

export const listChannels = ({ pool }: Pick<Context, 'pool'>, { locationId }: Pick<SignedIn, 'locationId'>) =>
  LIST.rows(pool, [locationId]);

/** `secret`: of a webhook, shown only here. @throws 422 on `address` */
export async function createChannel(
  context: Context,
  user: SignedIn,
  body: ChannelBody,
): Promise<{ id: string; secret: string | null }> {
  const id = context.ids.uuid();
  const secret = body.kind === 'webhook' ? toSecret(context.ids.bytes(SECRET_BYTES)) : null;
  const { address, url } = await checked(context, body);
  const sealed = url === null ? null : context.secrets.seal(JSON.stringify({ url, secret }), id);
  await transaction(context.pool, async (client) => {
    if ((await COUNT.one(client, [user.accountId])).count >= MAX_CHANNELS)
      throw invalidField('name', `there are ${MAX_CHANNELS} channels already`, 'limit_reached');
    await INSERT.count(client, [
      id,
      user.accountId,
      user.locationId,
      body.name.trim(),
      body.kind,
      address,
      body.language,
      sealed,
      new Date(context.clock.now()),
    ]);
    await audit(client, context, user, 'create', { id, name: body.name, location_id: user.locationId });
  });
  return { id, secret };
}

/** @throws 404, 409 where a rule names it */
export async function deleteChannel(context: Context, user: SignedIn, id: string): Promise<void> {
  await transaction(context.pool, async (client) => {
    const channel = await ONE.row(client, [id, user.locationId]);
    if (!channel) throw new ApiError('not_found');
    const used = await USED.row(client, [id, user.accountId]);
    if (used)
      throw new ApiError('forbidden', {
        message: `The rule “${used.name}” sends to it: take it out of the rule first.`,
      });
    await DELETE.count(client, [id]);
    await audit(client, context, user, 'delete', channel);
  });
}

/** @throws 404 */
export async function testChannel(context: Context, user: SignedIn, id: string): Promise<TestOutcome> {
  const channel = await OPEN.row(context.pool, [id, user.locationId]);
  if (!channel) throw new ApiError('not_found');
  const { kind, address, language, sealed } = channel;
  const post = sealed === null ? {} : { post: JSON.parse(context.secrets.open(sealed, id)) as Post };
  return sendTest(context, user, { channel: kind, to: address, language, ...post });
}

/** What is shown of an address, and its URL, where it has one. */
async function checked(
  context: Context,
  { kind, address }: ChannelBody,
): Promise<{ address: string; url: string | null }> {
  const text = address.trim();
  if (kind === 'email') {
    if (!isEmailAddress(text)) throw invalidField('address', 'must be an e-mail address');
    return { address: text, url: null };
  }
  if (kind === 'sms') {
    const phone = normalisePhone(text);
    if (phone === null) throw invalidField('address', 'must be a phone number such as +358401234567');
    return { address: phone, url: null };
  }
  const [fault] = await urlFaults(context, text);
  if (fault) throw invalidField('address', fault.message);
  return { address: new URL(text).host, url: text };
}

const audit = (
  client: PoolClient,
  context: Context,
  user: SignedIn,
  action: 'create' | 'delete',
  { id, name, location_id }: { id: string; name: string; location_id: number },
) =>
  recordAudit(client, context, {
    account_id: user.accountId,
    actor: byUser(user.user),
    action: `alarm_channel.${action}`,
    subject: { type: 'alarm_channel', id, name },
    location_id,
    details: {},
  });
