import { type DoorAccessClient, list, type Schemas, take } from '@door-access/client';
import { Argument, type Command, Option } from 'commander';
import { clientOf } from './config.js';
import { CommandError, type Terminal, table } from './terminal.js';

type Emergency = Omit<Schemas['Emergency'], 'actor'>;

/** As long as a request may wait for doors; behind it the command says who is missing. */
const WAIT_S = 20;

const WHY: Record<string, string> = {
  offline: 'its gateway is offline',
  no_hold_relay: 'it has no hold relay',
  device_error: 'its gateway could not switch it',
  timed_out: 'its gateway does not answer',
};

export function emergencyCommands(program: Command, terminal: Terminal): void {
  const emergency = program
    .command('emergency')
    .description('lockdowns, evacuations and drills: what is in force, and every door of it');

  emergency
    .command('show')
    .description('an emergency with its doors')
    .argument('[id]', 'left out: the newest')
    .option('--json', 'print it as JSON')
    .action(async (id: string | undefined, { json }: { json?: boolean }) => {
      const client = await clientOf(terminal);
      show(terminal, await read(client, id ?? (await newest(client)), 0), json);
    });

  emergency
    .command('start')
    .description('begins one, and waits until every door is accounted for')
    .addArgument(new Argument('<mode>').choices(['lockdown', 'evacuation']))
    .argument('<location>', 'its id, or its name where it has doors')
    .requiredOption('--reason <text>', 'for the audit log, and for everyone who looks at it')
    .option('--drill', 'asks every gateway, and moves no door')
    .option('--json', 'print it as JSON')
    .action(async (mode: Emergency['mode'], location: string, options: StartOptions) => {
      const { reason, drill = false, json } = options;
      const client = await clientOf(terminal);
      const path = { id: await locationIdOf(client, location) };
      const body = { mode, reason, drill };
      const begun = await take(client.POST('/locations/{id}/emergency', { params: { path }, body }));
      const found = await read(client, begun.id, WAIT_S);
      show(terminal, found, json);
      const { confirmed, pending, refused, unreachable } = found.counts;
      if (pending + refused + unreachable > 0)
        throw new CommandError(
          `${confirmed} of ${found.doors.length} doors have confirmed: look after the others`,
        );
    });

  emergency
    .command('end')
    .description('ends the one of this very location; those above and below stay')
    .argument('<location>', 'its id, or its name where it has doors')
    .requiredOption('--reason <text>', 'for the audit log')
    .addOption(new Option('--json', 'print it as JSON'))
    .action(async (location: string, { reason, json }: { reason: string; json?: boolean }) => {
      const client = await clientOf(terminal);
      const path = { id: await locationIdOf(client, location) };
      const body = { mode: 'none' as const, reason };
      show(terminal, await take(client.POST('/locations/{id}/emergency', { params: { path }, body })), json);
    });
}

interface StartOptions {
  reason: string;
  drill?: boolean;
  json?: boolean;
}

const read = (client: DoorAccessClient, id: string, wait: number): Promise<Emergency> =>
  take(client.GET('/emergencies/{id}', { params: { path: { id }, query: { wait } } }));

async function newest(client: DoorAccessClient): Promise<string> {
  for await (const { id } of list(client, '/emergencies')) return id;
  throw new CommandError('there has been no emergency');
}

/** A location by its id, or by the name that its doors have it under. @throws CommandError */
async function locationIdOf(client: DoorAccessClient, idOrName: string): Promise<number> {
  if (/^[1-9]\d{0,9}$/.test(idOrName)) return Number(idOrName);
  const names = new Map<number, string>();
  for await (const { location } of list(client, '/locks')) names.set(location.id, location.name);
  const found = [...names].filter(([, name]) => name.toLowerCase() === idOrName.toLowerCase());
  if (found.length > 1)
    throw new CommandError(
      `${found.length} locations are called "${idOrName}": name one by its id, ${found.map(([id]) => id).join(' or ')}`,
    );
  if (!found[0])
    throw new CommandError(
      `no door is at a location "${idOrName}"; there are ${[...names.values()].slice(0, 10).join(', ') || 'none'}`,
    );
  return found[0][0];
}

function show(terminal: Terminal, emergency: Emergency, json = false): void {
  if (json) {
    terminal.out(JSON.stringify(emergency, null, 2));
    return;
  }
  const { mode, drill, location, reason, started_at, ended_at, counts, doors, id } = emergency;
  terminal.out(`${drill ? 'Drill, ' : ''}${mode} at ${location.name}, since ${started_at}: ${reason}`);
  terminal.out(`${ended_at === null ? 'In force' : `Ended ${ended_at}`}, ${id}`);
  const counted = Object.entries(counts).map(([state, count]) => `${count} ${state}`);
  terminal.out(`${doors.length} doors: ${counted.join(', ')}`);
  const missing = doors.filter(({ state }) => state !== 'confirmed');
  if (missing.length === 0) return;
  const columns = {
    lock: (door: (typeof doors)[number]) => door.lock.id,
    name: (door: (typeof doors)[number]) => door.lock.name,
    place: (door: (typeof doors)[number]) => door.lock.place,
    state: (door: (typeof doors)[number]) => door.state,
    why: (door: (typeof doors)[number]) => (door.reason ? WHY[door.reason] : null),
  };
  for (const line of table(missing, columns)) terminal.out(line);
}
