import type { Clock } from '@door-access/protocol';
import type { Door } from './door.js';
import { isInput } from './door.notes.js';
import type { Driver, Terminal, TerminalName } from './drivers/driver.js';
import type { Log } from './log.js';
import type { RelayName } from './relay.rules.js';

export interface HardwareContext {
  /** Filled once the journal is open: what a driver says before is kept for them. */
  readonly doors: ReadonlyMap<number, Door>;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborts when the agent stops. */
  readonly signal: AbortSignal;
  readonly onChange: () => void;
}

const RETRY_MS = 1000;

/** The drivers of a gateway and the doors of each: opened, and tried again where they are missing; read until they answer. */
export class Hardware {
  readonly #context: HardwareContext;
  /** The terminals that each driver serves. */
  readonly #served = new Map<Driver, Terminal[]>();
  /** Why each driver that is not open is not. */
  readonly #troubles = new Map<Driver, string>();
  /** What each driver says of its terminals, by door and name. */
  readonly #faults = new Map<Driver, Map<string, string>>();
  /** Drivers of which the levels are asked for again. */
  readonly #unread = new Set<Driver>();

  constructor(context: HardwareContext) {
    this.#context = context;
  }

  get drivers(): Driver[] {
    return [...this.#served.keys()];
  }

  add(driver: Driver, door: number, terminal: TerminalName): void {
    this.#served.set(driver, [...(this.#served.get(driver) ?? []), { door, terminal }]);
  }

  /** Every relay that is there is safe once this resolves. */
  async open(): Promise<void> {
    await Promise.all(this.drivers.map((driver) => this.#open(driver)));
  }

  /** The doors begin with the hardware as it is; what is not there yet is opened later. */
  async serve(): Promise<void> {
    await Promise.all(
      this.drivers.map(async (driver) => {
        if (!this.#troubles.has(driver)) return this.#serve(driver);
        this.#reportTrouble(driver);
        void this.#openLater(driver);
      }),
    );
  }

  async close(): Promise<void> {
    const { log } = this.#context;
    for (const driver of this.drivers)
      await driver.close().catch((error) => log.warn(`hardware: ${(error as Error).message}`));
  }

  async #openLater(driver: Driver): Promise<void> {
    const { clock, signal, log } = this.#context;
    while (this.#troubles.has(driver)) {
      await clock.sleep(RETRY_MS, signal).catch(() => undefined);
      if (signal.aborted) return;
      await this.#open(driver);
      this.#reportTrouble(driver);
    }
    log.info('hardware: all is there now');
    await this.#serve(driver);
  }

  /** Why it is not open is logged unless it is what was said before. */
  async #open(driver: Driver): Promise<void> {
    const { doors, log, onChange } = this.#context;
    const faults = new Map<string, string>();
    this.#faults.set(driver, faults);
    try {
      await driver.open({
        onEdge: (edge) => doors.get(edge.door)?.rawEdge(edge),
        onMissedEdges: () => void this.#readLevels(driver),
        onCut: ({ door, relay }) => void doors.get(door)?.relayCut(relay),
        onFault: ({ door, terminal }, error) => {
          if (error === null) faults.delete(`${door}/${terminal}`);
          else faults.set(`${door}/${terminal}`, error);
          doors.get(door)?.setFault(terminal, error);
          onChange();
        },
        onNotice: (line) => {
          log.warn(`hardware: ${line}`);
          onChange();
        },
      });
      this.#troubles.delete(driver);
    } catch (error) {
      const { message } = error as Error;
      if (message !== this.#troubles.get(driver)) log.warn(`hardware: ${message}`);
      this.#troubles.set(driver, message);
    }
  }

  #reportTrouble(driver: Driver): void {
    const trouble = this.#troubles.get(driver);
    if (trouble === undefined) return;
    for (const { door, terminal } of this.#terminalsOf(driver)) door.setFault(terminal, trouble);
  }

  async #serve(driver: Driver): Promise<void> {
    const faults = this.#faults.get(driver);
    for (const { door, terminal } of this.#terminalsOf(driver))
      door.setFault(terminal, faults?.get(`${door.setup.door}/${terminal}`) ?? null);
    for (const [door, relays] of this.#relaysOf(driver)) await door.driveSafe(relays);
    await this.#readLevels(driver);
    this.#context.onChange();
  }

  #relaysOf(driver: Driver): Map<Door, RelayName[]> {
    const relays = new Map<Door, RelayName[]>();
    for (const { door, terminal } of this.#terminalsOf(driver))
      if (!isInput(terminal)) relays.set(door, [...(relays.get(door) ?? []), terminal]);
    return relays;
  }

  #terminalsOf(driver: Driver): { door: Door; terminal: TerminalName }[] {
    return (this.#served.get(driver) ?? []).flatMap(({ door: number, terminal }) => {
      const door = this.#context.doors.get(number);
      return door ? [{ door, terminal }] : [];
    });
  }

  /** Inputs that cannot be read are unknown, and read again until they can be. */
  async #readLevels(driver: Driver, said: string | null = null): Promise<void> {
    const { doors, clock, log, signal } = this.#context;
    try {
      for (const { door, input, active } of await driver.levels()) doors.get(door)?.readLevel(input, active);
      this.#unread.delete(driver);
    } catch (error) {
      const { message } = error as Error;
      if (message !== said) log.warn(`hardware: ${message}`);
      for (const { door, terminal } of this.#terminalsOf(driver))
        if (isInput(terminal)) door.setFault(terminal, message);
      // One such loop is enough.
      if (said === null && this.#unread.has(driver)) return;
      this.#unread.add(driver);
      const again = () => this.#readLevels(driver, message);
      void clock.sleep(RETRY_MS, signal).then(again, () => undefined);
    }
  }
}
