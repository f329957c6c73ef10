import type { DoorReport } from '@door-access/protocol';
import type { Changes, CommandRow, DoorRow, Fault } from './apply.types.js';
import { type Cause, causeOf } from './cause.rules.js';
import { type DoorState, faultsAfter } from './evidence.rules.js';

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
