import { randomUUID } from 'node:crypto';
import type { Clock } from '@door-access/protocol';
import { Cable } from '../bench/cable.js';
import type { ConfiguredDoor, GatewayConfig } from '../config/config.js';
import { BenchHardware } from '../drivers/bench.js';
import { createDrivers } from '../drivers/create.js';
import type { Driver, DriverListener } from '../drivers/driver.js';
import { relayKey } from '../drivers/wiring.js';
import { mqttConnect, socketTo, trialOf } from '../link/wire.js';
import type { RelayName } from '../relay.rules.js';
import type { DoorFacts, StepState, TestEffect, TestInput } from './step-state.rules.js';

/* The environment of a door test: exclusive access to the hardware of one door, and a connection to the cloud. */

export interface Rig {
  /** The current levels. */
  facts(): DoorFacts;
  listen(take: (input: TestInput) => void): () => void;
  /** Switches, and reports it as an input; a failure is an input too. */
  perform(effect: TestEffect): Promise<void>;
  /** Does on simulated hardware what a person is asked to do; null if a person is needed. */
  readonly hand: ((state: StepState) => Promise<void>) | null;
  /** Releases the relays and the connection. */
  close(): Promise<void>;
}

export interface RigOptions {
  readonly config: GatewayConfig;
  readonly door: ConfiguredDoor;
  readonly clock: Clock;
  readonly random: () => number;
  readonly notice: (line: string) => void;
}

/** Short, so that a pulled cable shows while the person watches. */
const KEEPALIVE_SECONDS = 5;
const TRY_EVERY_MS = 1000;
const FIRST_CONNECTION_MS = 8000;
/** About as fast as a person's hand. */
const HAND_MS = 400;
const POWER_CUT_MS = 1500;

export async function openRig(options: RigOptions): Promise<Rig> {
  const { config, door, clock, notice } = options;
  const takers = new Set<(input: TestInput) => void>();
  const report = (input: TestInput) => {
    for (const take of takers) take(input);
  };
  const listener: DriverListener = {
    onEdge: (edge) => {
      if (edge.door === door.door)
        report({ kind: 'input', input: edge.input, active: edge.active, at: edge.at });
    },
    // The board is back after an outage of its own.
    onMissedEdges: () => report({ kind: 'power', up: true, at: clock.monotonic() }),
    onNotice: notice,
  };
  const hardware = openHardware(options);
  let drivers = hardware.make();
  await openAll(drivers.all, listener);
  const cable = new Cable(socketTo(config.cloudUrl, config.ca));
  const line = watchLine(config, cable, clock, (up) =>
    report({ kind: 'network', up, at: clock.monotonic() }),
  );
  const isSafe = door.wirings.some(({ relays }) => relays.some(({ failSafe }) => failSafe));

  async function perform(effect: TestEffect): Promise<void> {
    const relay = effect.kind === 'pulse' ? 'strike' : 'hold';
    const set = async (on: boolean, pulseMs?: number) => {
      const driver = drivers.of(relay);
      if (pulseMs !== undefined && driver.pulse) await driver.pulse(door.door, pulseMs);
      else await driver.setRelay(door.door, relay, on);
      report({ kind: 'relay', relay, on, at: clock.monotonic() });
    };
    try {
      if (effect.kind === 'hold') return await set(effect.on);
      await set(true, effect.milliseconds);
      await clock.sleep(effect.milliseconds);
      await set(false);
    } catch (error) {
      report({ kind: 'relay_failed', message: (error as Error).message, at: clock.monotonic() });
    }
  }

  async function hand({ step, phase }: StepState): Promise<void> {
    const board = drivers.of('strike') as BenchHardware;
    const answer = () => report({ kind: 'answer', yes: true, at: clock.monotonic() });
    await clock.sleep(HAND_MS);
    if (phase === 'asked') return answer();
    if (step === 'contact_open') board.force(door.door);
    else if (step === 'contact_close') board.pushClosed(door.door);
    else if (step === 'exit_button') {
      board.pressExit(door.door);
      await clock.sleep(HAND_MS);
      board.releaseExit(door.door);
    } else if (step === 'forced') {
      if (phase === 'push') board.force(door.door);
      else board.pushClosed(door.door);
    } else if (step === 'network') {
      if (phase === 'down') cable.plug();
      else cable.pull();
    } else if (step === 'power' && phase === 'waiting') {
      board.pushClosed(door.door);
      await board.close();
      report({ kind: 'power', up: false, at: clock.monotonic() });
      await clock.sleep(POWER_CUT_MS);
      drivers = hardware.make();
      await openAll(drivers.all, listener);
      report({ kind: 'power', up: true, at: clock.monotonic() });
    }
  }

  await line.firstTry;
  return {
    facts: () => ({
      contact: door.contact,
      exitButton: door.exitButton,
      strike: door.strike,
      hold: door.hold,
      lock: isSafe ? 'fail_safe' : 'fail_secure',
      network: line.isOnline() ? 'online' : 'offline',
    }),
    listen(take) {
      takers.add(take);
      return () => takers.delete(take);
    },
    perform,
    hand: door.driver === 'bench' ? hand : null,
    async close() {
      line.stop();
      await closeAll(drivers.all);
    },
  };
}

