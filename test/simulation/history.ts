import { tell } from './deeds.js';
import { type BlockPlan, DAYS, type ScheduleEntry } from './layout.js';
import type { Violation } from './oracle/judge.js';
import type { Outcome } from './simulate.js';
import type { World } from './world.js';

const MOST_LINES = 70;
const MOST_VIOLATIONS = 5;

/** What happened, for people: the promise broken, the plan that is left, and what was seen around it. */
export function describe({ settings, violations, steps, world }: Outcome): string {
  const { seed, hours, gateways, chaos } = settings;
  const lines = [
    `seed ${seed}: npm run simulate -- --seed ${seed} --hours ${hours} --gateways ${gateways}${chaos ? ' --chaos' : ''}`,
  ];
  for (const violation of violations.slice(0, MOST_VIOLATIONS))
    lines.push(`  BROKEN ${clock(violation.at)} ${violation.rule}: ${violation.what}${where(violation)}`);
  if (violations.length > MOST_VIOLATIONS) lines.push(`  … and ${violations.length - MOST_VIOLATIONS} more`);
  const [first] = violations;
  if (!first) return lines.join('\n');
  const lock = world.layout.locks.find(({ id }) => id === first.lock);
  if (lock) {
    const { contact, exitButton, hold, exitReleases, door } = lock.setup;
    lines.push(
      `  lock ${lock.id} is door ${door} of gateway ${lock.gateway}: contact ${contact ? contact.normally : 'none'}, exit button ${exitButton ? 'wired' : 'none'}` +
        `${exitReleases ? ' (releases)' : ''}, hold relay ${hold ? 'wired' : 'none'}, left open after ${lock.leftOpenMs / 1000} s, ${lock.togglePolicy}, ` +
        `schedule ${lock.schedule.map(tellEntry).join(', ') || 'none'}`,
    );
  }
  if (steps.length <= MOST_LINES) {
    lines.push('  what was done:');
    for (const step of steps)
      lines.push(`    ${clock(step.at)} gateway ${step.gateway} door ${step.door}: ${tell(step)}`);
  }
  lines.push(
    '  what was seen:',
    ...around(seenOf(world, first), first.at).map(({ at, what }) => `    ${clock(at)} ${what}`),
  );
  return lines.join('\n');
}

const tellEntry = (entry: ScheduleEntry): string =>
  'date' in entry
    ? `on ${entry.date} ${entry.blocks.map(tellBlock).join(' and ') || 'closed'}`
    : `${entry.days.length === DAYS.length ? '' : `${entry.days.join(' ')} `}${tellBlock(entry)}`;

const tellBlock = ({ from, to, first_person_in }: BlockPlan): string =>
  `${from}-${to}${first_person_in ? ' first person in' : ''}`;

const where = ({ gateway, lock }: Violation): string =>
  lock !== null ? ` (lock ${lock})` : gateway !== null ? ` (gateway ${gateway})` : '';

const clock = (at: number): string => new Date(at).toISOString().slice(5, 23).replace('T', ' ');

interface Line {
  at: number;
  what: string;
}

/** The lines nearest to a moment. */
function around(lines: Line[], at: number): Line[] {
  const nearest = lines.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at)).slice(0, MOST_LINES);
  return nearest.sort((a, b) => a.at - b.at);
}

function seenOf(world: World, { gateway, lock }: Violation): Line[] {
  const lines: Line[] = [];
  const { seen, database, layout } = world;
  for (const at of seen.starts) lines.push({ at, what: 'the service starts' });
  for (const at of seen.crashes) lines.push({ at, what: 'the service dies' });
  const number = gateway ?? layout.locks.find(({ id }) => id === lock)?.gateway;
  const own = number === undefined || number === null ? undefined : seen.gateways[number];
  if (!own) return lines;
  for (const { boot, started, died, how } of own.boots) {
    lines.push({ at: started, what: `boot ${boot.slice(0, 8)}` });
    if (died !== null)
      lines.push({ at: died, what: how === 'power' ? 'the power goes' : 'the agent is killed' });
  }
  for (const { number: connection, at, ended } of own.connections) {
    lines.push({ at, what: `connection ${connection} begins` });
    if (ended !== null) lines.push({ at: ended, what: `connection ${connection} ends` });
  }
  for (const { at, message } of own.sessions)
    lines.push({
      at,
      what: `session received: ${JSON.stringify({ now: message.now, holds: message.holds })}`,
    });
  for (const { at, message } of own.commands)
    lines.push({ at, what: `command received: ${JSON.stringify(message)}` });
  for (const { at, record } of own.durable) lines.push({ at, what: `durable: ${JSON.stringify(record)}` });
  for (const { at, to } of seen.marks.filter(
    ({ gateway: id }) => id === layout.gateways[number as number]?.id,
  ))
    lines.push({ at, what: `committed up to ${to}` });
  for (const [door, { relays, leaf, presses }] of own.doors) {
    for (const { at, relay, on } of relays)
      lines.push({ at, what: `door ${door}: ${relay} ${on ? 'on' : 'off'}` });
    for (const { at, open } of leaf)
      lines.push({ at, what: `door ${door}: leaf ${open ? 'opens' : 'closes'}` });
    for (const at of presses) lines.push({ at, what: `door ${door}: exit button pressed` });
  }
  for (const event of database.tables.events)
    if (
      event.lock_id === lock ||
      (lock === null && event.gateway_id === layout.gateways[number as number]?.id)
    )
      lines.push({
        at: event.recorded_at,
        what: `told: ${event.type} at ${clock(event.occurred_at)} ${JSON.stringify(event.details ?? event.reason ?? '')}`,
      });
  return lines;
}
