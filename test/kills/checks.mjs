// The promises, checked against the database and the files of truth once all has settled.
import { groupBy } from './place.mjs';
import { compareMoves, expectedEvents, readTruth } from './truth.mjs';

/** An event's time may be this much later than its record's, if another of its kind had the same millisecond. */
const TIE_MS = 50;
/** A gateway's corrected clock lags by the delay of its session message. */
const CLOCK_BEHIND_MS = 100;

/** Returns `{ promises: [{ name, faults }], figures }`. */
export async function check({ database, gateways, locks, callers, receiver }) {
  const all = async (text, values = []) => (await database.query(text, values)).rows;
  const events = await all(`select e.*, l.door from event e join lock l on l.id = e.lock_id order by e.id`);
  const commands = await all('select * from command order by requested_at, id');
  const marks = await all('select * from journal_mark');
  const truths = gateways.map((gateway) => ({ gateway, ...readTruth(gateway.truthFile) }));
  const promises = [];
  const figures = {};
  const promise = (name, faults) => promises.push({ name, faults });

  promise(
    'the gateways’ journals are whole: no number twice, none left out, no repair',
    truths.flatMap(({ gateway, faults, journals }) => [
      ...faults.map((fault) => `${gateway.ref}: ${fault}`),
      ...(journals.length === 1 ? [] : [`${gateway.ref}: ${journals.length} journals`]),
    ]),
  );

  const compared = truths.map((truth) => compareMoves(truth, truth.gateway.deaths));
  const died = compared.flatMap((one) => one.died);
  figures.moves = truths.reduce((sum, { moves, presses }) => sum + moves.length + presses.length, 0);
  figures.died_with_agent = died.length;
  figures.oldest_died_ms = Math.round(Math.max(0, ...died));
  promise(
    'every move of a door is one edge in the journal, in order, but the youngest that died with their agent',
    compared.flatMap((one) => one.faults),
  );

  promise(
    'no hole is noted',
    (await all('select * from journal_gap')).map(
      (gap) => `${gap.gateway_id}: ${gap.from_seq} to ${gap.to_seq}`,
    ),
  );
  promise(
    'nothing is in quarantine',
    (await all('select gateway_id, error from quarantine')).map(({ error }) => error),
  );

  checkEdges({ truths, events, marks, promise, figures });

  checkCommands({ truths, events, commands, callers, promise, figures });

  const held = await all(
    'select l.gateway_id, l.door from door_state s join lock l on l.id = s.lock_id where s.hold_on',
  );
  promise('what the cloud shows as held open is held open', faultsOfHolds(gateways, held));

  promise('presence alternates per lock, beginning with online', faultsOfPresence(events, locks));

  const deliveries = await all('select id, event_id, status from delivery_all');
  figures.events = events.length;
  figures.deliveries = deliveries.length;
  figures.deliveries_repeated = [...receiver.received.values()].reduce((sum, count) => sum + count - 1, 0);
  promise('each event has one delivery', faultsOfDeliveries(events, deliveries));
  promise(
    'the receiver got every delivery at least once',
    deliveries.filter(({ id }) => !receiver.received.has(id)).map(({ id, status }) => `${id} is ${status}`),
  );
  promise(
    'every delivery is recorded as delivered',
    deliveries.filter(({ status }) => status !== 'delivered').map(({ id, status }) => `${id} is ${status}`),
  );
  promise('every signature was valid', receiver.faults);
  return { promises, figures };
}

/** Every record that is durable on a gateway is in the cloud, once: also what a database lost by being set back. */
export function checkEdges({ truths, events, marks, promise, figures }) {
  promise(
    'each cloud mark stands at the end of its journal',
    truths.flatMap((truth) => faultsOfMark(truth, marks)),
  );
  figures.edges = 0;
  const perEdge = { missing: [], twice: [], wrong: [], late: [] };
  for (const truth of truths) {
    const own = events.filter((event) => event.gateway_id === truth.gateway.id && event.journal_seq !== null);
    figures.edges += compareEdges(truth, own, perEdge);
  }
  figures.lost_edges = perEdge.missing.length;
  figures.duplicate_edges = perEdge.twice.length;
  promise('every durable edge is an event', perEdge.missing);
  promise('no edge is an event twice', perEdge.twice);
  promise('every event of an edge names its lock, its type and its time', perEdge.wrong);
  promise('events stand in the order of their records', perEdge.late);
}

function faultsOfMark({ gateway, records, journals }, marks) {
  const own = marks.filter((mark) => mark.gateway_id === gateway.id);
  const last = records.at(-1)?.seq ?? 0;
  if (own.length === 1 && own[0].journal === journals[0] && Number(own[0].last_seq) === last) return [];
  return [
    `${gateway.ref}: ${own.map((mark) => `${mark.journal} at ${mark.last_seq}`).join(', ')} where ${last} was expected`,
  ];
}

/** Returns the number of edges. */
function compareEdges({ gateway, records }, events, { missing, twice, wrong, late }) {
  const found = new Map();
  for (const event of events) {
    if (!['door.opened', 'door.closed', 'door.exit_button'].includes(event.type)) continue;
    const same = found.get(Number(event.journal_seq)) ?? [];
    found.set(Number(event.journal_seq), [...same, event]);
  }
  const expected = expectedEvents(records);
  for (const { record, type } of expected) {
    const own = found.get(record.seq) ?? [];
    found.delete(record.seq);
    const label = `${gateway.ref} ${record.seq} ${type}`;
    if (own.length === 0) missing.push(label);
    if (own.length > 1) twice.push(label);
    for (const event of own) {
      const late = event.occurred_at.getTime() - Date.parse(record.at);
      if (event.type !== type || event.door !== record.door || late < 0 || late > TIE_MS)
        wrong.push(`${label}: ${event.type} of door ${event.door}, ${late} ms later`);
    }
  }
  for (const [seq, [event]] of found) wrong.push(`${gateway.ref} ${seq}: ${event.type} without an edge`);
  let before = 0;
  for (const event of events) {
    if (Number(event.journal_seq) < before) late.push(`${gateway.ref} ${event.journal_seq} after ${before}`);
    before = Number(event.journal_seq);
  }
  return expected.length;
}

