import { type DoorAccessClient, type ItemOf, type ListPath, list } from '@door-access/client';
import { Argument, type Command } from 'commander';
import { clientOf } from './config.js';
import { type Columns, CommandError, type Terminal, table } from './terminal.js';

const columns = <Path extends ListPath>(path: Path, shown: Columns<ItemOf<Path>>) => ({
  path,
  columns: shown as Columns<object>,
});

/** What can be listed, and what is shown of it; `--json` prints all of it. */
const LISTS: Record<string, { path: ListPath; columns: Columns<object> }> = {
  locks: columns('/locks', {
    id: (lock) => lock.id,
    name: (lock) => lock.name,
    place: (lock) => lock.place,
    location: (lock) => lock.location.name,
    online: (lock) => lock.online,
    door: (lock) => lock.door_state,
    mode: (lock) => lock.door_mode?.mode,
  }),
  gateways: columns('/gateways', {
    id: (gateway) => gateway.id,
    name: (gateway) => gateway.name,
    location: (gateway) => gateway.location.name,
    online: (gateway) => gateway.online,
    last_seen: (gateway) => gateway.last_seen_at,
    version: (gateway) => gateway.agent_version,
    waiting: (gateway) => gateway.journal_depth,
  }),
  'security-groups': columns('/security_groups', {
    code: (group) => group.code,
    name: (group) => group.name,
    location: (group) => group.location.name,
    locks: (group) => group.lock_count,
  }),
  people: columns('/people', {
    id: (person) => person.id,
    name: (person) => person.name,
    email: (person) => person.email,
    phone: (person) => person.phone,
    location: (person) => person.location.name,
  }),
  keys: columns('/keys', {
    id: (key) => key.id,
    name: (key) => key.name,
    state: (key) => key.state,
    person: (key) => key.person?.name,
    groups: (key) => key.security_groups,
    expires: (key) => key.expires_at,
  }),
  invitations: columns('/invitations', {
    id: (invitation) => invitation.id,
    state: (invitation) => invitation.state,
    person: (invitation) => invitation.person?.name,
    channel: (invitation) => invitation.channel,
    link_expires: (invitation) => invitation.link_expires_at,
  }),
  events: columns('/events', {
    time: (event) => event.occurred_at,
    type: (event) => event.type,
    lock: (event) => event.lock?.name,
    who: (event) => event.person?.name ?? event.api_key?.name,
    reason: (event) => event.reason,
  }),
  emergencies: columns('/emergencies', {
    id: (emergency) => emergency.id,
    mode: (emergency) => emergency.mode,
    drill: (emergency) => emergency.drill,
    location: (emergency) => emergency.location.name,
    started: (emergency) => emergency.started_at,
    ended: (emergency) => emergency.ended_at,
    confirmed: (emergency) => `${emergency.counts.confirmed} of ${emergency.doors.length}`,
  }),
  webhooks: columns('/webhooks', {
    id: (webhook) => webhook.id,
    url: (webhook) => webhook.url,
    status: (webhook) => webhook.status,
    events: (webhook) => webhook.events,
    failing_since: (webhook) => webhook.failing_since,
  }),
};

const LIMIT = 50;

export function listCommand(program: Command, terminal: Terminal): void {
  program
    .command('list')
    .description('what the API key may see, newest first')
    .addArgument(new Argument('<what>').choices(Object.keys(LISTS)))
    .option('--all', `all of it, not the first ${LIMIT}`)
    .option('--filter <name=value...>', 'a query parameter of the interface, such as type=remote')
    .option('--json', 'print JSON, one item a line')
    .action(async (what: string, options: { all?: boolean; filter?: string[]; json?: boolean }) => {
      const { path, columns: shown } = LISTS[what] as (typeof LISTS)[string];
      const client = await clientOf(terminal);
      const found = items(client, path, filters(options.filter ?? []), options.all ? Infinity : LIMIT);
      if (options.json) for await (const item of found) terminal.out(JSON.stringify(item));
      else {
        const rows: object[] = [];
        for await (const item of found) rows.push(item);
        if (rows.length === 0) terminal.note(`no ${what}`);
        else for (const line of table(rows, shown)) terminal.out(line);
      }
    });
}

async function* items(client: DoorAccessClient, path: ListPath, query: object, max: number) {
  let count = 0;
  for await (const item of list(client, path, { query } as never)) {
    if (count++ >= max) return;
    yield item as object;
  }
}

function filters(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((text): [string, string] => {
      const mark = text.indexOf('=');
      if (mark < 1) throw new CommandError(`--filter takes name=value, not "${text}"`);
      return [text.slice(0, mark), text.slice(mark + 1)];
    }),
  );
}

/** A lock by its id, or by its whole name. @throws CommandError */
export async function lockIdOf(client: DoorAccessClient, idOrName: string): Promise<number> {
  if (/^[1-9]\d{0,9}$/.test(idOrName)) return Number(idOrName);
  const names = new Set<string>();
  const found: number[] = [];
  for await (const { id, name } of list(client, '/locks')) {
    if (name.toLowerCase() === idOrName.toLowerCase()) found.push(id);
    names.add(name);
  }
  if (found.length > 1)
    throw new CommandError(
      `${found.length} locks are called "${idOrName}": name one by its id, ${found.join(' or ')}`,
    );
  if (found[0] === undefined)
    throw new CommandError(
      `there is no lock "${idOrName}"; there are ${[...names].slice(0, 10).join(', ') || 'none'}`,
    );
  return found[0];
}
