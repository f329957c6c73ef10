import type { PoolClient } from 'pg';
import { byCaller } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import { CONFIRMATION_GRACE_MS } from '../doors/command.rules.js';
import type { EmergencyMode } from '../doors/hold/hold.types.js';
import type { CommandRecords, CommandTarget, CommandView } from '../doors/store/port.js';
import { ApiError } from '../errors.js';
import type { Caller, KeyHolder, Manager } from '../http/endpoint.js';

/* What unlocking and setting the door mode have in common: who may command which lock, and the command record. */

export type CommandCaller = Caller | Manager | KeyHolder;

/** Finds a caller whose right may be revoked meanwhile, and locks it in the transaction of the command. */
export type HeldCaller<By extends CommandCaller = KeyHolder> = (client: PoolClient) => Promise<By>;

/** Runs `work`, which stores a command, on behalf of its caller. */
export async function commanding<By extends CommandCaller, T>(
  context: Context,
  by: By | HeldCaller<By>,
  work: (commands: CommandRecords, caller: By) => Promise<T>,
): Promise<T> {
  const { doors, pool } = context;
  if (typeof by !== 'function') return work(doors, by);
  return transaction(pool, async (client) => work(doors.within(client), await by(client)));
}

/** Emergencies that refuse a command: an evacuation lets doors be unlocked, and holds them itself. */
const REFUSED_BY: Record<CommandView['type'], readonly (EmergencyMode | null)[]> = {
  unlock: ['lockdown'],
  door_mode: ['lockdown', 'evacuation'],
};

/**
 * The lock, within the caller's scope (404), on the key's list (403), remote, not under an emergency, and online (409),
 * checked in this order.
 */
export async function findCommandTarget(
  commands: CommandRecords,
  caller: CommandCaller,
  lockId: number,
  wanted: CommandView['type'],
) {
  return requireTarget(await commands.findTarget(caller, lockId), wanted);
}

/** The same of a target that was looked up. */
export function requireTarget(target: CommandTarget | undefined, wanted: CommandView['type']) {
  if (!target) throw new ApiError('not_found');
  if (!target.allowed) throw new ApiError('lock_not_allowed');
  const { type, gateway_id, door, online, session, emergency } = target;
  if (type !== 'remote' || gateway_id === null || door === null) throw new ApiError('lock_not_remote');
  if (REFUSED_BY[wanted].includes(emergency)) throw new ApiError('emergency');
  if (online !== true || session === null) throw new ApiError('lock_offline');
  return { ...target, gateway_id, door, session };
}

/** When a command was requested, and when it expires; Unix milliseconds. */
export interface Span {
  asked_at: number;
  expires_at: number;
}

/** A new command record, not yet stored or sent. `id`: the id of a command that was named in advance. */
export function newCommand(
  context: Context,
  caller: CommandCaller,
  target: CommandTarget,
  type: CommandView['type'],
  { asked_at, expires_at }: Span,
  id: string = context.ids.uuid(),
): CommandView {
  const asked = new Date(asked_at);
  return {
    id,
    type,
    status: 'pending',
    reason: null,
    requested_at: asked,
    sent_at: null,
    confirmed_at: null,
    failed_at: null,
    expires_at: new Date(expires_at),
    lock: { id: target.id, name: target.name, place: target.place },
    api_key: caller.apiKey,
  };
}

/** Stores the command with its audit entry, before anything of it is sent. */
export function recordCommand(
  commands: CommandRecords,
  caller: CommandCaller,
  target: CommandTarget,
  command: CommandView,
  note: string,
  mode: { mode: string; until: Date | null } | null = null,
): Promise<void> {
  const { id, type, status, requested_at, sent_at, expires_at, api_key } = command;
  const { account_id, location_id, gateway_id } = target;
  return commands.insertCommand(
    {
      id,
      type,
      status,
      requested_at,
      sent_at,
      expires_at,
      account_id,
      lock_id: target.id,
      gateway_id,
      due_at: new Date(expires_at.getTime() + CONFIRMATION_GRACE_MS),
      api_key_id: api_key?.id ?? null,
      note,
      user_id: 'user' in caller ? caller.user.id : null,
      mode: mode?.mode ?? null,
      until: mode?.until ?? null,
      person_id: 'key' in caller ? caller.personId : null,
      key_id: 'key' in caller ? caller.key.id : null,
    },
    {
      account_id,
      actor: byCaller(caller),
      action: `lock.${type}`,
      subject: { type: 'lock', id: String(target.id), name: target.name },
      location_id,
      details: {
        command_id: id,
        reason: note,
        ...(mode ? { mode: mode.mode, until: mode.until?.toISOString() ?? null } : {}),
        ...('key' in caller ? { person_id: caller.personId } : {}),
      },
    },
  );
}
