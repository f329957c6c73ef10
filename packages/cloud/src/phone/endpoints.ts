import { toTimestamp } from '@door-access/protocol';
import { z } from 'zod';
import { heldNow } from '../doors/hold/shown.rules.js';
import { endpoint, type PhoneEndpoint } from '../http/endpoint.js';
import { Named, Timestamp } from '../http/schemas.js';
import { newToken, renewed } from './cookie.js';
import { doorEndpoints } from './door-endpoints.js';
import { claimMove, offerMove } from './move.js';
import { holdEnd, MOVE_LIFETIME_MS, phoneKeyStatus } from './phone.rules.js';
import { notePhoneSeen } from './phones.js';
import { type RingDoor, readRing } from './ring.js';

const Key = z.strictObject({
  id: z.int(),
  name: z.string(),
  status: z.enum(['valid', 'not_yet', 'expired', 'returned', 'removed']),
  organisation: z.string(),
  location: z.string(),
  timezone: z.string(),
  starts_at: Timestamp,
  expires_at: Timestamp.nullable(),
});

const Door = z.strictObject({
  id: z.int(),
  name: z.string(),
  place: z.string(),
  location: Named,
  timezone: z.string(),
  /** Of a `locksys` door the key is held to its reader. */
  type: z.enum(['remote', 'locksys']),
  /** Null for `locksys`. */
  online: z.boolean().nullable(),
  /** A key on this phone may hold it open. */
  may_hold: z.boolean(),
  /** When a hold for the day would end if it began now; null where no key may hold it. */
  day_until: Timestamp.nullable(),
  /** Null if it is not held, or not known to be. */
  held: z.strictObject({ until: Timestamp.nullable(), by_schedule: z.boolean() }).nullable(),
});

const Ring = z.strictObject({
  service: z.string(),
  person: z.string(),
  /** BCP 47; empty where it is not known. */
  language: z.string(),
  keys: z.array(Key),
  doors: z.array(Door),
});

/** The page's own routes. */
export const phoneEndpoints: readonly PhoneEndpoint[] = [
  endpoint({
    for: 'phone',
    method: 'GET',
    path: '/ring',
    status: 200,
    answer: Ring,
    async handler({ context, phone, token }) {
      const { keys, doors } = await readRing(context, phone.id);
      const now = context.clock.now();
      const person = keys.find((key) => key.person !== null);
      return {
        headers: (await notePhoneSeen(context, phone)) ? renewed(context, token) : {},
        body: {
          service: context.config.SERVICE_NAME,
          person: person?.person ?? '',
          language: person?.language ?? '',
          keys: keys.map((key) => ({
            id: key.id,
            name: key.name,
            status: phoneKeyStatus(key, now),
            organisation: key.organisation,
            location: key.location,
            timezone: key.timezone,
            starts_at: key.starts_at,
            expires_at: key.expires_at,
          })),
          doors: doors.map((door) => toDoor(door, now)),
        },
      };
    },
  }),
  endpoint({
    for: 'phone',
    method: 'POST',
    path: '/moves',
    body: z.strictObject({}),
    status: 201,
    answer: z.strictObject({ code: z.string(), lifetime_ms: z.int() }),
    async handler({ context, phone }) {
      return { body: { code: await offerMove(context, phone.id), lifetime_ms: MOVE_LIFETIME_MS } };
    },
  }),
  endpoint({
    for: 'phone',
    method: 'POST',
    path: '/moves/claim',
    takesAnyone: true,
    body: z.strictObject({ code: z.string().max(40) }),
    status: 200,
    answer: z.strictObject({ moved: z.boolean() }),
    async handler({ context, token, body, request }) {
      const fresh = newToken(context);
      const userAgent = request.headers['user-agent'] ?? '';
      const to = { token: fresh, userAgent, before: token === '' ? null : token };
      const moved = await claimMove(context, body.code, to);
      return { headers: moved ? {} : renewed(context, fresh), body: { moved } };
    },
  }),
  ...doorEndpoints,
];

function toDoor({ hold, hold_on, until, ...door }: RingDoor, now: number): z.input<typeof Door> {
  const held = door.online ? heldNow(hold_on, hold) : null;
  return {
    ...door,
    online: door.type === 'remote' ? (door.online ?? false) : null,
    day_until: door.may_hold ? holdEnd('day', now, { timezone: door.timezone, until }) : null,
    held: held && { ...held, until: held.until === null ? null : toTimestamp(held.until) },
  };
}
