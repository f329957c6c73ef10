import { z } from 'zod';
import type { Context } from '../context.js';
import type { LineOptions } from './line.js';
import { type NatsLine, openNatsLine } from './nats-line.js';
import { EVERYBODY, openPostgresLine, type PostgresLine } from './postgres-line.js';

/*
 * Two lines, of which one is enough: NATS where the settings name it, for those who were heard on it lately; NOTIFY for
 * everybody else. So processes with and without it, and of versions that know none, work together.
 */

export const HereText = z.object({ kind: z.enum(['here', 'deaf']), from: z.uuid() });
export type HereText = z.infer<typeof HereText>;
export type Way = 'nats' | 'notify';

const ANNOUNCE_EVERY_MS = 5_000;
/** Two announcements may be late. */
const HEARD_FOR_MS = 12_000;

export interface Sending {
  way: Way;
  /** Resolves when it is on its way; it may have taken the other one in the end. */
  done: Promise<void>;
}

export interface Reach {
  /** NOTIFY, with a connection of its own. */
  readonly postgres: PostgresLine;
  toAll(texts: readonly string[]): Promise<void>;
  /** To those too that this process does not know yet. */
  notifyAll(texts: readonly string[]): Promise<void>;
  /** To one process, by the way that it is heard on, or by the one that is named. */
  to(instanceId: string, text: string, way?: Way): Sending;
  /** What a process says of itself. */
  hear(heard: HereText): void;
  /** Says that this process is here: at once, as another has come. */
  announce(): void;
  close(): Promise<void>;
}

export interface ReachOptions extends Pick<LineOptions, 'onBack'> {
  id: string;
  onHeard: (text: string, way: Way) => void;
  /** The other processes that live. */
  others: () => readonly string[];
}

const channelOf = (instanceId: string): string => `instance_${instanceId}`;

export async function openReach(
  context: Pick<Context, 'pool' | 'clock' | 'log' | 'secrets' | 'config'>,
  { id, others, onHeard, onBack }: ReachOptions,
): Promise<Reach> {
  const { clock, log, config } = context;
  const channels = [EVERYBODY, channelOf(id)];
  const closing = new AbortController();
  /** When each was heard over NATS, by the monotonic clock. */
  const heardAt = new Map<string, number>();
  const postgres = await openPostgresLine(context, {
    channels,
    onHeard: (text) => onHeard(text, 'notify'),
    onBack,
  });
  const textOf = (kind: HereText['kind']) => JSON.stringify({ kind, from: id } satisfies HereText);
  const nats: NatsLine | null =
    config.NATS_URL === null
      ? null
      : openNatsLine(context, config.NATS_URL, {
          channels,
          onHeard: (text) => onHeard(text, 'nats'),
          onBack() {
            announce();
            onBack();
          },
          // Those who rely on NATS for us use NOTIFY from now on.
          onLost: () => void postgres.send(EVERYBODY, [textOf('deaf')]).catch(() => {}),
        });

  function announce(): void {
    if (nats?.isOpen()) void nats.send(EVERYBODY, [textOf('here')]).catch(() => {});
  }

  async function keepAnnouncing(): Promise<void> {
    while (!closing.signal.aborted) {
      announce();
      const now = clock.monotonic();
      for (const [one, at] of heardAt) if (now - at > HEARD_FOR_MS) heardAt.delete(one);
      await clock.sleep(ANNOUNCE_EVERY_MS, closing.signal).catch(() => {});
    }
  }

  const isHeard = (one: string) =>
    clock.monotonic() - (heardAt.get(one) ?? Number.NEGATIVE_INFINITY) <= HEARD_FOR_MS;

  function send(channel: string, texts: readonly string[], to: readonly string[]): Sending {
    if (!nats?.isOpen() || !to.every(isHeard)) return { way: 'notify', done: postgres.send(channel, texts) };
    const done = nats.send(channel, texts).catch((error: Error) => {
      log.warn({ reason: error.message }, 'not sent over NATS; NOTIFY is used');
      return postgres.send(channel, texts);
    });
    return { way: 'nats', done };
  }

  const announcing = nats ? keepAnnouncing() : null;
  return {
    postgres,
    toAll: (texts) => send(EVERYBODY, texts, others()).done,
    notifyAll: (texts) => postgres.send(EVERYBODY, texts),
    to(instanceId, text, way) {
      const channel = channelOf(instanceId);
      if (way === 'notify') return { way, done: postgres.send(channel, [text]) };
      return send(channel, [text], [instanceId]);
    },
    hear({ kind, from }) {
      if (kind === 'deaf') return void heardAt.delete(from);
      // It may have come too late to hear us.
      if (!isHeard(from)) announce();
      heardAt.set(from, clock.monotonic());
    },
    announce,
    async close() {
      closing.abort();
      await announcing;
      await nats?.close();
      await postgres.close();
    },
  };
}
