import type { Clock, JournalMessage, MovedTo } from '@door-access/protocol';
import { type Agent, createAgent } from '../../packages/gateway-agent/src/agent.js';
import type { DoorSetup } from '../../packages/gateway-agent/src/door.setup.js';
import { BenchHardware } from '../../packages/gateway-agent/src/drivers/bench.js';
import type { Driver } from '../../packages/gateway-agent/src/drivers/driver.js';
import { CloudRoute } from '../../packages/gateway-agent/src/link/route.js';
import {
  type Connect,
  RefusedError,
  type Wire,
  type WireRequest,
} from '../../packages/gateway-agent/src/link/wire.js';
import { SimulatedDisk } from './disk.js';
import { Cable, Path } from './network.js';
import type { Random } from './random.js';
import { ProcessClock, type Scheduler } from './scheduler.js';
import type { Connected, Service } from './service.js';

/** A gateway: a machine with a disk, a board with doors, a way to the service, and on it the real agent. */
export interface SiteOptions {
  scheduler: Scheduler;
  random: Random;
  gatewayId: string;
  secret: string;
  doors: DoorSetup[];
  /** The address of the service that the agent is configured with. */
  home: string;
  /** The service's process at an address now; null while there is none. */
  service: (address: string) => Service | null;
  watcher: SiteWatcher;
  /** Repeats of messages by the network, as QoS 1 allows: probability, and how late at the most (milliseconds). */
  repeats: () => { probability: number; latest: number };
}

export interface SiteWatcher {
  /** A relay of the board has moved. */
  onRelay(door: number, relay: 'strike' | 'hold', on: boolean): void;
  /** The board's levels have been read: from now on edges count. */
  onListening(): void;
  onBoot(boot: string, clock: ProcessClock): void;
  onDeath(how: 'killed' | 'power'): void;
  /** Records that are durable. */
  onDurable(journal: string, records: readonly string[]): void;
  /** A synced write took effect that began then. */
  onWritten(began: number): void;
  /** A journal message goes out, as far as the gateway knows. */
  onSent(message: JournalMessage): void;
  /** A message from the service, as the agent gets it. */
  onReceived(topic: string, payload: string, from: string): void;
  /** The disk lost what it had. */
  onDiskLost(): void;
}

const CONNECT_TIMEOUT_MS = 10_000;
const START_MS = 3_000;

export class Site {
  readonly path: Path;
  readonly hardware: BenchHardware;
  readonly disk: SimulatedDisk;
  agent: Agent | null = null;
  clock: ProcessClock | null = null;
  /** How far the machine's wall clock is off. */
  wallOffset = 0;
  /** While the board accepts no commands, or executes them and says that it did not; a restart mends it. */
  boardTrouble: { kind: 'refuses' | 'half'; until: number } | null = null;
  readonly #options: SiteOptions;
  /** As the agent's folder has it. */
  #home: string;
  readonly #relays = new Map<number, { strike: boolean; hold: boolean }>();
  readonly #cables = new Set<Cable>();
  #starting = 0;
  #boots = 0;
  #lastCommand: { topic: string; payload: string } | null = null;

