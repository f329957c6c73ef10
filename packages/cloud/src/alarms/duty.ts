import { toTimestamp } from '@door-access/protocol';
import { byUser, recordAudit } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError, type ErrorDetail, invalidField } from '../errors.js';
import type { SignedIn } from '../http/endpoint.js';
import { sendTest, type TestOutcome } from '../notify/send-test.js';
import { normalisePhone } from '../people/phone.js';
import { type DutyOverride, type DutyTurn, onDuty } from './duty.rules.js';
import { PEOPLE } from './look.sql.js';
import type { ContactBody, RotaBody } from './schemas.js';

/* Who is on duty where, and how a colleague is reached. */

const LIST = sql.statement(
  'duty-rotas',
  `select ${sql.asNamed('o')} as location, o.timezone, d.weekly, d.overrides
   from duty_rota d join location o on o.id = d.location_id where ${sql.isWithin('d', '$1')} order by o.name, o.id`,
  {
    location: sql.named,
    timezone: sql.text,
    weekly: sql.json<DutyTurn[]>(),
    overrides: sql.json<DutyOverride[]>(),
  },
);
const PLACE = sql.statement(
  'duty-place',
  `select o.id, o.name from location o where o.id = $1 and ${sql.isLocationWithin('o.id', '$2')}`,
  { id: sql.int, name: sql.text },
);
const SET = sql.statement(
  'duty-set',
  `insert into duty_rota (location_id, account_id, weekly, overrides) values ($1, $2, $3::jsonb, $4::jsonb)
   on conflict (location_id) do update set weekly = excluded.weekly, overrides = excluded.overrides`,
);
const CLEAR = sql.statement('duty-clear', 'delete from duty_rota where location_id = $1');

const CONTACT = sql.statement(
  'alarm-contact-set',
  `insert into alarm_contact (user_id, account_id, by_email, by_sms, phone, language) values ($1, $2, $3, $4, $5, $6)
   on conflict (user_id) do update set by_email = excluded.by_email, by_sms = excluded.by_sms, phone = excluded.phone,
     language = excluded.language`,
);

/** The rotas here and below, with who is on duty now; and all colleagues that rules and rotas may name. */
export async function listDuty({ pool, clock }: Pick<Context, 'pool' | 'clock'>, user: SignedIn) {
  const [rotas, people] = await Promise.all([
    LIST.rows(pool, [user.locationId]),
    PEOPLE.rows(pool, [[user.accountId]]),
  ]);
  const now = clock.now();
  const own = people.find(({ id }) => id === user.user.id);
  return {
    rotas: rotas.map((rota) => ({ ...rota, on_duty: onDuty(rota, rota.timezone, now) })),
    colleagues: people.map(({ id, name }) => ({ id, name })),
    contact: {
      by_email: own?.by_email ?? true,
      by_sms: own?.by_sms ?? false,
      phone: own?.phone ?? '',
      language: own?.language ?? '',
    },
  };
}

/** Replaces the rota of a location; an empty one gives way to that of the location above. @throws 404, 422 */
export async function setRota(
  context: Context,
  user: SignedIn,
  locationId: number,
  { weekly, overrides }: RotaBody,
): Promise<void> {
  await transaction(context.pool, async (client) => {
    const place = await PLACE.row(client, [locationId, user.locationId]);
    if (!place) throw new ApiError('not_found');
    const known = new Set((await PEOPLE.rows(client, [[user.accountId]])).map(({ id }) => id));
    const details = Object.entries({ weekly, overrides }).flatMap(([list, turns]) =>
      turns.flatMap(({ user_id }, index): ErrorDetail[] =>
        known.has(user_id)
          ? []
          : [{ field: `${list}[${index}].user_id`, code: 'invalid', message: 'is no colleague of yours' }],
      ),
    );
    if (details.length > 0) throw new ApiError('validation_failed', { details });
    const stored = overrides.map(({ user_id, starts_at, ends_at }) => ({
      user_id,
      starts_at: toTimestamp(starts_at.getTime()),
      ends_at: toTimestamp(ends_at.getTime()),
    }));
    if (weekly.length + overrides.length === 0) await CLEAR.count(client, [locationId]);
    else
      await SET.count(client, [locationId, user.accountId, JSON.stringify(weekly), JSON.stringify(stored)]);
    await recordAudit(client, context, {
      account_id: user.accountId,
      actor: byUser(user.user),
      action: 'location.set_duty',
      subject: { type: 'location', id: String(place.id), name: place.name },
      location_id: place.id,
      details: { turns: weekly.length, overrides: overrides.length },
    });
  });
}

/** How the caller wants to be reached. @throws 422 on `phone` */
export async function setContact(context: Context, user: SignedIn, contact: ContactBody): Promise<void> {
  const { by_email, by_sms, language } = contact;
  const phone = contact.phone.trim() === '' ? '' : normalisePhone(contact.phone);
  if (phone === null) throw invalidField('phone', 'must be a phone number such as +358401234567');
  const values = [user.user.id, user.accountId, by_email, by_sms, phone, language];
  await CONTACT.count(context.pool, values);
}

/** Sends a test to the caller themselves, as they are reached. @throws 422 on `by` */
export async function testContact(
  context: Context,
  user: SignedIn,
  by: 'email' | 'sms',
): Promise<TestOutcome> {
  const people = await PEOPLE.rows(context.pool, [[user.accountId]]);
  const own = people.find(({ id }) => id === user.user.id);
  const to = by === 'email' ? own?.email : own?.phone;
  if (!to) throw invalidField('by', 'needs a phone number that is saved');
  return sendTest(context, user, { channel: by, to, language: own?.language ?? '' });
}
