import { frozen } from '../../../../test/frozen.js';
import {
  type DoorFacts,
  type DoorInput,
  decideDoor,
  type EventDraft,
} from '../../src/doors/evidence/door.rules.js';
import type { DoorState } from '../../src/doors/evidence/evidence.rules.js';
import { momentOf } from '../../src/doors/moment.rules.js';

export const BOOT = '11111111-1111-4111-8111-111111111111';
export const LATER_BOOT = '22222222-2222-4222-8222-222222222222';
export const START = Date.parse('2026-01-07T06:00:00.000Z');
export const facts: DoorFacts = { now: START, left_open_ms: 60_000, birth: null };
export const fresh: DoorState = {
  contact: null,
  exit_button_wired: true,
  strike_on: false,
  hold_on: false,
  evidence: {},
};

type Recorded = Extract<DoorInput, { kind: 'record' }>;

/** A record, and what the strike was switched for. */
export type RecordInput = Pick<Recorded, 'record'> & Partial<Pick<Recorded, 'unlock'>>;

const decideFrozen = frozen(decideDoor);

/** Takes a record, at its moment. */
export function decide(
  state: DoorState,
  { record, unlock = null }: RecordInput,
  facts: DoorFacts,
): { state: DoorState; events: readonly EventDraft[] } {
  const input = { kind: 'record', record, unlock, moment: momentOf(record, facts.now) } as const;
  const { effects: events, ...decision } = decideFrozen(state, input, facts);
  return { ...decision, events };
}

/** Looks at the door when a due time has come. */
export function look(
  state: DoorState,
  facts: DoorFacts,
): { state: DoorState; events: readonly EventDraft[] } {
  const { effects: events, ...decision } = decideFrozen(state, { kind: 'look' }, facts);
  return { ...decision, events };
}

/** Takes records one after another. */
export function play(inputs: RecordInput[], start = fresh): { state: DoorState; events: EventDraft[] } {
  let state = start;
  const events: EventDraft[] = [];
  for (const input of inputs) {
    const decision = decide(state, input, facts);
    state = decision.state;
    events.push(...decision.events);
  }
  return { state, events };
}
export const types = (inputs: RecordInput[], start = fresh) =>
  play(inputs, start).events.map(({ type }) => type);
export const forced = (inputs: RecordInput[], start = fresh) => types(inputs, start).includes('door.forced');
