import type { Border, MovedTo } from '@door-access/protocol';
import type { EventDraft } from '../../packages/cloud/src/doors/evidence/door.rules.js';
import type { DoorState as KnownState } from '../../packages/cloud/src/doors/evidence/evidence.rules.js';
import type { Accounted, Hold } from '../../packages/cloud/src/doors/hold/hold.types.js';

/* Rows as the simulated database keeps them; times are Unix milliseconds. */

export interface Gateway {
  id: string;
  account_id: number;
  location_id: number;
  secret_hash: string;
  online: boolean | null;
  online_since: number | null;
  last_heard_at: number | null;
  session: string | null;
  connection: number;
  offline_due_at: number | null;
  boot: string | null;
  birth_mono_ms: number | null;
  heartbeat: unknown;
  moved_from: Border | null;
}

export interface Lock {
  id: number;
  account_id: number;
  location_id: number;
  name: string;
  place: string;
  gateway_id: string;
  door: number;
  strike_ms: number;
  left_open_ms: number;
  toggle_policy: string;
  schedule: unknown[];
}

export interface DoorState extends KnownState {
  lock_id: number;
  contact_wired: boolean;
  exit_button_wired: boolean;
  hold_relay_wired: boolean;
  hold: Hold | null;
  last_event_at: number | null;
  due_at: number | null;
}

export interface EventRow extends Omit<EventDraft, 'occurred_at'> {
  id: number;
  account_id: number;
  location_id: number;
  lock_id: number;
  occurred_at: number;
  gateway_id: string | null;
  journal_seq: number | null;
  /** When it was seen to be committed: the world's time, not the service's. */
  recorded_at: number;
  /** Locations that see it. */
  scope: number[];
}

export interface Command {
  id: string;
  account_id: number;
  lock_id: number;
  gateway_id: string;
  type: string;
  status: string;
  reason: string | null;
  requested_at: number;
  sent_at: number | null;
  confirmed_at: number | null;
  failed_at: number | null;
  expires_at: number;
  due_at: number | null;
  switched_at: number | null;
  api_key_id: number | null;
  key_id: number | null;
  user_id: string | null;
}

export interface Subscription {
  id: string;
  account_id: number;
  location_id: number;
  url: string;
  events: string[];
  status: string;
  failing_since: number | null;
  last_delivery_at: number | null;
  created_at: number;
}

export interface Delivery {
  id: string;
  subscription_id: string;
  event_type: string;
  event_id: string;
  status: string;
  attempt: number;
  response_status: number | null;
  last_error: string | null;
  next_attempt_at: number | null;
  lease_until: number | null;
  /** Of its lease. */
  shares: number;
  delivered_at: number | null;
  created_at: number;
  payload: unknown;
}

export interface Mark {
  gateway_id: string;
  journal: string;
  last_seq: number;
  /** Unix milliseconds. */
  updated_at: number;
}

export interface Gap extends Omit<Mark, 'last_seq' | 'updated_at'> {
  from_seq: number;
  to_seq: number;
  reported: boolean;
}

export class Tables {
  readonly gateways = new Map<string, Gateway>();
  readonly locks = new Map<number, Lock>();
  readonly doorStates = new Map<number, DoorState>();
  readonly locations = new Map<
    number,
    { id: number; account_id: number; name: string; timezone: string; ancestors: number[] }
  >();
  readonly apiKeys = new Map<number, { id: number; name: string; locks: Set<number> }>();
  readonly keys = new Map<
    number,
    { id: number; account_id: number; location_id: number; name: string; manager: boolean }
  >();
  readonly events: EventRow[] = [];
  /** Times taken, by lock and type: the unique index of the event table. */
  readonly #times = new Map<string, Set<number>>();
  readonly marks = new Map<string, Mark>();
  /** Marks that may have moved since the last look. */
  readonly movedMarks = new Set<string>();
  readonly gaps: Gap[] = [];
  /** How doors stood in emergencies that are over. */
  readonly accounted: (Accounted & { lock_id: number })[] = [];
  readonly commands = new Map<string, Command>();
  /** Commands that have a due time. */
  readonly openCommands = new Map<string, Command>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly deliveries = new Map<string, Delivery>();
  /** What waits, by subscription, in the order in which it is due. */
  readonly waiting = new Map<string, Delivery[]>();
  readonly leased = new Set<Delivery>();
  readonly quarantine: {
    id: number;
    gateway_id: string;
    topic: string;
    payload: Uint8Array;
    error: string;
  }[] = [];
  /** Where the gateways of an account are sent. */
  readonly moves = new Map<number, MovedTo>();
  /** Restores that were noted. */
  readonly restores: { taken_at: number; restored_at: number }[] = [];
  /** Ids, as identity columns and `gen_random_uuid()` give them. */
  nextId = 1;
  nextQuarantine = 1;
  now: () => number = () => 0;
  newId: () => string = () => {
    throw new Error('no source of ids');
  };
  #undo: (() => void)[] = [];
  readonly #locksOf = new Map<string, Lock[]>();

