import { auditAfter } from '../audit/record.js';
import {
  arrayOf,
  bytes,
  int,
  isWithin,
  narrow,
  orNull,
  statement,
  text,
  time,
  uuid,
} from '../database/statement.js';
import type { Subscription } from '../generated/prisma/client.js';

/** As Prisma has it. */
const SUBSCRIPTION = {
  id: uuid,
  account_id: int,
  location_id: int,
  api_key_id: orNull(int),
  url: text,
  events: arrayOf(text),
  description: text,
  status: text,
  secret: narrow<Subscription['secret']>(bytes),
  failing_since: orNull(time),
  last_delivery_at: orNull(time),
  created_at: time,
  deleted_at: orNull(time),
  created_by: orNull(uuid),
};

export const CREATE = statement(
  'webhook-create',
  `with ${auditAfter(10)}
   insert into subscription (id, account_id, location_id, api_key_id, created_by, url, events, description, secret, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning *`,
  SUBSCRIPTION,
);
export const UPDATE = statement(
  'webhook-update',
  `with ${auditAfter(6)}
   update subscription set url = $2, events = $3, description = $4, status = $5, failing_since = $6
   where id = $1 returning *`,
  SUBSCRIPTION,
);

const locked = (name: string, rows: 's' | 'o, s') =>
  statement(
    name,
    `select s.* from subscription s join location o on o.id = s.location_id
     where s.id = $1 and s.deleted_at is null and ${isWithin('s', '$2')} for no key update of ${rows}`,
    SUBSCRIPTION,
  );
export const LOCKED = locked('webhook-lock', 's');
/** One that is to become active takes its location first, as everybody does who changes how many are. */
export const LOCKED_WITH_LOCATION = locked('webhook-lock-location', 'o, s');
