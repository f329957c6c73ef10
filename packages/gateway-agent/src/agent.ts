import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import {
  type Birth,
  type Border,
  type Clock,
  type DoorReport,
  type Heartbeat,
  PROTOCOL_VERSION,
  type SessionMessage,
  systemClock,
} from '@door-access/protocol';
import { Commands } from './commands.js';
import { Door } from './door.js';
import { type DoorSetup, terminalsOf } from './door.setup.js';
import type { Driver, TerminalName } from './drivers/driver.js';
import { Hardware } from './hardware.js';
import { healthOf } from './health.js';
import { Journal, type JournalChange } from './journal/journal.js';
import type { StoreHome } from './journal/store.js';
import type { Restated } from './link/connection.js';
import { Link, type LinkState } from './link/link.js';
import type { Moved } from './link/route.rules.js';
import type { Connect } from './link/wire.js';
import type { Log } from './log.js';
import { CorrectedClock } from './time.js';
import type { Vitals } from './vitals.js';

export interface AgentOptions {
  readonly gatewayId: string;
  readonly secret: string;
  readonly doors: readonly DoorSetup[];
  /** The driver of a terminal of a door; one driver may serve many terminals. */
  readonly driverOf: (door: DoorSetup, terminal: TerminalName) => Driver;
  readonly store: StoreHome;
  readonly connect: Connect;
  readonly log: Log;
  /** The agent's version, as the birth reports it. */
  readonly version: string;
  readonly clock?: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly newId?: () => string;
  readonly vitals?: () => Vitals;
  /** Records kept for an absent cloud. */
  readonly maxRecords?: number;
  /** Days for which acknowledged records are kept; 0 keeps none. */
  readonly keepDays?: number;
  /** For a service: a credential that never worked is tried again too, instead of an exit and a restart at once. */
  readonly keepsTrying?: boolean;
  /** The last connection failed at an address that the cloud had named, and the next one goes to the gateway's own. */
  readonly wasAway?: () => boolean;
  /** What the birth carries from the installation that sent the gateway to another one. */
  readonly border?: () => Border | null;
}

export type AgentChange =
  | JournalChange
  | { readonly type: 'link'; readonly state: LinkState }
  /** A session message came; `movedTo` is where the cloud says that it has moved to. */
  | { readonly type: 'session'; readonly movedTo: Moved | null; readonly isFirst: boolean }
  /** An input or a relay of a door. */
  | { readonly type: 'door' }
  /** Hardware was opened, lost or found again. */
  | { readonly type: 'hardware' }
  /** The broker refused a credential that never worked: the agent has given up. */
  | { readonly type: 'refused' };

export type Agent = InstanceType<typeof GatewayAgent>;
export const createAgent = (options: AgentOptions): Agent => new GatewayAgent(options);

/** This note exists once the gateway has had a session: its credential was right. */
const MET = 'met';

