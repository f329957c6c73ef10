import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { hashLinkToken, type InvitationState, invitationDue } from '../keys/key.rules.js';
import type { SetupFacts } from './setup-page.rules.js';

/** More are only counted as more. */
const MAX_DOORS = 12;

const SETUP = sql.statement(
  'setup-by-token',
  `select i.state, i.due_at, i.link_expires_at, coalesce(p.name, '') as person_name, coalesce(nullif(p.language, ''), a.language) as language,
     a.name as organisation, o.name as location, o.timezone, k.name as key_name, k.starts_at, k.expires_at,
     array(select g.name from access_key_group m join security_group g on g.id = m.security_group_id
       where m.access_key_id = k.id order by m.position) as groups,
     array(select distinct l.name from access_key_group m join security_group_lock x on x.security_group_id = m.security_group_id
       join lock l on l.id = x.lock_id where m.access_key_id = k.id order by l.name limit $2) as doors
   from invitation i join access_key k on k.id = i.access_key_id join location o on o.id = i.location_id
   join account a on a.id = i.account_id left join person p on p.id = i.person_id where i.token_hash = $1`,
  {
    state: sql.narrow<InvitationState>(sql.text),
    due_at: sql.orNull(sql.time),
    link_expires_at: sql.time,
    person_name: sql.text,
    language: sql.text,
    organisation: sql.text,
    location: sql.text,
    timezone: sql.text,
    key_name: sql.text,
    starts_at: sql.time,
    expires_at: sql.orNull(sql.time),
    groups: sql.arrayOf(sql.text),
    doors: sql.arrayOf(sql.text),
  },
);

/** What a setup link is for; null for one that never was or is dead. */
export async function readSetup(context: Context, token: string): Promise<SetupFacts | null> {
  const row = await SETUP.row(context.pool, [hashLinkToken(token), MAX_DOORS + 1]);
  if (!row) return null;
  const { due_at, doors, starts_at, expires_at, link_expires_at, ...facts } = row;
  // It is over at its time, even while the row says pending.
  const isOver = due_at !== null && due_at.getTime() <= context.clock.now();
  return {
    ...facts,
    doors: doors.slice(0, MAX_DOORS),
    has_more_doors: doors.length > MAX_DOORS,
    state: isOver ? 'expired' : facts.state,
    starts_at: starts_at.getTime(),
    expires_at: expires_at?.getTime() ?? null,
    link_expires_at: invitationDue(link_expires_at, expires_at).getTime(),
  };
}
