import type { DownChannel } from '@door-access/protocol';
import { z } from 'zod';
import { type Context, type Downlink, NotConnectedError } from '../context.js';
import * as sql from '../database/statement.js';
import { LONGEST_TEXT } from './line.js';
import type { Reach, Way } from './reach.js';

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
  /** Unix milliseconds: its sender waits until then, and has reported a failure after it. */
  until: z.number().optional(),
});
export const AnswerText = z.object({ kind: z.literal('answer'), id: Id, fault: z.string().nullable() });

/** Finding the other process included, which answers in milliseconds or is not there any more. */
const ANSWER_DEADLINE_MS = 2_000;
/** The clocks of two machines may differ by so much: a message that comes late for that alone is published. */
const CLOCKS_DIFFER_MS = 2_000;
/** To one process: those to others are taken while it is silent. */
const MAX_UNDER_WAY = 1_000;

/** Without an answer over NATS by then, the same message goes by NOTIFY: a gateway carries out an id once. */
const SECOND_WAY_AFTER_MS = 500;

/** The process whose connection the gateway's row names, if it lives. */
const HOLDER = sql.statement(
  'hand-over-holder',
  `select i.id from gateway g join instance i on i.id = g.instance_id
   where g.id = $1 and g.session = $2 and i.id <> $3 and i.lease_until > $4`,
  { id: sql.uuid },
  { brief: true },
);

export interface HandOver {
  /** Rejects if no process holds the gateway, or if the one that does fails or does not answer. */
  publish: Downlink['publish'];
  take(command: z.infer<typeof CommandText>, way: Way): void;
  answered(answer: z.infer<typeof AnswerText>): void;
}

export function createHandOver(
  context: Pick<Context, 'pool' | 'clock' | 'ids' | 'log'>,
  instanceId: string,
  local: () => Downlink,
  reach: Pick<Reach, 'to'>,
): HandOver {
  const { pool, clock, ids, log } = context;
  const underWay = new Map<string, (fault: string | null) => void>();
  /** How many are, by the process that they go to. */
  const counts = new Map<string, number>();

  async function answer(to: string, id: string, fault: string | null, way: Way): Promise<void> {
    const text = JSON.stringify({ kind: 'answer', id, fault } satisfies z.infer<typeof AnswerText>);
    await reach.to(to, text, way).done;
  }

  return {
    async publish(gateway, session, channel, message) {
      const id = ids.uuid();
      const until = clock.now() + ANSWER_DEADLINE_MS;
      const call = { kind: 'order', id, from: instanceId, gateway, session, channel, message, until };
      const text = JSON.stringify(call);
      if (Buffer.byteLength(text) > LONGEST_TEXT)
        throw new Error('the message is too long to be handed over');
      const holder = await HOLDER.row(pool, [gateway, session, instanceId, new Date(clock.now())]);
      if (!holder) throw new NotConnectedError('no process holds the gateway');
      // Nothing is sent of which a failure is reported at once.
      if (clock.now() >= until) throw new Error('the database did not answer in time');
      const count = counts.get(holder.id) ?? 0;
      if (count >= MAX_UNDER_WAY) throw new Error('too many messages wait for the process of the gateway');
      counts.set(holder.id, count + 1);
      const over = new AbortController();
      // Listens before sending: the answer may arrive before the statement returns.
      const answered = new Promise<string | null>((resolve) => underWay.set(id, resolve));
      try {
        const after = <T>(milliseconds: number, then: () => T) =>
          clock.sleep(milliseconds, over.signal).then(then, () => null);
        const { way, done } = reach.to(holder.id, text);
        if (way !== 'notify') {
          // Both ways may be closed: the deadline says so to the caller.
          done.catch(() => {});
          void after(SECOND_WAY_AFTER_MS, () => reach.to(holder.id, text, 'notify').done.catch(() => {}));
        }
        const late = after(until - clock.now(), () => 'the process that holds the gateway does not answer');
        const sent = way === 'notify' ? done.then(() => answered) : answered;
        const fault = await Promise.race([sent, late]);
        if (fault !== null) throw new NotConnectedError(fault);
      } finally {
        over.abort();
        underWay.delete(id);
        const left = (counts.get(holder.id) ?? 0) - 1;
        if (left > 0) counts.set(holder.id, left);
        else counts.delete(holder.id);
      }
    },
    take({ id, from, gateway, session, channel, message, until = Number.POSITIVE_INFINITY }, way) {
      const publishing =
        clock.now() > until + CLOCKS_DIFFER_MS
          ? Promise.reject(new Error('its sender does not wait for it any more'))
          : local().publish(gateway, session, channel, message);
      publishing
        .then(
          () => answer(from, id, null, way),
          (error: Error) => answer(from, id, error.message.slice(0, 200), way),
        )
        .catch((error: Error) => log.warn({ reason: error.message }, 'a hand-over could not be answered'));
    },
    answered({ id, fault }) {
      underWay.get(id)?.(fault);
    },
  };
}