/** The hardware of one door; its terminals may share a driver. */
interface DoorDrivers {
  readonly all: readonly Driver[];
  of(relay: RelayName): Driver;
}

/** Simulated hardware cannot be opened twice, so a power cut takes a new one. */
function openHardware({ door, clock, random }: RigOptions): { make(): DoorDrivers } {
  const { door: number, contact, exitButton } = door;
  const bench = () => {
    const doors = [{ door: number, contact, exitButton: exitButton !== null }];
    const board = new BenchHardware({ clock, random, doors });
    return { all: [board], of: () => board };
  };
  const wired = () => {
    const drivers = createDrivers(door.wirings, clock);
    return {
      all: [...new Set(drivers.values())],
      of: (relay: RelayName) => required(drivers, number, relay),
    };
  };
  return { make: door.driver === 'bench' ? bench : wired };
}

function required(drivers: ReadonlyMap<string, Driver>, door: number, relay: RelayName): Driver {
  const driver = drivers.get(relayKey(door, relay));
  if (!driver) throw new Error(`no ${relay} relay is wired`);
  return driver;
}

/** Opens all of them, or closes those already opened. */
async function openAll(drivers: readonly Driver[], listener: DriverListener): Promise<void> {
  for (const [index, driver] of drivers.entries()) {
    try {
      await driver.open(listener);
    } catch (error) {
      await closeAll(drivers.slice(0, index)).catch(() => undefined);
      throw error;
    }
  }
}

/** Closes every one, even if another fails. */
async function closeAll(drivers: readonly Driver[]): Promise<void> {
  const closed = await Promise.allSettled(drivers.map((driver) => driver.close()));
  const failed = closed.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}

/** A connection with the gateway's own credential, tried again for as long as the test lasts. */
function watchLine(config: GatewayConfig, cable: Cable, clock: Clock, onChange: (up: boolean) => void) {
  const stopping = new AbortController();
  const connect = mqttConnect(cable.openSocket, KEEPALIVE_SECONDS);
  let online = false;
  let tried = () => {};
  const firstTry = Promise.race([
    new Promise<void>((resolve) => {
      tried = resolve;
    }),
    clock.sleep(FIRST_CONNECTION_MS, stopping.signal).catch(() => undefined),
  ]);
  void (async () => {
    while (!stopping.signal.aborted) {
      const wire = await connect(trialOf(config, randomUUID()), stopping.signal).catch(() => null);
      if (wire) {
        online = true;
        onChange(true);
        tried();
        stopping.signal.addEventListener('abort', () => wire.cut(), { once: true });
        await wire.closed;
        online = false;
        onChange(false);
      }
      tried();
      await clock.sleep(TRY_EVERY_MS, stopping.signal).catch(() => undefined);
    }
  })();
  return { firstTry, isOnline: () => online, stop: () => stopping.abort(new Error('the test is over')) };
}
