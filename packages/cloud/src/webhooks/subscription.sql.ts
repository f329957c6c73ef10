import { auditAfter } from '../audit/record.js';
import * as sql from '../database/statement.js';
import type { Subscription } from '../generated/prisma/client.js';

/** As Prisma has it. */
const SUBSCRIPTION = {
  id: sql.uuid,
  account_id: sql.int,
  location_id: sql.int,
  api_key_id: sql.orNull(sql.int),
  url: sql.text,
  events: sql.arrayOf(sql.text),
  description: sql.text,
  status: sql.text,
  secret: sql.narrow<Subscription['secret']>(sql.bytes),
  previous_secret: sql.orNull(sql.narrow<Subscription['secret']>(sql.bytes)),
  previous_secret_until: sql.orNull(sql.time),
  failing_since: sql.orNull(sql.time),
  last_delivery_at: sql.orNull(sql.time),
  created_at: sql.time,
  deleted_at: sql.orNull(sql.time),
  created_by: sql.orNull(sql.uuid),
  format: sql.text,
  lock_ids: sql.arrayOf(sql.int),
  location_ids: sql.arrayOf(sql.int),
  heartbeat_minutes: sql.orNull(sql.int),
  heartbeat_due_at: sql.orNull(sql.time),
  heartbeat_id: sql.orNull(sql.uuid),
};

export const CREATE = sql.statement(
  'webhook-create',
  `with ${auditAfter(15)}
   insert into subscription (id, account_id, location_id, api_key_id, created_by, url, events, description, secret, created_at,
     format, lock_ids, location_ids, heartbeat_minutes, heartbeat_due_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning *`,
  SUBSCRIPTION,
);
export const UPDATE = sql.statement(
  'webhook-update',
  `with ${auditAfter(11)}
   update subscription set url = $2, events = $3, description = $4, status = $5, failing_since = $6,
     format = $7, lock_ids = $8, location_ids = $9, heartbeat_minutes = $10, heartbeat_due_at = $11
   where id = $1 returning *`,
  SUBSCRIPTION,
);
export const ROTATE = sql.statement(
  'webhook-rotate-secret',
  `with ${auditAfter(3)}
   update subscription set secret = $2, previous_secret = secret, previous_secret_until = $3
   where id = $1 returning *`,
  SUBSCRIPTION,
);

const locked = (name: string, rows: 's' | 'o, s') =>
  sql.statement(
    name,
    `select s.* from subscription s join location o on o.id = s.location_id
     where s.id = $1 and s.deleted_at is null and ${sql.isWithin('s', '$2')} for no key update of ${rows}`,
    SUBSCRIPTION,
  );
export const LOCKED = locked('webhook-lock', 's');
/** One that is to become active locks its location first, as every change of their number does. */
export const LOCKED_WITH_LOCATION = locked('webhook-lock-location', 'o, s');
