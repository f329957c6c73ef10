import { type Context, transaction } from '../context.js';
import type { Manager } from '../http/endpoint.js';
import { explainSignature, type Received, type Step } from './inbox.rules.js';

/* A receiver of the service's own, to try webhooks without writing one: keeps the last few requests of a location. */

const MAX_KEPT = 20;
const KEPT_MS = 24 * 3_600_000;

type Tools = Pick<Context, 'pool' | 'clock' | 'secrets' | 'config'>;

/** Nothing that may hold a credential of whoever else sends here. */
const KEPT_HEADERS = ['content-type', 'user-agent'];

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
    await client.query(
      `insert into webhook_inbox_request (location_id, received_at, method, headers, body)
       select id, $2, $3, $4, $5 from location where id = $1`,
      [locationId, new Date(now), method, JSON.stringify(kept), Buffer.from(body)],
    );
    await client.query(
      `delete from webhook_inbox_request where location_id = $1 and (received_at < $2 or id <= (
         select id from webhook_inbox_request where location_id = $1 order by id desc offset $3 limit 1))`,
      [locationId, new Date(now - KEPT_MS), MAX_KEPT],
    );
  });
}

export interface InboxRequest {
  id: number;
  received_at: Date;
  method: string;
  headers: Record<string, string>;
  /** Null where it is no UTF-8. */
  body: string | null;
  webhook: { id: string; name: string } | null;
  steps: Step[];
}

interface Row {
  id: string;
  received_at: Date;
  method: string;
  headers: Record<string, string>;
  body: Buffer;
  subscription_id: string | null;
  url: string | null;
  description: string | null;
  secret: Uint8Array | null;
}

/** The newest first, each with how its signature is checked. */
export async function readInbox(
  context: Tools,
  caller: Pick<Manager, 'locationId'>,
): Promise<InboxRequest[]> {
  const prefix = headerPrefix(context.config);
  const { rows } = await context.pool.query<Row>(
    `select r.id, r.received_at, r.method, r.headers, r.body, s.id as subscription_id, s.url, s.description, s.secret
     from webhook_inbox_request r
     left join delivery d on d.id = case when r.headers->>$2 ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
       then (r.headers->>$2)::uuid end
     left join subscription s on s.id = d.subscription_id and s.deleted_at is null and exists (
       select from location_ancestor a where a.location_id = s.location_id and a.ancestor_id = $1)
     where r.location_id = $1 and r.received_at > $3 order by r.id desc limit ${MAX_KEPT}`,
    [caller.locationId, `${prefix}Delivery`.toLowerCase(), new Date(context.clock.now() - KEPT_MS)],
  );
  return rows.map((row) => {
    const { subscription_id, url, description, secret, headers, body } = row;
    const received: Received = { headers, body, receivedAt: row.received_at.getTime() };
    const key = subscription_id && secret ? context.secrets.open(secret, subscription_id) : null;
    return {
      id: Number(row.id),
      received_at: row.received_at,
      method: row.method,
      headers,
      body: textOf(body),
      webhook: subscription_id ? { id: subscription_id, name: description || new URL(url ?? '').host } : null,
      steps: explainSignature(received, prefix, key),
    };
  });
}

export async function emptyInbox(
  { pool }: Tools,
  { locationId }: Pick<Manager, 'locationId'>,
): Promise<void> {
  await pool.query('delete from webhook_inbox_request where location_id = $1', [locationId]);
}

const headerPrefix = ({ SERVICE_NAME }: Context['config']): string => `X-${SERVICE_NAME}-`;

function textOf(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return null;
  }
}
