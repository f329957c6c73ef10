import type { AlarmDraft } from '../doors/alarm.rules.js';
import type { CommandRow, Loaded, PlacedEvent } from '../doors/apply.types.js';
import { noChanges } from '../doors/rows.rules.js';
import type { Decided, DoorStore, DoorTransaction } from '../doors/store/port.js';

/*
 * The doors of the past: they begin as the site has them, unheard, live in memory, and keep what was decided. The rows of
 * the doors themselves are not touched, so that the past can be made while they are in use.
 */

/** Rows that one write has at most, so that their time of recording is near that of each. */
const TOGETHER = 200;

type Past = Pick<Decided, 'changes' | 'alarms' | 'now'>;

export class PastDoors implements Pick<DoorStore, 'transaction' | 'markSent'> {
  readonly #loaded: Loaded;
  readonly #commands: CommandRow[] = [];
  readonly #alarms: AlarmDraft[] = [];
  readonly #writes: Decided[] = [];
  #events: PlacedEvent[] = [];
  #last = 0;

  /** @param loaded rows of the site, which become the past's own */
  constructor(loaded: Loaded) {
    for (const gateway of loaded.gateways.values())
      Object.assign(gateway, {
        online: null,
        online_since: null,
        last_heard_at: null,
        session: null,
        connection: 0,
        offline_due_at: null,
        boot: null,
        birth_mono_ms: null,
        moved_from: null,
      });
    for (const door of loaded.doors.values())
      Object.assign(door, {
        contact: null,
        strike_on: false,
        hold_on: false,
        evidence: {},
        last_event_at: null,
        hold: null,
        // A schedule that is new is looked at at once.
        due_at: 0,
        online: null,
        session: null,
        last_heard_at: null,
      });
    for (const reader of loaded.readers.values())
      Object.assign(reader, {
        opened_at: null,
        person_id: null,
        key_id: null,
        due_at: null,
        last_event_at: null,
      });
    loaded.subscribed.clear();
    this.#loaded = loaded;
  }

  get loaded(): Loaded {
    return this.#loaded;
  }

  /** In the sequence of their requests. */
  get commands(): readonly CommandRow[] {
    return this.#commands;
  }

  get alarms(): readonly AlarmDraft[] {
    return this.#alarms;
  }

  /** What the database is to write, in its sequence. */
  written(): readonly Decided[] {
    this.#flush(this.#last);
    return this.#writes;
  }

  ask(command: CommandRow): void {
    this.#commands.push(command);
    this.#loaded.commands.set(command.id, command);
  }

  /** No record names it any more. */
  forget(command: CommandRow): void {
    this.#loaded.commands.delete(command.id);
  }

  async transaction<T>(work: (doors: DoorTransaction) => Promise<T>): Promise<T> {
    return work({
      load: async () => this.#loaded,
      takenTimes: async (events) => this.#takenBy(events),
      write: async (decided) => this.#keep(decided),
      findTarget: async () => undefined,
      insertCommand: async () => {},
    });
  }

  async markSent(): Promise<void> {}

  #keep({ changes, alarms, now }: Past): number {
    for (const door of this.#loaded.doors.values()) {
      const gateway = this.#loaded.gateways.get(door.gateway_id);
      door.online = gateway?.online ?? null;
      door.session = gateway?.session ?? null;
    }
    for (const [key, { gateway_id, journal, last_seq }] of changes.marks)
      this.#loaded.marks.set(key, { gateway_id, journal, last_seq });
    // An alarm is opened when it becomes known: it has a write of its own.
    if (alarms.length > 0) this.#flush(this.#last);
    this.#events.push(...changes.events);
    this.#alarms.push(...alarms);
    this.#last = now;
    if (alarms.length > 0 || this.#events.length >= TOGETHER) this.#flush(now, alarms);
    return 0;
  }

  #flush(now: number, alarms: readonly AlarmDraft[] = []): void {
    const events = this.#events;
    if (events.length === 0) return;
    this.#events = [];
    this.#writes.push({ changes: { ...noChanges(), events }, audits: [], alarms, isSubscribed: false, now });
  }

  #takenBy(events: readonly PlacedEvent[]) {
    const kept = [...this.#writes.flatMap(({ changes }) => changes.events), ...this.#events];
    return kept
      .filter((one) => events.some(({ lock_id, type }) => one.lock_id === lock_id && one.type === type))
      .map(({ lock_id, type, occurred_at: at }) => ({ lock_id, type, at }));
  }
}
