import type { AuditEntry } from '../../audit/entry.rules.js';
import { type AuditTools, withAudit } from '../../audit/record.js';
import type { Database } from '../../context.js';
import type { CommandTarget, FoundCommand, NewCommand, Scope } from './port.js';

/* The records of commands: before a command is sent, and as callers read them. What happens to them, `apply` writes. */

export async function findTarget(
  database: Database,
  scope: Scope,
  lockId: number,
): Promise<CommandTarget | undefined> {
  const { rows } = await database.query<CommandTarget>({
    name: 'command-target',
    text: `
select l.id, l.account_id, l.location_id, l.name, l.place, l.type, l.gateway_id, l.door, l.strike_ms, g.online, g.session, s.hold_relay_wired,
       ($2::int is null or exists (select from api_key_lock x where x.api_key_id = $2 and x.lock_id = l.id)) as allowed
from lock l
join location_ancestor a on a.location_id = l.location_id and a.ancestor_id = $1
left join gateway g on g.id = l.gateway_id
left join door_state s on s.lock_id = l.id
where l.id = $3`,
    values: [scope.locationId, scope.apiKey?.id ?? null, lockId],
  });
  return rows[0];
}

export async function insertCommand(
  database: Database,
  tools: AuditTools,
  command: NewCommand,
  entry: AuditEntry,
): Promise<void> {
  const statement = {
    name: 'command-insert',
    text: `
insert into command (id, account_id, lock_id, gateway_id, type, status, requested_at, sent_at, expires_at, due_at, api_key_id, note, user_id,
                     mode, until, person_id, key_id)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    values: [
      command.id,
      command.account_id,
      command.lock_id,
      command.gateway_id,
      command.type,
      command.status,
      command.requested_at,
      command.sent_at,
      command.expires_at,
      command.due_at,
      command.api_key_id,
      command.note,
      command.user_id,
      command.mode,
      command.until,
      command.person_id,
      command.key_id,
    ],
  };
  await database.query(withAudit(tools, statement, entry));
}

/** The confirmation may already have arrived; the command cannot have been sent after it. */
export async function markSent(database: Database, commandId: string, at: Date): Promise<void> {
  await database.query({
    name: 'command-sent',
    text: `update command set sent_at = least($2::timestamptz, confirmed_at),
             status = case when status = 'pending' then 'sent' else status end
           where id = $1 and sent_at is null`,
    values: [commandId, at],
  });
}

export async function findCommand(
  database: Database,
  scope: Scope,
  lockId: number,
  commandId: string,
): Promise<FoundCommand | undefined> {
  const { rows } = await database.query<FoundCommand>({
    name: 'command-by-id',
    text: `
select ($2::int is null or exists (select from api_key_lock x where x.api_key_id = $2 and x.lock_id = l.id)) as allowed, c.id as command_id,
       c.id, c.type, c.status, c.reason, c.requested_at, c.sent_at, c.confirmed_at, c.failed_at, c.expires_at,
       json_build_object('id', l.id, 'name', l.name, 'place', l.place) as lock,
       case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end as api_key
from lock l
join location_ancestor a on a.location_id = l.location_id and a.ancestor_id = $1
left join command c on c.lock_id = l.id and c.id = $4
left join api_key k on k.id = c.api_key_id
where l.id = $3`,
    values: [scope.locationId, scope.apiKey?.id ?? null, lockId, commandId],
  });
  return rows[0];
}
