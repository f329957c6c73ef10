import { deedWords } from './deeds.js';
import { type BlockPlan, DAYS, type ScheduleEntry } from './layout.js';
import type { GatewaySeen } from './observed.js';
import type { Violation } from './oracle/judge.js';
import type { Outcome } from './simulate.js';
import type { EventRow } from './tables.js';
import type { World } from './world.js';

const MAX_LINES = 70;
const MAX_VIOLATIONS = 5;

/** What happened, for people: the broken promise, the plan that is left, and what was seen around it. */
export function describe({ settings, violations, steps, world }: Outcome): string {
  const { seed, hours, gateways, chaos, rollbacks, moves } = settings;
  const lines = [
    `seed ${seed}: npm run simulate -- --seed ${seed} --hours ${hours} --gateways ${gateways}${chaos ? ' --chaos' : ''}${rollbacks ? ' --rollbacks' : ''}${moves ? ' --moves' : ''}`,
  ];
  for (const violation of violations.slice(0, MAX_VIOLATIONS))
    lines.push(`  BROKEN ${clock(violation.at)} ${violation.rule}: ${violation.what}${where(violation)}`);
  if (violations.length > MAX_VIOLATIONS) lines.push(`  … and ${violations.length - MAX_VIOLATIONS} more`);
  const [first] = violations;
  if (!first) return lines.join('\n');
  const lock = world.layout.locks.find(({ id }) => id === first.lock);
  if (lock) {
    const { contact, exitButton, hold, exitReleases, door } = lock.setup;
    lines.push(
      `  lock ${lock.id} is door ${door} of gateway ${lock.gateway}: contact ${contact ? contact.normally : 'none'}, exit button ${exitButton ? 'wired' : 'none'}` +
        `${exitReleases ? ' (releases)' : ''}, hold relay ${hold ? 'wired' : 'none'}, left open after ${lock.leftOpenMs / 1000} s, ${lock.togglePolicy}, ` +
        `schedule ${lock.schedule.map(entryWords).join(', ') || 'none'}`,
    );
    for (const { at, entries } of world.layout.calendars)
      lines.push(
        `  calendar of ${'lock' in at ? `lock ${at.lock}` : `location ${at.location}`}: ${entries.map(entryWords).join(', ')}`,
      );
  }
  if (steps.length <= MAX_LINES) {
    lines.push('  what was done:');
    for (const step of steps)
      lines.push(`    ${clock(step.at)} gateway ${step.gateway} door ${step.door}: ${deedWords(step)}`);
  }
  lines.push(
    '  what was seen:',
    ...around(seenOf(world, first), first.at).map(
      ({ at, gateway, what }) => `    ${clock(at)} ${gateway === null ? 'service ' : ''}${what}`,
    ),
  );
  return lines.join('\n');
}

const entryWords = (entry: ScheduleEntry): string =>
  'date' in entry
    ? `on ${entry.date} ${entry.blocks.map(blockWords).join(' and ') || 'closed'}`
    : `${entry.days.length === DAYS.length ? '' : `${entry.days.join(' ')} `}${blockWords(entry)}`;

const blockWords = ({ from, to, first_person_in }: BlockPlan): string =>
  `${from}-${to}${first_person_in ? ' first person in' : ''}`;

const where = ({ gateway, lock }: Violation): string =>
  lock !== null ? ` (lock ${lock})` : gateway !== null ? ` (gateway ${gateway})` : '';

const clock = (at: number): string => new Date(at).toISOString().slice(5, 23).replace('T', ' ');

interface Line {
  at: number;
  /** Null: it concerns all of them. */
  gateway: number | null;
  lock: number | null;
  what: string;
}

/** The lines nearest to a moment. */
function around(lines: Line[], at: number): Line[] {
  const nearest = lines.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at)).slice(0, MAX_LINES);
  return nearest.sort((a, b) => a.at - b.at);
}

/** What was seen about a violation: all of its gateway, and the events of its lock. */
function seenOf(world: World, { gateway, lock }: Violation): Line[] {
  const number = gateway ?? world.layout.locks.find(({ id }) => id === lock)?.gateway;
  return linesOf(world).filter(
    (line) =>
      (line.gateway === null || line.gateway === number) &&
      (line.lock === null || lock === null || line.lock === lock),
  );
}

