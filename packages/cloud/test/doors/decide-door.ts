import { frozen } from '../../../../test/frozen.js';
import {
  type DoorFacts,
  type DoorInput,
  decideDoor,
  type EventDraft,
} from '../../src/doors/evidence/door.rules.js';
import type { DoorState } from '../../src/doors/evidence/evidence.rules.js';
import { momentOf } from '../../src/doors/moment.rules.js';

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
