import type { Birth, GapRecord, IncomingRecord, RelayRecord, ResultRecord } from '@door-access/protocol';
import type {
  ApplyInput,
  Changes,
  DoorRow,
  Fault,
  GatewayRow,
  HeartbeatNews,
  Loaded,
  ReaderRow,
  Surroundings,
} from './apply.types.js';
import type { Cause } from './cause.rules.js';
import { type CommandInput, decideCommand } from './command.rules.js';
import { type Denial, decideDenied } from './denied.rules.js';
import { accessGranted, decideDoor, type EventDraft, eventDraft } from './evidence/door.rules.js';
import { faultIn, type Opening } from './evidence/evidence.rules.js';
import { withoutHeld } from './evidence/press.rules.js';
import { isProbe } from './hold/emergency.rules.js';
import { decideHold, noHold } from './hold/hold.rules.js';
import type { HoldInput } from './hold/hold.types.js';
import { jumpIn } from './jump.rules.js';
import { type MaintenanceInput, maintenanceDue } from './maintenance.rules.js';
import { earliest, type Moment, momentOf, type Occurred } from './moment.rules.js';
import { actedUponUntil, come, judgedElsewhere, markKnown } from './moved.rules.js';
import { decidePresence, type PresenceInput } from './presence.rules.js';
import { decideReader } from './reader.rules.js';
import { isKnownAlarm, judgedLater, type Restore, wasActedUpon } from './restore.rules.js';
import { armedBy, become, maintain, muteWithin, noChanges, placed, takeReport } from './rows.rules.js';

/* What a group of inputs means, given the rows that were loaded for it: pure, but that it works on those rows. */

export const doorKey = (gatewayId: string, door: number): string => `${gatewayId}/${door}`;
export const markKey = (gatewayId: string, journal: string): string => `${gatewayId}/${journal}`;

export function decideAll(loaded: Loaded, inputs: readonly ApplyInput[], around: Surroundings): Changes {
  const changes = noChanges();
  const decision = new Decision(loaded, changes, around);
  for (const input of inputs) decision.take(input);
  return changes;
}

/** Runs the rules over the loaded rows, input by input, and gathers what changes. */
class Decision {
  readonly #loaded: Loaded;
  readonly #changes: Changes;
  readonly #around: Surroundings;
  readonly #now: number;
  readonly #restores: readonly Restore[];
  /** Of the record under way: until when the installation before has acted upon it; null where it has not had it. */
  #knownUntil: number | null = null;

  constructor(loaded: Loaded, changes: Changes, around: Surroundings) {
    this.#loaded = loaded;
    this.#changes = changes;
    this.#around = around;
    this.#now = around.now;
    this.#restores = around.restores ?? [];
  }

