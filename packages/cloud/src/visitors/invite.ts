import { byCaller } from '../audit/record.js';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError, invalidField } from '../errors.js';
import { announcing } from '../events/announce.js';
import type { Manager } from '../http/endpoint.js';
import { keyFaults } from '../keys/faults.js';
import { makeLink } from '../keys/invite.js';
import { issueKeyWithin } from '../keys/issue.js';
import { type InvitationChannel, invitationDue } from '../keys/key.rules.js';
import { withReservedKey } from '../keys/reserve.js';
import { createPerson } from '../people/create.js';
import { deletePerson } from '../people/remove.js';
import { MAX_VISIT_MS } from './visit.rules.js';

export interface NewVisit {
  name: string;
  until: Date;
  /** Both may be empty where the link is shown. */
  email: string;
  phone: string;
  /** Codes of the caller's own location. */
  security_groups: string[];
  channel: Exclude<InvitationChannel, 'both'>;
}

export interface MadeVisit {
  /** The key. */
  id: number;
  person: { id: string; name: string };
  until: Date;
  /** To be shown, where it was sent to no one. */
  link: { url: string; expires_at: Date } | null;
}

const INSERT = sql.statement(
  'visitor-insert',
  `insert into visitor (access_key_id, account_id, location_id, host, made_person, created_at, due_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

/**
 * Gives a visitor a key until a time, and sends its invitation, or returns its link to be shown. The person is made, or
 * found by e-mail and phone, as `POST /people` does.
 * @throws 422 on the fields, 422 `entitlement_exceeded`, 409 `locksys_rejected`; then no person was made
 */
export async function inviteVisitor(context: Context, host: Manager, visit: NewVisit): Promise<MadeVisit> {
  const now = context.clock.now();
  const { name, until, email, phone, security_groups, channel } = visit;
  if (until.getTime() > now + MAX_VISIT_MS)
    throw invalidField('until', 'must lie within 31 days; give a key to a person who comes for longer');
  if (channel !== 'shown' && (channel === 'sms' ? phone : email) === '')
    throw invalidField(channel === 'sms' ? 'phone' : 'email', 'required');
  const wanted = { name: KEY_NAME, security_groups, channel, expires_at: until };
  const { details } = await keyFaults(context.pool, host, wanted, new Date(now));
  if (details.length > 0)
    throw new ApiError('validation_failed', {
      details: details.map((one) => (one.field === 'expires_at' ? { ...one, field: 'until' } : one)),
    });
  const person = { name, email, phone, company_name: '', title: '', language: '' };
  const { person: known, created } = await createPerson(context, host, person);
  const link = makeLink(context);
  try {
    const key = await withReservedKey(context, host, { ...wanted, person_id: known.id }, (reserved) =>
      announcing(context, async (client, announce) => {
        const change = { context, client, announce, by: byCaller(host) };
        const key = await issueKeyWithin(change, host, reserved, link);
        const { id, account_id, location_id } = key;
        const at = new Date(context.clock.now());
        await INSERT.count(client, [id, account_id, location_id, host.user.name, created, at, until]);
        return key;
      }),
    );
    const { id } = key;
    const shown = { url: link.url, expires_at: invitationDue(link.expiresAt, until) };
    return {
      id,
      person: { id: known.id, name: known.name },
      until,
      link: channel === 'shown' ? shown : null,
    };
  } catch (error) {
    // No one is left behind who has no key.
    if (created) await deletePerson(context, host, known.id, true);
    throw error;
  }
}

const KEY_NAME = 'Visit';
