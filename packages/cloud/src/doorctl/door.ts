import { toTimestamp } from '@door-access/protocol';
import { type Command, InvalidArgumentError } from 'commander';
import { doorAt } from '../locks/history.js';
import type { DoorPast, Past, PastEvent } from '../locks/history.rules.js';
import { print, printJson } from './output.js';
import { CommandError, type Session, withSession } from './session.js';

interface Options {
  at?: Date;
  json?: boolean;
}

export function doorCommands(program: Command): void {
  program
    .command('door')
    .description('a door as it was at a moment, with the reasons')
    .argument('<lock>', 'the id or ref of the lock')
    .option('--at <time>', 'ISO 8601; without a zone it is UTC; now when left out', time)
    .option('--json', 'print JSON')
    .action((lock: string, options: Options) => withSession((session) => showDoor(session, lock, options)));
}

async function showDoor({ context }: Session, lock: string, options: Options): Promise<void> {
  const { rows } = await context.pool.query<{ id: number; name: string; place: string }>(
    'select id, name, place from lock where id::text = $1 or ref = $1 order by (id::text = $1) desc, id limit 2',
    [lock],
  );
  const [found, other] = rows;
  if (!found) throw new CommandError(`no lock has the id or ref "${lock}"; see: doorctl events`);
  if (other && String(found.id) !== lock)
    throw new CommandError(`several accounts have a lock "${lock}": name it by its id`);
  const at = options.at ?? new Date(context.clock.now());
  const past = await doorAt(context.pool, found.id, at);
  if (options.json) return printJson({ lock: found, ...past, at: toTimestamp(past.at) });
  print(
    `${found.name}${found.place === '' ? '' : `, ${found.place}`} (lock ${found.id}) at ${toTimestamp(past.at)}`,
  );
  for (const line of inWords(past)) print(`  ${line}`);
}

function* inWords(past: DoorPast): Generator<string> {
  yield told('door', past.door, String(past.door.value));
  if (past.door.value === 'open') {
    yield told('forced', past.forced, past.forced.value ? 'yes' : 'no');
    yield told('left open', past.left_open, past.left_open.value ? 'yes' : 'no');
  }
  yield told('held open', past.held_open, word(past.held_open.value));
  yield told('online', past.online, word(past.online.value));
  yield `mode          ${modeWords(past.mode)}`;
  yield `last access   ${moment(past.last_access)}`;
  yield `exit button   ${moment(past.last_exit_press)}`;
}

const word = (value: boolean | 'unknown'): string => (value === 'unknown' ? value : value ? 'yes' : 'no');

function told(name: string, { by }: Past<unknown>, value: string): string {
  const why = by?.explanation?.text ? `; ${by.explanation.text}` : '';
  return `${name.padEnd(13)} ${value}${by ? `, by ${by.type} at ${toTimestamp(by.occurred_at)}${why}` : ''}`;
}

function modeWords({ value, by }: DoorPast['mode']): string {
  if (!by) return 'follows its schedule';
  const until = by.until === null ? '' : ` until ${toTimestamp(by.until)}`;
  const what = value === 'closed' ? 'closed' : `stay open${until}`;
  return `${what}, ordered at ${toTimestamp(by.ordered_at)}${by.who ? ` by ${by.who}` : ''} (${by.status})`;
}

const moment = (event: PastEvent | null): string =>
  event ? `${toTimestamp(event.occurred_at)}${event.person ? ` by ${event.person}` : ''}` : 'none known';

function time(value: string): Date {
  const zoned = /(Z|[+-]\d{2}:\d{2})$/.test(value) ? value : `${value}Z`;
  const date = new Date(/^\d{4}-\d{2}-\d{2}Z$/.test(zoned) ? zoned.replace('Z', 'T00:00Z') : zoned);
  if (Number.isNaN(date.getTime()))
    throw new InvalidArgumentError('expected a time such as 2026-01-07T02:14.');
  return date;
}
