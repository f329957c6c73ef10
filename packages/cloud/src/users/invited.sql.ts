import * as sql from '../database/statement.js';
import { RANKS, type Role } from '../http/role.rules.js';

const RANKED = `array['${RANKS.join("','")}']`;

/** With whether its sender may still give that role there: a sender who left or was demoted invites no one. */
const invited = (name: string, condition: string) =>
  sql.statement(
    name,
    `select i.id, i.account_id, i.email, i.role, i.state, i.language, i.invited_by_name as invited_by, i.sent_at,
       i.link_expires_at, ${sql.asNamed('o')} as location, c.name as organisation, o.timezone,
       exists (select from account_user u where u.id = i.invited_by and ${sql.isWithin('i', 'u.location_id')}
         and array_position(${RANKED}, u.role) >= array_position(${RANKED}, i.role)) as sender_may
     from user_invitation i join location o on o.id = i.location_id join account c on c.id = i.account_id
     where ${condition}`,
    {
      id: sql.uuid,
      account_id: sql.int,
      email: sql.text,
      role: sql.narrow<Role>(sql.text),
      state: sql.narrow<'pending' | 'accepted' | 'withdrawn'>(sql.text),
      language: sql.text,
      invited_by: sql.text,
      sent_at: sql.time,
      link_expires_at: sql.time,
      location: sql.named,
      organisation: sql.text,
      timezone: sql.text,
      sender_may: sql.bool,
    },
  );

export const INVITED = invited('invited', 'i.id = $1');
export const INVITED_WAITING = invited(
  'invited-waiting',
  `i.state = 'pending' and ${sql.isWithin('i', '$1')} order by i.sent_at desc, i.id limit 1000`,
);
export const INVITED_LOCKED = invited(
  'invited-locked',
  `i.id = $1 and ${sql.isWithin('i', '$2')} for update of i`,
);
export const INVITED_BY_TOKEN = invited('invited-by-token', 'i.token_hash = $1');
export const INVITED_BY_TOKEN_LOCKED = invited(
  'invited-by-token-locked',
  'i.token_hash = $1 for update of i',
);

export type InvitedRow = sql.Row<typeof INVITED>;

/** Whether an address is a colleague's, and how many invitations wait. */
export const ROOM = sql.statement(
  'invited-room',
  `select exists (select from account_user where email = $2 and account_id = $1) as known,
     (select count(*)::int from user_invitation where account_id = $1 and state = 'pending') as waiting`,
  { known: sql.bool, waiting: sql.int },
);
export const INVITE = sql.statement(
  'invited-insert',
  `insert into user_invitation (id, account_id, location_id, email, role, language, token_hash, link_expires_at,
     invited_by, invited_by_name, sent_at, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
   on conflict (account_id, email) where state = 'pending' do nothing`,
);
export const RESEND = sql.statement(
  'invited-resend',
  `update user_invitation set token_hash = $2, link_expires_at = $3, invited_by = $4, invited_by_name = $5, sent_at = $6,
     resend_count = resend_count + 1 where id = $1`,
);
export const WITHDRAW = sql.statement(
  'invited-withdraw',
  "update user_invitation set state = 'withdrawn', withdrawn_at = $2 where id = $1",
);
export const ACCEPT = sql.statement(
  'invited-accept',
  "update user_invitation set state = 'accepted', accepted_at = $2 where id = $1",
);
