import { toTimestamp } from '@door-access/protocol';
import { type Command, InvalidArgumentError } from 'commander';
import { doorAt } from '../locks/history.js';
import type { PastEvent } from '../locks/history.rules.js';
import { locksNow, toLock } from '../locks/read.js';
import { type Known, type KnownDoor, knownByEvents, knownNow } from './door-now.rules.js';
import { print, printJson } from './tools/output.js';
import { CommandError, instead, lockOf, type Session, withSession } from './tools/session.js';

interface Options {
  at?: Date;
  json?: boolean;
}

export function doorCommands(program: Command): void {
  program
    .command('door')
    .description('a door as it is, or was at a moment, with the reasons')
    .argument('<lock>', 'the id or ref of the lock')
    .option('--at <time>', 'ISO 8601; without a zone it is UTC; now when left out', time)
    .option('--json', 'print JSON')
    .action((lock: string, options: Options) => withSession((session) => showDoor(session, lock, options)));
}

async function showDoor(session: Session, lock: string, options: Options): Promise<void> {
  const { context } = session;
  const found = await lockOf(session, lock);
  if (!found) throw new CommandError(`there is no lock "${lock}"${await instead(context, 'lock', null)}`);
  const now = context.clock.now();
  if (options.at && options.at.getTime() > now)
    throw new CommandError(`--at ${toTimestamp(options.at.getTime())}: that moment has not come yet`);
  const known = await readDoor(context, found.id, options.at, now);
  const { id, name, place } = found;
  if (options.json) return printJson({ lock: { id, name, place }, ...withTimes(known) });
  print(`${name}${place === '' ? '' : `, ${place}`} (lock ${id}) at ${toTimestamp(known.at)}`);
  for (const line of inWords(known)) print(`  ${line}`);
}

async function readDoor(
  { pool }: Session['context'],
  lockId: number,
  at: Date | undefined,
  now: number,
): Promise<KnownDoor> {
  const [past, [row]] = await Promise.all([
    doorAt(pool, lockId, at ?? new Date(now)),
    at ? [] : locksNow(pool, [lockId]),
  ]);
  return row ? knownNow(past, toLock(row, now)) : knownByEvents(past);
}

function* inWords(known: KnownDoor): Generator<string> {
  yield line('door', known.door, String(known.door.value)) + faultWords(known.contact_fault);
  if (known.door.value === 'open') {
    yield line('forced', known.forced, known.forced.value ? 'yes' : 'no');
    yield line('left open', known.left_open, known.left_open.value ? 'yes' : 'no');
  }
  yield line('held open', known.held_open, word(known.held_open.value));
  yield line('online', known.online, word(known.online.value));
  yield `mode          ${modeWords(known.mode)}`;
  yield `last access   ${moment(known.last_access)}`;
  yield `exit button   ${moment(known.last_exit_press)}`;
}

const faultWords = (fault: KnownDoor['contact_fault']): string =>
  fault ? `; its contact has been unreadable since ${toTimestamp(fault.at)}: ${fault.error}` : '';

const word = (value: boolean | 'unknown' | null): string =>
  value === null
    ? 'not told of a lock of the locking system'
    : value === 'unknown'
      ? value
      : value
        ? 'yes'
        : 'no';

function line(name: string, { by, known_by }: Known<unknown>, value: string): string {
  const why = by?.explanation?.text ? `; ${by.explanation.text}` : '';
  const source = by
    ? `, by ${by.type} at ${toTimestamp(by.occurred_at)}${why}`
    : known_by === 'report'
      ? ', by the report of its gateway; no event says so'
      : '';
  return `${name.padEnd(13)} ${value}${source}`;
}

function modeWords({ value, by, known_by }: KnownDoor['mode']): string {
  if (known_by === 'schedule') return 'follows its schedule, which asks for a hold';
  if (known_by === null) return 'follows its schedule';
  if (!by) return value.replace('_', ' ');
  const until = by.until === null ? '' : ` until ${toTimestamp(by.until)}`;
  return `${value.replace('_', ' ')}${until}, ordered at ${toTimestamp(by.set_at)}${by.who ? ` by ${by.who}` : ''} (${by.status})`;
}

const moment = (event: PastEvent | null): string =>
  event ? `${toTimestamp(event.occurred_at)}${event.person ? ` by ${event.person}` : ''}` : 'none known';

/** With its times as on the wire. */
function withTimes({ mode, last_access, last_exit_press, at, contact_fault, ...rest }: KnownDoor) {
  const { by } = mode;
  const known = Object.entries(rest).map(([name, value]) => [
    name,
    { ...value, by: eventWithTime(value.by) },
  ]);
  return {
    at: toTimestamp(at),
    ...Object.fromEntries(known),
    contact_fault: contact_fault && {
      error: contact_fault.error,
      since: toTimestamp(contact_fault.at),
    },
    mode: {
      ...mode,
      by: by && {
        ...by,
        ordered_at: toTimestamp(by.set_at),
        until: by.until === null ? null : toTimestamp(by.until),
      },
    },
    last_access: eventWithTime(last_access),
    last_exit_press: eventWithTime(last_exit_press),
  };
}

const eventWithTime = (event: PastEvent | null) =>
  event && { ...event, occurred_at: toTimestamp(event.occurred_at) };

function time(value: string): Date {
  const zoned = /(Z|[+-]\d{2}:\d{2})$/.test(value) ? value : `${value}Z`;
  const date = new Date(/^\d{4}-\d{2}-\d{2}Z$/.test(zoned) ? zoned.replace('Z', 'T00:00Z') : zoned);
  if (Number.isNaN(date.getTime()))
    throw new InvalidArgumentError('expected a time such as 2026-01-07T02:14.');
  return date;
}