  take(input: ApplyInput): void {
    switch (input.kind) {
      case 'command':
        this.#command(input.command_id, input.input, null, { at: this.#now });
        return;
      case 'door':
      case 'denied':
      case 'maintenance': {
        const door = this.#loaded.doorsByLock.get(input.lock_id);
        if (!door) return;
        if (input.kind === 'door') this.#look(door, input.input);
        else if (input.kind === 'denied') this.#denied(door, input.denial);
        else this.#maintain(door, input.input);
        return;
      }
      case 'presence':
      case 'journal': {
        const gateway = this.#loaded.gateways.get(input.gateway_id);
        // A gateway removed meanwhile has nothing left to say.
        if (gateway && input.kind === 'presence') this.#presence(gateway, input.input, input.heartbeat);
        else if (gateway && input.kind === 'journal') this.#journal(gateway, input);
        return;
      }
      case 'report': {
        const reader = this.#loaded.readers.get(input.lock_id);
        if (!reader) return;
        const facts = { now: this.#now, left_open_ms: reader.left_open_ms, grace_ms: input.grace_ms };
        const { state, effects } = decideReader(reader, input.report, facts);
        Object.assign(reader, state);
        this.#changes.readers.add(reader);
        this.#emit(reader, effects, null);
      }
    }
  }

  /** The door's time has come, or what is wanted of it has changed. */
  #look(door: DoorRow, input: HoldInput): void {
    const { opening } = door.evidence;
    const later =
      judgedLater(this.#restores, opening?.at ?? null, this.#now) ??
      judgedElsewhere(door, this.#loaded, this.#now);
    if (opening?.left_open_due_at && later !== null)
      door.evidence = { ...door.evidence, opening: { ...opening, left_open_due_at: later } };
    const { state, effects } = decideDoor(door, { kind: 'look' }, this.#factsOf(door));
    become(door, state);
    this.#changes.doors.add(door);
    this.#emit(door, effects, null, opening);
    if (maintenanceDue(door.evidence.maintenance) !== null) this.#maintain(door, { kind: 'look' });
    this.#hold(door, input, null);
  }

  #maintain(door: DoorRow, input: MaintenanceInput): void {
    this.#changes.doors.add(door);
    this.#emit(door, maintain(door, input, this.#now), null);
    this.#setDue(door);
  }

  #denied(door: DoorRow, denial: Denial): void {
    const { state, effects } = decideDenied(door, denial, { now: this.#now });
    if (effects.length === 0) return;
    become(door, state);
    this.#changes.doors.add(door);
    this.#emit(door, effects, null);
  }

  #factsOf(door: DoorRow) {
    const gateway = this.#loaded.gateways.get(door.gateway_id);
    const birth =
      gateway && gateway.boot !== null ? { boot: gateway.boot, mono_ms: gateway.birth_mono_ms ?? 0 } : null;
    return { now: this.#now, left_open_ms: door.left_open_ms, birth };
  }

  #journal(gateway: GatewayRow, input: Extract<ApplyInput, { kind: 'journal' }>): void {
    const { journal, records } = input;
    const key = markKey(gateway.id, journal);
    const before = this.#loaded.marks.get(key)?.last_seq ?? 0;
    const change = this.#changes.marks.get(key) ?? {
      gateway_id: gateway.id,
      journal,
      was: before,
      last_seq: before,
    };
    if (change.last_seq < (input.had ?? 0)) {
      this.#changes.setBack.add(input);
      return;
    }
    const beyond = jumpIn(records, change.last_seq);
    if (beyond !== null) {
      this.#changes.refused.set(input, beyond);
      return;
    }
    // Found once a door: a key made for each record would cost as much as deciding on it.
    const doors = new Map<number, DoorRow>();
    for (const record of records) {
      // At or below the mark counts as had: it was sent again because its acknowledgement was lost.
      if (record.seq <= change.last_seq) continue;
      const reported = record.kind === 'gap' ? record : null;
      if (reported) this.#gap(gateway, journal, reported.from_seq, reported.to_seq, true);
      // A hole that the gateway did not report.
      const from = change.last_seq + 1;
      const to = (reported ? Math.min(reported.from_seq, record.seq) : record.seq) - 1;
      if (from <= to) this.#gap(gateway, journal, from, to, false);
      change.last_seq = record.seq;
      if (record.kind === 'unknown' || record.kind === 'gap') continue;
      const door = doors.get(record.door) ?? this.#loaded.doors.get(doorKey(gateway.id, record.door));
      if (door) doors.set(record.door, door);
      this.#knownUntil = actedUponUntil(gateway.moved_from, journal, record.seq);
      if (record.kind === 'result') this.#result(gateway, door, record);
      // Doors that no lock stands for are heard and passed over.
      else if (door) this.#record(gateway, door, record);
    }
    this.#knownUntil = null;
    if (change.last_seq > before) this.#changes.marks.set(key, change);
  }

  #record(
    gateway: GatewayRow,
    door: DoorRow,
    record: Exclude<IncomingRecord, GapRecord | ResultRecord | { kind: 'unknown' }>,
  ): void {
    const command = record.kind === 'relay' ? this.#commandOf(gateway, record) : null;
    const moment = momentOf(record, this.#now);
    const { test, faults, opening } = door.evidence;
    const { state, effects } = decideDoor(
      door,
      { kind: 'record', record, moment, unlock: command?.facts ?? null },
      this.#factsOf(door),
    );
    become(door, state);
    if (this.#knownUntil !== null) markKnown(door, this.#knownUntil);
    this.#changes.doors.add(door);
    if (record.kind === 'fault') this.#fault(door, faultIn(record), moment.at);
    else if (faults?.contact !== undefined && state.evidence.faults?.contact === undefined)
      this.#fault(door, { terminal: 'contact', error: null }, moment.at);
    if (record.kind === 'door_test' && state.evidence.test !== test)
      this.#changes.tests.push({ door, for_ms: record.for_ms });
    this.#emit(door, effects, record.seq, opening);
    // A press arms a first-person-in block only where everybody's arrival does.
    if (record.kind === 'exit_button' && record.pressed && door.toggle_policy === 'all_keys') {
      const cause: Cause = { source: 'exit_button', actor: null };
      this.#hold(door, { kind: 'arm', at: moment.at, cause }, record.seq, moment);
    }
    if (record.kind === 'relay' && record.relay === 'hold') this.#holdSwitched(door, record, moment);
    if (record.kind === 'relay' && record.relay === 'strike' && record.on)
      if (command) this.#command(command.id, { kind: 'switched', at: moment.at }, record.seq, moment);
      else if (record.cause === 'command') this.#unlockedUnknown(door, record, moment);
    this.#setDue(door);
  }

  /** The record of the command was lost with the database: the door was unlocked nevertheless. */
  #unlockedUnknown(door: DoorRow, { command_id, seq }: RelayRecord, moment: Moment): void {
    if (command_id === null || this.#loaded.commands.has(command_id)) return;
    const facts = { command_id, person_id: null, key_id: null, api_key_id: null };
    this.#emit(door, [accessGranted(moment, facts)], seq);
  }

  #holdSwitched(door: DoorRow, record: RelayRecord, moment: Moment): void {
    const { cause, on } = record;
    // Switched by hand at the gateway: no hold of this side began or ended.
    if (cause !== 'command' && cause !== 'lease_end' && cause !== 'boot') return;
    this.#hold(door, { kind: 'switched', on, at: moment.at, why: cause }, record.seq, moment);
  }

  /** Runs the hold machine, for doors that have one: a schedule, or a mode that was set some time. */
  #hold(door: DoorRow, input: HoldInput, seq: number | null, { reported_at }: Partial<Occurred> = {}): void {
    // An arrival was acted upon in its time, and what followed then is not known.
    if (input.kind === 'arm' && wasActedUpon(this.#restores, input)) return;
    const { schedule, timezone } = door;
    const isAsked = input.kind === 'mode' || input.kind === 'emergency';
    if (door.hold === null && schedule.length === 0 && !isAsked) {
      this.#setDue(door);
      return;
    }
    const { holdWriteAttempts, newId, scheduleAt } = this.#around;
    const { online } = this.#loaded.gateways.get(door.gateway_id) ?? door;
    const { state, effects } = decideHold({ hold: door.hold ?? noHold, on: door.hold_on }, input, {
      now: this.#now,
      schedule: schedule.length > 0 ? scheduleAt(schedule, timezone, this.#now) : null,
      online: online === true,
      heard: online !== null,
      relay: door.hold_relay_wired,
      attempts: holdWriteAttempts,
      fresh_id: newId(),
      probe_id: input.kind === 'emergency' ? newId() : '',
    });
    door.hold = state.hold;
    door.hold_on = state.on;
    this.#setDue(door);
    this.#changes.doors.add(door);
    // A birth, and a clock that is off, are answered by the session message, which carries the writes of all doors.
    const isAnswered = input.kind === 'restate' || (input.kind === 'online' && !input.goes_on);
    for (const effect of effects) {
      if (effect.kind === 'event') {
        const { type, occurred_at: at, source, actor, details, command_id = null } = effect.event;
        const occurred: Occurred = reported_at === undefined ? { at } : { at, reported_at };
        this.#emit(door, [eventDraft(type, occurred, source, { actor, details, command_id })], seq);
      } else if (effect.kind === 'finish') this.#changes.finished.push(effect.command);
      else if (effect.kind === 'accounted') this.#changes.accounted.push({ door, ...effect.accounted });
      else if (!isAnswered)
        this.#changes.holdWrites.push({ door, write: effect.write, command_id: state.hold.command_id });
    }
  }

  #setDue(door: DoorRow): void {
    const { opening, maintenance } = door.evidence;
    const leftOpenDue = opening?.left_open_due_at ?? null;
    door.due_at = earliest(door.hold?.due_at ?? null, leftOpenDue, maintenanceDue(maintenance));
  }

  #result(gateway: GatewayRow, door: DoorRow | undefined, record: ResultRecord): void {
    const { command_id, outcome } = record;
    const moment = momentOf(record, this.#now);
    const command = this.#commandOf(gateway, record);
    // A command for a door's mode lives as long as its writes: one that is refused is tried again.
    const goesOn = command !== null && door?.hold?.command_id === command.id && outcome !== 'confirmed';
    if (command && !goesOn) this.#command(command.id, { kind: 'result', outcome }, record.seq, moment);
    // A write of a hold has a record of its own only where a command asked for it.
    if (door && (door.hold?.write?.ids.includes(command_id) || isProbe(door.hold, command_id)))
      this.#hold(door, { kind: 'result', at: moment.at, command_id, outcome }, record.seq, moment);
  }

  /** A record about a command counts only from the gateway that it went to. */
  #commandOf(gateway: GatewayRow, record: RelayRecord | ResultRecord) {
    const command = record.command_id ? this.#loaded.commands.get(record.command_id) : undefined;
    return command?.gateway_id === gateway.id ? command : null;
  }

  #command(id: string, input: CommandInput, seq: number | null, occurred: Occurred): void {
    const command = this.#loaded.commands.get(id);
    if (!command) return;
    const door = this.#loaded.doorsByLock.get(command.lock_id);
    if (!door) {
      // The lock stopped being remote while this was on its way.
      this.#changes.finished.push({ id, status: 'failed', reason: 'device_missing' });
      return;
    }
    const later = input.kind === 'due' ? judgedLater(this.#restores, command.due_at, this.#now) : null;
    if (later !== null) {
      command.due_at = later;
      this.#changes.commands.add(command);
      return;
    }
    const { state, effects } = decideCommand(command, input, { now: this.#now });
    if (state === command) return;
    Object.assign(command, state);
    this.#changes.commands.add(command);
    const [effect] = effects;
    if (command.type !== 'unlock' || effect === undefined) return;
    const event = accessGranted(occurred, command.facts);
    if (effect === 'failed')
      Object.assign(event, {
        type: 'unlock.failed',
        occurred_at: this.#now,
        result: 'denied',
        reason: command.reason,
        explanation: null,
      });
    // With the time of its newest event, which the next one is placed behind.
    this.#changes.doors.add(door);
    this.#emit(door, [event], seq);
    const arms =
      door.toggle_policy === 'all_keys' || (door.toggle_policy === 'manager_keys' && command.key_arms);
    if (effect === 'granted' && arms)
      this.#hold(door, { kind: 'arm', at: occurred.at, cause: armedBy(command) }, seq, occurred);
  }

  #presence(gateway: GatewayRow, input: PresenceInput, heartbeat: HeartbeatNews | undefined): void {
    const { state, effects } = decidePresence(gateway, input, { now: this.#now });
    if (state === gateway) return;
    Object.assign(gateway, state);
    const news = {
      ...this.#changes.gateways.get(gateway),
      ...(heartbeat === undefined ? {} : { heartbeat }),
    };
    this.#changes.gateways.set(gateway, news);
    const doors = [...this.#loaded.doors.values()].filter((door) => door.gateway_id === gateway.id);
    if (input.kind === 'birth') {
      const { birth } = input;
      const isNewBoot = birth.boot !== gateway.boot;
      gateway.boot = birth.boot;
      gateway.birth_mono_ms = birth.mono_ms;
      this.#changes.gateways.set(gateway, { ...news, birth: { agent: birth.agent, clock: birth.clock } });
      come(gateway, doors, birth.moved_from, this.#now);
      this.#reportDoors(doors, birth, isNewBoot);
      for (const door of doors) this.#hold(door, { kind: 'online' }, null);
    }
    if (input.kind === 'restate') for (const door of doors) this.#hold(door, { kind: 'restate' }, null);
    const [change] = effects;
    if (!change) return;
    this.#changes.presence.push(change.online ? 'online' : 'offline');
    for (const door of doors) {
      this.#changes.doors.add(door);
      const type = change.online ? 'lock.online' : 'lock.offline';
      this.#emit(door, [eventDraft(type, { at: change.since }, 'device')], null);
      // A birth has already done this.
      if (input.kind !== 'birth')
        this.#hold(door, change.online ? { kind: 'online', goes_on: true } : { kind: 'offline' }, null);
    }
  }

  /** A birth sets what is shown and what is wired; it never makes a door event. */
  #reportDoors(doors: DoorRow[], birth: Birth, isNewBoot: boolean): void {
    const reports = new Map(birth.doors.map((report) => [report.door, report]));
    for (const door of doors) {
      const report = reports.get(door.door);
      if (!report) continue;
      const fault = takeReport(door, report, isNewBoot);
      if (fault) this.#fault(door, fault, this.#now);
      this.#changes.doors.add(door);
    }
  }

  #fault({ lock_id }: DoorRow, fault: Pick<Fault, 'terminal' | 'error'> | null, at: number): void {
    const marks = this.#knownUntil === null ? {} : { is_known: true as const };
    if (fault) this.#changes.faults.push({ lock_id, at, ...fault, ...marks });
  }

  #gap(gateway: GatewayRow, journal: string, from_seq: number, to_seq: number, reported: boolean): void {
    this.#changes.gaps.push({ gateway_id: gateway.id, journal, from_seq, to_seq, reported });
    for (const door of this.#loaded.doors.values()) {
      if (door.gateway_id !== gateway.id) continue;
      door.evidence = { ...door.evidence, gap: true, exits: withoutHeld(door.evidence.exits) };
      this.#changes.doors.add(door);
    }
  }

  /** `opening`: what the door's was before, where the events may be about it. */
  #emit(
    door: DoorRow | ReaderRow,
    events: readonly EventDraft[],
    journal_seq: number | null,
    opening?: Opening,
  ): void {
    for (const event of events) {
      const is_known = this.#knownUntil !== null || isKnownAlarm(event, opening, this.#restores);
      const marks = { is_known, is_muted: muteWithin(door, event) };
      this.#changes.events.push(placed(event, door, journal_seq, marks));
    }
  }
}
