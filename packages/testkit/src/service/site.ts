import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  applySite,
  type Cloud,
  listBenchGateways,
  readConfig,
  readSiteFile,
  startCloud,
  type Work,
} from '@door-access/cloud/embed';
import type { Asks, Plan, Started } from '../types.js';
import { SiteClock } from './clock.js';
import type { Databases } from './database.js';
import { SEEN_WITHIN_MS, SiteGateway } from './gateway.js';
import { Network } from './network.js';
import { siteOf } from './site-file.js';

/* The whole site in one process: the service, its gateways, their doors, and one clock that only the test moves. */

type Handlers = {
  [Name in keyof Asks]: (...given: Parameters<Asks[Name]>) => Promise<ReturnType<Asks[Name]>>;
};

/** In real time: what goes on inside one machine has come to rest long before. */
const REST_WITHIN_MS = 30_000;
const NEVER = Number.POSITIVE_INFINITY;

interface PlacedDoor {
  gateway: SiteGateway;
  door: number;
  name: string;
}

export class Site implements Handlers {
  readonly #stops: (() => Promise<unknown> | unknown)[] = [];
  readonly #databases: Databases;
  readonly #announce: (now: number) => Promise<void>;
  readonly #gateways: SiteGateway[] = [];
  readonly #doors = new Map<number, PlacedDoor>();
  #clock!: SiteClock;
  #network!: Network;
  #work!: Work;
  #nextDue = NEVER;
  /** One thing at a time moves the clock. */
  #turn: Promise<unknown> = Promise.resolve();

  /** @param announce resolves when the test knows the time */
  constructor(databases: Databases, announce: (now: number) => Promise<void>) {
    this.#databases = databases;
    this.#announce = announce;
  }

