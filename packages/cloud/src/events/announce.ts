import type { PoolClient } from 'pg';
import type { Actor, AuditEntry } from '../audit/entry.rules.js';
import { auditManyAfter, auditRows } from '../audit/record.js';
import { type Context, type Last, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { ENQUEUE_EVENTS, ENQUEUED, type Enqueued, enqueueDeliveries } from '../deliveries/enqueue.js';

/** An event of a person, a key or an emergency: it has no row of its own, only deliveries. */
export interface Announcement {
  type:
    | 'person.created'
    | 'person.updated'
    | 'person.deleted'
    | 'key.activated'
    | 'key.revoked'
    | 'key.issued'
    | 'emergency.started'
    | 'emergency.ended';
  /** Its subscriptions, and those of all above it, receive the event. */
  location_id: number;
  data: object;
  /** Audit entries that the same statement writes. */
  audits?: readonly AuditEntry[];
}

const ANNOUNCE = sql.statement('announce', `with ${auditManyAfter(1)}, ${ENQUEUE_EVENTS}`, ENQUEUED);

type Tools = Pick<Context, 'pool' | 'clock' | 'nudge' | 'ids' | 'secrets'>;

export interface Announce {
  /** Adds an event to those that the transaction will enqueue. */
  (announcement: Announcement): void;
  /** Adds what a statement of the work has written. */
  enqueued(enqueued: Enqueued): void;
}

/** What a change takes from its transaction, and who makes it. */
export interface Change {
  context: Context;
  client: PoolClient;
  announce: Announce;
  by: Actor;
}

/** Work that calls `last` announces nothing any more. */
type Work<T> = (client: PoolClient, announce: Announce, last: Last) => Promise<T>;

/** Runs `work` in one transaction, with the changes and deliveries of all that it announces, and wakes those who wait after the commit. */
export async function announcing<T>(context: Tools, work: Work<T>): Promise<T> {
  const { result, enqueued } = await transaction(context.pool, async (client, last) => {
    const enqueued: Enqueued[] = [];
    const announcements: Announcement[] = [];
    const announce: Announce = Object.assign(
      (announcement: Announcement) => void announcements.push(announcement),
      {
        enqueued: (one: Enqueued) => void enqueued.push(one),
      },
    );
    const result = await work(client, announce, last);
    const created_at = new Date(context.clock.now());
    const events = announcements.map(({ audits: _, ...event }) => ({ ...event, created_at }));
    if (events.length === 0) return { result, enqueued };
    const audits = announcements.flatMap((announcement) => announcement.audits ?? []);
    enqueued.push(
      audits.length === 0
        ? await enqueueDeliveries(client, events)
        : await ANNOUNCE.one(client, [JSON.stringify(events), auditRows(context, audits)]),
    );
    return { result, enqueued };
  });
  if (enqueued.some(({ deliveries }) => deliveries > 0)) context.nudge.emit('delivery');
  for (const id of new Set(enqueued.flatMap(({ accounts }) => accounts))) context.nudge.emit('change', id);
  return result;
}
