import type { DoorReport } from '@door-access/protocol';
import type { Changes, CommandRow, DoorRow, Fault, PlacedEvent, ReaderRow } from './apply.types.js';
import { type Cause, causeOf } from './cause.rules.js';
import { type EventDraft, eventDraft } from './evidence/door.rules.js';
import { type DoorState, faultsAfter } from './evidence/evidence.rules.js';
import {
  afterMuting,
  decideMaintenance,
  isMuted,
  type MaintenanceInput,
  underMaintenance,
} from './maintenance.rules.js';

/* What loaded rows take over from what was decided or reported. */

export const noChanges = (): Changes => ({
  events: [],
  doors: new Set(),
  readers: new Set(),
  gateways: new Map(),
  commands: new Set(),
  finished: [],
  marks: new Map(),
  gaps: [],
  faults: [],
  presence: [],
  tests: [],
  refused: new Map(),
  setBack: new Set(),
  holdWrites: [],
  accounted: [],
});

/** An event of a door, as it is written. Written out: these are most of what deciding costs. */
export const placed = (
  event: EventDraft,
  { lock_id, account_id, location_id, gateway_id }: DoorRow | ReaderRow,
  journal_seq: number | null,
  { is_known, is_muted }: { is_known: boolean; is_muted: boolean },
): PlacedEvent => ({
  type: event.type,
  occurred_at: event.occurred_at,
  source: event.source,
  result: event.result,
  reason: event.reason,
  person_id: event.person_id,
  key_id: event.key_id,
  api_key_id: event.api_key_id,
  explanation: event.explanation,
  actor: event.actor,
  details: event.details,
  command_id: event.command_id ?? null,
  lock_id,
  account_id,
  location_id,
  gateway_id,
  journal_seq,
  ...(is_known ? { is_known: true as const } : {}),
  ...(is_muted ? { is_muted: true as const } : {}),
});

export function become(door: DoorRow, { contact, strike_on, hold_on, evidence }: DoorState): void {
  door.contact = contact;
  door.strike_on = strike_on;
  door.hold_on = hold_on;
  door.evidence = evidence;
}

/** What a birth says of a door; returns the fault of its contact that began or ended, if any. */
export function takeReport(
  door: DoorRow,
  report: DoorReport,
  isNewBoot: boolean,
): Pick<Fault, 'terminal' | 'error'> | null {
  const { contact_fault } = report;
  door.contact = contact_fault === undefined ? report.contact : null;
  door.contact_wired = report.contact !== null || contact_fault !== undefined;
  // The faults of the other terminals come from the journal, again after each start.
  const { faults } = door.evidence;
  const after = faultsAfter(isNewBoot ? undefined : faults, 'contact', contact_fault);
  if (faults || after) door.evidence = { ...door.evidence, faults: after };
  door.exit_button_wired = report.exit_button;
  door.hold_relay_wired = report.hold_relay;
  door.strike_on = report.strike_on;
  door.hold_on = report.hold_on;
  return faults?.contact === after?.contact ? null : { terminal: 'contact', error: contact_fault ?? null };
}

/** The cause of a hold that an unlock armed. */
export function armedBy({ id, facts, api_key_name, key_name }: CommandRow): Cause {
  const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
  const cause = causeOf({
    key: named(facts.key_id, key_name),
    apiKey: named(facts.api_key_id, api_key_name),
  });
  return { ...cause, command_id: id };
}

/** Begins, prolongs or ends the maintenance of a door; returns what is reported of it. */
export function maintain(door: DoorRow, input: MaintenanceInput, now: number): EventDraft[] {
  const { maintenance: mark, opening } = door.evidence;
  const maintained = { mark, contact: door.contact, is_left_open: opening?.left_open_told === true };
  const { state, effects } = decideMaintenance(maintained, input, { now });
  if (state !== mark) door.evidence = { ...door.evidence, maintenance: state };
  return effects.map(({ type, at, source, actor, details }) =>
    eventDraft(type, { at }, source, { actor, details }),
  );
}

/** Mutes an alarm of a door under maintenance, and counts it. @returns whether it is one */
export function muteWithin(door: DoorRow | ReaderRow, event: EventDraft): boolean {
  const mark = 'evidence' in door ? door.evidence.maintenance : undefined;
  if (mark === undefined || !('evidence' in door) || !isMuted(mark, event)) return false;
  event.explanation = underMaintenance(event.explanation);
  door.evidence = { ...door.evidence, maintenance: afterMuting(mark, event) };
  return true;
}
