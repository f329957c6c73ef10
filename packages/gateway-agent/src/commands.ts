import type { CommandMessage, SessionMessage } from '@door-access/protocol';
import {
  type CommandResult,
  INTERRUPTED,
  isForgotten,
  judgeCommand,
  type SeenCommand,
} from './command.rules.js';
import type { Door } from './door.js';
import type { Journal, NewRecord } from './journal/journal.js';
import type { HoldWish } from './relay.rules.js';
import type { CorrectedClock } from './time.js';

export interface CommandsContext {
  readonly journal: Journal;
  readonly doors: ReadonlyMap<number, Door>;
  readonly time: CorrectedClock;
  readonly boot: string;
}

/** Begins the name of the note on a command id. */
const NOTE = 'command/';
const NO_DOOR: CommandResult = { outcome: 'device_missing', detail: 'no such door is configured' };

/** Commands down: each is judged, carried out at most once, and answered by a result in the journal. */
export class Commands {
  readonly #context: CommandsContext;

  constructor(context: CommandsContext) {
    this.#context = context;
  }

  /** `session` is the current one, null before its session message. */
  take(command: CommandMessage, session: string | null): void {
    const { time } = this.#context;
    const facts = { seen: this.#seen(command.id), session, now: time.latest(), metAt: time.metAt };
    const verdict = judgeCommand(command, facts);
    if (verdict.act === 'run') this.#run(command);
    else if (verdict.act !== 'ignore') this.#answer(command.id, command.door, verdict.result);
  }

  /** The holds of a session message: the cloud's whole truth, so a door not named is off. */
  takeHolds(holds: SessionMessage['holds']): void {
    const { doors } = this.#context;
    for (const { command_id, door: number, ...wish } of holds) {
      const conclude = (result: CommandResult) => this.#answer(command_id, number, result);
      const door = doors.get(number);
      if (door) void door.hold(holdWish(wish), command_id, 'session', conclude);
      else conclude(NO_DOOR);
    }
    const named = new Set(holds.map(({ door }) => door));
    for (const [number, door] of doors) if (!named.has(number)) void door.endHold();
  }

  /** Commands that an earlier process began and did not finish. */
  answerInterrupted(): void {
    for (const [name, value] of this.#context.journal.notes(NOTE)) {
      const { door, result } = JSON.parse(value) as SeenCommand;
      if (!result) this.#answer(name.slice(NOTE.length), door, INTERRUPTED);
    }
  }

  /** Uses the cloud's time only: after a start the machine's own clock may be years off. */
  forgetOld(): void {
    const { journal, time } = this.#context;
    if (!time.synced) return;
    const now = time.at();
    const old = journal.notes(NOTE).filter(([, value]) => isForgotten(JSON.parse(value) as SeenCommand, now));
    void journal.append(
      [],
      old.map(([key]) => ({ key, value: null })),
    );
  }

  #run(command: CommandMessage): void {
    const { doors, journal } = this.#context;
    const door = doors.get(command.door);
    const conclude = (result: CommandResult) => this.#answer(command.id, command.door, result);
    if (!door) {
      conclude(NO_DOOR);
      return;
    }
    // The door does not wait for the disk: in this process the note in memory prevents a second run, and another runs
    // nothing that this one can have had. The note shares the write of the result, unless the hardware takes its time.
    void journal.append([], [this.#note(command.id, command.door, null)]);
    const { id, expires_at } = command;
    if (command.type === 'unlock') void door.unlock(command.strike_ms, 'command', id, conclude, expires_at);
    else void door.hold(holdWish(command), id, 'command', conclude, expires_at);
  }

  #answer(commandId: string, door: number, result: CommandResult): void {
    const { journal, time, boot } = this.#context;
    const { outcome, detail = null } = result;
    const fields = { door, kind: 'result', command_id: commandId, outcome, detail } as const;
    const record: NewRecord = { boot, ...time.stamp(), ...fields };
    void journal.append([record], [this.#note(commandId, door, result)]);
  }

  #note(id: string, door: number, result: CommandResult | null) {
    const seen: SeenCommand = { at: this.#seen(id)?.at ?? this.#context.time.at(), door, result };
    return { key: NOTE + id, value: JSON.stringify(seen) };
  }

  #seen(id: string): SeenCommand | undefined {
    const note = this.#context.journal.note(NOTE + id);
    return note === undefined ? undefined : (JSON.parse(note) as SeenCommand);
  }
}

const holdWish = (wish: { on: boolean; release_at: string | null; version: number }): HoldWish => ({
  on: wish.on,
  releaseAt: wish.release_at === null ? null : Date.parse(wish.release_at),
  version: wish.version,
});
