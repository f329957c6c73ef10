import type { Actor } from '../audit/entry.rules.js';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { type Applying, applyWithin, settle } from '../doors/apply.js';
import type { ApplyInput } from '../doors/apply.types.js';
import { occurredAt } from '../doors/moment.rules.js';
import type { ReaderReport } from '../doors/reader.rules.js';
import { announcing, type Change } from '../events/announce.js';
import { markHandedOver, markReturned } from '../keys/transitions.js';
import { feedBackoff } from '../locking-system/breaker.rules.js';
import type { FeedChange, FeedPage, LocksysPerson } from '../locking-system/feed.types.js';
import { lockingSystemOf } from '../locking-system/port.js';
import { insertManagedPerson } from '../people/create.js';
import { isReservedName, normaliseEmail } from '../people/person.rules.js';
import { normalisePhone } from '../people/phone.js';
import { PERSON, PERSON_COLUMNS } from '../people/read.js';
import { removePerson } from '../people/remove.js';
import { writePerson } from '../people/update.js';

/* Takes over what happens in the locking system by itself, each change once. */

const BY: Actor = { type: 'rule', id: null, name: 'locking system' };
/** Two polling intervals of a system behind HTTP: by then, a close that followed its opening has been read. */
const CLOSE_GRACE_MS = 10_000;
/** Bounds a look, so that a long backlog does not delay the stop of the worker. */
const PAGES_AT_ONCE = 20;

const SCHEDULE = sql.statement(
  'locksys-feed-schedule',
  'insert into locksys_feed (id, due_at) values ($1, $2) on conflict (id) do update set due_at = excluded.due_at',
);
/** The row of another system is not due until the settings name that system again. */
const DISMISS_OTHERS = sql.statement(
  'locksys-feed-dismiss-others',
  'update locksys_feed set due_at = null where id <> $1 and due_at is not null',
);
const POSITION = sql.statement(
  'locksys-feed-position',
  'select cursor, failures from locksys_feed where id = $1',
  {
    cursor: sql.text,
    failures: sql.int,
  },
);
const LOCK_POSITION = sql.statement(
  'locksys-feed-lock-position',
  'select cursor from locksys_feed where id = $1 for update',
  { cursor: sql.text },
);
const POSTPONE = sql.statement(
  'locksys-feed-postpone',
  'update locksys_feed set failures = $2, due_at = $3, fault = $4 where id = $1',
);
const ADVANCE = sql.statement(
  'locksys-feed-advance',
  `update locksys_feed set cursor = $2, failures = 0, fault = null, due_at = $3,
     read_at = case when $4 then read_at else $5 end where id = $1`,
);
const KEY_AT_LOCK = sql.statement(
  'locksys-feed-key-at-lock',
  'select k.id, k.person_id from access_key k join lock l on l.id = $2 and l.account_id = k.account_id where k.id = $1',
  { id: sql.int, person_id: sql.orNull(sql.uuid) },
);
const LOCK_KEY = sql.statement('locksys-feed-lock-key', 'select from access_key where id = $1 for update');
const ACCOUNT = sql.statement('locksys-feed-account', 'select account_id from location where id = $1', {
  account_id: sql.int,
});
const LOCK_PERSON = sql.statement(
  'locksys-feed-lock-person',
  `select ${PERSON_COLUMNS}, p.deleted_at is not null as deleted from person p join location o on o.id = p.location_id
   where p.id = $1 for update of p`,
  { ...PERSON, deleted: sql.bool },
);

/** Makes the feed due now; for the start of the service. */
export async function scheduleFeed(context: Context): Promise<void> {
  await SCHEDULE.count(context.pool, [lockingSystemOf(context).feedId, new Date(context.clock.now())]);
}

/** Reads on from where it stopped, until there is no more. */
export async function readLocksysFeed(context: Context): Promise<void> {
  const { readFeed, feedId } = lockingSystemOf(context);
  await DISMISS_OTHERS.count(context.pool, [feedId]);
  for (let pages = 0; pages < PAGES_AT_ONCE; pages++) {
    const position = await POSITION.row(context.pool, [feedId]);
    const { cursor, failures } = position ?? { cursor: '', failures: 0 };
    let page: FeedPage;
    try {
      page = await readFeed(cursor, context.pool);
    } catch (error) {
      // The call has logged why.
      const fault = lockingSystemOf(context).condition()?.fault ?? (error as Error).message;
      await postpone(context, failures + 1, fault);
      return;
    }
    if (!(await take(context, cursor, page))) return;
  }
}

