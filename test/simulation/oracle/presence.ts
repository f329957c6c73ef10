import type { GatewaySeen } from '../observed.js';
import type { Evidence } from './evidence.js';
import type { Report } from './judge.js';

/* Presence, by docs/behaviour.md (Presence). */

const SILENCE_MS = 45 * 60_000;
/** Disconnects are reported within seconds, once the database is there. */
const REPORTED_MS = 60_000;

export function judgePresence({ locks, gateways, world, end }: Evidence, report: Report): void {
  for (const { plan, events } of locks) {
    let online: boolean | null = null;
    for (const { type, occurred_at } of events) {
      if (type !== 'lock.online' && type !== 'lock.offline') continue;
      const now: boolean = type === 'lock.online';
      if (online === now || (online === null && !now))
        report('presence alternates', occurred_at, plan, `${type} again`);
      online = now;
    }
    if (online !== true)
      report(
        'a gateway that is there is online',
        end,
        plan,
        `the last word was ${online === null ? 'none' : 'offline'}`,
      );
  }
  for (const { plan, seen } of gateways) {
    const [lock] = plan.locks;
    const own = locks.find((one) => one.plan.id === lock?.id);
    const offline = own?.events.filter(({ type }) => type === 'lock.offline') ?? [];
    for (const { recorded_at } of offline) {
      const newest = newestAt(seen, recorded_at);
      if (!newest || (newest.ended !== null && newest.ended <= recorded_at)) continue;
      const born = seen.sent.find(({ at }) => at >= newest.at);
      if (!born || born.at >= recorded_at) continue;
      if (recorded_at - newest.at > SILENCE_MS && silent(seen, recorded_at)) continue;
      report(
        'a displaced connection is no flap',
        recorded_at,
        plan,
        `offline while connection ${newest.number} lives`,
      );
    }
    for (const [index, { at, ended }] of seen.connections.entries()) {
      const next = seen.connections[index + 1]?.at ?? end;
      const born = seen.sent.some((sent) => sent.at >= at && sent.at < (ended ?? end));
      if (ended === null || !born || next - ended < 2 * REPORTED_MS) continue;
      // A service that restarts gives its gateways time to come back.
      if (
        world.seen.starts.some((start) => start >= ended && start < ended + REPORTED_MS) ||
        isDown(world.seen, ended)
      )
        continue;
      if (!offline.some(({ recorded_at }) => recorded_at >= ended && recorded_at <= ended + REPORTED_MS))
        report('a disconnect is reported within seconds', ended, plan, 'no lock.offline followed');
    }
    const counts = new Set(
      locks
        .filter((one) => one.gateway.plan === plan)
        .map((one) => one.events.filter(({ type }) => type === 'lock.offline').length),
    );
    if (counts.size > 1)
      report(
        'presence is one event per lock of the gateway',
        end,
        plan,
        `locks of one gateway differ: ${[...counts].join(', ')}`,
      );
  }
}

/** The connection with the highest number. */
const newestAt = ({ connections }: GatewaySeen, time: number) => connections.findLast(({ at }) => at <= time);

const silent = ({ sent }: GatewaySeen, time: number): boolean =>
  !sent.some(({ at }) => at > time - SILENCE_MS && at < time);

/** The connection ended with the service. */
const isDown = ({ starts, crashes }: { starts: number[]; crashes: number[] }, time: number): boolean =>
  crashes.some(
    (crash) =>
      crash <= time + 1 && (starts.find((start) => start > crash) ?? Number.POSITIVE_INFINITY) > time,
  );
