import type { Birth, GapRecord, IncomingRecord, RelayRecord, ResultRecord } from '@door-access/protocol';
import type { ApplyInput } from './apply.js';
import type { DoorRow, GatewayRow, Loaded } from './apply-load.js';
import type { Changes } from './apply-write.js';
import { type CommandInput, decideCommand } from './command.rules.js';
import { accessGranted, decide, type EventDraft, eventDraft, type Moment, momentOf } from './door.rules.js';
import { decidePresence, type PresenceInput } from './presence.rules.js';

/* What a group of inputs means, given the rows that were loaded for it: pure, but that it works on those rows. */

export const doorKey = (gatewayId: string, door: number): string => `${gatewayId}/${door}`;
export const markKey = (gatewayId: string, journal: string): string => `${gatewayId}/${journal}`;

export function decideAll(loaded: Loaded, inputs: readonly ApplyInput[], now: number): Changes {
  const changes: Changes = {
    events: [],
    doors: new Set(),
    gateways: new Map(),
    commands: new Set(),
    marks: new Map(),
    gaps: [],
  };
  const decision = new Decision(loaded, changes, now);
  for (const input of inputs) decision.take(input);
  return changes;
}

/** Runs the rules over the loaded rows, input by input, and gathers what changes. */
class Decision {
  readonly #loaded: Loaded;
  readonly #changes: Changes;
  readonly #now: number;

  constructor(loaded: Loaded, changes: Changes, now: number) {
    this.#loaded = loaded;
    this.#changes = changes;
    this.#now = now;
  }

  take(input: ApplyInput): void {
    if (input.kind === 'command')
      this.#command(input.command_id, input.input, null, { boot: '', mono_ms: 0, at: this.#now });
    else {
      const gateway = this.#loaded.gateways.get(input.gateway_id);
      // A gateway removed meanwhile has nothing left to say.
      if (!gateway) return;
      if (input.kind === 'presence') this.#presence(gateway, input.input, input.heartbeat);
      else this.#journal(gateway, input.journal, input.records);
    }
  }

  #journal(gateway: GatewayRow, journal: string, records: readonly IncomingRecord[]): void {
    const key = markKey(gateway.id, journal);
    const before = this.#loaded.marks.get(key)?.last_seq ?? 0;
    const change = this.#changes.marks.get(key) ?? {
      gateway_id: gateway.id,
      journal,
      was: before,
      last_seq: before,
    };
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
      if (record.kind !== 'unknown' && record.kind !== 'gap') this.#record(gateway, record);
    }
    if (change.last_seq > before) this.#changes.marks.set(key, change);
  }

  #record(gateway: GatewayRow, record: Exclude<IncomingRecord, GapRecord | { kind: 'unknown' }>): void {
    if (record.kind === 'result') {
      this.#result(gateway, record);
      return;
    }
    const door = this.#loaded.doors.get(doorKey(gateway.id, record.door));
    // Doors that no lock stands for are heard and passed over.
    if (!door) return;
    const command = record.kind === 'relay' ? this.#commandOf(gateway, record) : null;
    const birth = gateway.boot === null ? null : { boot: gateway.boot, mono_ms: gateway.birth_mono_ms ?? 0 };
    const { state, events } = decide(
      door,
      record.kind === 'relay' ? { record, unlock: command?.facts ?? null } : { record },
      birth,
    );
    Object.assign(door, state);
    this.#changes.doors.add(door);
    this.#emit(door, events, record.seq);
    if (command && record.kind === 'relay' && record.relay === 'strike' && record.on) {
      const moment = momentOf(record);
      this.#command(command.id, { kind: 'switched', at: moment.at }, record.seq, moment);
    }
  }

  #result(gateway: GatewayRow, record: ResultRecord): void {
    const command = this.#commandOf(gateway, record);
    if (command)
      this.#command(command.id, { kind: 'result', outcome: record.outcome }, record.seq, momentOf(record));
  }

  /** A word about a command counts only from the gateway that it went to. */
  #commandOf(gateway: GatewayRow, record: RelayRecord | ResultRecord) {
    const command = record.command_id ? this.#loaded.commands.get(record.command_id) : undefined;
    return command?.gateway_id === gateway.id ? command : null;
  }

  #command(id: string, input: CommandInput, seq: number | null, moment: Moment): void {
    const command = this.#loaded.commands.get(id);
    const door = command && this.#loaded.doorsByLock.get(command.lock_id);
    if (!command || !door) return;
    const { state, effect } = decideCommand(command, input, this.#now);
    if (state === command) return;
    Object.assign(command, state);
    this.#changes.commands.add(command);
    if (command.type !== 'unlock' || effect === null) return;
    const event = accessGranted(moment, command.facts);
    if (effect === 'failed')
      Object.assign(event, {
        type: 'unlock.failed',
        occurred_at: this.#now,
        result: 'denied',
        reason: command.reason,
      });
    this.#emit(door, [event], seq);
  }

  #presence(gateway: GatewayRow, input: PresenceInput, heartbeat: unknown): void {
    const { state, change } = decidePresence(gateway, input, this.#now);
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
      gateway.boot = birth.boot;
      gateway.birth_mono_ms = birth.mono_ms;
      this.#changes.gateways.set(gateway, { ...news, birth: { agent: birth.agent, clock: birth.clock } });
      this.#reportDoors(doors, birth);
    }
    if (!change) return;
    for (const door of doors) {
      this.#changes.doors.add(door);
      const moment = { boot: '', mono_ms: 0, at: change.since };
      this.#emit(door, [eventDraft(change.online ? 'lock.online' : 'lock.offline', moment, 'device')], null);
    }
  }

  /** A birth sets what is shown and what is wired; it never makes a door event. */
  #reportDoors(doors: DoorRow[], birth: Birth): void {
    const reports = new Map(birth.doors.map((report) => [report.door, report]));
    for (const door of doors) {
      const report = reports.get(door.door);
      if (!report) continue;
      door.contact = report.contact;
      door.contact_wired = report.contact !== null;
      door.exit_button_wired = report.exit_button;
      door.hold_relay_wired = report.hold_relay;
      door.strike_on = report.strike_on;
      door.hold_on = report.hold_on;
      this.#changes.doors.add(door);
    }
  }

  #gap(gateway: GatewayRow, journal: string, from_seq: number, to_seq: number, reported: boolean): void {
    this.#changes.gaps.push({ gateway_id: gateway.id, journal, from_seq, to_seq, reported });
    for (const door of this.#loaded.doors.values()) {
      if (door.gateway_id !== gateway.id) continue;
      door.evidence = { ...door.evidence, gap: true };
      this.#changes.doors.add(door);
    }
  }

  #emit(door: DoorRow, events: EventDraft[], journal_seq: number | null): void {
    const { lock_id, account_id, location_id, gateway_id } = door;
    for (const event of events)
      this.#changes.events.push({ ...event, lock_id, account_id, location_id, gateway_id, journal_seq });
  }
}
