import { auditAfter } from '../audit/record.js';
import * as sql from '../database/statement.js';
import { LOCK_LIMIT } from '../keys/entitlement.js';
import { INVITATION, INVITATION_COLUMNS } from '../keys/invitation-read.js';
import type { InvitationContent } from '../keys/invite.js';
import type { InvitationState } from '../keys/key.rules.js';
import { insertNotices, withdrawWhere } from '../notify/enqueue.js';

const SUBJECT = "'invitation:' || $1::int";
const WITHDRAWN = `withdrawn as (${withdrawWhere(`subject = ${SUBJECT}`)})`;
const state = sql.narrow<InvitationState>(sql.text);

/** Holds the account where that has a limit. */
export const FIND = sql.statement(
  'invitation-find',
  `with limited as (${LOCK_LIMIT})
   select i.state, limited.phone_key_limit from invitation i left join limited on true
   where i.id = $2 and ${sql.isWithin('i', '$3')}`,
  { state, phone_key_limit: sql.orNull(sql.int) },
);

/** An invitation, and whom it goes to. */
const locked = (name: string, rows: 'i' | 'k, i') =>
  sql.statement(
    name,
    `select ${INVITATION_COLUMNS}, i.due_at, json_build_object('account_id', i.account_id, 'organisation', a.name,
       'sms_enabled', a.sms_enabled, 'person_id', p.id, 'person_name', p.name, 'email', p.email, 'phone', p.phone,
       'language', p.language, 'location', o.name, 'timezone', o.timezone) as recipient
     from invitation i join access_key k on k.id = i.access_key_id left join person p on p.id = i.person_id
     join location o on o.id = i.location_id join account a on a.id = i.account_id
     where i.id = $1 and ${sql.isWithin('i', '$2')} for update of ${rows}`,
    {
      ...INVITATION,
      due_at: sql.orNull(sql.time),
      recipient: sql.json<
        Omit<InvitationContent, 'channel' | 'key_name' | 'starts_at' | 'expires_at'> & {
          sms_enabled: boolean;
        }
      >(),
    },
  );
export const LOCKED = locked('invitation-lock', 'i');
export const LOCKED_WITH_KEY = locked('invitation-lock-key', 'k, i');

/** Another link in the place of the one before, and of the messages that still wait with it. */
export const RESEND = sql.statement(
  'invitation-resend',
  `with ${auditAfter(6)}, ${WITHDRAWN}, n as (${insertNotices('json_to_recordset($6::json)', SUBJECT)})
   update invitation set token_hash = $2, link_expires_at = $3, due_at = $4, sent_at = $5, resend_count = resend_count + 1
   where id = $1`,
);
export const CANCEL = sql.statement(
  'invitation-cancel',
  `with ${auditAfter(2)}, ${WITHDRAWN}
   update invitation set state = 'cancelled', cancelled_at = $2, due_at = null where id = $1`,
);
/** `name`: of its key. */
const entry = { id: sql.int, account_id: sql.int, location_id: sql.int, name: sql.text };
export const EXPIRE = sql.statement(
  'invitations-expire',
  `with i as (select id from invitation where id = any($1::int[]) and due_at <= $2 order by id for update)
   update invitation t set state = 'expired', due_at = null from i, access_key k
   where t.id = i.id and k.id = t.access_key_id returning t.id, t.account_id, t.location_id, k.name`,
  entry,
);
export type InvitationEntry = sql.Row<typeof EXPIRE>;

export const KEY_BY_TOKEN = sql.statement(
  'invitation-key-by-token',
  'select access_key_id from invitation where token_hash = $1',
  { access_key_id: sql.int },
);
export const LOCKED_BY_TOKEN = sql.statement(
  'invitation-lock-by-token',
  `select i.id, i.account_id, i.location_id, k.name, i.state, i.due_at
   from invitation i join access_key k on k.id = i.access_key_id where i.token_hash = $1 for update of i`,
  { ...entry, state, due_at: sql.orNull(sql.time) },
);
export const ACTIVATE = sql.statement(
  'invitation-activate',
  "update invitation set state = 'activated', activated_at = $2, due_at = null, visit_hash = $3 where id = $1",
);
