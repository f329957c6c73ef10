import type { SubscriptionPlan } from '../layout.js';
import { MAX_SERVICE_STEP_MS } from '../plan.js';
import type { Received } from '../receivers.js';
import type { Delivery } from '../tables.js';
import type { Evidence } from './evidence.js';
import type { Report } from './judge.js';
import { isMutedAlarm } from './maintenance.js';

/* Webhooks (docs/behaviour.md, Deliveries and notices); and that nothing crosses from one customer to another. */

const MINUTE = 60_000;
const LADDER = [1, 5, 30, 120, 360, 1440].map((minutes) => minutes * MINUTE);
const DAY = 1440 * MINUTE;
/** After which a delivery that is due is late, in a service that works. */
const LATE_MS = 10 * MINUTE;

export function judgeDeliveries({ world, end }: Evidence, report: Report): void {
  const { tables } = world.database;
  const { layout, seen } = world;
  const attempts = new Map<string, Received[]>();
  for (const one of world.receivers.received) {
    const list = attempts.get(one.delivery) ?? [];
    list.push(one);
    attempts.set(one.delivery, list);
  }
  const originals = new Map<string, Delivery[]>();
  for (const delivery of tables.deliveries.values()) {
    const key = `${delivery.subscription_id} ${delivery.event_id}`;
    originals.set(key, [...(originals.get(key) ?? []), delivery]);
  }
  const accountOfLock = new Map(layout.locks.map(({ id, account, location }) => [id, { account, location }]));
  const above = new Map(layout.locations.map(({ id, ancestors }) => [id, ancestors]));
  for (const subscription of layout.subscriptions) {
    // Paused for 24 hours of failure: what comes then is not for it.
    const autoPaused = tables.subscriptions.get(subscription.id)?.status === 'paused';
    const paused = seen.pauses.filter((pause) => pause.subscription === subscription.id);
    for (const event of tables.events) {
      const place = accountOfLock.get(event.lock_id);
      const wants = subscription.events.includes('*') || subscription.events.includes(event.type);
      const sees =
        place?.account === subscription.account &&
        above.get(place.location)?.includes(subscription.location) === true;
      const found = originals.get(`${subscription.id} ${event.id}`) ?? [];
      const muted = isMutedAlarm(world, event);
      if (muted === null) continue;
      const should = wants && sees && !muted ? 1 : 0;
      if (found.length === should) continue;
      const unsure =
        autoPaused ||
        paused.some(({ from, to }) => event.recorded_at >= from - 1 && event.recorded_at <= to + 1);
      if (found.length < should && unsure) continue;
      const rule = muted
        ? 'a muted alarm reaches no subscription'
        : sees
          ? 'every event reaches each subscription that wants it'
          : 'nothing crosses tenants or locations';
      report(
        rule,
        event.recorded_at,
        { gateway: 0, id: event.lock_id },
        `${event.type} has ${found.length} deliveries to ${subscription.url}, and should have ${should}`,
      );
    }
    const longFailure = autoPaused || hasLongFailure(attempts, subscription);
    for (const delivery of tables.deliveries.values())
      if (delivery.subscription_id === subscription.id)
        judgeLadder(
          delivery,
          subscription,
          attempts.get(delivery.id) ?? [],
          { end, mayFail: paused.length > 0 || longFailure, autoPaused },
          report,
        );
  }
  for (const { url, payload, began } of world.receivers.received) {
    const account = layout.subscriptions.find((one) => one.url === url)?.account;
    const { lock } = payload as { lock?: { id: number } };
    if (lock && accountOfLock.get(lock.id)?.account !== account)
      report(
        'nothing crosses tenants or locations',
        began,
        null,
        `${url} received an event of lock ${lock.id}`,
      );
  }
}

const hasLongFailure = (attempts: Map<string, Received[]>, { url }: SubscriptionPlan): boolean => {
  const own = [...attempts.values()].flat().filter((one) => one.url === url);
  const first = own.find(({ ok }) => !ok);
  return first !== undefined && own.some(({ ok, ended }) => !ok && ended - first.ended >= DAY);
};

interface Circumstances {
  end: number;
  mayFail: boolean;
  autoPaused: boolean;
}

function judgeLadder(
  delivery: Delivery,
  { url }: SubscriptionPlan,
  attempts: Received[],
  { end, mayFail, autoPaused }: Circumstances,
  report: Report,
): void {
  const { id, status, attempt, created_at, next_attempt_at } = delivery;
  const rule = 'a delivery follows the ladder';
  const say = (what: string) => report(rule, created_at, null, `delivery ${id} to ${url}: ${what}`);
  if (attempt > LADDER.length + 1) say(`${attempt} attempts`);
  if (attempts[0] && attempts[0].began < created_at - MAX_SERVICE_STEP_MS) say('sent before it was made');
  if (status === 'delivered' && !attempts.some(({ ok }) => ok))
    say('shown as delivered, and no attempt succeeded');
  if (status === 'exhausted' && attempt !== LADDER.length + 1) say(`exhausted after ${attempt} attempts`);
  if (status === 'failed' && !mayFail) say('failed, and no one had paused its subscription');
  if (
    (status === 'pending' || status === 'retrying') &&
    !autoPaused &&
    (next_attempt_at ?? 0) < end - LATE_MS
  )
    report(
      'every event reaches each subscription that wants it',
      created_at,
      null,
      `delivery ${id} to ${url} waits since ${new Date(next_attempt_at ?? 0).toISOString()}`,
    );
  // Attempts whose outcome was lost with a process or a connection are made again when their lease ends.
  if (attempts.length !== attempt) return;
  for (const [index, { ended, ok }] of attempts.entries()) {
    const next = attempts[index + 1];
    if (!next) break;
    const wait = next.began - ended;
    if (ok) say('sent again after it was delivered');
    else if (wait < (LADDER[index] as number) - 2 * MAX_SERVICE_STEP_MS)
      say(`attempt ${index + 2} came ${wait} ms after attempt ${index + 1}, not ${LADDER[index]}`);
  }
  const last = attempts.at(-1);
  if (last && status === 'retrying') {
    const due = last.ended + (LADDER[attempts.length - 1] as number);
    if (next_attempt_at !== null && Math.abs(next_attempt_at - due) > 1_000 + MAX_SERVICE_STEP_MS)
      say(`next attempt ${next_attempt_at - due} ms off`);
  }
}