async function postpone(context: Context, failures: number, fault: string): Promise<void> {
  const due = new Date(context.clock.now() + feedBackoff(failures));
  const { feedId } = lockingSystemOf(context);
  await POSTPONE.count(context.pool, [feedId, failures, due, fault.slice(0, 500)]);
}

/** Takes one page and its end position in one transaction. @returns whether to read on at once */
async function take(context: Context, cursor: string, page: FeedPage): Promise<boolean> {
  const { feedId, pollMs, stayDue } = lockingSystemOf(context);
  const { more, applying } = await announcing(context, async (client, announce) => {
    const position = await LOCK_POSITION.row(client, [feedId]);
    // Another process has read it meanwhile.
    if (position?.cursor !== cursor) return { more: false, applying: null };
    const reports: ApplyInput[] = [];
    for (const change of page.changes) {
      const report = await takeChange({ context, client, announce, by: BY }, change);
      if (report) reports.push(report);
    }
    const applying: Applying | null =
      reports.length > 0 ? await applyWithin(context.doors.within(client), context, reports) : null;
    // A page that promises more at the same cursor would be read for ever.
    const more = page.more && page.cursor !== cursor;
    const now = context.clock.now();
    const due = pollMs === null ? null : new Date(now + pollMs);
    await ADVANCE.count(client, [feedId, page.cursor, due, more, new Date(now)]);
    await stayDue?.(client, feedId, page.cursor, new Date(now));
    return { more, applying };
  });
  if (applying) settle(context, applying);
  return more;
}

async function takeChange(tools: Change, change: FeedChange): Promise<ApplyInput | null> {
  const { client } = tools;
  switch (change.type) {
    case 'key':
      await takeKey(tools, change);
      return null;
    case 'person_saved':
      await takePerson(tools, change.person);
      return null;
    case 'person_deleted': {
      const person = await LOCK_PERSON.row(client, [change.person_id]);
      if (person && !person.deleted) await removePerson(tools, person);
      return null;
    }
    case 'access': {
      const { lock_id, key_id, result, reason } = change;
      const key = await KEY_AT_LOCK.row(client, [key_id, lock_id]);
      const who = { person_id: key?.person_id ?? null, key_id: key?.id ?? null };
      return reported(lock_id, {
        kind: 'access',
        at: change.occurred_at.getTime(),
        result,
        reason,
        ...who,
      });
    }
    case 'door':
      return reported(change.lock_id, { kind: change.state, at: change.occurred_at.getTime() });
  }
}

const reported = (lock_id: number, report: ReaderReport): ApplyInput => ({
  kind: 'report',
  lock_id,
  report,
  grace_ms: CLOSE_GRACE_MS,
});

async function takeKey(
  tools: Change,
  { key_id, state, occurred_at }: FeedChange & { type: 'key' },
): Promise<void> {
  const { context, client } = tools;
  if (!(await LOCK_KEY.count(client, [key_id]))) {
    context.log.warn({ key_id }, 'the locking system reports a key that is not ours');
    return;
  }
  const { at } = occurredAt(occurred_at.getTime(), context.clock.now());
  if (state === 'handed_over') await markHandedOver(tools, key_id, at);
  else await markReturned(tools, [key_id], at);
}

/** A person whom the locking system makes is its own: not changed through the interface. */
async function takePerson(tools: Change, sent: LocksysPerson): Promise<void> {
  const { context, client } = tools;
  const person = {
    ...sent,
    email: normaliseEmail(sent.email),
    phone: normalisePhone(sent.phone) ?? sent.phone,
  };
  const before = await LOCK_PERSON.row(client, [person.id]);
  if (before?.deleted) return;
  const account_id = (await ACCOUNT.row(client, [person.location_id]))?.account_id;
  if (person.name !== before?.name && isReservedName(person.name, context.config.SERVICE_NAME)) {
    context.log.warn(
      { person_id: person.id },
      'the locking system sent a person with a reserved name; the change is skipped',
    );
    return;
  }
  if (account_id === undefined || (before && before.account_id !== account_id)) {
    context.log.warn(
      { person_id: person.id, location_id: person.location_id },
      'the locking system reports a person at no location of ours',
    );
    return;
  }
  if (before) await writePerson(tools, before, { ...before, ...person });
  else await insertManagedPerson(tools, { ...person, account_id });
}
