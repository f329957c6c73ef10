import { type DownChannel, parseUpTopic } from '@door-access/protocol';
import { type Config, readConfig } from '../../packages/cloud/src/config.js';
import type { Context } from '../../packages/cloud/src/context.js';
import type { Sender } from '../../packages/cloud/src/deliveries/send.js';
import { startDeliveryWorker } from '../../packages/cloud/src/deliveries/worker.js';
import { RESTART_GRACE_MS } from '../../packages/cloud/src/doors/presence.rules.js';
import { createIngest } from '../../packages/cloud/src/edge/ingest.js';
import { createUplink, type GatewayConnection, type Uplink } from '../../packages/cloud/src/edge/uplink.js';
import { Nudge } from '../../packages/cloud/src/nudge.js';
import { createDueWorker } from '../../packages/cloud/src/worker/due.js';
import { DOOR_DUTIES } from '../../packages/cloud/src/worker/duties.js';
import type { Database } from './database.js';
import type { Cable } from './network.js';
import type { Random } from './random.js';
import { ProcessClock, type Scheduler } from './scheduler.js';
import { memoryStores } from './stores.js';
import { nextDue } from './stores-doors.js';
import { giveGrace } from './stores-gateways.js';

/** What a gateway brings when it connects. */
export interface Login {
  gatewayId: string;
  cable: Cable;
  will: { topic: string; payload: string };
  onMessage: (topic: string, payload: string) => void;
}

/** One authenticated connection of a gateway, as the broker sees it. */
export interface Connected extends Login, GatewayConnection {
  gatewayId: string;
}

export interface Watcher {
  /** Sent to a gateway's living connection. */
  onSent(connection: Connected, channel: DownChannel, message: object): void;
  onConnected(connection: Connected): void;
  onDisconnected(connection: Connected): void;
  onStarted(): void;
  onLog(level: string, line: string, fields: unknown): void;
}

interface ServiceOptions {
  scheduler: Scheduler;
  database: Database;
  random: Random;
  watcher: Watcher;
  /** How far its wall clock is off. */
  clockOffset: () => number;
  senderFor: (clock: ProcessClock) => Sender;
}

const config: Config = readConfig({ LOG_LEVEL: 'silent' });
const LONGEST_LOOK_MS = 1_000;

/**
 * One run of the service's process: the product's uplink, ingest, apply, due work and deliveries, behind a simulated
 * broker that does what edge/broker.ts has Aedes do.
 */
export class Service {
  readonly clock: ProcessClock;
  readonly context: Context;
  readonly #options: ServiceOptions;
  readonly #uplink: Uplink;
  readonly #byGateway = new Map<string, Connected>();
  readonly #connections = new Set<Connected>();
  readonly #due: ReturnType<typeof createDueWorker>;
  #lookAt = Number.POSITIVE_INFINITY;
  #looking = false;

  constructor(options: ServiceOptions) {
    this.#options = options;
    const { scheduler, database, random, watcher } = options;
    this.clock = new ProcessClock(scheduler, options.clockOffset);
    const log = (level: string) => (fields: unknown, line: string) => watcher.onLog(level, line, fields);
    this.context = {
      config,
      clock: this.clock,
      ids: { uuid: random.uuid, bytes: (count: number) => Buffer.alloc(count, random.int(0, 255)) },
      log: { info: log('info'), warn: log('warn'), error: log('error'), debug: log('debug') },
      ...memoryStores(database, this.clock),
      pool: null,
      prisma: null,
      secrets: { open: () => 'secret', seal: () => Buffer.alloc(1), derive: () => Buffer.alloc(32) },
      downlink: {
        isConnected: (gatewayId: string, session: string) => this.#living(gatewayId, session) !== null,
        publish: async (gatewayId: string, session: string, channel: DownChannel, message: object) => {
          const connection = this.#living(gatewayId, session);
          if (!connection) throw new Error('the gateway is not connected here');
          await connection.greeted;
          return this.#send(connection, channel, message);
        },
      },
      nudge: new Nudge(),
      restores: database.tables.restores.map((restore) => ({
        ...restore,
        patient_until: this.clock.now() + RESTART_GRACE_MS,
      })),
    } as unknown as Context;
    this.#uplink = createUplink(this.context, createIngest(this.context));
    this.#due = createDueWorker(this.context, DOOR_DUTIES);
    startDeliveryWorker(this.context, { sender: options.senderFor(this.clock) });
    void this.#giveGrace();
    watcher.onStarted();
  }

