import { toTimestamp } from '@door-access/protocol';
import type { Change } from '../events/announce.js';
import { withdrawWhere } from '../notify/enqueue.js';
import type { KeyState } from './key.rules.js';
import { type NamedPerson, PERSON_NAME } from './read.js';

/* The changes of a key's state, each told once. Whoever calls has locked the keys. */

interface Changed {
  id: number;
  account_id: number;
  location_id: number;
  name: string;
  person: NamedPerson | null;
}

/** `null` or `returned` → `handed_over`. @returns whether it changed */
export async function markHandedOver(change: Change, keyId: number, at: number): Promise<boolean> {
  const { rows } = await change.client.query<Changed>(
    `with k as (
       update access_key set state = 'handed_over', handed_over_at = $2, returned_at = null, updated_at = $2
       where id = $1 and state is distinct from 'handed_over' returning *)
     select k.id, k.account_id, k.location_id, k.name, ${PERSON_NAME} from k left join person p on p.id = k.person_id`,
    [keyId, new Date(at)],
  );
  tell(change, rows, 'handed_over', at);
  return rows.length > 0;
}

/** `null` or `handed_over` → `returned`; what is pending of their invitations is cancelled, and they leave the phones they are on. */
export async function markReturned(change: Change, keyIds: readonly number[], at: number): Promise<void> {
  const { rows } = await change.client.query<Changed>(
    `with k as (
       update access_key set state = 'returned', returned_at = $2, updated_at = $2
       where id = any($1::int[]) and state is distinct from 'returned' returning *),
     pending as (
       select id from invitation where access_key_id = any($1::int[]) and state = 'pending' order by id for update),
     cancelled as (
       update invitation t set state = 'cancelled', cancelled_at = $2, due_at = null from pending
       where t.id = pending.id returning t.id),
     unbound as (
       update phone_key set ended_at = $2 where access_key_id = any($1::int[]) and ended_at is null),
     withdrawn as (${withdrawWhere("subject in (select 'invitation:' || id from cancelled)")})
     select k.id, k.account_id, k.location_id, k.name, ${PERSON_NAME} from k left join person p on p.id = k.person_id order by k.id`,
    [keyIds, new Date(at)],
  );
  tell(change, rows, 'returned', at);
}

export const noticeSubject = (invitationId: number): string => `invitation:${invitationId}`;

function tell({ announce, by }: Change, rows: readonly Changed[], state: KeyState, at: number): void {
  const type = state === 'handed_over' ? 'key.activated' : 'key.revoked';
  const action = state === 'handed_over' ? 'key.hand_over' : 'key.return';
  for (const { id, name, person, account_id, location_id } of rows) {
    const data = { id, type, occurred_at: toTimestamp(at), person, key: { id, name, state } };
    const subject = { type: 'key', id: String(id), name };
    announce({
      type,
      location_id,
      data,
      audits: [{ account_id, actor: by, action, subject, location_id }],
    });
  }
}
