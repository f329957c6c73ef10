import { toTimestamp } from '@door-access/protocol';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { Context } from '../context.js';
import { apply } from '../doors/apply.js';
import { COMMAND_REASONS, COMMAND_STATUSES } from '../doors/command.rules.js';
import { ApiError } from '../errors.js';
import { endpoint, type KeyHolder, type PhoneEndpoint, type PhoneRequest } from '../http/endpoint.js';
import { IntId, Timestamp, UuidId, waitUpTo } from '../http/schemas.js';
import { type CommandView, readCommand } from '../locks/commands.js';
import { setDoorMode, type WantedMode } from '../locks/door-mode.js';
import { unlock } from '../locks/unlock.js';
import {
  HOLD_LENGTHS,
  holdEnd,
  isOver,
  PRESS_LIFETIME_MS,
  type Press,
  readPress,
  writePress,
} from './phone.rules.js';
import { isTaken, takePress } from './press.js';
import { KeyRefused, requireOpening, requireOwnCommand } from './ring.js';

const PRESS_KEY = 'phone press';
const LONGEST_WAIT_S = 10;

const PressedCommand = z.strictObject({
  id: z.uuid(),
  lock_id: z.int(),
  status: z.enum(COMMAND_STATUSES),
  reason: z.enum(COMMAND_REASONS).nullable(),
  confirmed_at: Timestamp.nullable(),
  /** How long the door stays unlocked from now on, if it was unlocked. */
  unlocked_ms: z.int(),
});

const pressed = z.string().max(200);

/**
 * Actions of a phone at a door, in two steps: it requests a press, then sends it back. So even if a bad network delivers it
 * late or a browser sends it twice, a press is one command, and expires after ten seconds.
 */
export const doorEndpoints: readonly PhoneEndpoint[] = [
  endpoint({
    for: 'phone',
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
  endpoint({
    for: 'phone',
    method: 'POST',
    path: '/doors/{id}/unlock',
    params: IntId,
    body: z.strictObject({ press: pressed }),
    status: 202,
    answer: PressedCommand,
    movesDoors: true,
    async handler(request) {
      const { context, params, arrived } = request;
      return once(request, 'open', (holder, { id, at }) =>
        unlock(context, holder, params.id, '', {
          arrived,
          begun: { id, expires_at: at + PRESS_LIFETIME_MS },
        }),
      );
    },
  }),
  endpoint({
    for: 'phone',
    method: 'POST',
    path: '/doors/{id}/hold',
    params: IntId,
    body: z.strictObject({ press: pressed, length: z.enum(HOLD_LENGTHS) }),
    status: 202,
    answer: PressedCommand,
    movesDoors: true,
    async handler(request) {
      const { context, body } = request;
      return setMode(request, (holder) => ({
        mode: 'stay_open',
        expires_at: holdEnd(body.length, context.clock.now(), holder),
      }));
    },
  }),
  endpoint({
    for: 'phone',
    method: 'POST',
    path: '/doors/{id}/release',
    params: IntId,
    body: z.strictObject({ press: pressed }),
    status: 202,
    answer: PressedCommand,
    movesDoors: true,
    async handler(request) {
      return setMode(request, () => ({ mode: 'closed' }));
    },
  }),
  endpoint({
    for: 'phone',
    method: 'GET',
    path: '/orders/{id}',
    params: UuidId,
    query: z.strictObject({
      wait: waitUpTo(LONGEST_WAIT_S, 'Seconds to wait for the end of the command.'),
    }),
    status: 200,
    answer: PressedCommand,
    async handler({ context, phone, params, query, signal }) {
      const own = await requireOwnCommand(context, phone.id, params.id);
      const caller = { locationId: own.location_id, apiKey: null };
      const waitMs = query.wait * 1_000;
      const command = await readCommand(context, caller, own.lock_id, params.id, waitMs, signal);
      const since = command.confirmed_at ? context.clock.now() - command.confirmed_at.getTime() : null;
      return { body: toPressedCommand(command, since === null ? 0 : Math.max(0, own.strike_ms - since)) };
    },
  }),
];

type AtDoor = PhoneRequest<{ id: number }, unknown, { press: string }>;

/** Executes a press with a key on this phone, once even if it arrives repeatedly; a refused key is recorded. */
async function once(
  { context, phone, params, body, signal }: AtDoor,
  wish: 'open' | 'hold',
  command: (holder: (client: PoolClient) => Promise<KeyHolder>, press: Press) => Promise<CommandView>,
) {
  const press = requirePress(context, phone.id, params.id, body.press);
  try {
    const holder = async (client: PoolClient) => {
      const opening = await requireOpening(client, context.clock, phone.id, params.id, wish);
      await takePress(client, press.id, context.clock.now());
      return opening;
    };
    return { body: toPressedCommand(await command(holder, press), 0) };
  } catch (error) {
    if (error instanceof KeyRefused && error.denial)
      await apply(context, [{ kind: 'denied', lock_id: params.id, denial: error.denial }]);
    if (!isTaken(error)) throw error;
    // Sent twice: it is the same press, and its command exists.
    const own = await requireOwnCommand(context, phone.id, press.id);
    const caller = { locationId: own.location_id, apiKey: null };
    return {
      body: toPressedCommand(await readCommand(context, caller, own.lock_id, press.id, 0, signal), 0),
    };
  }
}

const setMode = (request: AtDoor, wanted: (holder: KeyHolder) => WantedMode) =>
  once(request, 'hold', (holder, { id }) =>
    setDoorMode(request.context, holder, request.params.id, wanted, request.signal, id),
  );

/** @throws 400 for a press that was not made for this phone and door, or has expired */
function requirePress(context: Context, phoneId: string, lockId: number, text: string): Press {
  const press = readPress(context.secrets.derive(PRESS_KEY), phoneId, lockId, text);
  if (!press)
    throw new ApiError('invalid_request', { message: 'The press was not made for this phone and door.' });
  if (isOver(press, context.clock.now()))
    throw new ApiError('invalid_request', { message: 'The press came too late; nothing was opened.' });
  return press;
}

function toPressedCommand(command: CommandView, unlockedMs: number): z.input<typeof PressedCommand> {
  return {
    id: command.id,
    lock_id: command.lock.id,
    status: command.status,
    reason: command.reason,
    confirmed_at: command.confirmed_at && toTimestamp(command.confirmed_at.getTime()),
    unlocked_ms: Math.round(unlockedMs),
  };
}