function checkCommands({ truths, events, commands, callers, promise, figures }) {
  const byId = new Map(commands.map((command) => [command.id, command]));
  const pulses = truths.flatMap((truth) => truth.pulses);
  const pulsesOf = groupBy(pulses, ({ id }) => id);
  const unlocks = commands.filter(({ type }) => type === 'unlock');
  const confirmed = unlocks.filter(({ status }) => status === 'confirmed');
  figures.commands = commands.length;
  figures.unlocks_confirmed = confirmed.length;
  figures.unlocks_failed = unlocks.length - confirmed.length;
  figures.pulses = pulses.length;
  figures.pulses_unreported = unlocks.filter(
    ({ id, status }) => status === 'failed' && pulsesOf.has(id),
  ).length;
  const spare = pulses.map(({ t, expires_at }) => Date.parse(expires_at) - t);
  figures.least_ms_before_expiry = Math.min(...spare);

  promise(
    'no command pulses a strike twice',
    [...pulsesOf].filter(([, own]) => own.length > 1).map(([id, own]) => `${id}: ${own.length} pulses`),
  );
  promise(
    'no strike pulses without a command',
    pulses.filter(({ id }) => !byId.has(id)).map(({ id }) => `${id}`),
  );
  promise(
    'no strike pulses after its command’s expiry',
    pulses
      .filter(({ t, expires_at }) => t > Date.parse(expires_at) + CLOCK_BEHIND_MS)
      .map(({ id, t, expires_at }) => `${id}: ${t - Date.parse(expires_at)} ms late`),
  );
  promise(
    'a confirmed unlock pulsed its strike',
    confirmed.filter(({ id }) => !pulsesOf.has(id)).map(({ id }) => id),
  );
  promise(
    'every command ends',
    commands
      .filter(({ status, due_at }) => !['confirmed', 'failed'].includes(status) || due_at !== null)
      .map(({ id, status }) => `${id} is ${status}`),
  );
  promise(
    'every accepted command is there',
    [...callers.accepted].filter((id) => !byId.has(id)),
  );
  promise(
    'what the interface called final stays so',
    [...callers.answered]
      .filter(([id, status]) => ['confirmed', 'failed'].includes(status) && byId.get(id)?.status !== status)
      .map(([id, status]) => `${id} was ${status}`),
  );

  const recordsOf = new Map(
    truths.map(({ gateway, records }) => [
      gateway.id,
      new Map(records.map((record) => [record.seq, record])),
    ]),
  );
  const granted = events.filter(({ type }) => type === 'access.granted');
  const grantedFor = groupBy(
    granted,
    ({ gateway_id, journal_seq }) => recordsOf.get(gateway_id)?.get(Number(journal_seq))?.command_id,
  );
  promise(
    'each confirmed unlock granted access exactly once',
    confirmed
      .filter(({ id }) => grantedFor.get(id)?.length !== 1)
      .map(({ id }) => `${id}: ${grantedFor.get(id)?.length ?? 0} times`),
  );
  promise(
    'access is granted by nothing but an unlock that switched',
    [...grantedFor]
      .filter(([id, own]) => own.length > 1 || byId.get(id)?.switched_at == null)
      .map(([id]) => `${id}`),
  );

  const isFailure = ({ status, switched_at }) => status === 'failed' && switched_at === null;
  const failures = groupBy(unlocks.filter(isFailure), ({ lock_id }) => lock_id);
  const reported = groupBy(
    events.filter(({ type }) => type === 'unlock.failed'),
    ({ lock_id }) => lock_id,
  );
  promise(
    'each failed unlock is reported exactly once',
    [...new Set([...failures.keys(), ...reported.keys()])]
      .filter((lock) => failures.get(lock)?.length !== reported.get(lock)?.length)
      .map(
        (lock) =>
          `lock ${lock}: ${failures.get(lock)?.length ?? 0} failed, ${reported.get(lock)?.length ?? 0} reported`,
      ),
  );
}

function faultsOfHolds(gateways, held) {
  return gateways.flatMap(({ ref, id, status }) => {
    const shown = held.filter(({ gateway_id }) => gateway_id === id).map(({ door }) => door);
    const same = shown.length === status.holds.length && shown.every((door) => status.holds.includes(door));
    return same ? [] : [`${ref}: shows ${shown.join(', ')} where ${status.holds.join(', ')} are`];
  });
}

function faultsOfPresence(events, locks) {
  const faults = [];
  for (const lock of locks) {
    const own = events.filter(
      ({ lock_id, type }) => lock_id === lock && ['lock.online', 'lock.offline'].includes(type),
    );
    const wrong = own.findIndex(
      ({ type }, index) => type !== (index % 2 === 0 ? 'lock.online' : 'lock.offline'),
    );
    if (wrong >= 0) faults.push(`lock ${lock}: ${own[wrong].type} at place ${wrong}`);
    if (own.at(-1)?.type !== 'lock.online') faults.push(`lock ${lock} does not end online`);
  }
  return faults;
}

function faultsOfDeliveries(events, deliveries) {
  const byEvent = groupBy(deliveries, ({ event_id }) => event_id);
  return events
    .filter(({ id }) => byEvent.get(String(id))?.length !== 1)
    .map(({ id, type }) => `${type} ${id}: ${byEvent.get(String(id))?.length ?? 0}`);
}
