import { type Context, transaction } from '../context.js';
import { apply } from '../doors/apply.js';
import type { ApplyInput } from '../doors/apply.types.js';
import { eraseFromAnswers, KEPT_MS, purgeIdempotency } from '../http/idempotency.js';
import { expireInvitations } from '../invitations/invitations.js';
import { reportLeftOpen } from '../locking-feed/reader.js';
import { readLocksysFeed } from '../locking-feed/reconcile.js';
import { withoutPerson } from '../people/answers.rules.js';
import { eraseTraces } from '../people/erase.js';

/** One kind of due work: which rows are due, when the next one is, and what to do about them. */
export interface Duty {
  name: string;
  /** Gives `id`. Parameters: now, most rows. */
  due: string;
  /** One value: the earliest due time. */
  next: string;
  /** Whatever it does not do stays due; doing it twice is harmless, as each row is judged by its own due time. */
  run: (context: Context, ids: readonly (string | number)[]) => Promise<unknown>;
}

/** Work about doors: what a due row means to their rules. */
const applied =
  (input: (id: string | number) => ApplyInput): Duty['run'] =>
  (context, ids) =>
    apply(context, ids.map(input));

/** How long an answer is kept for retries. */
const KEPT = `interval '${KEPT_MS} milliseconds'`;

export const DUTIES: readonly Duty[] = [
  {
    name: 'command',
    due: 'select id from command where due_at <= $1 order by due_at limit $2',
    next: 'select min(due_at) from command where due_at is not null',
    run: applied((id) => ({ kind: 'command', command_id: String(id), input: { kind: 'due' } })),
  },
  {
    name: 'presence',
    due: 'select id from gateway where offline_due_at <= $1 order by offline_due_at limit $2',
    next: 'select min(offline_due_at) from gateway where offline_due_at is not null',
    run: applied((id) => ({ kind: 'presence', gateway_id: String(id), input: { kind: 'silence' } })),
  },
  {
    name: 'door',
    due: 'select lock_id as id from door_state where due_at <= $1 order by due_at limit $2',
    next: 'select min(due_at) from door_state where due_at is not null',
    run: applied((id) => ({ kind: 'door', lock_id: Number(id), input: { kind: 'look' } })),
  },
  {
    name: 'invitation',
    due: 'select id from invitation where due_at <= $1 order by due_at limit $2',
    next: 'select min(due_at) from invitation where due_at is not null',
    run: (context, ids) => expireInvitations(context, ids.map(Number)),
  },
  {
    name: 'locksys-door',
    due: 'select lock_id as id from locksys_door where due_at <= $1 order by due_at limit $2',
    next: 'select min(due_at) from locksys_door where due_at is not null',
    run: (context, ids) => reportLeftOpen(context, ids.map(Number)),
  },
  {
    name: 'locksys-feed',
    due: 'select id from locksys_feed where due_at <= $1 limit $2',
    next: 'select min(due_at) from locksys_feed',
    run: readLocksysFeed,
  },
  {
    name: 'erasure',
    due: 'select person_id as id from erasure where due_at <= $1 order by due_at limit $2',
    next: 'select min(due_at) from erasure',
    run: (context, ids) =>
      transaction(context.pool, async (client) => {
        const people = await eraseTraces(client, context, ids.map(String));
        if (people.length > 0) await eraseFromAnswers(context, client, people, withoutPerson);
      }),
  },
  {
    name: 'idempotency',
    due: `select key as id from idempotency where started_at <= $1::timestamptz - ${KEPT} limit $2`,
    next: `select min(started_at) + ${KEPT} from idempotency`,
    run: (context, ids) => purgeIdempotency(context, ids.length),
  },
];
