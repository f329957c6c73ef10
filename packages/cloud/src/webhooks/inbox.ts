import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import type { Manager } from '../http/endpoint.js';
import { explainSignature, type Received, type Step } from './inbox.rules.js';

/* A receiver of the service's own, to try webhooks without writing one: keeps the last few requests of a location. */

const MAX_KEPT = 20;
const KEPT_MS = 24 * 3_600_000;

const KEEP = sql.statement(
  'inbox-keep',
  `insert into webhook_inbox_request (location_id, received_at, method, headers, body)
   select id, $2, $3, $4, $5 from location where id = $1`,
);
const FORGET = sql.statement(
  'inbox-forget',
  `delete from webhook_inbox_request where location_id = $1 and (received_at < $2 or id <= (
     select id from webhook_inbox_request where location_id = $1 order by id desc offset $3 limit 1))`,
);
/** Each with the webhook of the delivery that its header $2 names. */
const REQUESTS = sql.statement(
  'inbox-requests',
  `select r.id, r.received_at, r.method, r.headers, r.body, s.id as subscription_id, s.url, s.description,
     s.secret, s.previous_secret
   from webhook_inbox_request r
   left join delivery_all d on d.id = case when r.headers->>$2 ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
     then (r.headers->>$2)::uuid end
   left join subscription s on s.id = d.subscription_id and s.deleted_at is null and ${sql.isWithin('s', '$1')}
   where r.location_id = $1 and r.received_at > $3 order by r.id desc limit ${MAX_KEPT}`,
  {
    id: sql.bigint,
    received_at: sql.time,
    method: sql.text,
    headers: sql.json<Record<string, string>>(),
    body: sql.bytes,
    subscription_id: sql.orNull(sql.uuid),
    url: sql.orNull(sql.text),
    description: sql.orNull(sql.text),
    secret: sql.orNull(sql.bytes),
    previous_secret: sql.orNull(sql.bytes),
  },
);

type Tools = Pick<Context, 'pool' | 'clock' | 'secrets' | 'config'>;

/** Nothing that may hold a credential of another sender. */
const KEPT_HEADERS = ['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];

export async function keepRequest(
  { pool, clock, config }: Tools,
  locationId: number,
  { method, headers, body }: { method: string; headers: Readonly<Record<string, unknown>>; body: Uint8Array },
): Promise<void> {
  const own = headerPrefix(config).toLowerCase();
  const kept = Object.fromEntries(
    Object.entries(headers)
      .filter(
        ([name, value]) => typeof value === 'string' && (KEPT_HEADERS.includes(name) || name.startsWith(own)),
      )
      .map(([name, value]) => [name, String(value).slice(0, 500)]),
  );
  const now = clock.now();
  await transaction(pool, async (client) => {
    await KEEP.count(client, [locationId, new Date(now), method, JSON.stringify(kept), Buffer.from(body)]);
    await FORGET.count(client, [locationId, new Date(now - KEPT_MS), MAX_KEPT]);
  });
}

export interface InboxRequest {
  id: number;
  received_at: Date;
  method: string;
  headers: Record<string, string>;
  /** Null if it is not UTF-8. */
  body: string | null;
  webhook: { id: string; name: string } | null;
  steps: Step[];
}

/** The newest first, each with how its signature is checked. */
export async function readInbox(
  context: Tools,
  caller: Pick<Manager, 'locationId'>,
): Promise<InboxRequest[]> {
  const prefix = headerPrefix(context.config);
  const since = new Date(context.clock.now() - KEPT_MS);
  const values = [caller.locationId, `${prefix}Delivery`.toLowerCase(), since];
  const rows = await REQUESTS.rows(context.pool, values);
  return rows.map((row) => {
    const { subscription_id, url, description, headers, body } = row;
    const received: Received = { headers, body, receivedAt: row.received_at.getTime() };
    const secrets = subscription_id === null ? [] : openAll(context, row, subscription_id);
    return {
      id: row.id,
      received_at: row.received_at,
      method: row.method,
      headers,
      body: textOf(body),
      webhook: subscription_id ? { id: subscription_id, name: description || new URL(url ?? '').host } : null,
      steps: explainSignature(received, prefix, secrets),
    };
  });
}

function openAll(
  { secrets }: Tools,
  { secret, previous_secret }: Pick<sql.Row<typeof REQUESTS>, 'secret' | 'previous_secret'>,
  subscriptionId: string,
): string[] {
  return [secret, previous_secret].flatMap((sealed) => (sealed ? secrets.open(sealed, subscriptionId) : []));
}

export async function emptyInbox(
  { prisma }: Pick<Context, 'prisma'>,
  { locationId }: Pick<Manager, 'locationId'>,
): Promise<void> {
  await prisma.webhookInboxRequest.deleteMany({ where: { location_id: locationId } });
}

const headerPrefix = ({ SERVICE_NAME }: Context['config']): string => `X-${SERVICE_NAME}-`;

function textOf(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return null;
  }
}
