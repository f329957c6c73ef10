import type { DownChannel } from '@door-access/protocol';
import { z } from 'zod';
import type { Context, Downlink } from '../context.js';
import * as sql from '../database/statement.js';
import { LONGEST_TEXT, notify } from './line.js';

/* A message for a gateway goes to the process that holds its connection, and comes back as done or as refused. */

const Id = z.uuid();
export const CommandText = z.object({
  kind: z.literal('order'),
  id: Id,
  from: Id,
  gateway: Id,
  session: Id,
  channel: z.enum(['session', 'command'] satisfies DownChannel[]),
  message: z.record(z.string(), z.unknown()),
});
export const AnswerText = z.object({ kind: z.literal('answer'), id: Id, fault: z.string().nullable() });

/** The other process answers in milliseconds, or is not there any more. */
const ANSWER_DEADLINE_MS = 2_000;
const MAX_UNDER_WAY = 1_000;

export const channelOf = (instanceId: string): string => `instance_${instanceId}`;

/** To the process whose connection the gateway's row names: no process is called if no living one holds this session. */
const CALL = sql.statement(
  'hand-over-command',
  `select pg_notify('instance_' || i.id, $3) from gateway g join instance i on i.id = g.instance_id
   where g.id = $1 and g.session = $2 and i.id <> $4 and i.lease_until > $5`,
  { pg_notify: sql.nothing },
);

export interface HandOver {
  /** Rejects if no process holds the gateway, or if the one that does fails or does not answer. */
  publish: Downlink['publish'];
  take(command: z.infer<typeof CommandText>): void;
  answered(answer: z.infer<typeof AnswerText>): void;
}

export function createHandOver(
  context: Pick<Context, 'pool' | 'clock' | 'ids' | 'log'>,
  instanceId: string,
  local: () => Downlink,
): HandOver {
  const { pool, clock, ids, log } = context;
  const underWay = new Map<string, (fault: string | null) => void>();

  async function answer(to: string, id: string, fault: string | null): Promise<void> {
    const text = JSON.stringify({ kind: 'answer', id, fault } satisfies z.infer<typeof AnswerText>);
    await notify(pool, channelOf(to), [text]);
  }

  return {
    async publish(gateway, session, channel, message) {
      if (underWay.size >= MAX_UNDER_WAY) throw new Error('too many messages wait for other processes');
      const id = ids.uuid();
      const call = { kind: 'order', id, from: instanceId, gateway, session, channel, message };
      const text = JSON.stringify(call);
      if (Buffer.byteLength(text) > LONGEST_TEXT)
        throw new Error('the message is too long to be handed over');
      const over = new AbortController();
      // Listens before sending: the answer may arrive before the statement returns.
      const answered = new Promise<string | null>((resolve) => underWay.set(id, resolve));
      try {
        const called = await CALL.count(pool, [gateway, session, text, instanceId, new Date(clock.now())]);
        if (called === 0) throw new Error('no process holds the gateway');
        const late = clock.sleep(ANSWER_DEADLINE_MS, over.signal).then(
          () => 'the process that holds the gateway does not answer',
          () => null,
        );
        const fault = await Promise.race([answered, late]);
        if (fault !== null) throw new Error(fault);
      } finally {
        over.abort();
        underWay.delete(id);
      }
    },
    take({ id, from, gateway, session, channel, message }) {
      local()
        .publish(gateway, session, channel, message)
        .then(
          () => answer(from, id, null),
          (error: Error) => answer(from, id, error.message.slice(0, 200)),
        )
        .catch((error: Error) => log.warn({ reason: error.message }, 'a hand-over could not be answered'));
    },
    answered({ id, fault }) {
      underWay.get(id)?.(fault);
    },
  };
}
