import { toTimestamp } from '@door-access/protocol';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { ApiError } from '../errors.js';
import { IntId, Named, Timestamp, UuidId } from '../http/schemas.js';
import { claimMove, offerMove } from '../keys/move.js';
import {
  isOver,
  MOVE_LIFETIME_MS,
  PHONE_TOKEN_BYTES,
  PRESS_LIFETIME_MS,
  phoneKeyStatus,
  readPress,
  toPhoneToken,
  writePress,
} from '../keys/phone.rules.js';
import { mayTakeKeys, notePhoneSeen } from '../keys/phones.js';
import { KeyRefused, readRing, requireOpening, requireOwnCommand } from '../keys/ring.js';
import { apply } from '../locks/apply.js';
import { COMMAND_REASONS, COMMAND_STATUSES } from '../locks/command.rules.js';
import { type CommandView, readCommand } from '../locks/commands.js';
import { unlock } from '../locks/unlock.js';
import { renewed } from './cookie.js';
import { type PhoneEndpoint, phoneEndpoint } from './endpoint.js';

const PRESS_KEY = 'phone press';
const LONGEST_WAIT_S = 10;

const Key = z.strictObject({
  id: z.int(),
  name: z.string(),
  status: z.enum(['valid', 'not_yet', 'expired', 'returned', 'removed']),
  organisation: z.string(),
  location: z.string(),
  starts_at: Timestamp,
  expires_at: Timestamp.nullable(),
});

const Door = z.strictObject({
  id: z.int(),
  name: z.string(),
  place: z.string(),
  location: Named,
  /** Of a `locksys` door the key is held to its reader. */
  type: z.enum(['remote', 'locksys']),
  /** Null for `locksys`. */
  online: z.boolean().nullable(),
});

const Ring = z.strictObject({
  service: z.string(),
  person: z.string(),
  /** BCP 47; empty where nobody said. */
  language: z.string(),
  keys: z.array(Key),
  doors: z.array(Door),
});

const Order = z.strictObject({
  id: z.uuid(),
  lock_id: z.int(),
  status: z.enum(COMMAND_STATUSES),
  reason: z.enum(COMMAND_REASONS).nullable(),
  confirmed_at: Timestamp.nullable(),
  /** For how long the door stays unlocked from now, where it was. */
  unlocked_ms: z.int(),
});

/**
 * The page's own routes. A door is opened in two steps: the phone asks for a press, and sends it back. So whatever a bad
 * network delivers late, whatever a browser sends twice: a press is one command, and ten seconds after it is nothing.
 */
export const phoneEndpoints: readonly PhoneEndpoint[] = [
  phoneEndpoint({
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
            starts_at: key.starts_at,
            expires_at: key.expires_at,
          })),
          doors: doors.map((door) => ({
            ...door,
            online: door.type === 'remote' ? (door.online ?? false) : null,
          })),
        },
      };
    },
  }),
  phoneEndpoint({
    method: 'POST',
    path: '/doors/{id}/presses',
    params: IntId,
    body: z.strictObject({}),
    status: 201,
    answer: z.strictObject({ id: z.uuid(), press: z.string(), lifetime_ms: z.int() }),
    async handler({ context, phone, params }) {
      const press = { id: context.ids.uuid(), at: context.clock.now() };
      const sealed = writePress(context.secrets.derive(PRESS_KEY), phone.id, params.id, press);
      return { body: { id: press.id, press: sealed, lifetime_ms: PRESS_LIFETIME_MS } };
    },
  }),
  phoneEndpoint({
    method: 'POST',
    path: '/doors/{id}/unlock',
    params: IntId,
    body: z.strictObject({ press: z.string().max(200) }),
    status: 202,
    answer: Order,
    limited: true,
    async handler({ context, phone, params, body, signal }) {
      const press = readPress(context.secrets.derive(PRESS_KEY), phone.id, params.id, body.press);
      if (!press) throw new ApiError('invalid_request', { message: 'The press is none of this door.' });
      if (isOver(press, context.clock.now()))
        throw new ApiError('invalid_request', { message: 'The press came too late; nothing was opened.' });
      const begun = { id: press.id, expires_at: press.at + PRESS_LIFETIME_MS };
      try {
        const holder = (client: PoolClient) => requireOpening(client, context.clock, phone.id, params.id);
        return { body: toOrder(await unlock(context, holder, params.id, '', begun), 0) };
      } catch (error) {
        if (error instanceof KeyRefused && error.denial)
          await apply(context, [{ kind: 'denied', lock_id: params.id, denial: error.denial }]);
        if (!isTaken(error)) throw error;
        // Sent twice: it is the same press, and has its command.
        const own = await requireOwnCommand(context, phone.id, press.id);
        const caller = { locationId: own.location_id, apiKey: null };
        return { body: toOrder(await readCommand(context, caller, own.lock_id, press.id, 0, signal), 0) };
      }
    },
  }),
  phoneEndpoint({
    method: 'POST',
    path: '/moves',
    body: z.strictObject({}),
    status: 201,
    answer: z.strictObject({ code: z.string(), lifetime_ms: z.int() }),
    async handler({ context, phone }) {
      return { body: { code: await offerMove(context, phone.id), lifetime_ms: MOVE_LIFETIME_MS } };
    },
  }),
  phoneEndpoint({
    method: 'POST',
    path: '/moves/claim',
    anybody: true,
    body: z.strictObject({ code: z.string().max(40) }),
    status: 200,
    answer: z.strictObject({ moved: z.boolean() }),
    async handler({ context, token, body, request }) {
      // First its cookie, then the keys: should the answer be lost on the way, they are not.
      if (token === '' || !(await mayTakeKeys(context, token))) {
        const fresh = toPhoneToken(context.ids.bytes(PHONE_TOKEN_BYTES));
        return { headers: renewed(context, fresh), body: { moved: false } };
      }
      await claimMove(context, body.code, { token, userAgent: request.headers['user-agent'] ?? '' });
      return { body: { moved: true } };
    },
  }),
  phoneEndpoint({
    method: 'GET',
    path: '/orders/{id}',
    params: UuidId,
    query: z.strictObject({
      wait: z
        .string()
        .regex(/^[0-9]{1,2}$/, 'must be whole seconds')
        .transform(Number)
        .pipe(z.int().max(LONGEST_WAIT_S))
        .default(0),
    }),
    status: 200,
    answer: Order,
    async handler({ context, phone, params, query, signal }) {
      const own = await requireOwnCommand(context, phone.id, params.id);
      const caller = { locationId: own.location_id, apiKey: null };
      const waitMs = query.wait * 1_000;
      const command = await readCommand(context, caller, own.lock_id, params.id, waitMs, signal);
      const since = command.confirmed_at ? context.clock.now() - command.confirmed_at.getTime() : null;
      return { body: toOrder(command, since === null ? 0 : Math.max(0, own.strike_ms - since)) };
    },
  }),
];

function toOrder(command: CommandView, unlockedMs: number): z.input<typeof Order> {
  return {
    id: command.id,
    lock_id: command.lock.id,
    status: command.status,
    reason: command.reason,
    confirmed_at: command.confirmed_at && toTimestamp(command.confirmed_at.getTime()),
    unlocked_ms: Math.round(unlockedMs),
  };
}

const isTaken = (error: unknown): boolean =>
  (error as { code?: string; constraint?: string }).code === '23505' &&
  (error as { constraint?: string }).constraint === 'command_pkey';