/** All that was seen, one line each, in order of time: the same seed gives the same, byte for byte. */
export function historyOf(world: World): string {
  return linesOf(world)
    .sort((a, b) => a.at - b.at)
    .map(
      ({ at, gateway, what }) =>
        `${clock(at)} ${gateway === null ? 'service' : `gateway ${gateway}`} ${what}\n`,
    )
    .join('');
}

function linesOf(world: World): Line[] {
  const lines: Line[] = [];
  const { seen, layout, receivers } = world;
  const add = (at: number, what: string, gateway: number | null = null, lock: number | null = null) =>
    lines.push({ at, gateway, lock, what });
  for (const at of seen.starts) add(at, 'starts');
  for (const at of seen.crashes) add(at, 'dies');
  for (const { at, gateway, door, what } of seen.done) add(at, `door ${door}: ${what}`, gateway);
  for (const [number, own] of seen.gateways.entries())
    for (const { at, what } of gatewayLines(own)) add(at, what, number);
  const numbers = new Map(layout.gateways.map(({ id }, number) => [id, number]));
  const numberOf = (id: string | null) => (id === null ? null : (numbers.get(id) ?? null));
  for (const { at, gateway, journal, to } of seen.marks)
    add(at, `committed ${journal.slice(0, 8)} up to ${to}`, numberOf(gateway));
  for (const [where, { database }] of [
    ['', world],
    ...(world.other ? [['elsewhere: ', world.other] as const] : []),
  ] as const)
    for (const event of database.tables.events)
      add(
        event.recorded_at,
        `${where}event of lock ${event.lock_id}: ${event.type} at ${clock(event.occurred_at)}${because(event)}`,
        numberOf(event.gateway_id),
        event.lock_id,
      );
  for (const { ended, url, type, delivery, taken, ok } of receivers.received)
    add(
      ended,
      `delivery ${delivery} of ${type} to ${url}: ${ok ? 'ok' : taken ? 'taken, but not answered' : 'failed'}`,
    );
  return lines;
}

function because({ details, reason, explanation }: EventRow): string {
  const why = details ?? reason ?? (explanation as { verdict?: string } | null)?.verdict;
  return why == null ? '' : ` ${JSON.stringify(why)}`;
}

function* gatewayLines(own: GatewaySeen): Generator<{ at: number; what: string }> {
  for (const { boot, started, died, how } of own.boots) {
    yield { at: started, what: `boot ${boot.slice(0, 8)}` };
    if (died !== null) yield { at: died, what: how === 'power' ? 'the power goes' : 'the agent is killed' };
  }
  for (const { number, at, ended } of own.connections) {
    yield { at, what: `connection ${number} begins` };
    if (ended !== null) yield { at: ended, what: `connection ${number} ends` };
  }
  for (const { from, to } of own.diskTrouble) {
    yield { at: from, what: 'the disk refuses' };
    yield { at: to, what: 'the disk works' };
  }
  for (const { from, to } of own.boardTrouble) {
    yield { at: from, what: 'the board refuses' };
    yield { at: to, what: 'the board works' };
  }
  for (const { at, message, from } of own.sessions)
    yield {
      at,
      what: `session received from ${from}: ${JSON.stringify({ now: message.now, holds: message.holds })}`,
    };
  for (const { at, message } of own.commands)
    yield { at, what: `command received: ${JSON.stringify(message)}` };
  const onDisk = new Set(own.durable.map(({ journal, record }) => `${journal} ${record.seq}`));
  for (const { at, journal, record } of own.sentUp)
    if (!onDisk.has(`${journal} ${record.seq}`))
      yield { at, what: `sent from memory: ${JSON.stringify(record)}` };
  for (const { at, record } of own.durable) yield { at, what: `durable: ${JSON.stringify(record)}` };
  for (const [door, { relays, leaf, presses }] of own.doors) {
    for (const { at, relay, on } of relays) yield { at, what: `door ${door}: ${relay} ${on ? 'on' : 'off'}` };
    for (const { at, open } of leaf) yield { at, what: `door ${door}: leaf ${open ? 'opens' : 'closes'}` };
    for (const { at, until } of presses) {
      yield { at, what: `door ${door}: exit button pressed` };
      yield { at: until, what: `door ${door}: exit button released` };
    }
  }
}
