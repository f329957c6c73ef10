import type { Pool } from 'pg';
import { transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { endedFrom, INTO_ENDED } from './ended.js';
import { inTurn } from './leases.js';

/** So many a statement: a backlog of any size is given up in short locks. */
const CHUNK = 5_000;

const GIVE_UP = sql.statement(
  'webhooks-give-up',
  `with ended as (
     delete from delivery d using subscription s
     where s.id = $1 and (s.status <> 'active' or s.deleted_at is not null) and d.id in (
       select id from delivery
       where subscription_id = $1 and next_attempt_at is not null
         and id not in (select delivery_id from delivery_lease where lease_until > $2)
       limit ${CHUNK} for update skip locked
     )
     returning ${endedFrom('d', {
       status: "'failed'",
       last_error:
         "case when s.deleted_at is not null then 'subscription_deleted' else 'subscription_paused' end",
     })}
   )
   ${INTO_ENDED} select * from ended`,
);

/**
 * Fails what waits for a paused or deleted subscription. An attempt under way keeps its
 * row until it ends, so that one which succeeds still counts as delivered. Repeats safely; does nothing on an active one.
 */
export async function giveUpWaiting(pool: Pool, subscriptionId: string, now: number): Promise<void> {
  const giveUpSome = () =>
    transaction(pool, async (client, last) => {
      const turn = inTurn(client);
      const givenUp = last(() => GIVE_UP.count(client, [subscriptionId, new Date(now)]));
      await Promise.all([turn, givenUp]);
      return givenUp;
    });
  while ((await giveUpSome()) === CHUNK);
}