  constructor(options: SiteOptions) {
    const { scheduler, random, doors, watcher } = options;
    this.#options = options;
    this.#home = options.home;
    this.path = new Path(scheduler, random.fork('path'));
    this.disk = new SimulatedDisk(scheduler, random.fork('disk'), watcher);
    this.hardware = new BenchHardware({
      clock: new ProcessClock(scheduler) as Clock,
      random: random.fork('bounces').fraction,
      doors: doors.map(({ door, contact, exitButton }) => ({
        door,
        contact,
        exitButton: exitButton !== null,
      })),
    });
    for (const { door } of doors) this.#relays.set(door, { strike: false, hold: false });
    this.hardware.watch(() => this.#lookAtRelays());
  }

  get isUp(): boolean {
    return this.agent !== null;
  }

  /** Power on, or the supervisor starts the agent again. */
  start(): void {
    if (this.agent) return;
    const { scheduler, random, gatewayId, secret, doors, watcher } = this.#options;
    const clock = new ProcessClock(scheduler, () => this.wallOffset);
    this.clock = clock;
    const chance = random.fork(`boot ${this.#boots++}`);
    const driver = this.#driverFor(clock);
    const log = { info: () => undefined, warn: () => undefined };
    const keep = ({ mqtt_url }: MovedTo) => {
      this.#home = mqtt_url;
    };
    const route = new CloudRoute({ home: new URL(this.#home), clock, log, keep });
    this.agent = createAgent({
      gatewayId,
      secret,
      doors,
      driverOf: () => driver,
      store: this.disk.homeFor(clock),
      connect: this.#connectFor(clock, route),
      wasAway: () => route.wasAway,
      border: () => route.border,
      log,
      version: '1.0.0',
      clock,
      random: chance.fraction,
      newId: chance.uuid,
    });
    route.lead(this.agent);
    watcher.onBoot(this.agent.boot, clock);
    const { agent } = this;
    agent.start().catch(() => {
      if (this.agent === agent) this.#die('killed');
    });
  }

  /** kill -9: the relays stay as they are, the system closes its connections. */
  kill(): void {
    if (!this.agent) return;
    for (const cable of this.#cables) cable.close('gateway');
    this.#die('killed');
    this.startLater(START_MS);
  }

  /** The machine loses its power: relays fall off, nothing is said, what was not on disk is gone. */
  losePower(milliseconds: number, wallOffset: number): void {
    for (const cable of this.#cables) cable.close('gateway', { heard: false });
    if (this.agent) this.#die('power');
    this.disk.losePower();
    void this.hardware.close();
    this.#lookAtRelays();
    this.wallOffset = wallOffset;
    this.startLater(milliseconds);
  }

  /** The newest command once more, as it was sent, on whatever connection there is. */
  repeatLastCommand(): void {
    if (this.#lastCommand) this.#onMessage(this.#lastCommand.topic, this.#lastCommand.payload);
  }

  startLater(milliseconds: number): void {
    const number = ++this.#starting;
    this.#options.scheduler.after(milliseconds, () => {
      if (number === this.#starting) this.start();
    });
  }

  #die(how: 'killed' | 'power'): void {
    this.agent?.kill();
    if (this.clock) this.clock.alive = false;
    this.agent = null;
    this.boardTrouble = null;
    this.#cables.clear();
    this.disk.kill();
    this.#options.watcher.onDeath(how);
  }

  #lookAtRelays(): void {
    for (const [door, known] of this.#relays) {
      const { strikeOn, holdOn } = this.hardware.view(door);
      for (const [relay, on] of [
        ['strike', strikeOn],
        ['hold', holdOn],
      ] as const) {
        if (known[relay] === on) continue;
        known[relay] = on;
        this.#options.watcher.onRelay(door, relay, on);
      }
    }
  }

  /** The board as one process sees it. */
  #driverFor(clock: ProcessClock): Driver {
    const { hardware } = this;
    const whileAlive = <T>(work: () => Promise<T>): Promise<T> =>
      clock.alive ? clock.guard(work()) : new Promise(() => undefined);
    return {
      open: (listener) =>
        whileAlive(() =>
          hardware.open({
            // Time stamps come from the machine's own monotonic clock.
            onEdge: (edge) => clock.alive && listener.onEdge({ ...edge, at: clock.monotonic() }),
            onMissedEdges: () => clock.alive && listener.onMissedEdges(),
          }),
        ),
      levels: () =>
        whileAlive(async () => {
          const levels = await hardware.levels();
          this.#options.watcher.onListening();
          return levels;
        }),
      setRelay: (door, relay, on) =>
        whileAlive(async () => {
          const trouble = this.boardTrouble;
          const fails = trouble !== null && this.#options.scheduler.now < trouble.until;
          if (!fails || trouble.kind === 'half') await hardware.setRelay(door, relay, on);
          if (fails) throw new Error('the board does not answer');
        }),
      close: () => whileAlive(() => hardware.close()),
    };
  }

  #connectFor(clock: ProcessClock, route: CloudRoute): Connect {
    return async (request, signal) => {
      const address = route.url.href;
      const cable = await clock.guard(this.#reach(address, signal));
      this.#cables.add(cable);
      return clock.guard(this.#establish(address, cable, request, signal));
    };
  }

  /** A TCP connection, or why there is none. */
  #reach(address: string, signal: AbortSignal): Promise<Cable> {
    const { scheduler, service } = this.#options;
    const { path } = this;
    return new Promise((resolve, reject) => {
      const began = scheduler.now;
      const attempt = () => {
        if (signal.aborted) return reject(signal.reason as Error);
        if (path.isCut || (service(address) === null && scheduler.now >= path.silentUntil('up')))
          return reject(new Error('connection refused'));
        const silent = Math.max(path.silentUntil('up'), path.silentUntil('down'));
        if (silent <= scheduler.now) return resolve(new Cable(scheduler, path));
        if (silent > began + CONNECT_TIMEOUT_MS)
          return void scheduler.at(began + CONNECT_TIMEOUT_MS, () =>
            reject(new Error('connecting took too long')),
          );
        scheduler.at(silent + 1, attempt);
      };
      scheduler.after(path.latency(), attempt);
    });
  }

  #establish(address: string, cable: Cable, request: WireRequest, signal: AbortSignal): Promise<Wire> {
    const { scheduler, service, watcher } = this.#options;
    return new Promise((resolve, reject) => {
      let failure: Error | null = null;
      const pending = new Set<(error: Error) => void>();
      let resolveClosed: (error: Error) => void = () => undefined;
      const closed = new Promise<Error>((resolveOnce) => {
        resolveClosed = resolveOnce;
      });
      const over = (reason: Error) => {
        failure ??= reason;
        this.#cables.delete(cable);
        reject(failure);
        for (const fail of pending) fail(failure);
        resolveClosed(failure);
      };
      const cut = () => {
        cable.close('gateway');
        over(new Error('the connection was cut'));
      };
      cable.gateway.onClose = () => over(new Error('the connection was closed'));
      signal.addEventListener('abort', cut, { once: true });
      void closed.then(() => signal.removeEventListener('abort', cut));
      scheduler.after(CONNECT_TIMEOUT_MS, () => {
        if (!established && !failure) cut();
      });
      let established = false;
      let living: Connected | null = null;
      const publish = (topic: string, payload: string, qos: 0 | 1) =>
        new Promise<void>((done, fail) => {
          if (!cable.gateway.open) return fail(failure ?? new Error('not connected'));
          if (qos === 1) pending.add(fail);
          if (topic.endsWith('/journal')) watcher.onSent(JSON.parse(payload));
          cable.send('up', () => {
            this.#arrive(address, living, topic, payload).then(
              () =>
                cable.send('down', () => {
                  pending.delete(fail);
                  done();
                }),
              // The broker drops a client whose publish it cannot take; its Will is fired.
              () => {
                if (cable.service.open) {
                  cable.close('service');
                  cable.service.onClose(false);
                }
              },
            );
            if (qos === 1) this.#repeatUp(address, topic, payload);
          });
          if (qos === 0) done();
        });
      const end = async () => {
        cable.close('gateway', { goodbye: true });
        over(new Error('the connection was closed'));
      };
      cable.send('up', () => {
        const now = service(address);
        if (!now) return cable.close('service');
        const onMessage = (topic: string, payload: string) => {
          const deliver = () => {
            if (!cable.gateway.open) return;
            watcher.onReceived(topic, payload, address);
            if (topic.endsWith('/command')) this.#lastCommand = { topic, payload };
            request.onMessage(topic, Buffer.from(payload));
          };
          deliver();
          this.#repeatDown(topic, payload);
        };
        this.#onMessage = (topic, payload) => {
          if (!cable.gateway.open) return;
          watcher.onReceived(topic, payload, address);
          request.onMessage(topic, Buffer.from(payload));
        };
        const { gatewayId, will } = request;
        void now.connect({ gatewayId, cable, will, onMessage }, request.secret).then((answer) => {
          if (typeof answer === 'string') {
            const error =
              answer === 'refused'
                ? new RefusedError('bad credentials')
                : new Error('the service is unavailable');
            cable.send('down', () => over(error));
            cable.close('service');
            return;
          }
          living = answer;
          // CONNACK, SUBSCRIBE and SUBACK in one go.
          cable.send('down', () => {
            established = true;
            resolve({ publish, closed, cut, end });
          });
        });
      });
    });
  }

  #onMessage: (topic: string, payload: string) => void = () => undefined;

  async #arrive(
    address: string,
    connection: Connected | null,
    topic: string,
    payload: string,
  ): Promise<void> {
    const service = this.#options.service(address);
    if (!service || !connection) return new Promise(() => undefined);
    return service.clock.guard(service.take(connection, topic, payload));
  }

  /** The same message once more, later, on whatever connection there is then. */
  #repeatUp(address: string, topic: string, payload: string): void {
    const { scheduler, random, repeats, service, gatewayId } = this.#options;
    const { probability, latest } = repeats();
    if (probability === 0 || !random.chance(probability) || topic.endsWith('/status')) return;
    scheduler.after(random.int(1, latest), () => {
      const now = service(address);
      const connection = now?.livingConnection(gatewayId);
      if (now && connection) void now.take(connection, topic, payload).catch(() => undefined);
    });
  }

  #repeatDown(topic: string, payload: string): void {
    const { scheduler, random, repeats } = this.#options;
    const { probability, latest } = repeats();
    if (probability === 0 || !random.chance(probability)) return;
    scheduler.after(random.int(1, latest), () => this.#onMessage(topic, payload));
  }
}
