import { createHash } from 'node:crypto';
import type { JournalRecord, SessionMessage } from '@door-access/protocol';
import { followed } from './calendars.js';
import { connectionLost, Database } from './database.js';
import type { GatewayPlan, Layout } from './layout.js';
import type { GatewaySeen, Observed } from './observed.js';
import { Random } from './random.js';
import { Receivers } from './receivers.js';
import { Scheduler } from './scheduler.js';
import { type Connected, Service } from './service.js';
import { Site } from './site.js';

const SERVICE_START_MS = 0;
export const ADDRESS = 'mqtts://old.example:8883';

interface WorldOptions {
  database?: (scheduler: Scheduler) => Database;
  address?: string;
  /** Of the installation that is there already. */
  beside?: World;
}

/** Everything there is in one simulation, and all that is seen of it. */
export class World {
  readonly layout: Layout;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly database: Database;
  readonly receivers: Receivers;
  readonly sites: Site[];
  readonly seen: Observed;
  readonly address: string;
  /** Another installation, with services and a database of its own, and the same gateways. */
  other: World | null = null;
  service: Service | null = null;
  /** How far the service's wall clock is off. */
  serviceClockOffset = 0;
  repeats = { probability: 0, latest: 1 };
  /** The service dies at its next commit, before anyone hears of it. */
  crashAtCommit: (() => void) | null = null;
  databaseTrouble: { kind: 'pause' | 'refuse' | 'flaky'; until: number } | null = null;
  #serviceRuns = 0;
  #marksSeen = new Map<string, number>();

