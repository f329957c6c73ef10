import { PROTOCOL_VERSION, toTimestamp, type UnlockCommand } from '@door-access/protocol';
import { type Context, NotConnectedError } from '../context.js';
import { within } from '../deadlines.js';
import type { CommandView } from '../doors/store/port.js';
import type { requireTarget } from './command-target.js';

type Target = ReturnType<typeof requireTarget>;

const LOOK_EVERY_MS = 250;

interface Attempt {
  /** Finds the target anew, or rejects where the caller may not open it any more, or the gateway is offline. */
  look: () => Promise<Target>;
  /** On the monotonic clock: nothing is sent later. */
  deadline: number;
}

/**
 * Hands an unlock to its gateway. One that has lost its connection and still counts as online, as when processes are
 * restarted, gets it in its next session, if that begins in time.
 */
export function handToGateway(
  context: Context,
  command: CommandView,
  target: Target,
  { look, deadline }: Attempt,
): Promise<void> {
  const { clock, downlink, nudge } = context;
  const left = Math.max(0, deadline - clock.monotonic());
  return within(clock, left, hand(), () => new Error('the gateway was not reached in time'));

  async function hand(): Promise<void> {
    for (let to = target; ; ) {
      try {
        return await downlink.publish(to.gateway_id, to.session, 'command', messageOf(command, to));
      } catch (error) {
        const next = error instanceof NotConnectedError ? await nextSession(to) : null;
        if (next === null || clock.monotonic() >= deadline) throw error;
        to = next;
      }
    }
  }

  /** Null where the gateway does not come back in time. */
  async function nextSession(last: Target): Promise<Target | null> {
    while (clock.monotonic() < deadline) {
      const woken = new AbortController();
      const onLogin = (gatewayId: string) => gatewayId === last.gateway_id && woken.abort();
      nudge.on('gateway', onLogin);
      await clock.sleep(LOOK_EVERY_MS, woken.signal).catch(() => {});
      nudge.off('gateway', onLogin);
      const found = await look();
      if (found.gateway_id !== last.gateway_id || found.door !== last.door) return null;
      if (found.session !== last.session) return found;
    }
    return null;
  }
}

const messageOf = (command: CommandView, { session, door, strike_ms }: Target): UnlockCommand => ({
  v: PROTOCOL_VERSION,
  id: command.id,
  session,
  door,
  type: 'unlock',
  strike_ms,
  issued_at: toTimestamp(command.requested_at.getTime()),
  expires_at: toTimestamp(command.expires_at.getTime()),
});
