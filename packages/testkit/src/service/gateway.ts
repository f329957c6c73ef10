import { randomUUID } from 'node:crypto';
import path from 'node:path';
import {
  type Agent,
  BenchHardware,
  type Connect,
  createAgent,
  type DoorSetup,
  levelStore,
  mqttConnect,
  socketTo,
  type Wire,
} from '@door-access/gateway-agent';
import { type JournalRecord, upTopic } from '@door-access/protocol';
import type { DoorView, Unlocked } from '../types.js';
import type { SiteClock } from './clock.js';

/* A gateway of the site: the real agent on simulated doors, connected over MQTT by a link that can be cut. */

export interface GatewaySetup {
  id: string;
  secret: string;
  name: string;
  mqttUrl: string;
  clock: SiteClock;
  /** For its journal. */
  folder: string;
  doors: readonly { door: number; name: string; strike_ms: number }[];
}

/** Often enough to stay online (45 minutes), and seldom enough that a week is short. */
const HEARTBEAT_EVERY_MS = 40 * 60_000;
const CONTACT_DEBOUNCE_MS = 50;
const BUTTON_DEBOUNCE_MS = 20;
/** Longer than the debounce of every input. */
export const SEEN_WITHIN_MS = 100;
const PRESS_MS = 200;

export class SiteGateway {
  readonly name: string;
  readonly hardware: BenchHardware;
  readonly #setup: GatewaySetup;
  readonly #agent: Agent;
  readonly #unlocked = new Map<number, Unlocked[]>();
  #wire: Wire | null = null;
  #isCut = false;
  /** Messages that are not acknowledged. */
  #underWay = 0;
  #lastHeartbeat = Number.NEGATIVE_INFINITY;
  /** Counts what goes over the link, and what the journal takes. */
  activity = 0;

  constructor(setup: GatewaySetup) {
    const { id, secret, clock, folder } = setup;
    this.#setup = setup;
    this.name = setup.name;
    const doors = setup.doors.map(setupOf);
    this.hardware = new BenchHardware({
      clock: clock.exact,
      // Contacts do not bounce.
      random: () => 0,
      doors: doors.map(({ door, contact }) => ({ door, contact, exitButton: true })),
    });
    this.#agent = createAgent({
      gatewayId: id,
      secret,
      doors,
      driverOf: () => this.hardware,
      store: levelStore(path.join(folder, id)),
      connect: this.#connectBy(mqttConnect(socketTo(new URL(setup.mqttUrl), null))),
      log: { info: () => {}, warn: () => {} },
      version: 'testkit',
      clock: clock.exact,
      random: () => 0.5,
      newId: () => randomUUID(),
    });
    this.#agent.watch((change) => {
      if (change.type !== 'durable') return;
      this.activity += 1;
      for (const { json } of change.entries) this.#note(JSON.parse(json));
    });
  }

  start(): Promise<void> {
    return this.#agent.start();
  }

  stop(): Promise<void> {
    return this.#agent.stop();
  }

  /** Nothing is on its way to the cloud, as far as the link goes. */
  get isSettled(): boolean {
    if (this.#isCut) return true;
    return this.#underWay === 0 && this.#agent.linkState === 'online' && this.#agent.journalDepth === 0;
  }

  cutLink(): void {
    this.#isCut = true;
    this.#wire?.cut();
  }

  restoreLink(): void {
    this.#isCut = false;
    this.#agent.reconnectNow();
  }

  /** A busy machine may miss keepalives: the next attempt to connect would wait for the site's clock. */
  keepLink(): void {
    if (!this.#isCut && this.#agent.linkState === 'offline') this.#agent.reconnectNow();
  }

  /** Presses the exit button, and lets go of it. */
  async press(door: number, passes: (milliseconds: number) => Promise<void>): Promise<void> {
    this.hardware.pressExit(door);
    await passes(PRESS_MS);
    this.hardware.releaseExit(door);
    await passes(SEEN_WITHIN_MS);
  }

  unlocked(door: number): readonly Unlocked[] {
    return this.#unlocked.get(door) ?? [];
  }

  view(door: number): DoorView {
    const { leaf, latched, strikeOn, holdOn } = this.hardware.view(door);
    return { isOpen: leaf === 'open', isLocked: !strikeOn && !holdOn, latched, strikeOn, holdOn };
  }

  #note(record: JournalRecord): void {
    if (record.kind !== 'relay' || !record.on) return;
    const { door, relay, cause, command_id, at } = record;
    const known = this.#unlocked.get(door) ?? [];
    this.#unlocked.set(door, [...known, { at, relay, cause, command_id }]);
  }

  #connectBy(connect: Connect): Connect {
    const heartbeats = upTopic(this.#setup.id, 'heartbeat');
    return async (request, signal) => {
      if (this.#isCut) throw new Error('the link is cut');
      const wire = await connect(
        {
          ...request,
          onMessage: (topic, payload) => {
            this.activity += 1;
            request.onMessage(topic, payload);
          },
        },
        signal,
      );
      this.#wire = wire;
      this.#lastHeartbeat = Number.NEGATIVE_INFINITY;
      return {
        ...wire,
        publish: async (topic, payload, qos) => {
          const isHeartbeat = topic === heartbeats;
          if (isHeartbeat && !this.#isHeartbeatDue()) return;
          this.activity += 1;
          this.#underWay += 1;
          // The acknowledgement of a heartbeat says that the service has it, before the clock moves on.
          await wire.publish(topic, payload, isHeartbeat ? 1 : qos).finally(() => {
            this.#underWay -= 1;
          });
        },
      };
    };
  }

  #isHeartbeatDue(): boolean {
    const { now } = this.#setup.clock;
    if (now - this.#lastHeartbeat < HEARTBEAT_EVERY_MS) return false;
    this.#lastHeartbeat = now;
    return true;
  }
}

const setupOf = ({ door, name, strike_ms }: GatewaySetup['doors'][number]): DoorSetup => ({
  door,
  name,
  contact: { debounceMs: CONTACT_DEBOUNCE_MS, normally: 'closed' },
  exitButton: { debounceMs: BUTTON_DEBOUNCE_MS },
  strike: true,
  hold: true,
  strikeMs: strike_ms,
  exitReleases: false,
});
