import { call, Refusal, Unanswered } from './api.js';
import { after, monotonic } from './clock.js';
import { fromCommand, isUnderWay, type PressState, SEND_WITHIN_MS, whyRefused } from './press.rules.js';
import type { Command, Pressed, Wish } from './types.js';

const SEND_DEADLINE_MS = 6_000;
const WAIT_S = 8;
const WAIT_DEADLINE_MS = 12_000;
const LOOK_AGAIN_MS = 1_500;
/** How long a lost answer is asked for. */
const LEARN_WITHIN_MS = 60_000;

type Show = (state: PressState) => void;

/**
 * One press. Nothing is kept to be sent later, and nothing is sent twice: what cannot be said now is not said at all.
 * Only its result is asked for again.
 */
export async function askDoor(doorId: number, { act, ...more }: Wish, show: Show): Promise<void> {
  const began = monotonic();
  show({ kind: 'sending' });
  if (!navigator.onLine) return show({ kind: 'not_sent', why: 'no_network' });
  let pressed: Pressed;
  try {
    pressed = await call('POST', `/doors/${doorId}/presses`, SEND_DEADLINE_MS, {});
  } catch (error) {
    return show({ kind: 'not_sent', why: whyOf(error) });
  }
  // The phone may have slept since, and its person be elsewhere.
  if (monotonic() - began > SEND_WITHIN_MS) return show({ kind: 'not_sent', why: 'slow' });
  const overAt = monotonic() + pressed.lifetime_ms;
  let command: Command;
  try {
    const body = { press: pressed.press, ...more };
    command = await call('POST', `/doors/${doorId}/${act}`, SEND_DEADLINE_MS, body);
  } catch (error) {
    if (error instanceof Unanswered) return learn(pressed.id, act, overAt, show);
    const why = whyOf(error);
    // A server that fails halfway may still have sent the command.
    if (why === 'server_error') return learn(pressed.id, act, overAt, show);
    return show({ kind: why === 'publish_failed' ? 'failed' : 'not_sent', why });
  }
  const state = fromCommand(command, act);
  show(state);
  if (isUnderWay(state)) await follow(pressed.id, act, overAt, show);
}

async function follow(id: string, act: Wish['act'], overAt: number, show: Show): Promise<void> {
  for (let looks = 0; looks < 3; looks++) {
    try {
      const state = fromCommand(await read(id), act);
      show(state);
      if (state.kind !== 'sent' && state.kind !== 'opening') return;
    } catch {
      return learn(id, act, overAt, show);
    }
  }
  show({ kind: 'unknown' });
}

/** It was sent, or may have been: asks for its result, once there is a network again. */
async function learn(id: string, act: Wish['act'], overAt: number, show: Show): Promise<void> {
  show({ kind: 'unsure' });
  const until = monotonic() + LEARN_WITHIN_MS;
  while (monotonic() < until) {
    await after(LOOK_AGAIN_MS);
    try {
      const state = fromCommand(await read(id), act);
      if (state.kind !== 'sent' && state.kind !== 'opening') return show(state);
    } catch (error) {
      if (!(error instanceof Refusal)) continue;
      // No such command: what is still on its way will be refused once the press is over.
      if (error.status === 404 && monotonic() > overAt)
        return show({ kind: 'not_sent', why: 'never_arrived' });
      if (error.status === 401) return show({ kind: 'not_sent', why: 'no_key' });
    }
  }
  show({ kind: 'unknown' });
}

const read = (id: string): Promise<Command> => call('GET', `/orders/${id}?wait=${WAIT_S}`, WAIT_DEADLINE_MS);

function whyOf(error: unknown) {
  if (error instanceof Unanswered) return error.why;
  return error instanceof Refusal ? whyRefused(error.status, error.code) : 'server_error';
}
