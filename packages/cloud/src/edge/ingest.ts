import type { Clock } from '@door-access/protocol';
import type { Context } from '../context.js';
import { apply } from '../doors/apply.js';
import type { ApplyInput } from '../doors/apply.types.js';
import { createRhythm, type Rhythm } from './rhythm.js';

/**
 * Group commit over many gateways: what has come in while one transaction runs goes into the next, in order per
 * gateway, so that a handful of statements carries however many records there are. `submit` resolves when its input is
 * committed with all that follows from it; while the database is away it waits.
 */
export interface IngestItem {
  gatewayId: string;
  work: { input: ApplyInput; raw: { topic: string; payload: Uint8Array } } | { quarantine: Quarantined };
  /** False once the acknowledgement has no recipient any more: the gateway sends the message again. */
  isWanted: () => boolean;
  /** It is committed, and was not set aside. */
  onTaken?: (() => void) | undefined;
}

export interface Quarantined {
  topic: string;
  payload: Uint8Array;
  error: string;
  /** Drawn before the write, so that a write whose answer was lost is not made twice. */
  number?: number;
  kept?: boolean;
}

interface Waiting extends IngestItem {
  resolve: () => void;
  reject: (reason: unknown) => void;
}

export interface Ingest {
  submit(item: IngestItem): Promise<void>;
  /** Someone waits for this gateway's answer: for some seconds its messages go before those of the others. */
  prefer(gatewayId: string): void;
  /** Messages set aside since the start. */
  readonly quarantined: number;
  /** Waits for running writes; queued messages stay unacknowledged and come again. */
  stop(): Promise<void>;
}

/**
 * Gateways that are ready, of one kind of message: a crowd of births does not hold up the records of those online, and
 * neither holds up what someone waits for.
 */
interface Lane {
  readonly groupsAtOnce: number;
  /** Of groups that are not full. */
  readonly rhythm: Rhythm;
  running: number;
  /** By the oldest message that waits. */
  readonly ready: Set<string>;
  /** The gateways of the last group. */
  last: ReadonlySet<string>;
}

const SET_BACK = 'the database was set back: the gateway connects anew and sends what is missing';
const MAX_MESSAGES_IN_A_GROUP = 64;
/** Records, or other messages: more of them save little. */
const FULL_GROUP = 64;
/** A group with all that waits would leave nothing for the other, and one core of the database idle. */
const MAX_RECORDS_IN_A_GROUP = 2_000;
/** At most one connection's chunk of packets waits here; no gateway sends more than this. */
const MAX_WAITING_PER_GATEWAY = 1_000;
const RETRY_AFTER_MS = 500;
/** A heartbeat by itself costs twenty times of one among many, and no one waits for it. */
const PACE_OF_HEARTBEATS_MS = 250;
/** A record by itself costs five times of one among twenty; those that someone waits for do not wait for others. */
const PACE_OF_RECORDS_MS = 50;
/** Births, and ends of connections. A crowd has 64 of them in work (`pace.ts`), which a longer pace would hold up. */
const PACE_OF_PRESENCE_MS = 20;
/** As long as a command may be under way, and its answer. */
const PREFERRED_MS = 10_000;
/** Keeps the newest of a gateway's messages set aside, so that a broken one cannot fill the disk. */
const MAX_IN_QUARANTINE = 1_000;

