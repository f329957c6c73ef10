import type { AuditEntry } from '../../audit/entry.rules.js';
import { type AuditTools, auditAfter, audited } from '../../audit/record.js';
import type { Database } from '../../context.js';
import * as sql from '../../database/statement.js';
import type { CommandReason, CommandStatus } from '../command.rules.js';
import type { EmergencyMode } from '../hold/hold.types.js';
import type { CommandTarget, CommandView, FoundCommand, NewCommand, Scope } from './port.js';

/* The records of commands: before a command is sent, and as callers read them. What happens to them, `apply` writes. */

const isListed = (key: string): string =>
  `exists (select from api_key_lock x where x.api_key_id = ${key} and x.lock_id = l.id)`;

const ALLOWED = `($2::int is null or ${isListed('$2')}) as allowed`;

const targetStatement = (name: string, from: string, condition: string, allowed: string) =>
  sql.statement(
    name,
    `select l.id, l.account_id, l.location_id, l.name, l.place, l.type, l.gateway_id, l.door, l.strike_ms, g.online, g.session,
          s.hold_relay_wired, s.hold ->> 'emergency' as emergency, ${allowed}
   from ${from}
   left join gateway g on g.id = l.gateway_id
   left join door_state s on s.lock_id = l.id
   where ${condition}`,
    {
      id: sql.int,
      account_id: sql.int,
      location_id: sql.int,
      name: sql.text,
      place: sql.text,
      type: sql.text,
      gateway_id: sql.orNull(sql.uuid),
      door: sql.orNull(sql.int),
      strike_ms: sql.int,
      online: sql.orNull(sql.bool),
      session: sql.orNull(sql.uuid),
      hold_relay_wired: sql.orNull(sql.bool),
      emergency: sql.orNull(sql.narrow<EmergencyMode>(sql.text)),
      allowed: sql.bool,
    },
    { brief: true },
  );

const TARGET = targetStatement(
  'command-target',
  'lock l',
  `l.id = $3 and ${sql.isWithin('l', '$1')}`,
  ALLOWED,
);

/** For the API key of a token. */
const TARGET_OF_TOKEN = targetStatement(
  'command-target-of-token',
  'api_key k cross join lock l',
  `k.token_hash = $1 and k.revoked_at is null and l.id = $2 and ${sql.isWithin('l', 'k.location_id')}`,
  `${isListed('k.id')} as allowed`,
);

const INSERT = sql.statement(
  'command-insert',
  `with ${auditAfter(17)}
   insert into command (id, account_id, lock_id, gateway_id, type, status, requested_at, sent_at, expires_at, due_at, api_key_id, note,
                        user_id, mode, until, person_id, key_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
);

/**
 * It was requested a moment ago: no month but that one is looked into. The confirmation may already have arrived; the
 * command cannot have been sent after it. Nothing is decided by this time, so its commit does not wait for the disk.
 */
const SENT = sql.statement(
  'command-sent',
  `update command set sent_at = least($2::timestamptz, confirmed_at),
     status = case when status = 'pending' then 'sent' else status end
   where id = $1 and sent_at is null and requested_at > $2::timestamptz - interval '1 day'`,
);

const FIND = sql.statement(
  'command-by-id',
  `select ${ALLOWED}, c.id as command_id,
          c.id, c.type, c.status, c.reason, c.requested_at, c.sent_at, c.confirmed_at, c.failed_at, c.expires_at,
          json_build_object('id', l.id, 'name', l.name, 'place', l.place) as lock,
          case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end as api_key
   from lock l
   left join command c on c.lock_id = l.id and c.id = $4
   left join api_key k on k.id = c.api_key_id
   where l.id = $3 and ${sql.isWithin('l', '$1')}`,
  {
    allowed: sql.bool,
    command_id: sql.orNull(sql.uuid),
    id: sql.uuid,
    type: sql.narrow<CommandView['type']>(sql.text),
    status: sql.narrow<CommandStatus>(sql.text),
    reason: sql.orNull(sql.narrow<CommandReason>(sql.text)),
    requested_at: sql.time,
    sent_at: sql.orNull(sql.time),
    confirmed_at: sql.orNull(sql.time),
    failed_at: sql.orNull(sql.time),
    expires_at: sql.time,
    lock: sql.json<CommandView['lock']>(),
    api_key: sql.orNull(sql.json<NonNullable<CommandView['api_key']>>()),
  },
);

export function findTarget(
  database: Database,
  { locationId, apiKey }: Scope,
  lockId: number,
): Promise<CommandTarget | undefined> {
  return TARGET.row(database, [locationId, apiKey?.id ?? null, lockId]);
}

/** The same for the API key of a token, which is checked elsewhere. */
export function findTargetOfToken(
  database: Database,
  tokenHash: Buffer,
  lockId: number,
): Promise<CommandTarget | undefined> {
  return TARGET_OF_TOKEN.row(database, [tokenHash, lockId]);
}

export async function insertCommand(
  database: Database,
  tools: AuditTools,
  command: NewCommand,
  entry: AuditEntry,
): Promise<void> {
  const values = [
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
  ];
  await INSERT.count(database, audited(tools, values, entry));
}

export async function markSent(database: Database, commandId: string, at: Date): Promise<void> {
  await SENT.count(database, [commandId, at]);
}

export function findCommand(
  database: Database,
  { locationId, apiKey }: Scope,
  lockId: number,
  commandId: string,
): Promise<FoundCommand | undefined> {
  return FIND.row(database, [locationId, apiKey?.id ?? null, lockId, commandId]);
}
