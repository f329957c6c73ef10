import type { JournalRecord } from '@door-access/protocol';
import type { GatewayPlan, LockPlan } from '../layout.js';
import type { GatewaySeen } from '../observed.js';
import type { EventRow } from '../tables.js';
import type { World } from '../world.js';

/* What the oracle judges by: what each gateway durably recorded, and when the service had it. */

/** A durable record, and when it was committed by the service; null where it never was. */
export interface Known {
  journal: string;
  record: JournalRecord;
  durableAt: number;
  arrived: number | null;
  /** How long before its arrival it may count as received: only if its own clock was ahead, else 0. */
  slack: number;
}

/** A moment further ahead of its receipt than this gets the time of receipt. */
const MAX_AHEAD_MS = 60_000;
/** The time between reading the clock and committing the message. */
const COMMIT_MS = 5_000;

function received<R extends JournalRecord>(record: R, arrived: number | null): { record: R; slack: number } {
  if (arrived === null || wall(record) <= arrived + MAX_AHEAD_MS) return { record, slack: 0 };
  return { record: { ...record, at: new Date(arrived).toISOString() }, slack: COMMIT_MS };
}

export interface GatewayEvidence {
  plan: GatewayPlan;
  seen: GatewaySeen;
  known: Known[];
}

export interface LockEvidence {
  plan: LockPlan;
  gateway: GatewayEvidence;
  /** Records of this door that the service has, in order. */
  taken: (Known & { arrived: number })[];
  events: EventRow[];
}

export interface Evidence {
  world: World;
  end: number;
  gateways: GatewayEvidence[];
  locks: LockEvidence[];
}

/** Records that never came to the disk under their numbers; those that the service did not take either are forgotten. */
function takenFromMemory({ durable, sentFromMemory }: GatewaySeen): GatewaySeen['durable'] {
  const onDisk = new Set(durable.map(({ journal, record }) => `${journal} ${record.seq}`));
  return sentFromMemory.filter(({ journal, record }) => !onDisk.has(`${journal} ${record.seq}`));
}

export function gather(world: World): Evidence {
  const gateways = world.layout.gateways.map((plan): GatewayEvidence => {
    const seen = world.seen.gateways[plan.index] as GatewaySeen;
    const arrivals = new Map<string, { to: number; at: number }[]>();
    for (const mark of world.seen.marks) {
      if (mark.gateway !== plan.id) continue;
      const list = arrivals.get(mark.journal) ?? [];
      list.push(mark);
      arrivals.set(mark.journal, list);
    }
    const toKnown = ({ journal, record, at }: GatewaySeen['durable'][number]): Known => {
      const list = arrivals.get(journal) ?? [];
      let low = 0;
      let high = list.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((list[middle]?.to ?? 0) < record.seq) low = middle + 1;
        else high = middle;
      }
      const arrived = list[low]?.at ?? null;
      return { journal, ...received(record, arrived), durableAt: at, arrived };
    };
    const known = [...seen.durable.map(toKnown), ...takenFromMemory(seen).map(toKnown)].sort(
      (a, b) => a.durableAt - b.durableAt,
    );
    // What was in memory only and was not taken is lost, as it may be.
    const durable = new Set(seen.durable.map(({ journal, record }) => `${journal} ${record.seq}`));
    const kept = known.filter(
      ({ journal, record, arrived }) => arrived !== null || durable.has(`${journal} ${record.seq}`),
    );
    return { plan, seen, known: kept };
  });
  const events = new Map<number, EventRow[]>();
  for (const event of world.database.tables.events) {
    const list = events.get(event.lock_id) ?? [];
    list.push(event);
    events.set(event.lock_id, list);
  }
  const locks = gateways.flatMap((gateway) =>
    gateway.plan.locks.map((plan): LockEvidence => {
      const taken = gateway.known.filter(
        (one): one is Known & { arrived: number } =>
          one.arrived !== null && one.record.door === plan.setup.door,
      );
      return { plan, gateway, taken, events: events.get(plan.id) ?? [] };
    }),
  );
  return { world, end: world.scheduler.now, gateways, locks };
}

export const wall = (record: JournalRecord): number => Date.parse(record.at);

/** Where the disk was in trouble at some time from `from` to `to`, when the last of it was over; else null. */
export function diskTrouble({ diskTrouble: troubles }: GatewaySeen, from: number, to: number): number | null {
  const hit = troubles.filter((one) => one.from <= to && one.to >= from);
  return hit.length > 0 ? Math.max(...hit.map((one) => one.to)) : null;
}

/** Whether the board took no orders at some time from `from` to `to`, or said so. */
export const boardTrouble = (seen: GatewaySeen, from: number, to: number): boolean =>
  seen.boardTrouble.some((one) => one.from <= to && one.to >= from);
