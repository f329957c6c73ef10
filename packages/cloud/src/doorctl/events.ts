import { EVENT_TYPES } from '@door-access/protocol';
import { type Command, InvalidArgumentError } from 'commander';
import { Horizons } from '../changes/horizon.js';
import { eventsById } from '../events/read.js';
import { cell, print, printJson, printList } from './tools/output.js';
import { upTo } from './tools/parameters.js';
import {
  accountFilter,
  CommandError,
  findLocks,
  inAccount,
  instead,
  type Session,
  withSession,
} from './tools/session.js';

interface Options {
  lock?: string;
  type?: string[];
  limit: number;
  account?: string;
  follow?: boolean;
  json?: boolean;
}

type ShownEvent = Awaited<ReturnType<typeof eventsById>>[number];

const FOLLOW_EVERY_MS = 1_000;
const FOLLOW_AT_ONCE = 1_000;

export function eventCommands(program: Command): void {
  program
    .command('events')
    .description('what happened at the doors, newest first')
    .option('--lock <ref-or-id>', 'only of this lock')
    .option('--type <types>', 'event names, with commas', types)
    .option('--limit <count>', '1 to 1000', upTo(1000), 50)
    .option('--account <name>', 'only of this account')
    .option('--follow', 'go on with what comes, oldest first, until Ctrl-C')
    .option('--json', 'print JSON (with --follow one event a line)')
    .action((options: Options) => withSession((session) => showEvents(session, options)));
}

async function showEvents(session: Session, options: Options): Promise<void> {
  const { context, signal } = session;
  const account = await accountFilter(session, options.account);
  const locks = options.lock === undefined ? null : await lockIds(session, options.lock, account);
  const horizons = new Horizons(context);
  /** From `after` to `until`, at most `count`. */
  const page = async (after: number, until: number, count: number, direction: 'asc' | 'desc') => {
    const events = await context.prisma.event.findMany({
      where: {
        id: { gt: after, lte: until },
        ...inAccount(account),
        ...(locks === null ? {} : { lock_id: { in: locks } }),
        ...(options.type === undefined ? {} : { type: { in: options.type } }),
      },
      select: { id: true },
      orderBy: { id: direction },
      take: count,
    });
    const ids = events.map(({ id }) => Number(id));
    return eventsById(context.pool, ids);
  };
  if (!options.follow)
    return printEvents(
      (await page(0, Number.MAX_SAFE_INTEGER, options.limit, 'desc')).reverse(),
      options.json,
    );
  // An event with a lower number may still be committed: up to the horizon none is.
  let last = (await horizons.now()).safe;
  for (const event of await page(0, last, options.limit, 'desc')) printEvent(event, options.json);
  while (!signal.aborted) {
    const { safe } = await horizons.now();
    const events = last < safe ? await page(last, safe, FOLLOW_AT_ONCE, 'asc') : [];
    for (const event of events) printEvent(event, options.json);
    const isFull = events.length === FOLLOW_AT_ONCE;
    last = isFull ? (events.at(-1) as ShownEvent).id : Math.max(last, safe);
    if (!isFull) await context.clock.sleep(FOLLOW_EVERY_MS, signal).catch(() => {});
  }
}

async function lockIds({ context }: Session, refOrId: string, account: number | null): Promise<number[]> {
  const locks = await findLocks(context, account, [refOrId]);
  if (locks.length === 0)
    throw new CommandError(`there is no lock "${refOrId}"${await instead(context, 'lock', account)}`);
  return locks.map(({ id }) => id);
}

const COLUMNS = {
  time: ({ data }: ShownEvent) => data.occurred_at ?? data.since,
  type: ({ type }: ShownEvent) => type,
  lock: ({ data }: ShownEvent) => (data.lock as { name: string } | null)?.name,
  location: ({ data }: ShownEvent) => (data.location as { name: string } | null)?.name,
  source: ({ data }: ShownEvent) => data.source,
  who: ({ data }: ShownEvent) =>
    (data.person as { name: string } | null)?.name ?? (data.api_key as { name: string } | null)?.name,
  reason: ({ data }: ShownEvent) => data.reason,
};

const flat = ({ id, type, data }: ShownEvent) => ({ id, type, ...data });

function printEvents(events: ShownEvent[], json: boolean | undefined): void {
  if (json) printJson({ data: events.map(flat) });
  else printList(events, COLUMNS, false, 'no events');
}

function printEvent(event: ShownEvent, json: boolean | undefined): void {
  const cells = Object.values(COLUMNS).map((column) => cell(column(event)));
  print(json ? JSON.stringify(flat(event)) : cells.join('  '));
}

function types(value: string): string[] {
  const names = value.split(',');
  const unknown = names.find((name) => !(EVENT_TYPES as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`"${unknown}" is no event; there are ${EVENT_TYPES.join(', ')}.`);
  return names;
}
