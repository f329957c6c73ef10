import { toTimestamp } from '@door-access/protocol';
import type { Database } from '../context.js';
import { filteredPage, listedPage } from '../database/list-scope.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import type { Caller } from '../http/endpoint.js';
import { INVITATION_STATES, type InvitationChannel, type InvitationState } from './key.rules.js';
import { GROUP_CODES, type NamedPerson, PERSON_NAME, timestamp } from './read.js';

/* Invitations as the interface and the webhooks show them. */

/** Of INVITATION_COLUMNS. */
export const INVITATION = {
  id: sql.int,
  location_id: sql.int,
  state: sql.narrow<InvitationState>(sql.text),
  channel: sql.narrow<InvitationChannel>(sql.text),
  key_id: sql.int,
  key_name: sql.text,
  person: sql.orNull(sql.json<NamedPerson>()),
  security_groups: sql.arrayOf(sql.text),
  starts_at: sql.time,
  key_expires_at: sql.orNull(sql.time),
  link_expires_at: sql.time,
  sent_at: sql.time,
  resend_count: sql.int,
  activated_at: sql.orNull(sql.time),
  cancelled_at: sql.orNull(sql.time),
  created_at: sql.time,
};
export type InvitationRow = sql.RowOf<typeof INVITATION>;

export const INVITATION_COLUMNS = `i.id, i.location_id, i.state, i.channel, k.id as key_id, k.name as key_name, ${PERSON_NAME},
  ${GROUP_CODES}, k.starts_at, k.expires_at as key_expires_at, i.link_expires_at, i.sent_at, i.resend_count, i.activated_at,
  i.cancelled_at, i.created_at`;

const invitations = (name: string, which: string, page = '') =>
  sql.statement(
    name,
    `${page} select ${INVITATION_COLUMNS}
     from invitation i join access_key k on k.id = i.access_key_id left join person p on p.id = i.person_id where ${which}`,
    INVITATION,
  );

const BY_ID = invitations('invitation-by-id', `i.id = $2 and ${sql.isWithin('i', '$1')}`);

const paged = (name: string, page: string) =>
  invitations(name, 'i.id = any(array(select id from page)) order by i.id desc', `with page as (${page})`);

const filtered = (name: string, condition: string) =>
  paged(name, filteredPage('invitation', 'i', 'i.state', condition));

const LISTED = paged('invitations', listedPage('invitation', INVITATION_STATES));
const OF_KEY = filtered('invitations-of-key', 'i.access_key_id = $5');
const OF_PERSON = filtered('invitations-of-person', 'i.person_id = $5');
const OF_KEY_AND_PERSON = filtered(
  'invitations-of-key-and-person',
  'i.access_key_id = $5 and i.person_id = $6',
);

/** @throws 404 */
export async function getInvitation(
  database: Database,
  caller: Pick<Caller, 'locationId'>,
  id: number,
): Promise<InvitationRow> {
  const row = await BY_ID.row(database, [caller.locationId, id]);
  if (!row) throw new ApiError('not_found');
  return row;
}

export interface InvitationFilter {
  state?: InvitationState | undefined;
  key_id?: number | undefined;
  person_id?: string | undefined;
}

/** Newest first, from below the id `before`. */
export function listInvitations(
  database: Database,
  caller: Pick<Caller, 'locationId'>,
  { state, key_id, person_id }: InvitationFilter,
  before: number | null,
  limit: number,
): Promise<InvitationRow[]> {
  const page = [caller.locationId, state, before, limit];
  if (key_id === undefined && person_id === undefined) return LISTED.rows(database, page);
  if (person_id === undefined) return OF_KEY.rows(database, [...page, key_id]);
  if (key_id === undefined) return OF_PERSON.rows(database, [...page, person_id]);
  return OF_KEY_AND_PERSON.rows(database, [...page, key_id, person_id]);
}

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
