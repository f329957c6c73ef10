import { toTimestamp } from '@door-access/protocol';
import type { PoolClient } from 'pg';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import type { AlarmDraft } from '../doors/alarm.rules.js';
import { COMMAND_LIFETIME_MS } from '../doors/command.rules.js';
import { chanceOf } from './chance.rules.js';
import { PastDoors } from './doors.js';
import { PastGateway } from './gateway.js';
import { type Cast, Life } from './life.js';
import { storyUntil, wordsOn } from './story.rules.js';

/*
 * Makes the past of the demo site: fourteen days of records of its gateways, on which the rules decide as on any others.
 * What follows is written in one transaction, and the account is marked. Nothing of it is sent to anyone.
 */

/** The demo site, by the names of its file. */
export interface Site {
  account: { id: number };
  locks: Readonly<Record<string, number>>;
  gateways: Readonly<Record<string, { id: string }>>;
}

/** Has no exit button on the bench. */
const WITHOUT_EXIT_BUTTON = 'server_room';
const HOME = 'main';
/** Before all that is real. */
const ENDS_BEFORE_MS = 60_000;

const ACCOUNT = sql.statement('past-account', 'select created_at from account where id = $1', {
  created_at: sql.time,
});

const LOCKS = sql.statement(
  'past-locks',
  `select l.id, l.ref, l.door, l.strike_ms, l.gateway_id, g.ref as gateway, o.timezone
   from lock l join location o on o.id = l.location_id left join gateway g on g.id = l.gateway_id where l.account_id = $1`,
  {
    id: sql.int,
    ref: sql.orNull(sql.text),
    door: sql.orNull(sql.int),
    strike_ms: sql.int,
    gateway_id: sql.orNull(sql.uuid),
    gateway: sql.orNull(sql.text),
    timezone: sql.text,
  },
);

const KEYS = sql.statement(
  'past-keys',
  'select id, name, person_id, manager from access_key where account_id = $1 order by id',
  { id: sql.int, name: sql.text, person_id: sql.orNull(sql.uuid), manager: sql.bool },
);

/** From the beginning on, so that who signs in meanwhile is shown it. What was marked before stays. */
const MARK = sql.statement(
  'past-mark',
  'update account set generated_until = coalesce(generated_until, $2) where id = $1 returning generated_until as until',
  { until: sql.present(sql.time) },
);

/** Once: a second process, or a second start, finds it made, and a gateway that was paired meanwhile leaves no mark. */
const WANTED = sql.statement(
  'past-wanted',
  `select from account a where a.id = $1 and a.generated_until = $2 and not exists (
     select from lock l join event e on e.lock_id = l.id where l.account_id = a.id and e.occurred_at <= $2) for update`,
);

const COMMANDS = sql.statement(
  'past-commands',
  `insert into command (id, account_id, lock_id, gateway_id, type, status, reason, requested_at, sent_at, confirmed_at,
     failed_at, expires_at, switched_at, person_id, key_id)
   select x.id, $2, x.lock_id, x.gateway_id, 'unlock', x.status, x.reason, x.requested_at, x.requested_at, x.confirmed_at,
     x.failed_at, x.expires_at, x.switched_at, x.person_id, x.key_id
   from json_to_recordset($1::json) as x(id uuid, lock_id int, gateway_id uuid, status text, reason text,
     requested_at timestamptz, confirmed_at timestamptz, failed_at timestamptz, expires_at timestamptz,
     switched_at timestamptz, person_id uuid, key_id int)`,
);

/** A gateway has one alarm at a time that it is gone. */
const COME_BACK = sql.statement(
  'past-come-back',
  `update alarm a set ended_at = (select min(e.occurred_at) from event e where e.account_id = $1
     and e.gateway_id = a.gateway_id and e.type = 'lock.online' and e.occurred_at >= a.started_at)
   where a.account_id = $1 and a.kind = 'offline' and a.ended_at is null`,
);

/** By the first owner. The audit log has nothing of it: what was made up is no evidence. */
const ACKNOWLEDGE = sql.statement(
  'past-acknowledge',
  `insert into alarm_acknowledgement (event_id, account_id, user_id, user_name, acknowledged_at, note)
   select a.id, $2, u.id, u.name, x.at, x.note
   from json_to_recordset($1::json) as x(kind text, lock_id int, gateway_id uuid, started_at timestamptz, at timestamptz,
     note text)
   join alarm a on a.account_id = $2 and a.kind = x.kind and a.started_at = x.started_at
     and a.lock_id is not distinct from x.lock_id and a.gateway_id is not distinct from x.gateway_id
   cross join (select id, name from account_user where account_id = $2 and role = 'owner' order by created_at, id limit 1) u`,
);

