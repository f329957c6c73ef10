import type { Actor } from '../audit/entry.rules.js';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { announcing } from '../events/announce.js';
import { returnKey } from '../keys/manage.js';
import { lockingSystemOf } from '../locking-system/port.js';
import { deletePersonWithin } from '../people/remove.js';
import { reasonOf } from '../reason.js';
import { KEPT_MS, nextStep } from './visit.rules.js';

/* Visits that are due: the key is returned at its end, and the person is erased some weeks later. */

const AGAIN_MS = 5 * 60_000;
const RULE: Actor = { type: 'rule', id: null, name: 'The end of a visit' };

const LOOK = sql.statement(
  'visitor-look',
  `select v.account_id, v.location_id, v.made_person, v.ended_at, k.expires_at, k.state = 'returned' is true as is_returned,
     p.id as person_id, exists (select from access_key o where o.person_id = p.id and o.id <> k.id
       and o.state is distinct from 'returned') as has_other_keys
   from visitor v join access_key k on k.id = v.access_key_id left join person p on p.id = k.person_id and not p.managed
   where v.access_key_id = $1 and v.due_at <= $2`,
  {
    account_id: sql.int,
    location_id: sql.int,
    made_person: sql.bool,
    ended_at: sql.orNull(sql.time),
    expires_at: sql.orNull(sql.time),
    is_returned: sql.present(sql.bool),
    person_id: sql.orNull(sql.uuid),
    has_other_keys: sql.present(sql.bool),
  },
);

const DUE = sql.statement(
  'visitor-due',
  'update visitor set due_at = $2, ended_at = coalesce(ended_at, $3) where access_key_id = $1',
);

const FORGET = sql.statement('visitor-forget', 'delete from visitor where access_key_id = $1');

/** Does what is due of these visits, by the ids of their keys. One that fails is tried again. */
export async function endVisits(context: Context, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    try {
      await endVisit(context, id);
    } catch (error) {
      const reason = reasonOf(error);
      context.log.warn({ key: id, reason }, 'a visit could not be ended or forgotten; trying again');
      await DUE.count(context.pool, [id, new Date(context.clock.now() + AGAIN_MS), null]);
    }
  }
}

async function endVisit(context: Context, id: number): Promise<void> {
  const { pool, clock } = context;
  const now = clock.now();
  const visit = await LOOK.row(pool, [id, new Date(now)]);
  if (!visit) return;
  const until = visit.expires_at?.getTime() ?? null;
  const step = nextStep({ ...visit, until, ended_at: visit.ended_at?.getTime() ?? null }, now);
  const scope = { accountId: visit.account_id, locationId: visit.location_id };
  switch (step.kind) {
    case 'later':
      await DUE.count(pool, [id, new Date(step.at), null]);
      return;
    case 'end':
      if (!visit.is_returned) await returnKey(context, scope, id, RULE);
      await DUE.count(pool, [id, new Date(now + KEPT_MS), new Date(now)]);
      return;
    case 'forget':
      if (step.erase && visit.person_id !== null) await erase(context, scope, visit.person_id);
      await FORGET.count(pool, [id]);
      return;
    default:
      await FORGET.count(pool, [id]);
  }
}

const erase = (context: Context, scope: { locationId: number }, personId: string): Promise<void> =>
  lockingSystemOf(context).guard(() =>
    announcing(context, (client, announce) =>
      deletePersonWithin({ context, client, announce, by: RULE }, scope, personId, true),
    ),
  );