/** @param wireClock the time of connections, whatever time the service has */
export function createIngest(context: Context, wireClock: Clock = context.clock): Ingest {
  const queues = new Map<string, Waiting[]>();
  const stopping = new AbortController();
  const createLane = (groupsAtOnce: number, paceMs: number): Lane => ({
    groupsAtOnce,
    rhythm: createRhythm(wireClock, paceMs, stopping.signal),
    running: 0,
    ready: new Set(),
    last: new Set(),
  });
  /** Two groups at a time keep both the database and this process busy. */
  const records = createLane(2, PACE_OF_RECORDS_MS);
  const presence = createLane(1, PACE_OF_PRESENCE_MS);
  const heartbeats = createLane(1, PACE_OF_HEARTBEATS_MS);
  const awaited = createLane(2, 0);
  const lanes = [awaited, records, presence, heartbeats];
  /** Until when, by the monotonic clock; the oldest first. */
  const preferred = new Map<string, number>();
  const busy = new Set<string>();
  const running = new Set<Promise<void>>();
  let quarantined = 0;

  function submit({ gatewayId, work, isWanted, onTaken }: IngestItem): Promise<void> {
    return new Promise((resolve, reject) => {
      if (stopping.signal.aborted) return reject(new Error('the service is stopping'));
      const queue = queues.get(gatewayId) ?? [];
      if (queue.length >= MAX_WAITING_PER_GATEWAY)
        return reject(new Error('too many messages wait for this gateway'));
      queue.push({ gatewayId, work, isWanted, onTaken, resolve, reject });
      queues.set(gatewayId, queue);
      if (!busy.has(gatewayId)) enter(queue, gatewayId);
      pump();
    });
  }

  function pump(): void {
    if (stopping.signal.aborted) return;
    for (const lane of lanes) {
      while (hasWork(lane) && (lane.rhythm.isDue() || isComplete(lane))) begin(lane);
      if (hasWork(lane)) lane.rhythm.whenDue(pump);
    }
  }

  function begin(lane: Lane): void {
    const group = takeGroup(lane);
    const gateways = new Set(group.map((item) => item.gatewayId));
    lane.running++;
    lane.last = gateways;
    lane.rhythm.begun();
    const run = commit(group).finally(() => {
      running.delete(run);
      lane.running--;
      for (const gatewayId of gateways) release(gatewayId);
      pump();
    });
    running.add(run);
  }

  const laneOf = ([oldest, next]: readonly Waiting[]): Lane => {
    if (oldest && isPreferred(oldest.gatewayId)) return awaited;
    if (!oldest || !('input' in oldest.work) || oldest.work.input.kind !== 'presence') return records;
    // What comes behind a heartbeat does not wait for others.
    return oldest.work.input.input.kind === 'heartbeat' && !next ? heartbeats : presence;
  };

  /** A gateway waits in one lane: two would take it twice, which mixes its messages or leaves it busy for ever. */
  function enter(queue: readonly Waiting[], gatewayId: string): void {
    const lane = laneOf(queue);
    for (const other of lanes) if (other !== lane) other.ready.delete(gatewayId);
    lane.ready.add(gatewayId);
  }

  const hasWork = ({ running, groupsAtOnce, ready }: Lane): boolean =>
    running < groupsAtOnce && ready.size > 0;

  /** Nothing more is waited for: the group is full, or only gateways of the last one have more to say. */
  function isComplete({ ready, last }: Lane): boolean {
    let size = 0;
    let areSame = true;
    for (const gatewayId of ready) {
      areSame &&= last.has(gatewayId);
      for (const item of queues.get(gatewayId) ?? []) {
        size += recordsOf(item);
        if (size >= FULL_GROUP) return true;
      }
    }
    return areSame;
  }

  function prefer(gatewayId: string): void {
    const now = context.clock.monotonic();
    for (const [oldest, until] of preferred) {
      if (until > now) break;
      preferred.delete(oldest);
    }
    preferred.delete(gatewayId);
    preferred.set(gatewayId, now + PREFERRED_MS);
    // What of it waits already is before its answer.
    for (const lane of [records, presence, heartbeats])
      if (lane.ready.delete(gatewayId)) awaited.ready.add(gatewayId);
    pump();
  }

  const isPreferred = (gatewayId: string): boolean =>
    (preferred.get(gatewayId) ?? 0) > context.clock.monotonic();

  /** As much as fits; a gateway is in one group at a time, which keeps its messages in order. */
  function takeGroup({ ready }: Lane): Waiting[] {
    const group: Waiting[] = [];
    let size = 0;
    for (const gatewayId of ready) {
      const queue = queues.get(gatewayId) ?? [];
      ready.delete(gatewayId);
      busy.add(gatewayId);
      do {
        const item = queue.shift();
        if (!item) break;
        group.push(item);
        size += recordsOf(item);
        if (group.length >= MAX_MESSAGES_IN_A_GROUP || size >= MAX_RECORDS_IN_A_GROUP) return group;
      } while (queue.length > 0);
    }
    return group;
  }

  function release(gatewayId: string): void {
    busy.delete(gatewayId);
    const queue = queues.get(gatewayId);
    if (queue?.length) enter(queue, gatewayId);
    else queues.delete(gatewayId);
  }

  async function commit(group: Waiting[]): Promise<void> {
    let left = group;
    while (left.length > 0) {
      left = left.filter(isStillWanted);
      try {
        const began = context.clock.monotonic();
        const setBack = await write(left);
        report(left, context.clock.monotonic() - began);
        await callersAnswered();
        for (const item of left) {
          const input = 'input' in item.work ? item.work.input : null;
          if (input && setBack.has(input)) item.reject(new Error(SET_BACK));
          else {
            if (input) item.onTaken?.();
            item.resolve();
          }
        }
        return;
      } catch (error) {
        if (stopping.signal.aborted) return abandon(left);
        if (isAboutData(error) && left.length > 1) {
          // One of these messages cannot be stored; alone, each shows whether it is the one.
          for (const item of left) await commit([item]);
          return;
        }
        if (isAboutData(error)) left = left.map((item) => setAside(item, error));
        else {
          context.log.error({ err: error }, 'database away: acknowledgements wait');
          await context.clock.sleep(RETRY_AFTER_MS, stopping.signal).catch(() => {});
          if (stopping.signal.aborted) return abandon(left);
        }
      }
    }
  }

  function report(group: readonly Waiting[], milliseconds: number): void {
    const { metrics, traces } = context;
    if (!metrics && !traces) return;
    const records = group.reduce((sum, item) => sum + journalRecords(item), 0);
    metrics?.committed({ records, seconds: milliseconds / 1_000 });
    traces?.ended({
      name: 'ingest group',
      kind: 'internal',
      milliseconds,
      hasFailed: false,
      attributes: { 'door.messages': group.length, 'door.records': records },
    });
  }

  /** Returns the inputs that were not taken, because the database has been set back since. */
  async function write(items: Waiting[]): Promise<ReadonlySet<ApplyInput>> {
    const inputs = items.flatMap((item) => ('input' in item.work ? [item.work.input] : []));
    const applied = inputs.length > 0 ? await apply(context, inputs) : null;
    const refused = applied?.refused;
    if (applied?.setBack.size) context.log.warn(SET_BACK);
    for (const item of items) {
      const reason = 'input' in item.work ? refused?.get(item.work.input) : undefined;
      // Stored on the item itself, because it may have to be written again.
      if ('input' in item.work && reason !== undefined)
        item.work = { quarantine: { ...item.work.raw, error: reason } };
      const { gatewayId, work } = item;
      if ('quarantine' in work && !work.quarantine.kept) await keep(gatewayId, work.quarantine);
    }
    return applied?.setBack ?? new Set();
  }

  async function keep(gatewayId: string, message: Quarantined): Promise<void> {
    const { topic, payload, error } = message;
    message.number ??= await context.gateways.drawNumber();
    await context.gateways.setAside({
      number: message.number,
      gateway_id: gatewayId,
      topic,
      payload,
      error: error.slice(0, 1000),
      received_at: new Date(context.clock.now()),
    });
    message.kept = true;
    quarantined += 1;
    context.metrics?.quarantined();
    context.log.warn({ gateway: gatewayId, topic, reason: error }, 'message set aside');
    await context.gateways.prune(gatewayId, MAX_IN_QUARANTINE);
  }

  const isStillWanted = (item: Waiting): boolean => {
    if (item.isWanted()) return true;
    item.reject(new Error('the connection is gone'));
    return false;
  };

  const setAside = (item: Waiting, error: unknown): Waiting =>
    'input' in item.work
      ? {
          ...item,
          work: { quarantine: { ...item.work.raw, error: `cannot be stored: ${(error as Error).message}` } },
        }
      : item;

  const abandon = (items: Waiting[]): void => {
    for (const item of items) item.reject(new Error('the service is stopping'));
  };

  return {
    submit,
    prefer,
    get quarantined() {
      return quarantined;
    },
    async stop() {
      stopping.abort(new Error('the service is stopping'));
      await Promise.allSettled(running);
      for (const queue of queues.values()) abandon(queue);
      queues.clear();
    },
  };
}

const journalRecords = ({ work }: IngestItem): number =>
  'input' in work && work.input.kind === 'journal' ? work.input.records.length : 0;

const recordsOf = (item: IngestItem): number => journalRecords(item) || 1;

/** SQLSTATE classes 22 (data) and 23 (constraint): the message is at fault, not the database. */
const isAboutData = (error: unknown): boolean =>
  /^2[23]/.test(String((error as { code?: unknown } | null)?.code));

/** Those who wait for what was committed come before its acknowledgement, which no person waits for. */
const callersAnswered = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));
