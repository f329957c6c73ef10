// What really happened, from a gateway's file of truth, and what the cloud must conclude from it.
import { readFileSync } from 'node:fs';
import { groupBy } from './place.mjs';

/** Debounce, the journal's write and a busy machine: an edge this young may die with its agent. */
const YOUNG_MS = 3_000;

export function readTruth(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  // The last line of a killed process is whole or not there: it is one write.
  const facts = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  const faults = [];
  const records = new Map();
  for (const fact of facts) {
    if (fact.kind === 'repaired') faults.push('the journal needed a repair');
    if (fact.kind === 'refused') faults.push('the cloud refused the credential');
    for (const record of fact.records ?? []) {
      const known = records.get(record.seq);
      if (known && JSON.stringify(known) !== JSON.stringify(record))
        faults.push(`two records bear the number ${record.seq}`);
      records.set(record.seq, record);
    }
  }
  const inOrder = [...records.values()].sort((a, b) => a.seq - b.seq);
  for (const [index, record] of inOrder.entries())
    if (record.seq !== index + 1) {
      faults.push(`the journal skips from ${index} to ${record.seq}`);
      break;
    }
  const journals = new Set(facts.filter(({ kind }) => kind === 'boot').map(({ journal }) => journal));
  return {
    records: inOrder,
    journals: [...journals],
    boots: facts.filter(({ kind }) => kind === 'boot').length,
    pulses: facts.filter(({ kind, relay, on }) => kind === 'relay' && relay === 'strike' && on),
    commands: facts.filter(({ kind }) => kind === 'command'),
    moves: facts.filter(({ kind }) => kind === 'move'),
    presses: facts.filter(({ kind }) => kind === 'press'),
    faults,
  };
}

/** A release is a record of its own, and no event. */
const isPress = ({ kind, pressed }) => kind === 'exit_button' && pressed;

/** The door events that the durable records stand for, in order; a first level is no edge. */
export function expectedEvents(records) {
  const level = new Map();
  const expected = [];
  for (const record of records) {
    if (isPress(record)) expected.push({ record, type: 'door.exit_button' });
    if (record.kind !== 'contact') continue;
    const before = level.get(record.door);
    const isMissedEdge = before?.boot === record.boot && before.state !== record.state;
    if (!record.snapshot || isMissedEdge)
      expected.push({ record, type: record.state === 'open' ? 'door.opened' : 'door.closed' });
    level.set(record.door, { boot: record.boot, state: record.state });
  }
  return expected;
}

/**
 * Compares what doors did with what the journal has of it, boot by boot: the same moves in the same order, but that
 * the youngest of a door may have died with the agent. Returns faults and the ages of what died.
 */
export function compareMoves({ moves, presses, records }, deaths) {
  const faults = [];
  const died = [];
  const reported = groups(records.filter((record) => record.kind === 'contact' && !record.snapshot));
  const pressed = groups(records.filter(isPress));
  for (const [done, known, what] of [
    [groups(moves), reported, (record) => record.state],
    [groups(presses), pressed, () => 'press'],
  ]) {
    for (const [key, happened] of done) {
      const recorded = known.get(key) ?? [];
      if (recorded.length > happened.length) faults.push(`${key}: more edges than moves`);
      for (const [index, fact] of happened.entries()) {
        const record = recorded[index];
        if (record) {
          if (what(record) !== (fact.state ?? 'press'))
            faults.push(`${key}: move ${index} was ${fact.state}`);
          continue;
        }
        const age = Math.min(...deaths.filter((death) => death >= fact.t).map((death) => death - fact.t));
        if (age <= YOUNG_MS) died.push(age);
        else faults.push(`${key}: move ${index} is not in the journal`);
      }
    }
  }
  return { faults, died };
}

const groups = (facts) => groupBy(facts, ({ boot, door }) => `${boot} door ${door}`);
