import { type Change, changes, type DoorAccessClient } from '@door-access/client';
import type { Command } from 'commander';
import { accountOf, clientOf } from './config.js';
import { type Destination, forward } from './forward.js';
import { CommandError, cell, type Terminal } from './terminal.js';

interface Following {
  after: string;
  types?: string;
}

const OLDEST = 'oldest';

/** Where to begin, and what of it. */
const following = (command: Command, after: string): Command =>
  command
    .option('--after <cursor>', `a cursor of a change, "now", or "${OLDEST}" for all that is kept`, after)
    .option('--types <names>', 'event names, with commas');

export function changeCommands(program: Command, terminal: Terminal): void {
  following(program.command('tail'), 'now')
    .description('what happens, in the sequence in which it is recorded, until Ctrl-C; it misses nothing')
    .option('--json', 'print JSON, one change a line; its "cursor" is where --after goes on')
    .action(async (options: Following & { json?: boolean }) => {
      for await (const change of follow(await clientOf(terminal), terminal, options))
        terminal.out(options.json ? JSON.stringify(change) : lineOf(change));
    });

  forwarding(following(program.command('listen'), 'now'))
    .description('sends what happens to a local address as webhooks, signed, without a public address')
    .action(async (options: Following & Forwarding) => {
      const destination = await destinationOf(terminal, options);
      for await (const change of follow(await clientOf(terminal), terminal, options))
        await send(terminal, change, destination);
    });

  forwarding(program.command('replay'))
    .description('sends one past change again, as listen does')
    .argument('<id>', 'of a change, as tail --json prints it')
    .option('--after <cursor>', 'where to begin to look for it', OLDEST)
    .action(async (id: string, options: { after: string } & Forwarding) => {
      const destination = await destinationOf(terminal, options);
      const change = await find(await clientOf(terminal), terminal, id, options.after);
      if (!(await send(terminal, change, destination)))
        throw new CommandError('the receiver did not accept it');
    });
}

const position = (after: string) => (after === OLDEST ? {} : { after });

const follow = (client: DoorAccessClient, terminal: Terminal, { after, types }: Following) =>
  changes(client, {
    ...position(after),
    ...(types === undefined ? {} : { types: types.split(',') }),
    signal: terminal.signal,
    onRetry: (error) => terminal.note(`The service does not answer (${error.message}); trying again.`),
  });

async function find(
  client: DoorAccessClient,
  terminal: Terminal,
  id: string,
  after: string,
): Promise<Change> {
  let looked = 0;
  const options = { ...position(after), signal: terminal.signal, untilLatest: true };
  for await (const change of changes(client, options)) {
    if (change.id === id) return change;
    if (++looked % 10_000 === 0) terminal.note(`${looked} changes looked at, up to ${change.recorded_at}`);
  }
  throw new CommandError(`none of ${looked} changes has the id ${id}`);
}

interface Forwarding {
  forward: string;
  secretFile?: string;
  serviceName: string;
}

const forwarding = (command: Command): Command =>
  command
    .requiredOption('--forward <url>', 'such as http://localhost:3000/hook')
    .option('--secret-file <file>', 'has the secret that signs; without it one is made and shown')
    .option(
      '--service-name <name>',
      'the SERVICE_NAME of the service, for the names of the headers',
      'Service',
    );

async function destinationOf(terminal: Terminal, given: Forwarding): Promise<Destination> {
  await accountOf(terminal);
  const { destination, madeSecret } = await forward.to(terminal, given);
  if (madeSecret !== null) terminal.note(`Signing with ${madeSecret}`);
  return destination;
}

async function send(terminal: Terminal, change: Change, destination: Destination): Promise<boolean> {
  const { status, error, ms } = await forward.send(terminal, change, destination);
  const isAccepted = status !== null && status >= 200 && status < 300;
  terminal.out(`${isAccepted ? 'ok    ' : 'failed'} ${status ?? error}  ${ms} ms  ${lineOf(change)}`);
  return isAccepted;
}

function lineOf({ occurred_at, type, data }: Change): string {
  const { lock, person, api_key, key, name, reason } = data as Record<
    string,
    { name?: string } | string | null
  >;
  const named = (value: unknown) => (value as { name?: string } | null | undefined)?.name;
  const who = named(person) ?? named(api_key) ?? named(key) ?? (typeof name === 'string' ? name : undefined);
  return [occurred_at, type, cell(named(lock)), cell(who), ...(reason ? [cell(reason)] : [])].join('  ');
}