/** One gateway: edges up, commands down. */
class GatewayAgent {
  readonly #options: AgentOptions;
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #time: CorrectedClock;
  readonly #boot: string;
  readonly #doors = new Map<number, Door>();
  readonly #hardware: Hardware;
  readonly #watchers = new Set<(change: AgentChange) => void>();
  readonly #stopping = new AbortController();
  /** Set by `start`. */
  #journal!: Journal;
  #link!: Link;
  #commands!: Commands;
  /** Resolves once all hardware is opened or found missing, and every reachable relay is safe. */
  readonly doorsReady: Promise<void>;
  #onDoorsReady: () => void = () => undefined;
  #started = false;
  #startedAt = 0;
  #fresh = false;
  #saidRefused = false;
  /** The last reported health of boards, guard and disk. */
  #health = '';

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#newId = options.newId ?? randomUUID;
    this.#time = new CorrectedClock(this.#clock);
    this.#boot = this.#newId();
    // Each missing board waits for this signal.
    setMaxListeners(0, this.#stopping.signal);
    this.#hardware = new Hardware({
      doors: this.#doors,
      clock: this.#clock,
      log: options.log,
      signal: this.#stopping.signal,
      onChange: () => {
        this.#lookAtHealth();
        this.#emit({ type: 'hardware' });
      },
    });
    this.doorsReady = new Promise((resolve) => {
      this.#onDoorsReady = resolve;
    });
  }

  get gatewayId(): string {
    return this.#options.gatewayId;
  }

  get boot(): string {
    return this.#boot;
  }

  get linkState(): LinkState {
    return this.#started ? this.#link.state : 'offline';
  }

  get session(): string | null {
    return this.#started ? this.#link.session : null;
  }

  get journalId(): string {
    return this.#journal.id;
  }

  /** Records that the cloud has not acknowledged. */
  get journalDepth(): number {
    return this.#started ? this.#journal.depth : 0;
  }

  /** True if this start created the journal: it holds no data yet. */
  get fresh(): boolean {
    return this.#fresh;
  }

  reports(): DoorReport[] {
    return [...this.#doors.values()].map((door) => door.report());
  }

  /** Milliseconds until the strike of a door goes off; null while it is off. */
  pulseLeft(door: number): number | null {
    const until = this.#doors.get(door)?.relays.pulseUntil ?? null;
    return until === null ? null : Math.max(0, until - this.#clock.monotonic());
  }

  /** Pulses the strike from the bench page; the journal records the cause. @throws if the hardware fails */
  async pulseStrike(number: number, milliseconds: number): Promise<void> {
    const door = this.#doors.get(number);
    if (!door) throw new Error(`there is no door ${number}`);
    await new Promise<void>((resolve, reject) => {
      void door.unlock(milliseconds, 'bench', null, ({ outcome, detail }) =>
        outcome === 'confirmed' ? resolve() : reject(new Error(detail ?? outcome)),
      );
    });
  }

  /** Marks a door as under test for this time: the cloud raises no alarms for it meanwhile. 0 ends the test. */
  markTest(door: number, milliseconds: number): void {
    this.#doors.get(door)?.reportTest(milliseconds);
  }

  /** Calls the listener at every change until the returned function is called. */
  watch(watcher: (change: AgentChange) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /**
   * Relays safe first, whatever the disk does; then the journal, the levels, the cloud. Fails where another agent has
   * the journal: where one may have it, the journal is opened before anything moves, as the relays are that agent's.
   */
  async start(): Promise<void> {
    const { store, doors, driverOf } = this.#options;
    this.#startedAt = this.#clock.monotonic();
    const mayBeTaken = store.isInUse();
    if (mayBeTaken) await this.#openJournal();
    for (const setup of doors)
      for (const terminal of terminalsOf(setup))
        this.#hardware.add(driverOf(setup, terminal), setup.door, terminal);
    await this.#hardware.open();
    if (!mayBeTaken) {
      await this.#openJournal().catch(async (error) => {
        await this.#hardware.close();
        throw error;
      });
    }
    this.#fresh = this.#journal.lastSeq === 0 && this.#journal.notes('').length === 0;
    this.#commands = new Commands({
      journal: this.#journal,
      doors: this.#doors,
      time: this.#time,
      boot: this.#boot,
    });
    this.#link = this.#createLink();
    this.#started = true;
    for (const setup of doors) this.#addDoor(setup);
    await this.#hardware.serve();
    this.#onDoorsReady();
    this.#commands.answerInterrupted();
    this.#link.start();
  }

  async #openJournal(): Promise<void> {
    const { store, log, maxRecords, keepDays, gatewayId } = this.#options;
    this.#journal = await Journal.open({
      home: store,
      clock: this.#clock,
      newId: this.#newId,
      log,
      stamp: () => ({ boot: this.#boot, ...this.#time.stamp() }),
      onChange: (change) => this.#onJournal(change),
      owner: gatewayId,
      ...(maxRecords === undefined ? {} : { maxRecords }),
      ...(keepDays === undefined ? {} : { keepDays }),
    });
  }

  /** Relays safe, a clean goodbye, the journal closed. */
  async stop(): Promise<void> {
    if (!this.#started || this.#stopping.signal.aborted) return;
    this.#stopping.abort(new Error('the agent stops'));
    for (const door of this.#doors.values()) {
      door.stop();
      await door.driveSafe();
    }
    await this.#link.stop();
    await this.#hardware.close();
    await this.#journal.close();
  }

  /** Stops as a dying process would: no relay moves, nothing is said, what is not on disk is lost. */
  kill(): void {
    this.#stopping.abort(new Error('the agent was killed'));
    for (const door of this.#doors.values()) door.stop();
    if (!this.#started) return;
    this.#journal.kill();
    this.#link.kill();
  }

  /** Ends the connection with a goodbye and connects anew at once: to another address. */
  reconnect(): void {
    this.#link.reconnect();
  }

  /** Connects now instead of at the end of a back-off. */
  reconnectNow(): void {
    this.#link.retryNow();
  }

  #addDoor(setup: DoorSetup): void {
    const driverOf = (terminal: TerminalName) => this.#options.driverOf(setup, terminal);
    const door = new Door(setup, {
      driverOf,
      clock: this.#clock,
      time: this.#time,
      boot: this.#boot,
      log: this.#options.log,
      append: (records, notes) => void this.#journal.append(records, notes),
      note: (name) => this.#journal.note(name),
      onChange: () => this.#emit({ type: 'door' }),
    });
    this.#doors.set(setup.door, door);
  }

  #createLink(): Link {
    const { gatewayId, secret, connect, random, log } = this.#options;
    return new Link({
      gatewayId,
      secret,
      connect,
      random,
      log,
      journal: this.#journal,
      clock: this.#clock,
      newId: this.#newId,
      birth: (session) => this.#birth(session),
      heartbeat: (session) => this.#heartbeat(session),
      onSession: (message, how) => this.#onSession(message, how),
      onCommand: (command) => this.#commands.take(command, this.#link.session),
      onState: (state) => this.#emit({ type: 'link', state }),
      onRefused: () => this.#onRefused(),
    });
  }

  #birth(session: string): Birth {
    const border = this.#options.border?.();
    return {
      v: PROTOCOL_VERSION,
      session,
      online: true,
      boot: this.#boot,
      agent: this.#options.version,
      ...this.#time.stamp(),
      doors: this.reports(),
      ...(border ? { moved_from: border } : {}),
    };
  }

  #heartbeat(session: string): Heartbeat {
    this.#commands.forgetOld();
    const { at, clock } = this.#time.stamp();
    const vitals = this.#options.vitals?.();
    return {
      v: PROTOCOL_VERSION,
      session,
      at,
      uptime_s: Math.round((this.#clock.monotonic() - this.#startedAt) / 1000),
      journal_depth: this.#journal.depth,
      clock,
      rss_mb: vitals?.rss_mb ?? 0,
      temp_c: vitals?.temp_c ?? null,
      health: {
        ...vitals?.health,
        disk_refuses: this.#journal.refusing,
        ...healthOf(this.#hardware.drivers),
      },
    };
  }

  #onSession(
    { now, holds, doors, journals, moved_to }: SessionMessage,
    { isFirst, askedAt }: Restated,
  ): void {
    this.#time.correct(Date.parse(now), askedAt);
    this.#journal.cloudHas(journals, isFirst);
    if (!this.#journal.note(MET)) void this.#journal.append([], [{ key: MET, value: 'yes' }]);
    this.#commands.forgetOld();
    for (const { door, strike_ms } of doors) this.#doors.get(door)?.setStrikeMs(strike_ms);
    this.#commands.takeHolds(holds);
    for (const door of this.#doors.values()) {
      // A periodic snapshot repairs the state if an edge was missed.
      door.reportSnapshot();
    }
    this.#emit({ type: 'session', movedTo: moved_to ?? null, isFirst });
  }

  /** A secret that never worked is a mistake in the configuration; one that worked was revoked, and the doors go on. */
  #onRefused(): boolean {
    const met = this.#journal.note(MET) !== undefined;
    const { log, gatewayId, keepsTrying = false, wasAway } = this.#options;
    // Its own cloud has not refused it.
    if (wasAway?.()) return true;
    if (!met && !keepsTrying) {
      this.#emit({ type: 'refused' });
      return false;
    }
    if (!this.#saidRefused)
      log.warn(
        `link: the cloud ${met ? 'no longer accepts' : 'refuses'} gateway ${gatewayId}: pair it again (door-agent pair) and start it anew; ` +
          'until then the doors work, the journal is kept, and the cloud is asked again, once a minute at most',
      );
    this.#saidRefused = true;
    return true;
  }

  /** The cloud gets a change of boards, guard or disk by the next heartbeat, which does not wait for its minute. */
  #lookAtHealth(): void {
    const health = JSON.stringify([this.#journal?.refusing, healthOf(this.#hardware.drivers)]);
    if (health !== this.#health) this.#link?.beatSoon();
    this.#health = health;
  }

  #onJournal(change: JournalChange): void {
    if (change.type === 'disk') this.#lookAtHealth();
    // The lost records may contain edges: snapshots follow the gap.
    const isFresh = change.type === 'durable' || change.type === 'sent';
    if (isFresh && change.entries.some(({ json }) => json.includes('"kind":"gap"'))) {
      for (const door of this.#doors.values()) door.reportSnapshot();
    }
    this.#emit(change);
  }

  #emit(change: AgentChange): void {
    if (change.type === 'link' && change.state === 'online') this.#saidRefused = false;
    for (const watcher of this.#watchers) watcher(change);
  }
}
