import type { PoolClient } from 'pg';
import { type Context, transaction } from '../context.js';
import { deliver } from '../doors/apply.js';
import type { PlacedEvent } from '../doors/apply.types.js';
import { placeInTime, write } from '../doors/apply-write.js';
import { decideReader, type ReaderDoor, type ReaderReport } from './reader.rules.js';

/* What the locking system's readers report becomes events, in the way of all events: with scopes and deliveries. */

export interface LockReport {
  lock_id: number;
  report: ReaderReport;
}

/** Doors whose close was not reported in time: `door.left_open`, once per opening. */
export async function reportLeftOpen(context: Context, lockIds: readonly number[]): Promise<void> {
  const reports = lockIds.map((lock_id): LockReport => ({ lock_id, report: { kind: 'silence' } }));
  const { known, deliveries } = await transaction(context.pool, (client) =>
    record(client, context, reports, 0),
  );
  if (deliveries > 0) context.nudge.emit('delivery');
  for (const id of known) context.nudge.emit('lock', id);
}

interface DoorRow extends ReaderDoor {
  lock_id: number;
  account_id: number;
  location_id: number;
  left_open_ms: number;
  last_event_at: number | null;
}

/**
 * Decides on reports in their order, and writes what follows: a handful of statements however many.
 * @param graceMs how long after an opening has become known its close may still be on its way
 * @returns the locks among them that are the locking system's, and how many deliveries were written
 */
export async function record(
  client: PoolClient,
  context: Pick<Context, 'clock'>,
  reports: readonly LockReport[],
  graceMs: number,
): Promise<{ known: ReadonlySet<number>; deliveries: number }> {
  const now = context.clock.now();
  const doors = await lockDoors(client, [...new Set(reports.map(({ lock_id }) => lock_id))]);
  const events: PlacedEvent[] = [];
  for (const { lock_id, report } of reports) {
    const row = doors.get(lock_id);
    if (!row) continue;
    const decided = decideReader(row, report, { now, left_open_ms: row.left_open_ms, grace_ms: graceMs });
    Object.assign(row, decided.state);
    const { account_id, location_id } = row;
    for (const event of decided.effects)
      events.push({ ...event, lock_id, account_id, location_id, gateway_id: null, journal_seq: null });
  }
  await placeInTime(client, events, { doorsByLock: doors });
  const ids = await write(client, { ...NOTHING_ELSE(), events }, now);
  await saveDoors(client, [...doors.values()]);
  return { known: new Set(doors.keys()), deliveries: await deliver(client, ids, now) };
}

const NOTHING_ELSE = () => ({
  doors: new Set<never>(),
  gateways: new Map<never, never>(),
  commands: new Set<never>(),
  finished: [],
  marks: new Map<never, never>(),
  gaps: [],
  faults: [],
  tests: [],
  holdWrites: [],
});

async function lockDoors(client: PoolClient, lockIds: readonly number[]): Promise<Map<number, DoorRow>> {
  await client.query(
    `insert into locksys_door (lock_id)
     select id from lock where id = any($1::int[]) and type = 'locksys' order by id on conflict do nothing`,
    [lockIds],
  );
  const { rows } = await client.query(
    `select d.*, l.account_id, l.location_id, l.left_open_ms from locksys_door d join lock l on l.id = d.lock_id
     where d.lock_id = any($1::int[]) order by d.lock_id for update of d`,
    [lockIds],
  );
  const time = (at: Date | null) => at?.getTime() ?? null;
  return new Map(
    rows.map(({ opened_at, due_at, last_event_at, ...row }) => [
      row.lock_id,
      { ...row, opened_at: time(opened_at), due_at: time(due_at), last_event_at: time(last_event_at) },
    ]),
  );
}

async function saveDoors(client: PoolClient, doors: readonly DoorRow[]): Promise<void> {
  const time = (at: number | null) => (at === null ? null : new Date(at));
  await client.query(
    `update locksys_door d set opened_at = x.opened_at, person_id = x.person_id, key_id = x.key_id, due_at = x.due_at,
       last_event_at = x.last_event_at
     from json_to_recordset($1::json) as x(lock_id int, opened_at timestamptz, person_id uuid, key_id int,
       due_at timestamptz, last_event_at timestamptz)
     where d.lock_id = x.lock_id`,
    [
      JSON.stringify(
        doors.map(({ opened_at, due_at, last_event_at, ...door }) => ({
          ...door,
          opened_at: time(opened_at),
          due_at: time(due_at),
          last_event_at: time(last_event_at),
        })),
      ),
    ],
  );
}
