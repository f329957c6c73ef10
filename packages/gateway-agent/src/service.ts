import type { Clock } from '@door-access/protocol';
import { loadLibc } from './drivers/libc.js';
import type { Log } from './log.js';

/* What systemd wants to hear (sd_notify): READY, STOPPING, and a sign of life for its watchdog. */

export interface SupervisorSettings {
  /** Path of the socket, from NOTIFY_SOCKET; null without a supervisor. */
  readonly socket: string | null;
  /** Microseconds, from WATCHDOG_USEC; null without a watchdog. */
  readonly watchdogMicroseconds: number | null;
}

export interface Supervisor {
  ready(status: string): void;
  stopping(): void;
}

const NO_SUPERVISOR: Supervisor = { ready: () => undefined, stopping: () => undefined };

/**
 * A datagram by one call into the C library: `systemd-notify` would be a process every few seconds, which the
 * supervisor would have to trust as one of ours. The sign of life comes from the event loop that moves the relays.
 */
export async function connectSupervisor(
  { socket, watchdogMicroseconds }: SupervisorSettings,
  clock: Clock,
  log: Log,
  send?: (path: string, text: string) => boolean,
): Promise<Supervisor> {
  if (!socket) return NO_SUPERVISOR;
  const sendDatagram = send ?? (await loadLibc()).sendDatagram;
  let said = false;
  const notify = (text: string) => {
    if (sendDatagram(socket, text) || said) return;
    said = true;
    log.warn('the supervisor does not take notifications');
  };
  let alive = true;
  if (watchdogMicroseconds) {
    // Twice within the time allowed, and once more to spare.
    const every = watchdogMicroseconds / 1000 / 3;
    void (async () => {
      while (alive) {
        notify('WATCHDOG=1');
        await clock.sleep(every);
      }
    })();
  }
  return {
    ready: (status) => notify(`READY=1\nSTATUS=${status}`),
    stopping() {
      alive = false;
      notify('STOPPING=1');
    },
  };
}
