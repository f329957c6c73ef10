import { toTimestamp } from '@door-access/protocol';
import type { Database } from '../context.js';
import { arrayOf, int, json, narrow, orNull, type RowOf, text, time } from '../database/statement.js';
import { ApiError } from '../errors.js';
import type { Caller } from '../http/endpoint.js';
import { type Channel, INVITATION_STATES, type InvitationState } from './key.rules.js';
import { GROUP_CODES, listedStates, type NamedPerson, PERSON_NAME, timestamp } from './read.js';

/* Invitations as the interface and the webhooks show them. */

/** Of INVITATION_COLUMNS. */
export const INVITATION = {
  id: int,
  location_id: int,
  state: narrow<InvitationState>(text),
  channel: narrow<Channel>(text),
  key_id: int,
  key_name: text,
  person: orNull(json<NamedPerson>()),
  security_groups: arrayOf(text),
  starts_at: time,
  key_expires_at: orNull(time),
  link_expires_at: time,
  sent_at: time,
  resend_count: int,
  activated_at: orNull(time),
  cancelled_at: orNull(time),
  created_at: time,
};
export type InvitationRow = RowOf<typeof INVITATION>;

export const INVITATION_COLUMNS = `i.id, i.location_id, i.state, i.channel, k.id as key_id, k.name as key_name, ${PERSON_NAME},
  ${GROUP_CODES}, k.starts_at, k.expires_at as key_expires_at, i.link_expires_at, i.sent_at, i.resend_count, i.activated_at,
  i.cancelled_at, i.created_at`;

const SELECT = `
select ${INVITATION_COLUMNS}
from invitation i join access_key k on k.id = i.access_key_id left join person p on p.id = i.person_id`;

/** @throws 404 */
export async function getInvitation(
  database: Database,
  caller: Pick<Caller, 'locationId'>,
  id: number,
): Promise<InvitationRow> {
  const { rows } = await database.query<InvitationRow>({
    name: 'invitation-by-id',
    text: `${SELECT} where i.id = $2
and exists (select from location_ancestor a where a.location_id = i.location_id and a.ancestor_id = $1)`,
    values: [caller.locationId, id],
  });
  const [row] = rows;
  if (!row) throw new ApiError('not_found');
  return row;
}

export interface InvitationFilter {
  state?: InvitationState | undefined;
  key_id?: number | undefined;
  person_id?: string | undefined;
}

/** Newest first, from below the id `before`. */
export async function listInvitations(
  database: Database,
  caller: Pick<Caller, 'locationId'>,
  filter: InvitationFilter,
  before: number | null,
  limit: number,
): Promise<InvitationRow[]> {
  const { key_id, person_id } = filter;
  const values: unknown[] = [caller.locationId, filter.state, before, limit];
  const conditions: string[] = [];
  if (key_id !== undefined) conditions.push(`i.access_key_id = $${values.push(key_id)}`);
  if (person_id !== undefined) conditions.push(`i.person_id = $${values.push(person_id)}`);
  const { rows } = await database.query<InvitationRow>({
    name: `invitations-${Number(key_id !== undefined)}${Number(person_id !== undefined)}`,
    text: `with page as (${conditions.length === 0 ? PAGE : filteredPage(conditions)})
${SELECT} where i.id = any(array(select id from page)) order by i.id desc`,
    values,
  });
  return rows;
}

const PAGE = `
  select m.id from (values ${listedStates(INVITATION_STATES)}) as t(state) cross join lateral (
    select s.id from list_scope s
    where s.location_id = $1 and s.list = 'invitation' and s.state = t.state and s.id < coalesce($3::int, 2147483647)
    order by s.id desc limit $4
  ) m where $2::text is null or t.state = $2 order by m.id desc limit $4`;

const filteredPage = (conditions: readonly string[]): string => `
  select i.id from invitation i
  where ${conditions.join(' and ')} and ($2::text is null or i.state = $2) and i.id < coalesce($3::int, 2147483647)
    and exists (select from location_ancestor a where a.location_id = i.location_id and a.ancestor_id = $1)
  order by i.id desc limit $4`;

export function toInvitation(row: InvitationRow) {
  return {
    id: row.id,
    state: row.state,
    channel: row.channel,
    key: { id: row.key_id, name: row.key_name },
    person: row.person,
    security_groups: row.security_groups,
    starts_at: toTimestamp(row.starts_at.getTime()),
    expires_at: toTimestamp((row.key_expires_at ?? row.link_expires_at).getTime()),
    link_expires_at: toTimestamp(row.link_expires_at.getTime()),
    sent_at: toTimestamp(row.sent_at.getTime()),
    resend_count: row.resend_count,
    activated_at: timestamp(row.activated_at),
    cancelled_at: timestamp(row.cancelled_at),
    created_at: toTimestamp(row.created_at.getTime()),
  };
}

/** `data` of `key.issued`. */
export function toKeyIssued(
  row: Pick<
    InvitationRow,
    'id' | 'channel' | 'person' | 'security_groups' | 'starts_at' | 'key_expires_at' | 'link_expires_at'
  >,
) {
  const { id, channel, person, security_groups, starts_at, key_expires_at, link_expires_at } = row;
  return {
    invitation_id: id,
    channel,
    person,
    security_groups,
    starts_at: toTimestamp(starts_at.getTime()),
    expires_at: toTimestamp((key_expires_at ?? link_expires_at).getTime()),
  };
}
