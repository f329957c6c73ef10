import type { ConnectionOptions, NatsConnection } from '@nats-io/transport-node';
import type { Context } from '../context.js';
import { within } from '../deadlines.js';
import { reasonOf } from '../reason.js';
import type { Line, LineOptions } from './line.js';

export interface NatsLine extends Line {
  isOpen(): boolean;
}

export interface NatsLineOptions extends LineOptions {
  onLost: () => void;
}

/** A server that has not taken a message by then stands still, and is left. */
const SENT_WITHIN_MS = 1_000;
const CONNECT_WITHIN_MS = 2_000;
const RETRY_AFTER_MS = 1_000;
const SUBJECT = 'line';

/**
 * Keeps a connection to NATS, at once or later: no start waits for it. What is sent is sealed with the service's key, as
 * others may use the same server, and a command opens a door. The client neither queues nor reconnects by itself: what
 * could not be sent goes another way, and must not come late.
 */
export function openNatsLine(
  context: Pick<Context, 'clock' | 'log' | 'secrets'>,
  url: string,
  options: NatsLineOptions,
): NatsLine {
  const { clock, log, secrets } = context;
  const closing = new AbortController();
  const prefix = `door_access.${secrets.derive(SUBJECT).toString('hex', 0, 16)}`;
  const subjectOf = (channel: string) => `${prefix}.${channel}`;
  let connection: NatsConnection | null = null;

  function hear(box: Uint8Array): void {
    let text: string;
    try {
      text = secrets.open(box, SUBJECT);
    } catch {
      log.warn('a message on NATS that no process of ours has sealed');
      return;
    }
    options.onHeard(text);
  }

  async function live(opened: NatsConnection): Promise<void> {
    for (const channel of options.channels)
      opened.subscribe(subjectOf(channel), {
        callback: (error, message) => (error ? undefined : hear(message.data)),
      });
    await opened.flush();
    connection = opened;
    log.info('line over NATS is open');
    options.onBack();
    await opened.closed();
  }

  async function keep(): Promise<void> {
    const { connect } = await import('@nats-io/transport-node');
    let isReported = false;
    while (!closing.signal.aborted) {
      try {
        const opened = await connect(settingsOf(url));
        if (closing.signal.aborted) return await opened.close();
        await live(opened).finally(() => opened.close());
        isReported = false;
      } catch (error) {
        if (!isReported) log.warn({ reason: reasonOf(error) }, 'NATS_URL: cannot be reached; NOTIFY is used');
        isReported = true;
      }
      if (connection && !closing.signal.aborted) {
        log.warn('line over NATS lost; NOTIFY is used');
        options.onLost();
      }
      connection = null;
      await clock.sleep(RETRY_AFTER_MS, closing.signal).catch(() => {});
    }
  }

  const keeping = keep();
  return {
    isOpen: () => connection !== null,
    async send(channel, texts) {
      const open = connection;
      if (!open) throw new Error('the line over NATS is broken');
      for (const text of texts) open.publish(subjectOf(channel), secrets.seal(text, SUBJECT));
      // The server has it: a sender that waits for that bounds what piles up here.
      await within(clock, SENT_WITHIN_MS, open.flush(), () => new Error('NATS does not answer')).catch(
        (error) => {
          void open.close();
          throw error;
        },
      );
    },
    async close() {
      closing.abort();
      await connection?.close();
      await keeping;
    },
  };
}

function settingsOf(url: string): ConnectionOptions {
  const { protocol, host, username, password } = new URL(url);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: host,
    name: 'door-access',
    reconnect: false,
    timeout: CONNECT_WITHIN_MS,
    ...(protocol === 'tls:' ? { tls: {} } : {}),
    ...(user === '' ? {} : pass === '' ? { token: user } : { user, pass }),
  };
}