/** @param signal breaks it off, with nothing made */
export async function makePast(context: Context, site: Site, signal?: AbortSignal): Promise<void> {
  const { created_at } = await ACCOUNT.one(context.pool, [site.account.id]);
  const end = Math.min(created_at.getTime(), context.clock.now()) - ENDS_BEFORE_MS;
  const marked = await MARK.one(context.pool, [site.account.id, new Date(end)]);
  const until = marked.until.getTime();
  const [locks, keys] = await Promise.all([
    LOCKS.rows(context.pool, [site.account.id]),
    KEYS.rows(context.pool, [site.account.id]),
  ]);
  const zones: Record<string, string> = {};
  for (const { ref, gateway, timezone } of locks)
    for (const name of [ref, gateway]) if (name !== null) zones[name] = timezone;
  const story = storyUntil(until, zones, zones[HOME] ?? 'UTC');
  // The same for the same day.
  const chance = chanceOf(toTimestamp(story.from));
  const doorsOf = (id: string) =>
    locks
      .filter(({ gateway_id }) => gateway_id === id)
      .map(({ door, ref }) => ({ door: door ?? 0, exit_button: ref !== WITHOUT_EXIT_BUTTON }));
  const cast: Cast = {
    doors: new Map(locks.map(({ id, ref, strike_ms }) => [ref ?? '', { lock_id: id, strike_ms }])),
    keys: new Map(keys.map((key) => [key.name, key])),
    gateways: new Map(
      Object.entries(site.gateways).map(([name, { id }]) => [
        name,
        new PastGateway(id, doorsOf(id), chance, story.from),
      ]),
    ),
  };
  const past = new PastDoors(await doorsOfSite(context, locks));
  await new Life(context, past, cast, chance).live(story, until, signal);
  await transaction(context.pool, (client) => write(client, context, site.account.id, past, until));
  for (const id of new Set(past.alarms.map(({ location_id }) => location_id)))
    context.nudge.emit('alarm', id);
}

async function doorsOfSite(context: Context, locks: readonly sql.Row<typeof LOCKS>[]) {
  const gatewayIds = [...new Set(locks.flatMap(({ gateway_id }) => gateway_id ?? []))];
  const ids = (isRemote: boolean) =>
    locks.filter(({ gateway_id }) => (gateway_id !== null) === isRemote).map(({ id }) => id);
  return context.doors.transaction((doors) =>
    doors.load({
      gatewayIds,
      wholeGatewayIds: [],
      doors: [],
      marks: [],
      commandIds: [],
      lockIds: ids(true),
      awakeGatewayIds: [],
      readerLockIds: ids(false),
    }),
  );
}

async function write(
  client: PoolClient,
  context: Context,
  accountId: number,
  past: PastDoors,
  until: number,
): Promise<void> {
  if ((await WANTED.count(client, [accountId, new Date(until)])) === 0) return;
  const doors = context.doors.within(client);
  for (const decided of past.written()) {
    if (decided.alarms.length > 0) await COME_BACK.count(client, [accountId]);
    await doors.write(decided);
  }
  await COMMANDS.count(client, [JSON.stringify(past.commands.map(toRow)), accountId]);
  await ACKNOWLEDGE.count(client, [
    JSON.stringify(past.alarms.flatMap((one) => toWords(one, until))),
    accountId,
  ]);
}

const time = (at: number | null): string | null => (at === null ? null : toTimestamp(at));

const toRow = ({ facts, requested_at, ...command }: PastDoors['commands'][number]) => ({
  ...command,
  requested_at: toTimestamp(requested_at),
  expires_at: toTimestamp(requested_at + COMMAND_LIFETIME_MS),
  confirmed_at: time(command.confirmed_at),
  failed_at: time(command.failed_at),
  switched_at: time(command.switched_at),
  person_id: facts.person_id,
  key_id: facts.key_id,
});

function toWords({ kind, lock_id, gateway_id, started_at }: AlarmDraft, until: number): object[] {
  const words = wordsOn({ kind, started_at }, until);
  if (words === null) return [];
  const { after_ms, note } = words;
  const at = toTimestamp(Math.min(started_at + after_ms, until));
  return [{ kind, lock_id, gateway_id, started_at: toTimestamp(started_at), at, note }];
}
