import type { Actor } from '../audit/entry.rules.js';
import type { Context, Database } from '../context.js';
import * as sql from '../database/statement.js';
import { announcing } from '../events/announce.js';
import { issueKeyWithin } from '../keys/issue.js';
import type { KeyState } from '../keys/key.rules.js';
import { regroupKeyWithin, returnKey } from '../keys/manage.js';
import { withReservedKey } from '../keys/reserve.js';
import { lockingSystemOf } from '../locking-system/port.js';
import { reasonOf } from '../reason.js';
import { nextStep, type Standing, type Step } from './follow.rules.js';

/*
 * Keys that follow from the groups of a directory: each user has one, of exactly the groups it is in. A change of members
 * only says that the user is due; what becomes of the key is worked out by itself, so that a locking system that
 * refuses, or a plan that is used up, holds up no request of a directory.
 */

/** Whom to try again, and when. */
const AGAIN_MS = 5 * 60_000;
const RULE: Actor = { type: 'rule', id: null, name: 'Groups of the directory' };

const USER = (name: string, locking: string) =>
  sql.statement(
    name,
    `select u.account_id, u.location_id, u.keys_due_at, a.sms_enabled, o.name as location_name,
       case when p.deleted_at is null and p.id is not null
         then json_build_object('id', p.id, 'email', p.email, 'phone', p.phone) end as person,
       array(select s.code from directory_group_member m join directory_group g on g.id = m.group_id
         join security_group s on s.id = g.security_group_id where m.user_id = u.id order by s.code) as codes,
       case when k.id is not null then json_build_object('id', k.id, 'state', k.state, 'person_id', k.person_id, 'codes',
         array(select s.code from access_key_group j join security_group s on s.id = j.security_group_id
           where j.access_key_id = k.id)) end as key
     from directory_user u join account a on a.id = u.account_id join location o on o.id = u.location_id
     left join person p on p.id = u.person_id left join access_key k on k.id = u.access_key_id
     where u.id = $1 ${locking}`,
    {
      account_id: sql.int,
      location_id: sql.int,
      keys_due_at: sql.orNull(sql.time),
      sms_enabled: sql.bool,
      location_name: sql.text,
      person: sql.orNull(sql.json<{ id: string; email: string; phone: string }>()),
      codes: sql.arrayOf(sql.text),
      key: sql.orNull(
        sql.json<{ id: number; state: KeyState | null; person_id: string | null; codes: string[] }>(),
      ),
    },
  );
const LOOK = USER('directory-follow-look', '');
const HELD = USER('directory-follow-held', 'for update of u');
/** What has become due again meanwhile stays due. */
const DONE = sql.statement(
  'directory-follow-done',
  `update directory_user set keys_due_at = case when keys_due_at = $2 then null else keys_due_at end,
     access_key_id = coalesce($3, access_key_id) where id = $1`,
);
const LATER = sql.statement(
  'directory-follow-later',
  'update directory_user set keys_due_at = $2 where id = $1 and keys_due_at <= $3',
);

type User = sql.Row<typeof LOOK>;

/** Gives, changes and takes back what is due of these users. */
export async function followGroups(context: Context, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    try {
      await follow(context, id);
    } catch (error) {
      const now = context.clock.now();
      context.log.warn(
        { directory_user: id, reason: reasonOf(error) },
        "a key that follows from a directory's groups could not be brought up to date; trying again",
      );
      await LATER.count(context.pool, [id, new Date(now + AGAIN_MS), new Date(now)]);
    }
  }
}

async function follow(context: Context, id: string): Promise<void> {
  const user = await LOOK.row(context.pool, [id]);
  if (!user) return;
  const step = nextStep(standingOf(user));
  const done = (database: Database, keyId: number | null) =>
    DONE.count(database, [id, user.keys_due_at, keyId]);
  const scope = { accountId: user.account_id, locationId: user.location_id };
  switch (step.kind) {
    case 'issue': {
      const wanted = {
        person_id: step.person_id,
        name: user.location_name,
        security_groups: [...step.codes],
        channel: step.channel,
      };
      await withReservedKey(context, scope, wanted, (reserved) =>
        announcing(context, async (client, announce) => {
          await requireSame(client, id, step);
          const key = await issueKeyWithin({ context, client, announce, by: RULE }, scope, reserved);
          await done(client, key.id);
          return key;
        }),
      );
      return;
    }
    case 'change':
      await lockingSystemOf(context).guard(() =>
        announcing(context, async (client, announce) => {
          await requireSame(client, id, step);
          const change = { context, client, announce, by: RULE };
          await regroupKeyWithin(change, scope, step.id, [...step.codes]);
          await done(client, null);
        }),
      );
      return;
    case 'return':
      await returnKey(context, scope, step.id, RULE);
      await done(context.pool, null);
      return;
    default:
      await done(context.pool, null);
  }
}

/** What was looked at may have changed while the locking system answered: then it is looked at anew. */
async function requireSame(database: Database, id: string, step: Step): Promise<void> {
  const user = await HELD.row(database, [id]);
  const now = user ? nextStep(standingOf(user)) : null;
  if (JSON.stringify(now) !== JSON.stringify(step)) throw new Error('the groups changed meanwhile');
}

const standingOf = ({ person, sms_enabled, codes, key }: User): Standing => ({
  person,
  smsEnabled: sms_enabled,
  codes,
  key,
});
