import type { JournalRecord } from '@door-access/protocol';
import type { GatewayPlan, LockPlan } from '../layout.js';
import type { GatewaySeen } from '../observed.js';
import type { EventRow } from '../tables.js';
import type { World } from '../world.js';
import { type Claims, claimsOf, diedInMemory } from './numbers.js';

/* What the oracle judges by: what each gateway recorded, and when the service had it. */

/** A record on disk or on the wire, and when it was committed by the service; null where it never was. */
export interface Known {
  journal: string;
  record: JournalRecord;
  /** When it was first on disk, or sent from memory. */
  durableAt: number;
  arrived: number | null;
  /** It was sent from memory, and no process remembers it. */
  diedInMemory: boolean;
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
  claims: Claims[];
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
    const arrivedAt = (journal: string, seq: number): number | null => {
      const list = arrivals.get(journal) ?? [];
      let low = 0;
      let high = list.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((list[middle]?.to ?? 0) < seq) low = middle + 1;
        else high = middle;
      }
      return list[low]?.at ?? null;
    };
    const claims = claimsOf(seen, arrivedAt);
    const known = claims
      .flatMap(({ arrived, counts }): Known[] => {
        if (!counts) return [];
        const { journal, record, at } = counts;
        const died = diedInMemory(seen, counts);
        // What died in memory and was not taken is lost, as it may be.
        if (died && arrived === null) return [];
        return [{ journal, ...received(record, arrived), durableAt: at, arrived, diedInMemory: died }];
      })
      .sort((a, b) => a.durableAt - b.durableAt);
    return { plan, seen, known, claims };
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

/** Whether the board accepted no commands at some time from `from` to `to`, or said so. */
export const boardTrouble = (seen: GatewaySeen, from: number, to: number): boolean =>
  seen.boardTrouble.some((one) => one.from <= to && one.to >= from);
