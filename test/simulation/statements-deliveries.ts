import type { Statement } from './statements.js';
import type { Delivery, Subscription, Tables } from './tables.js';

/* The statements of webhook deliveries. */

export const DELIVERY_STATEMENTS: Record<string, Statement> = {
  'webhooks-enqueue': enqueue,
  'webhooks-waiting': (tables, [after, limit]) =>
    [...tables.waiting.keys()]
      .filter((id) => id > after)
      .sort()
      .slice(0, limit)
      .map((id) => ({ id })),
  'webhooks-claim': claim,
  'webhooks-next': nextDue,
  'webhooks-lock-subscriptions': (tables, [ids]) =>
    (ids as string[]).toSorted().flatMap((id) => {
      const row = tables.subscriptions.get(id);
      return row
        ? [{ id, status: row.status, deleted_at: null, failing_since: date(row.failing_since) }]
        : [];
    }),
  'webhooks-write-outcomes': writeOutcomes,
  'webhooks-write-subscriptions': writeSubscriptions,
  'webhooks-give-up': giveUp,
  'webhooks-strays': (tables) =>
    [...tables.waiting.keys()]
      .sort()
      .flatMap((id) => (tables.subscriptions.get(id)?.status === 'active' ? [] : [{ id }])),
  'update delivery d set lease_until = null …': release,
  'update subscription set status = …': (tables, [id, status]) => {
    const row = tables.subscriptions.get(id);
    if (row) tables.change(row, { status, failing_since: null });
    return [];
  },
};

const date = (at: number | null): Date | null => (at === null ? null : new Date(at));
const time = (text: string | null): number | null => (text === null ? null : Date.parse(text));

function enqueue(tables: Tables, [text]: [string]) {
  const inserted = [];
  for (const event of JSON.parse(text)) {
    const seenBy = tables.locations.get(event.location_id)?.ancestors ?? [];
    const created_at = Date.parse(event.created_at);
    for (const subscription of tables.subscriptions.values()) {
      if (subscription.status !== 'active' || !seenBy.includes(subscription.location_id)) continue;
      if (!subscription.events.includes(event.type) && !subscription.events.includes('*')) continue;
      const delivery: Delivery = {
        id: tables.newId(),
        subscription_id: subscription.id,
        event_type: event.type,
        event_id: event.id === undefined ? tables.newId() : String(event.id),
        status: 'pending',
        attempt: 0,
        response_status: null,
        last_error: null,
        next_attempt_at: created_at,
        lease_until: null,
        delivered_at: null,
        created_at,
        payload: event.data,
      };
      tables.insertDelivery(delivery);
      inserted.push(delivery);
    }
  }
  return inserted;
}

const originOf = ({ url }: Subscription): string => (url.toLowerCase().split('/')[2] ?? '') as string;

interface Candidate {
  delivery: Delivery;
  origin: string;
  failing: boolean;
  turn: number;
  isFirst: boolean;
}

function claim(tables: Tables, values: unknown[]) {
  const [nowDate, leaseDate, limit, perSubscription, perOrigin, mostFailing, subscriptionIds, perFailing] =
    values as [Date, Date, number, number, number, number, string[], number];
  const now = nowDate.getTime();
  const lease_until = leaseDate.getTime();
  const inFlight = [...tables.leased].filter((delivery) => (delivery.lease_until as number) > now);
  const subscriptionOf = (delivery: Delivery) =>
    tables.subscriptions.get(delivery.subscription_id) as Subscription;
  const due: Candidate[] = [];
  for (const id of subscriptionIds) {
    const subscription = tables.subscriptions.get(id);
    if (subscription?.status !== 'active') continue;
    const failing = subscription.failing_since !== null;
    const most = failing ? perFailing : perSubscription;
    let turn = inFlight.filter((one) => one.subscription_id === id).length;
    const waiting = (tables.waiting.get(id) ?? []).filter(
      ({ next_attempt_at, lease_until: lease }) =>
        (next_attempt_at as number) <= now && (lease === null || lease <= now),
    );
    const isFirst = ({ status }: Delivery) => status === 'pending';
    const inTurn = [...waiting.filter((one) => !isFirst(one)), ...waiting.filter(isFirst)];
    for (const delivery of inTurn.slice(0, Math.max(0, most - turn)))
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
    return atOrigin <= perOrigin - busyAt(origin) && (!failing || among <= mostFailing - busyFailing);
  });
  return chosen.slice(0, limit).map(({ delivery }) => {
    tables.changeDelivery(delivery, { lease_until });
    const { id, subscription_id, event_type, attempt, created_at, next_attempt_at, payload } = delivery;
    const { url } = subscriptionOf(delivery);
    return {
      id,
      subscription_id,
      event_type,
      attempt,
      created_at: new Date(created_at),
      next_attempt_at: date(next_attempt_at),
      lease_until: new Date(lease_until),
      payload,
      url,
      secret: Buffer.alloc(0),
    };
  });
}

function nextDue(tables: Tables, [now]: [Date]) {
  const after = now.getTime();
  let at = Number.POSITIVE_INFINITY;
  for (const list of tables.waiting.values()) {
    const next = list.find(({ next_attempt_at }) => (next_attempt_at as number) > after)?.next_attempt_at;
    if (next != null) at = Math.min(at, next);
  }
  for (const { lease_until } of tables.leased)
    if ((lease_until as number) > after) at = Math.min(at, lease_until as number);
  return [{ at: at === Number.POSITIVE_INFINITY ? null : new Date(at) }];
}

function writeOutcomes(tables: Tables, [text]: [string]) {
  for (const row of JSON.parse(text)) {
    const delivery = tables.deliveries.get(row.id);
    if (!delivery || delivery.lease_until !== time(row.lease)) continue;
    tables.changeDelivery(delivery, {
      status: row.status,
      attempt: row.attempt,
      response_status: row.response_status,
      last_error: row.last_error,
      next_attempt_at: time(row.next_attempt_at),
      delivered_at: time(row.delivered_at),
      lease_until: null,
    });
  }
  return [];
}

function writeSubscriptions(tables: Tables, [text]: [string]) {
  for (const row of JSON.parse(text)) {
    const subscription = tables.subscriptions.get(row.id);
    if (!subscription) continue;
    const last = time(row.last_delivery_at);
    tables.change(subscription, {
      status: row.status,
      failing_since: time(row.failing_since),
      last_delivery_at:
        last === null ? subscription.last_delivery_at : Math.max(last, subscription.last_delivery_at ?? 0),
    });
  }
  return [];
}

function giveUp(tables: Tables, [id, now]: [string, Date]) {
  const subscription = tables.subscriptions.get(id);
  if (!subscription || subscription.status === 'active') return [];
  const waiting = (tables.waiting.get(id) ?? []).filter(
    ({ lease_until }) => lease_until === null || lease_until <= now.getTime(),
  );
  for (const delivery of waiting)
    tables.changeDelivery(delivery, {
      status: 'failed',
      next_attempt_at: null,
      lease_until: null,
      last_error: 'subscription_paused',
    });
  return [];
}

function release(tables: Tables, [text]: [string]) {
  for (const { id, lease_until } of JSON.parse(text)) {
    const delivery = tables.deliveries.get(id);
    if (delivery && delivery.lease_until === time(lease_until))
      tables.changeDelivery(delivery, { lease_until: null });
  }
  return [];
}
