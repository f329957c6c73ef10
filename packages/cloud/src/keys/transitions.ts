import { toTimestamp } from '@door-access/protocol';
import type { AuditAction } from '../audit/actions.rules.js';
import type { Actor, AuditEntry } from '../audit/entry.rules.js';
import * as sql from '../database/statement.js';
import type { Change } from '../events/announce.js';
import { withdrawWhere } from '../notify/enqueue.js';
import type { KeyState } from './key.rules.js';
import { type NamedPerson, PERSON_NAME } from './read.js';

/* The changes of a key's state, each announced once. The caller has locked the keys. */

const changing = (name: string, k: string) =>
  sql.statement(
    name,
    `with ${k}
     select k.id, k.account_id, k.location_id, k.name, ${PERSON_NAME}
     from k left join person p on p.id = k.person_id order by k.id`,
    {
      id: sql.int,
      account_id: sql.int,
      location_id: sql.int,
      name: sql.text,
      person: sql.orNull(sql.json<NamedPerson>()),
    },
  );

const HAND_OVER = changing(
  'key-hand-over',
  `k as (
     update access_key set state = 'handed_over', handed_over_at = $2, returned_at = null, updated_at = $2
     where id = $1 and state is distinct from 'handed_over' returning *)`,
);

const RETURN = changing(
  'keys-return',
  `k as (
     update access_key set state = 'returned', returned_at = $2, updated_at = $2
     where id = any($1::int[]) and state is distinct from 'returned' returning *),
   pending as (
     select id from invitation where access_key_id = any($1::int[]) and state = 'pending' order by id for update),
   cancelled as (
     update invitation t set state = 'cancelled', cancelled_at = $2, due_at = null from pending
     where t.id = pending.id returning t.id),
   unbound as (
     update phone_key set ended_at = $2 where access_key_id = any($1::int[]) and ended_at is null),
   withdrawn as (${withdrawWhere("subject in (select 'invitation:' || id from cancelled)")})`,
);

/** `null` or `returned` → `handed_over`. @returns whether it changed */
export async function markHandedOver(change: Change, keyId: number, at: number): Promise<boolean> {
  const rows = await HAND_OVER.rows(change.client, [keyId, new Date(at)]);
  announceAll(change, rows, 'handed_over', at);
  return rows.length > 0;
}

/** `null` or `handed_over` → `returned`; what is pending of their invitations is cancelled, and they leave the phones they are on. */
export async function markReturned(change: Change, keyIds: readonly number[], at: number): Promise<void> {
  const rows = await RETURN.rows(change.client, [keyIds, new Date(at)]);
  announceAll(change, rows, 'returned', at);
}

export function keyEntry(
  {
    id,
    name,
    account_id,
    location_id,
  }: Pick<sql.Row<typeof RETURN>, 'id' | 'name' | 'account_id' | 'location_id'>,
  actor: Actor,
  action: AuditAction,
  details: AuditEntry['details'] = {},
): AuditEntry {
  return { account_id, actor, action, subject: { type: 'key', id: String(id), name }, location_id, details };
}

export const noticeSubject = (invitationId: number): string => `invitation:${invitationId}`;

function announceAll(
  { announce, by }: Change,
  rows: readonly sql.Row<typeof RETURN>[],
  state: KeyState,
  at: number,
): void {
  const type = state === 'handed_over' ? 'key.activated' : 'key.revoked';
  const action = state === 'handed_over' ? 'key.hand_over' : 'key.return';
  for (const row of rows) {
    const { id, name, person, location_id } = row;
    const data = { id, type, occurred_at: toTimestamp(at), person, key: { id, name, state } };
    announce({ type, location_id, data, audits: [keyEntry(row, by, action)] });
  }
}