  async start(plan: Plan): Promise<Started> {
    const { startAt, answerWithin, settings, siteFile } = plan;
    this.#clock = new SiteClock(startAt);
    const folder = mkdtempSync(path.join(tmpdir(), 'door-access-site-'));
    this.#stops.push(() => rmSync(folder, { recursive: true, force: true }));
    const database = await this.#databases.open();
    this.#stops.push(() => database.drop());
    const config = readConfig({
      PORT: '0',
      MQTT_PORT: '0',
      LOG_LEVEL: 'silent',
      WEBHOOK_ALLOW_PRIVATE: 'on',
      DATABASE_ALLOW_LOSS: 'on',
      ...settings,
      DATA_DIR: folder,
      DATABASE_URL: database.url,
    });
    const now = () => this.#clock.now;
    const serviceName = config.SERVICE_NAME;
    this.#network = new Network({ now, announce: this.#announce, answerWithin, serviceName });
    const cloud = await startCloud(config, {
      clock: this.#clock.loose,
      isDriven: true,
      isFurnished: true,
      throughNetwork: this.#network.through,
    });
    this.#stops.push(() => cloud.stop());
    this.#work = cloud.work as Work;
    const file = siteFile === null ? siteOf(plan, now()) : await readSiteFile(siteFile, now());
    // What a new service has to do first does not wait for the doors.
    const [{ result }] = await Promise.all([applySite(cloud.context, file), this.#work.runDue()]);
    const apiKey = Object.values(result.api_keys)[0]?.token;
    if (apiKey === undefined) throw new Error('siteFile: give it an entry in api_keys, for site.apiKey');
    const secrets = new Map(Object.values(result.gateways).map(({ id, secret }) => [id, secret]));
    await this.#startGateways(cloud, secrets, folder);
    await this.#rest();
    database.prepareNext();
    return {
      url: cloud.baseUrl,
      apiKey,
      now: now(),
      doors: [...this.#doors].map(([id, { name, gateway }]) => ({ id, name, gateway: gateway.name })),
      gateways: this.#gateways.map(({ name }) => name),
    };
  }

  async #startGateways(
    { context, mqttUrl }: Cloud,
    secrets: ReadonlyMap<string, string | undefined>,
    folder: string,
  ): Promise<void> {
    for (const { id, name, doors } of await listBenchGateways(context)) {
      const secret = secrets.get(id) ?? '';
      const gateway = new SiteGateway({ id, secret, name, mqttUrl, clock: this.#clock, folder, doors });
      this.#gateways.push(gateway);
      for (const { door, name, lock_id } of doors) this.#doors.set(lock_id, { gateway, door, name });
      // Before the service, which is thus notified that they go.
      this.#stops.push(() => gateway.stop());
      await gateway.start();
    }
  }

  door(id: number, act: 'press' | 'force' | 'open' | 'close'): Promise<number> {
    return this.#alone(async () => {
      const { gateway, door, name } = this.#door(id);
      const { hardware } = gateway;
      if (act === 'press') return gateway.press(door, (milliseconds) => this.#move(milliseconds));
      if (act === 'force') hardware.force(door);
      if (act === 'close') hardware.pushClosed(door);
      if (act === 'open' && !hardware.pullOpen(door))
        throw new Error(`${name} is locked: unlock it, press() the exit button first, or force() it`);
      await this.#move(SEEN_WITHIN_MS);
    });
  }

  async view(id: number) {
    const { gateway, door } = this.#door(id);
    return gateway.view(door);
  }

  async unlocked(id: number) {
    await this.settled();
    const { gateway, door } = this.#door(id);
    return gateway.unlocked(door);
  }

  link(name: string, act: 'cut' | 'restore'): Promise<number> {
    return this.#alone(async () => {
      const gateway = this.#gateways.find((one) => one.name === name);
      if (!gateway) throw new Error(`There is no gateway ${name}: ${this.#gateways.map((one) => one.name)}.`);
      if (act === 'cut') gateway.cutLink();
      else gateway.restoreLink();
      await this.#rest();
    });
  }

  advance(milliseconds: number): Promise<number> {
    return this.#alone(async () => {
      await this.#network.releaseHeld();
      await this.#move(milliseconds);
    });
  }

  settled(): Promise<number> {
    return this.#alone(() => this.#rest());
  }

  async fate(fate: Parameters<Asks['fate']>[0]): Promise<null> {
    this.#network.next(fate);
    return null;
  }

  async sent() {
    await this.settled();
    return this.#network.sent;
  }

  async stop(): Promise<null> {
    const stopped = new AbortController();
    void this.#clock?.run(stopped.signal);
    for (let last = this.#stops.pop(); last; last = this.#stops.pop()) await last();
    stopped.abort();
    return null;
  }

  /** @returns the time after it */
  #alone(work: () => Promise<void>): Promise<number> {
    const turn = this.#turn.then(work).then(() => this.#clock.now);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #move(milliseconds: number): Promise<void> {
    const end = this.#clock.now + milliseconds;
    // What a test has just called for by HTTP happens before the time moves.
    await this.#rest();
    for (;;) {
      const stop = Math.min(this.#clock.nextStop, this.#nextDue);
      if (stop > end) break;
      const before = this.#activity();
      this.#clock.moveTo(stop);
      await turns();
      if (stop >= this.#nextDue || this.#activity() !== before || !this.#isSettled()) await this.#rest();
    }
    this.#clock.moveTo(end);
    await this.#rest();
  }

  /** Until nothing goes on any more that does not wait for a time. */
  async #rest(): Promise<void> {
    const patience = AbortSignal.timeout(REST_WITHIN_MS);
    this.#clock.look();
    for (;;) {
      const before = this.#activity();
      this.#nextDue = (await this.#work.nextAt()) ?? NEVER;
      const isDue = this.#nextDue <= this.#clock.now;
      if (isDue) await this.#work.runDue();
      while (!this.#isSettled() || !(await this.#work.isSettled())) {
        if (patience.aborted) throw new Error('The site does not come to rest: a gateway does not answer.');
        for (const gateway of this.#gateways) gateway.keepLink();
        await turns();
      }
      await this.#work.delivered();
      if (!isDue && this.#activity() === before) return;
    }
  }

  #isSettled(): boolean {
    return this.#gateways.every((gateway) => gateway.isSettled);
  }

  #activity(): number {
    return this.#gateways.reduce((sum, { activity }) => sum + activity, this.#network.sent.length);
  }

  #door(id: number): PlacedDoor {
    const found = this.#doors.get(id);
    if (!found) throw new Error(`There is no door with the lock ${id} at this site.`);
    return found;
  }
}

/** All that started in promises, and what the sockets of this process hold, has had its turn. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
};