  /** The process dies: nothing in it runs on, its connections break. Returns the connections it had. */
  die(): Connected[] {
    this.clock.alive = false;
    this.#options.database.forget(this.clock);
    const lost = [...this.#connections];
    for (const connection of lost) {
      connection.cable.service.onClose = () => undefined;
      connection.cable.close('service');
    }
    return lost;
  }

  /** CONNECT: the connection, or why it is refused. The one before it is displaced. */
  async connect(request: Login, secret: string): Promise<Connected | 'refused' | 'unavailable'> {
    let number: number | null;
    try {
      number = await this.#uplink.authenticate(request.gatewayId, Buffer.from(secret));
    } catch {
      return 'unavailable';
    }
    if (number === null) return 'refused';
    const connection: Connected = {
      ...request,
      number,
      session: null,
      isOpen: () => connection.cable.service.open,
      send: (channel, message) => this.#send(connection, channel, message),
      close: () => this.#drop(connection),
    };
    const before = this.#byGateway.get(request.gatewayId);
    this.#byGateway.set(request.gatewayId, connection);
    this.#connections.add(connection);
    this.#options.watcher.onConnected(connection);
    connection.cable.service.onClose = (goodbye) => this.#closed(connection, goodbye);
    if (before?.isOpen()) this.#drop(before);
    return connection;
  }

  /** A publish of a gateway; resolves when it may be acknowledged, rejects where the connection is dropped. */
  async take(connection: Connected | null, topicName: string, payload: string): Promise<void> {
    const topic = parseUpTopic(topicName);
    if (!topic || (connection && topic.gatewayId !== connection.gatewayId))
      throw new Error('a topic that is not its own');
    return this.#uplink.take(topic, connection, { topic: topicName, payload });
  }

  /** The connection on which a gateway lives, if any. */
  livingConnection(gatewayId: string): Connected | null {
    const connection = this.#byGateway.get(gatewayId);
    return connection?.cable.service.open ? connection : null;
  }

  /** Due rows may have changed: looks when the earliest is due, at the latest within a second as the worker does. */
  planDueWork(): void {
    if (!this.clock.alive || this.#looking) return;
    const next = nextDue(this.#options.database.tables);
    if (next === null) return;
    const { scheduler, random } = this.#options;
    const at = Math.max(next - this.#options.clockOffset(), scheduler.now + 1);
    if (at >= this.#lookAt) return;
    // A row written by another step is seen at the worker's next look, up to a second late.
    this.#wakeAt(
      at <= scheduler.now + LONGEST_LOOK_MS
        ? Math.max(at, scheduler.now + random.int(1, LONGEST_LOOK_MS))
        : at,
    );
  }

  #wakeAt(at: number): void {
    this.#lookAt = at;
    this.#options.scheduler.at(at, () => {
      if (this.#lookAt !== at || this.#looking || !this.clock.alive) return;
      this.#lookAt = Number.POSITIVE_INFINITY;
      this.#looking = true;
      this.#due.runDue().then(
        () => {
          this.#looking = false;
          this.planDueWork();
        },
        () => {
          this.#looking = false;
          this.#wakeAt(this.#options.scheduler.now + LONGEST_LOOK_MS);
        },
      );
    });
  }

  #living(gatewayId: string, session: string): Connected | null {
    const connection = this.livingConnection(gatewayId);
    return connection?.session === session ? connection : null;
  }

  async #send(connection: Connected, channel: DownChannel, message: object): Promise<void> {
    if (!connection.cable.service.open) throw new Error('the gateway is not connected or not subscribed');
    this.#options.watcher.onSent(connection, channel, message);
    const payload = JSON.stringify(message);
    connection.cable.send('down', () =>
      connection.onMessage(`gateways/${connection.gatewayId}/down/${channel}`, payload),
    );
  }

  #closed(connection: Connected, goodbye: boolean): void {
    const { gatewayId, will } = connection;
    if (!this.#connections.delete(connection)) return;
    if (this.#byGateway.get(gatewayId) === connection) this.#byGateway.delete(gatewayId);
    this.#options.watcher.onDisconnected(connection);
    const nothing = () => undefined;
    if (!goodbye) void this.take(connection, will.topic, will.payload).catch(nothing);
    void this.#uplink.lost(connection).catch(nothing);
  }

  #drop(connection: Connected): void {
    connection.cable.close('service');
    this.#closed(connection, false);
  }

  async #giveGrace(): Promise<void> {
    const until = new Date(this.clock.now() + RESTART_GRACE_MS);
    for (;;) {
      try {
        await giveGrace(this.#options.database, this.clock, until);
        return;
      } catch {
        await this.clock.sleep(1_000);
      }
    }
  }
}
