import type {
  Claim,
  ClaimedDelivery,
  DeliveryStore,
  Recorded,
} from '../../packages/cloud/src/deliveries/store.js';
import type { Database } from './database.js';
import type { ProcessClock } from './scheduler.js';
import type { Delivery, Subscription, Tables } from './tables.js';

/* Webhook deliveries in memory. */

export function memoryDeliveries(database: Database, owner: ProcessClock): DeliveryStore {
  const { tables } = database;
  const run = <T>(method: keyof DeliveryStore, args: unknown[], statement: () => T) =>
    database.alone(owner, { on: 'deliveries', method, args }, statement);
  return {
    waiting: (after, limit) =>
      run('waiting', [after, limit], () =>
        [...tables.waiting.keys()]
          .filter((id) => id > after)
          .sort()
          .slice(0, limit),
      ),
    claim: (claim) => run('claim', [claim], () => claimDue(tables, claim)),
    nextAt: (now) => run('nextAt', [now], () => nextAt(tables, now.getTime())),
    strays: () =>
      run('strays', [], () =>
        [...tables.waiting.keys()].sort().filter((id) => tables.subscriptions.get(id)?.status !== 'active'),
      ),
    giveUp: (subscriptionId, now) =>
      run('giveUp', [subscriptionId, now], () => giveUp(tables, subscriptionId, now)),
    handBack: (deliveries) =>
      run('handBack', [deliveries], () => {
        for (const { id, lease_until } of deliveries) {
          const delivery = tables.deliveries.get(id);
          if (delivery?.lease_until === lease_until.getTime())
            tables.changeDelivery(delivery, { lease_until: null });
        }
      }),
    record: (subscriptionIds, judge) =>
      database.transaction(owner, async (step) => {
        const subscriptions = await step(
          { on: 'deliveries', method: 'record', args: [subscriptionIds] },
          () => subscriptionRows(tables, subscriptionIds),
        );
        const recorded = judge(subscriptions);
        await step({ on: 'deliveries', method: 'recorded', args: [recorded] }, () => write(tables, recorded));
        return recorded;
      }),
  };
}

const date = (at: number | null): Date | null => (at === null ? null : new Date(at));

const subscriptionRows = ({ subscriptions }: Tables, ids: readonly string[]) =>
  ids.toSorted().flatMap((id) => {
    const row = subscriptions.get(id);
    if (!row) return [];
    const status = row.status as 'active' | 'paused';
    return [{ id, status, deleted_at: null, failing_since: date(row.failing_since) }];
  });

function write(tables: Tables, { deliveries, subscriptions }: Recorded): void {
  for (const { id, lease, next_attempt_at, delivered_at, ...fields } of deliveries) {
    const delivery = tables.deliveries.get(id);
    if (delivery?.lease_until !== lease.getTime()) continue;
    tables.changeDelivery(delivery, {
      ...fields,
      next_attempt_at: next_attempt_at?.getTime() ?? null,
      delivered_at: delivered_at?.getTime() ?? null,
      lease_until: null,
    });
  }
  for (const { id, status, failing_since, last_delivery_at } of subscriptions) {
    const subscription = tables.subscriptions.get(id);
    if (!subscription) continue;
    const last = last_delivery_at?.getTime() ?? null;
    tables.change(subscription, {
      status,
      failing_since: failing_since?.getTime() ?? null,
      last_delivery_at:
        last === null ? subscription.last_delivery_at : Math.max(last, subscription.last_delivery_at ?? 0),
    });
  }
}

const originOf = ({ url }: Subscription): string => (url.toLowerCase().split('/')[2] ?? '') as string;

interface Candidate {
  delivery: Delivery;
  origin: string;
  failing: boolean;
  turn: number;
  isFirst: boolean;
}