  constructor(
    seed: number | string,
    layout: Layout,
    { database, address = ADDRESS, beside }: WorldOptions = {},
  ) {
    this.layout = layout;
    this.address = address;
    this.scheduler = beside?.scheduler ?? new Scheduler(layout.start);
    this.random = new Random(`world ${seed}${beside ? ` ${address}` : ''}`);
    const { scheduler, random } = this;
    this.database = database?.(scheduler) ?? new Database(scheduler);
    this.receivers = beside?.receivers ?? new Receivers(scheduler, random.fork('receivers'));
    this.seen = beside?.seen ?? {
      gateways: layout.gateways.map(nothingSeen),
      marks: [],
      starts: [],
      crashes: [],
      modes: [],
      emergencies: [],
      maintenances: [],
      calendars: [],
      pauses: [],
      errors: [],
      done: [],
      garbage: 0,
    };
    this.#furnish();
    if (!beside) this.#furnishAccounts();
    const flaws = random.fork('database');
    this.database.isWell = () => scheduler.now >= (this.databaseTrouble?.until ?? 0);
    this.database.trouble = (step) => {
      const trouble = this.databaseTrouble;
      if (!trouble) return null;
      if (trouble.kind === 'pause') return { wait: trouble.until - scheduler.now };
      if (trouble.kind === 'refuse') return { error: connectionLost() };
      if (step === 'commit')
        return flaws.chance(0.5) ? { lostAnswer: connectionLost() } : { wait: flaws.int(1, 300) };
      return flaws.chance(0.15) ? { error: connectionLost() } : { wait: flaws.int(0, 50) };
    };
    this.database.onCommit = () => this.#onCommit();
    this.sites = beside?.sites ?? layout.gateways.map((plan) => this.#site(plan));
  }

  startService(): void {
    if (this.service) return;
    const { scheduler, database, random, receivers, seen } = this;
    this.service = new Service({
      scheduler,
      database,
      random: random.fork(`service ${this.#serviceRuns++}`),
      clockOffset: () => this.serviceClockOffset,
      senderFor: (clock) => receivers.senderFor(clock),
      watcher: {
        onSent: (connection, channel, message) => {
          if (channel === 'session')
            this.#of(connection).sent.push({ at: scheduler.now, message: message as SessionMessage });
        },
        onConnected: (connection) =>
          this.#of(connection).connections.push({
            number: connection.number,
            at: scheduler.now,
            ended: null,
          }),
        onDisconnected: (connection) => this.#ended(connection),
        onStarted: () => seen.starts.push(scheduler.now),
        onLog: (level, line, fields) => {
          if (level !== 'error') return;
          const error = (fields as { err?: Error }).err;
          seen.errors.push({ at: scheduler.now, line: `${line}: ${error?.stack ?? ''}` });
        },
      },
    });
  }

  crashService(downMs: number, strayWills: boolean): void {
    const { service, scheduler } = this;
    if (!service) return;
    this.service = null;
    this.seen.crashes.push(scheduler.now);
    const lost = service.die();
    for (const connection of lost) this.#ended(connection);
    scheduler.after(downMs + SERVICE_START_MS, () => this.startService());
    if (!strayWills) return;
    // Another broker finds the Wills and fires them, even if a gateway has come back since.
    for (const { will } of lost)
      scheduler.after(
        downMs + this.random.int(1_000, 60_000),
        () => void this.service?.take(null, will.topic, will.payload).catch(() => undefined),
      );
  }

  #of({ gatewayId }: { gatewayId: string }): GatewaySeen {
    const index = this.layout.gateways.findIndex(({ id }) => id === gatewayId);
    return this.seen.gateways[index] as GatewaySeen;
  }

  #ended(connection: Connected): void {
    const found = this.#of(connection).connections.find(({ number }) => number === connection.number);
    if (found) found.ended = this.scheduler.now;
  }

  #onCommit(): void {
    const { tables } = this.database;
    for (const key of tables.movedMarks) {
      const mark = tables.marks.get(key);
      if (!mark || this.#marksSeen.get(key) === mark.last_seq) continue;
      this.#marksSeen.set(key, mark.last_seq);
      const { gateway_id, journal, last_seq } = mark;
      this.seen.marks.push({ gateway: gateway_id, journal, to: last_seq, at: this.scheduler.now });
    }
    tables.movedMarks.clear();
    this.service?.planDueWork();
    const crash = this.crashAtCommit;
    if (!crash) return;
    this.crashAtCommit = null;
    // In the same instant, but behind the commit that is under way.
    queueMicrotask(crash);
  }

  #site(plan: GatewayPlan): Site {
    const { scheduler, random } = this;
    const seen = this.seen.gateways[plan.index] as GatewaySeen;
    const boot = () => seen.boots.at(-1);
    const site: Site = new Site({
      scheduler,
      random: random.fork(`site ${plan.index}`),
      gatewayId: plan.id,
      secret: plan.secret,
      doors: plan.locks.map(({ setup }) => setup),
      home: this.address,
      service: (address) => (this.other?.address === address ? this.other : this).service,
      repeats: () => this.repeats,
      watcher: {
        onRelay: (door, relay, on) => seen.doors.get(door)?.relays.push({ at: scheduler.now, relay, on }),
        onBoot: (id) =>
          seen.boots.push({ boot: id, started: scheduler.now, listening: null, died: null, how: null }),
        onListening: () => {
          const now = boot();
          if (now) now.listening ??= scheduler.now;
        },
        onDeath: (how) => Object.assign(boot() ?? {}, { died: scheduler.now, how }),
        onDurable: (journal, records) => {
          for (const json of records)
            seen.durable.push({ journal, record: JSON.parse(json) as JournalRecord, at: scheduler.now });
        },
        onWritten: (began) => seen.writes.push(began),
        onSent: ({ journal, records }) => {
          for (const record of records)
            seen.sentUp.push({ journal, record: record as JournalRecord, at: scheduler.now });
        },
        onDiskLost: () => seen.ruined.push(scheduler.now),
        onReceived: (topic, payload, from) => {
          const message = JSON.parse(payload);
          const at = { at: scheduler.now, boot: boot()?.boot ?? '', message };
          if (topic.endsWith('/session')) seen.sessions.push({ ...at, from });
          else seen.commands.push(at);
        },
      },
    });
    site.hardware.watch(() => {
      for (const { setup } of plan.locks) {
        const door = seen.doors.get(setup.door);
        const open = site.hardware.view(setup.door).leaf === 'open';
        if (door && (door.leaf.at(-1)?.open ?? false) !== open) door.leaf.push({ at: scheduler.now, open });
      }
    });
    return site;
  }

  #furnish(): void {
    const { tables } = this.database;
    tables.newId = this.random.fork('ids').uuid;
    tables.now = () => this.scheduler.now;
    for (const { id, account, name, timezone, ancestors } of this.layout.locations)
      tables.locations.set(id, { id, account_id: account, name, timezone, ancestors });
    for (const account of [1, 2]) {
      const locks = new Set(this.layout.locks.filter((lock) => lock.account === account).map(({ id }) => id));
      tables.apiKeys.set(account, { id: account, name: `key ${account}`, locks });
    }
    for (const { id, account, name, manager } of this.layout.keys)
      tables.keys.set(id, { id, account_id: account, location_id: account === 1 ? 1 : 3, name, manager });
  }

  #furnishAccounts(): void {
    const { tables } = this.database;
    for (const { id, secret, account, locks } of this.layout.gateways) {
      tables.gateways.set(id, {
        id,
        account_id: account,
        location_id: account === 1 ? 1 : 3,
        secret_hash: createHash('sha256').update(secret).digest('hex'),
        online: null,
        online_since: null,
        last_heard_at: null,
        session: null,
        connection: 0,
        offline_due_at: null,
        boot: null,
        birth_mono_ms: null,
        heartbeat: null,
        moved_from: null,
      });
      for (const lock of locks) {
        tables.locks.set(lock.id, {
          id: lock.id,
          account_id: account,
          location_id: lock.location,
          name: `lock ${lock.id}`,
          place: '',
          gateway_id: id,
          door: lock.setup.door,
          strike_ms: lock.strikeMs,
          left_open_ms: lock.leftOpenMs,
          toggle_policy: lock.togglePolicy,
          schedule: followed(this.layout, lock),
        });
        tables.doorStates.set(lock.id, {
          lock_id: lock.id,
          contact: null,
          contact_wired: false,
          exit_button_wired: false,
          hold_relay_wired: false,
          strike_on: false,
          hold_on: false,
          evidence: {},
          hold: null,
          last_event_at: null,
          due_at: null,
        });
      }
    }
    for (const { id, account, location, url, events } of this.layout.subscriptions)
      tables.subscriptions.set(id, {
        id,
        account_id: account,
        location_id: location,
        url,
        events,
        status: 'active',
        failing_since: null,
        last_delivery_at: null,
        created_at: this.layout.start,
      });
  }
}

const nothingSeen = ({ locks }: GatewayPlan): GatewaySeen => ({
  boots: [],
  durable: [],
  sentUp: [],
  writes: [],
  doors: new Map(locks.map(({ setup }) => [setup.door, { leaf: [], presses: [], relays: [] }])),
  sessions: [],
  commands: [],
  sent: [],
  connections: [],
  diskTrouble: [],
  boardTrouble: [],
  ruined: [],
});
