import { startAuditSealer } from '../audit/seal.js';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { createSender, type Sender } from '../deliveries/send.js';
import { startDeliveryWorker } from '../deliveries/worker.js';
import { earliest } from '../doors/moment.rules.js';
import { scheduleFeed } from '../locking-feed/reconcile.js';
import { notifyOfAutoPause } from '../notify/webhook-paused.js';
import { startNoticeWorker } from '../notify/worker.js';
import { scheduleRetention } from '../retention/keep.js';
import { createDueWorker } from './due.js';

/* All that is done without a request: due rows, deliveries, notices, the chain of the audit log. */

export interface WorkersOptions {
  /** Due rows wait for `work.runDue`: a program that moves the clock by itself does not wait for loops. */
  isDriven?: boolean;
  /** Stands between the deliveries and the network, as a bad network would. */
  throughNetwork?: (sender: Sender) => Sender;
}

/** The work as one who moves the clock drives it. */
export interface Work {
  /** Does what is due at the clock's time. */
  runDue(): Promise<void>;
  /** When the next is due, past or to come; Unix milliseconds, or null. */
  nextAt(): Promise<number | null>;
  /** Resolves when no webhook is under way. */
  delivered(): Promise<void>;
  /** No connected gateway has a command to answer, and none counts as online that has lost its connection. */
  isSettled(): Promise<boolean>;
}

export interface Workers {
  isAlive(): boolean;
  work: Work;
}

const UNANSWERED = sql.statement(
  'commands-unanswered',
  `select count(*)::int as count from command c join gateway g on g.id = c.gateway_id and g.online
   where c.status in ('pending', 'sent') and c.requested_at > $1::timestamptz - interval '1 day'`,
  { count: sql.int },
);

const ONLINE = sql.statement('gateways-online', 'select id, session from gateway where online', {
  id: sql.uuid,
  session: sql.orNull(sql.uuid),
});

/** Each part that it starts adds its end to `stops`. */
export async function startWorkers(
  context: Context,
  stops: (() => Promise<void>)[],
  { isDriven = false, throughNetwork = (sender) => sender }: WorkersOptions = {},
): Promise<Workers> {
  await scheduleFeed(context);
  await scheduleRetention(context);
  const due = createDueWorker(context);
  if (!isDriven) due.start();
  stops.push(() => due.stop());
  const deliveries = startDeliveryWorker(context, {
    sender: throughNetwork(createSender(context)),
    onAutoPaused: notifyOfAutoPause(context),
  });
  stops.push(() => deliveries.stop());
  const notices = startNoticeWorker(context);
  stops.push(() => notices.stop());
  const sealer = startAuditSealer(context);
  stops.push(() => sealer.stop());
  return {
    isAlive: () => due.isAlive(),
    work: {
      async runDue() {
        await due.runDue();
        await deliveries.runDue();
      },
      async nextAt() {
        const now = new Date(context.clock.now());
        return earliest(...(await Promise.all([due.nextAt(), context.deliveries.nextAt(now)])));
      },
      delivered: () => deliveries.idle(),
      async isSettled() {
        const { pool, clock, downlink } = context;
        const [{ count }, online] = await Promise.all([
          UNANSWERED.one(pool, [new Date(clock.now())]),
          ONLINE.rows(pool),
        ]);
        return count === 0 && online.every(({ id, session }) => downlink.isConnected(id, session ?? ''));
      },
    },
  };
}