  /** Locks of a gateway; they do not change. */
  locksOf(gatewayId: string): readonly Lock[] {
    let found = this.#locksOf.get(gatewayId);
    if (!found) {
      found = [...this.locks.values()].filter(({ gateway_id }) => gateway_id === gatewayId);
      this.#locksOf.set(gatewayId, found);
    }
    return found;
  }

  timesOf(lockId: number, type: string): Set<number> {
    const key = `${lockId}/${type}`;
    const times = this.#times.get(key) ?? new Set();
    this.#times.set(key, times);
    return times;
  }

  /** How to take back what was just done. */
  undo(step: () => void): void {
    this.#undo.push(step);
  }

  commit(): void {
    if (this.#undo.length > 0) this.#undo = [];
  }

  rollback(): void {
    for (let step = this.#undo.pop(); step; step = this.#undo.pop()) step();
  }

  /** All rows of now; calling it puts them back, as often as one likes. No transaction may be open at either. */
  capture(): () => void {
    const { gateways, doorStates, subscriptions, marks, commands, deliveries } = this;
    const maps: Map<unknown, unknown>[] = [
      gateways,
      doorStates,
      subscriptions,
      marks,
      commands,
      deliveries,
    ] as never;
    const lists: unknown[][] = [this.events, this.gaps, this.accounted, this.quarantine, this.restores];
    const kept = structuredClone({ maps, lists, times: this.#times, nextId: this.nextId });
    return () => {
      const rows = structuredClone(kept);
      for (const [index, map] of maps.entries()) {
        map.clear();
        for (const [key, row] of rows.maps[index] ?? []) map.set(key, row);
      }
      for (const [index, list] of lists.entries()) list.splice(0, list.length, ...(rows.lists[index] ?? []));
      this.#times.clear();
      for (const [key, times] of rows.times) this.#times.set(key, times);
      this.nextId = rows.nextId;
      this.openCommands.clear();
      for (const row of commands.values()) if (row.due_at !== null) this.openCommands.set(row.id, row);
      this.waiting.clear();
      this.leased.clear();
      for (const row of deliveries.values()) this.#place(row);
    };
  }

  /** Changes fields of a row. */
  change<T extends object>(row: T, fields: Partial<T>): void {
    const before: Partial<T> = {};
    for (const name of Object.keys(fields) as (keyof T)[]) before[name] = row[name] as never;
    Object.assign(row, fields);
    this.undo(() => Object.assign(row, before));
  }

  insert<K, T>(table: Map<K, T>, key: K, row: T): void {
    table.set(key, row);
    this.undo(() => table.delete(key));
  }

  push<T>(table: T[], row: T): void {
    table.push(row);
    this.undo(() => table.pop());
  }

  /** Sets the fields of a delivery and keeps the order of what waits. */
  changeDelivery(row: Delivery, fields: Partial<Delivery>): void {
    const before = { ...row };
    this.#unplace(row);
    Object.assign(row, fields);
    this.#place(row);
    this.undo(() => {
      this.#unplace(row);
      Object.assign(row, before);
      this.#place(row);
    });
  }

  insertDelivery(row: Delivery): void {
    this.deliveries.set(row.id, row);
    this.#place(row);
    this.undo(() => {
      this.deliveries.delete(row.id);
      this.#unplace(row);
    });
  }

  #place(row: Delivery): void {
    if (row.lease_until !== null) this.leased.add(row);
    if (row.next_attempt_at === null) return;
    const list = this.waiting.get(row.subscription_id);
    if (list) list.splice(position(list, row), 0, row);
    else this.waiting.set(row.subscription_id, [row]);
  }

  #unplace(row: Delivery): void {
    this.leased.delete(row);
    if (row.next_attempt_at === null) return;
    const list = this.waiting.get(row.subscription_id) as Delivery[];
    list.splice(position(list, row), 1);
    if (list.length === 0) this.waiting.delete(row.subscription_id);
  }
}

/** Where a row stands, or would stand, in the order of due time and id. */
function position(list: Delivery[], row: Delivery): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(list[middle] as Delivery, row)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const isBefore = (a: Delivery, b: Delivery): boolean =>
  (a.next_attempt_at as number) < (b.next_attempt_at as number) ||
  (a.next_attempt_at === b.next_attempt_at && a.id < b.id);
