import {
  type Claim,
  type ClaimedDelivery,
  type DeliveryStore,
  type Recorded,
  SHARES,
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
    // A write in memory makes its deliveries at once.
    spread: async () => 0,
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
    if (!delivery) continue;
    if (delivery.lease_until === lease.getTime()) tables.changeDelivery(delivery, { lease_until: null });
    if (delivery.attempt !== fields.attempt - 1 || delivery.next_attempt_at === null) continue;
    tables.changeDelivery(delivery, {
      ...fields,
      next_attempt_at: next_attempt_at?.getTime() ?? null,
      delivered_at: delivered_at?.getTime() ?? null,
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
  shares: number;
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
  for (const { id, fast } of claim.subscriptions) {
    const subscription = tables.subscriptions.get(id);
    if (subscription?.status !== 'active') continue;
    const failing = subscription.failing_since !== null;
    const isAhead = fast && !failing;
    const max = failing ? perFailing : isAhead ? perSubscription * SHARES : perSubscription;
    let turn = inFlight.filter((one) => one.subscription_id === id).length;
    if (turn >= max) continue;
    const origin = originOf(subscription);
    const waiting = (tables.waiting.get(id) ?? []).filter(
      ({ next_attempt_at, lease_until: lease }) =>
        (next_attempt_at as number) <= now && (lease === null || lease <= now),
    );
    const isFirst = ({ status }: Delivery) => status === 'pending';
    const inTurn = [...waiting.filter((one) => !isFirst(one)), ...waiting.filter(isFirst)];
    for (const delivery of inTurn.slice(0, max - turn))
      due.push({
        delivery,
        origin,
        failing,
        shares: isAhead ? 1 : SHARES,
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
  const sums = new Map<string, number>();
  const sum = (key: string, shares: number) => {
    const next = (sums.get(key) ?? 0) + shares;
    sums.set(key, next);
    return next;
  };
  const sharesAt = new Map<string, number>();
  for (const one of inFlight) {
    const origin = originOf(subscriptionOf(one));
    sharesAt.set(origin, (sharesAt.get(origin) ?? 0) + one.shares);
  }
  const busyFailing = inFlight.filter((one) => subscriptionOf(one).failing_since !== null).length;
  const fitting = due.filter(({ origin, failing, shares }) => {
    const atOrigin = sum(`origin ${origin}`, shares);
    const among = sum(`failing ${failing}`, 1);
    return (
      atOrigin <= perOrigin * SHARES - (sharesAt.get(origin) ?? 0) &&
      (!failing || among <= claim.failing - busyFailing)
    );
  });
  const chosen = fitting.filter(({ shares }) => sum('all', shares) <= claim.limit);
  return chosen.map(({ delivery, shares }) => {
    tables.changeDelivery(delivery, { lease_until, shares });
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
      shares,
      payload,
      url,
      format: 'service',
      secret: Buffer.alloc(0),
      previous_secret: null,
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
      last_error: 'subscription_paused',
    });
}