function claimDue(tables: Tables, claim: Claim): ClaimedDelivery[] {
  const { perSubscription, perFailing, perOrigin } = claim;
  const now = claim.now.getTime();
  const lease_until = claim.leaseUntil.getTime();
  const inFlight = [...tables.leased].filter((delivery) => (delivery.lease_until as number) > now);
  const subscriptionOf = (delivery: Delivery) =>
    tables.subscriptions.get(delivery.subscription_id) as Subscription;
  const due: Candidate[] = [];
  for (const id of claim.subscriptions) {
    const subscription = tables.subscriptions.get(id);
    if (subscription?.status !== 'active') continue;
    const failing = subscription.failing_since !== null;
    const max = failing ? perFailing : perSubscription;
    let turn = inFlight.filter((one) => one.subscription_id === id).length;
    const waiting = (tables.waiting.get(id) ?? []).filter(
      ({ next_attempt_at, lease_until: lease }) =>
        (next_attempt_at as number) <= now && (lease === null || lease <= now),
    );
    const isFirst = ({ status }: Delivery) => status === 'pending';
    const inTurn = [...waiting.filter((one) => !isFirst(one)), ...waiting.filter(isFirst)];
    for (const delivery of inTurn.slice(0, Math.max(0, max - turn)))
      due.push({
        delivery,
        origin: originOf(subscription),
        failing,
        turn: ++turn,
        isFirst: isFirst(delivery),
      });
  }
  due.sort(
    (a, b) =>
      a.turn - b.turn ||
      Number(a.isFirst) - Number(b.isFirst) ||
      (a.delivery.next_attempt_at as number) - (b.delivery.next_attempt_at as number) ||
      (a.delivery.id < b.delivery.id ? -1 : 1),
  );
  const places = new Map<string, number>();
  const place = (key: string) => {
    const next = (places.get(key) ?? 0) + 1;
    places.set(key, next);
    return next;
  };
  const busyAt = (origin: string) =>
    inFlight.filter((one) => originOf(subscriptionOf(one)) === origin).length;
  const busyFailing = inFlight.filter((one) => subscriptionOf(one).failing_since !== null).length;
  const chosen = due.filter(({ origin, failing }) => {
    const atOrigin = place(`origin ${origin}`);
    const among = place(`failing ${failing}`);
    return atOrigin <= perOrigin - busyAt(origin) && (!failing || among <= claim.failing - busyFailing);
  });
  return chosen.slice(0, claim.limit).map(({ delivery }) => {
    tables.changeDelivery(delivery, { lease_until });
    const { id, subscription_id, event_type, attempt, created_at, next_attempt_at, payload } = delivery;
    const { url } = subscriptionOf(delivery);
    return {
      id,
      subscription_id,
      event_type,
      attempt,
      created_at: new Date(created_at),
      next_attempt_at: new Date(next_attempt_at as number),
      lease_until: new Date(lease_until),
      payload,
      url,
      secret: Buffer.alloc(0),
    };
  });
}

function nextAt(tables: Tables, after: number): number | null {
  let at = Number.POSITIVE_INFINITY;
  for (const list of tables.waiting.values()) {
    const next = list.find(({ next_attempt_at }) => (next_attempt_at as number) > after)?.next_attempt_at;
    if (next != null) at = Math.min(at, next);
  }
  for (const { lease_until } of tables.leased)
    if ((lease_until as number) > after) at = Math.min(at, lease_until as number);
  return at === Number.POSITIVE_INFINITY ? null : at;
}

function giveUp(tables: Tables, id: string, now: number): void {
  const subscription = tables.subscriptions.get(id);
  if (!subscription || subscription.status === 'active') return;
  const waiting = (tables.waiting.get(id) ?? []).filter(
    ({ lease_until }) => lease_until === null || lease_until <= now,
  );
  for (const delivery of waiting)
    tables.changeDelivery(delivery, {
      status: 'failed',
      next_attempt_at: null,
      lease_until: null,
      last_error: 'subscription_paused',
    });
}
