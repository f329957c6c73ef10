import { z } from 'zod';
import type { Context } from '../context.js';
import type { NudgeTopics } from '../nudge.js';

/* Nudges cross processes: local ones are passed on, and remote ones are emitted here. */

const Id = z.uuid();
export const NudgeText = z.discriminatedUnion('topic', [
  z.object({ kind: z.literal('nudge'), from: Id, topic: z.enum(['delivery', 'notice']) }),
  z.object({ kind: z.literal('nudge'), from: Id, topic: z.enum(['command', 'session']), about: z.array(Id) }),
  z.object({
    kind: z.literal('nudge'),
    from: Id,
    topic: z.enum(['lock', 'alarm', 'change']),
    about: z.array(z.int()),
  }),
  z.object({
    kind: z.literal('nudge'),
    from: Id,
    topic: z.literal('gateway'),
    about: z.array(z.tuple([Id, z.int()])),
  }),
]);
export type NudgeText = z.infer<typeof NudgeText>;

/** The maximum ids in one message, well below the maximum length of its text. */
const MAX_IDS = 100;
/** The maximum of nudges that wait while the database is away; beyond it they are dropped, which does no harm. */
const MAX_WAITING = 10_000;

export interface Nudges {
  hear(nudge: NudgeText): void;
  /** Something may have been missed. */
  callAll(): void;
  close(): Promise<void>;
}

export function passNudges(
  context: Pick<Context, 'nudge' | 'log'>,
  from: string,
  send: (texts: readonly string[]) => Promise<void>,
  hasOthers: () => boolean,
): Nudges {
  const { nudge, log } = context;
  let waiting = new Map<string, { topic: keyof NudgeTopics; about?: unknown }>();
  let sending: Promise<void> | null = null;
  /** Emitters call their listeners before they return, so that a nudge emitted meanwhile came from another process. */
  let hearing = false;

  const listenerFor =
    (topic: keyof NudgeTopics) =>
    (...about: unknown[]): void => {
      if (hearing || !hasOthers() || waiting.size >= MAX_WAITING) return;
      const subject = topic === 'gateway' ? about : about[0];
      waiting.set(`${topic} ${String(about[0] ?? '')}`, { topic, about: subject });
      sending ??= flush().finally(() => {
        sending = null;
      });
    };
  const topics = ['delivery', 'notice', 'command', 'lock', 'gateway', 'alarm', 'change', 'session'] as const;
  const listeners = topics.map((topic) => [topic, listenerFor(topic)] as const);
  for (const [topic, listener] of listeners) nudge.on(topic, listener as never);

  /** Nudges during one statement go with the next. */
  async function flush(): Promise<void> {
    // Nudges of one commit go together.
    await Promise.resolve();
    while (waiting.size > 0) {
      const taken = [...waiting.values()];
      waiting = new Map();
      await send(textsFor(from, taken)).catch((error: Error) =>
        log.warn({ reason: error.message }, 'other processes could not be called'),
      );
    }
  }

  function callHere(heard: NudgeText): void {
    switch (heard.topic) {
      case 'delivery':
      case 'notice':
        nudge.emit(heard.topic);
        break;
      case 'command':
      case 'session':
        for (const id of heard.about) nudge.emit(heard.topic, id);
        break;
      case 'lock':
      case 'alarm':
      case 'change':
        for (const id of heard.about) nudge.emit(heard.topic, id);
        break;
      case 'gateway':
        for (const [id, connection] of heard.about) nudge.emit('gateway', id, connection);
    }
  }

  return {
    hear(heard) {
      if (heard.from === from) return;
      hearing = true;
      try {
        callHere(heard);
      } finally {
        hearing = false;
      }
    },
    callAll() {
      hearing = true;
      try {
        nudge.emit('delivery');
        nudge.emit('notice');
        nudge.emit('missed');
      } finally {
        hearing = false;
      }
    },
    async close() {
      for (const [topic, listener] of listeners) nudge.off(topic, listener as never);
      await sending;
    },
  };
}

function textsFor(from: string, calls: readonly { topic: keyof NudgeTopics; about?: unknown }[]): string[] {
  const byTopic = new Map<string, unknown[]>();
  for (const { topic, about } of calls) {
    const list = byTopic.get(topic) ?? [];
    if (about !== undefined) list.push(about);
    byTopic.set(topic, list);
  }
  return [...byTopic].flatMap(([topic, all]) => {
    const text = (about?: unknown[]) => JSON.stringify({ kind: 'nudge', from, topic, about });
    if (all.length === 0) return [text()];
    const chunks = Math.ceil(all.length / MAX_IDS);
    return Array.from({ length: chunks }, (_, index) =>
      text(all.slice(index * MAX_IDS, (index + 1) * MAX_IDS)),
    );
  });
}
