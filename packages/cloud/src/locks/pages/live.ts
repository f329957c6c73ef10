import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Context } from '../../context.js';
import * as sql from '../../database/statement.js';
import { ApiError } from '../../errors.js';
import { ALARM_TYPES, IS_ALARM } from '../../events/alarms.js';
import type { SignedIn } from '../../http/endpoint.js';
import { livingSessions } from '../../users/sessions.js';
import { locksNow, toLock } from '../read.js';
import { Lock } from '../schemas.js';
import { placeFor } from './streams.rules.js';

/*
 * The stream is written here and by no library: of an event stream a library gives the one line that joins an event and its
 * data; what is ours is the bound on what a reader has not taken, the shares of accounts, and the ends of sessions.
 */

/** At most ten pushes a second, each with all that changed meanwhile. */
const FLUSH_EVERY_MS = 100;
/** A sign of life for proxies and pages; also when ended sessions are looked for. */
const HEARTBEAT_MS = 15_000;
const MAX_STREAMS_PER_USER = 30;
/** After more changes at once than this, pages load anew. */
const MAX_CHANGES = 500;
/** A reader that takes nothing for so long a backlog is cut off; it comes back and loads anew. */
const MAX_BACKLOG_BYTES = 4 * 1024 * 1024;

/** An alarm of a gateway that was cut off comes late, but not later than this. */
const LATEST_ALARM_MS = 14 * 24 * 3_600_000;
/** Longer than a transaction and a push take. */
const NEW_FOR_MS = 5_000;

const NEW_ALARMS = sql.statement(
  'new-alarms',
  `select distinct location_id from event e
   where lock_id = any($1::int[]) and type = any($2::text[]) and occurred_at > $3 and recorded_at > $4 and ${IS_ALARM}`,
  { location_id: sql.int },
);

const ABOVE = sql.statement(
  'locations-above',
  'select distinct ancestor_id from location_ancestor where location_id = any($1::int[])',
  { ancestor_id: sql.int },
);

interface Stream {
  response: ServerResponse;
  sessionId: string;
  accountId: number;
  userId: string;
  homeLocationId: number;
  locationId: number;
}

/** How far a process had heard of changes; of two processes, never the same. */
export const Heard = z.strictObject({ process: z.string(), count: z.int() });
type Heard = z.input<typeof Heard>;

/** The messages by their names. */
export const Messages = z.strictObject({
  /** As they are now. */
  locks: z.array(Lock).optional(),
  /** Those of the location have changed. */
  alarms: z.strictObject({}).optional(),
  /** The page loads anew what may have changed since it had heard so much; all, if that is not said. */
  resync: z.strictObject({ heard: Heard.optional() }).optional(),
});
type Messages = Required<z.input<typeof Messages>>;

export interface Live {
  /** Taken before a page's doors are read: a page that opens its stream at the same count has missed nothing. */
  heard(): Heard;
  open(user: SignedIn, response: ServerResponse): void;
  stop(): Promise<void>;
}

/**
 * Pushes what changes to the pages that are open. One query a push serves all of them; every stream
 * gets the locks of its own location and of all below it, and nothing else. What ends or changes it comes as a nudge, from
 * whichever process it was done in.
 */
export function createLive(context: Context): Live {
  const streams = new Set<Stream>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const process = context.ids.uuid();
  let count = 0;
  let changed = new Set<number>();
  let flushing: Promise<void> | null = null;

  const onLock = (id: number) => {
    count++;
    if (streams.size === 0) return;
    changed.add(id);
    flushing ??= flush().finally(() => {
      flushing = null;
    });
  };
  const onAlarm = (locationId: number) => {
    count++;
    if (streams.size > 0) void pushAlarms([locationId]);
  };
  const onSession = (userId: string) => {
    const theirs = [...streams].filter((stream) => stream.userId === userId);
    if (theirs.length > 0) void endWhereOver(theirs);
  };
  const onMissed = () => {
    count++;
    for (const stream of streams) write(stream, 'resync', {});
  };
  context.nudge.on('lock', onLock);
  context.nudge.on('alarm', onAlarm);
  context.nudge.on('session', onSession);
  context.nudge.on('missed', onMissed);
  const beating = beat();

  async function flush(): Promise<void> {
    while (changed.size > 0 && streams.size > 0 && !signal.aborted) {
      const ids = [...changed];
      changed = new Set();
      if (ids.length > MAX_CHANGES) for (const stream of streams) write(stream, 'resync', {});
      else await push(ids);
      await context.clock.sleep(FLUSH_EVERY_MS, signal).catch(() => {});
    }
    changed = new Set();
  }

  async function push(ids: number[]): Promise<void> {
    try {
      const now = context.clock.now();
      const rows = await locksNow(context.pool, ids);
      // One text a location, however many look at it.
      const texts = new Map<number, string>();
      const watched = new Set([...streams].map((stream) => stream.locationId));
      for (const row of rows) {
        const text = JSON.stringify(toLock(row, now));
        for (const id of row.above)
          if (watched.has(id)) texts.set(id, texts.has(id) ? `${texts.get(id)},${text}` : text);
      }
      for (const stream of streams) {
        const text = texts.get(stream.locationId);
        if (text !== undefined) writeText(stream, 'locks', `[${text}]`);
      }
      const alarmed = await newAlarms(ids);
      if (alarmed.length > 0) await pushAlarms(alarmed);
    } catch (error) {
      context.log.warn({ err: error }, 'changes of locks could not be read for the pages');
      for (const stream of streams) write(stream, 'resync', {});
    }
  }

  /** The locations of alarms that came with these changes. */
  async function newAlarms(ids: number[]): Promise<number[]> {
    const now = context.clock.now();
    const values = [ids, ALARM_TYPES, new Date(now - LATEST_ALARM_MS), new Date(now - NEW_FOR_MS)];
    const rows = await NEW_ALARMS.rows(context.pool, values);
    return rows.map((row) => row.location_id);
  }

  async function beat(): Promise<void> {
    while (!signal.aborted) {
      await context.clock.sleep(HEARTBEAT_MS, signal).catch(() => {});
      if (signal.aborted || streams.size === 0) continue;
      await endWhereOver([...streams]);
      for (const stream of streams) stream.response.write(': alive\n\n');
    }
  }

  /** Ends those whose session is over, or whose user was moved. */
  async function endWhereOver(looked: readonly Stream[]): Promise<void> {
    try {
      const living = await livingSessions(context, [...new Set(looked.map((one) => one.sessionId))]);
      for (const stream of looked)
        if (!living.has(`${stream.sessionId}/${stream.homeLocationId}`)) end(stream);
    } catch (error) {
      context.log.warn({ err: error }, 'sessions of open pages could not be checked');
    }
  }

  function write<E extends keyof Messages>(stream: Stream, event: E, data: Messages[E]): void {
    writeText(stream, event, JSON.stringify(data));
  }

  function writeText(stream: Stream, event: keyof Messages, text: string): void {
    if (stream.response.writableLength > MAX_BACKLOG_BYTES) {
      stream.response.destroy();
      return;
    }
    stream.response.write(`event: ${event}\ndata: ${text}\n\n`);
  }

  function end(stream: Stream): void {
    streams.delete(stream);
    // A reader that takes nothing would keep its connection open.
    if (stream.response.writableLength > 0) stream.response.destroy();
    else stream.response.end();
  }

  const heard = (): Heard => ({ process, count });

  return {
    heard,
    open(user, response) {
      if (signal.aborted) throw new ApiError('server_error', { message: 'The service is stopping.' });
      // The page is gone, and nothing would say so again: its stream would keep a place.
      if (response.destroyed) return;
      const own = [...streams].filter((stream) => stream.userId === user.user.id).length;
      const place = own >= MAX_STREAMS_PER_USER ? 'refused' : placeFor(streams, user.accountId);
      if (place === 'refused') throw new ApiError('rate_limited', { headers: { 'Retry-After': '30' } });
      if (place !== 'opens') end(place);
      const stream: Stream = {
        response,
        sessionId: user.sessionId,
        accountId: user.accountId,
        userId: user.user.id,
        homeLocationId: user.homeLocationId,
        locationId: user.locationId,
      };
      response.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
        'X-Content-Type-Options': 'nosniff',
      });
      response.on('close', () => streams.delete(stream));
      response.on('error', () => streams.delete(stream));
      streams.add(stream);
      // What happened between the page's first look and now may have been missed; by this the page knows whether it was.
      response.write('retry: 2000\n\n');
      write(stream, 'resync', { heard: heard() });
    },
    async stop() {
      context.nudge.off('lock', onLock);
      context.nudge.off('alarm', onAlarm);
      context.nudge.off('session', onSession);
      context.nudge.off('missed', onMissed);
      stopping.abort();
      for (const stream of streams) end(stream);
      await Promise.all([beating, flushing]);
    },
  };

  async function pushAlarms(locationIds: readonly number[]): Promise<void> {
    try {
      const rows = await ABOVE.rows(context.pool, [locationIds]);
      const above = new Set(rows.map((row) => row.ancestor_id));
      for (const stream of streams) if (above.has(stream.locationId)) write(stream, 'alarms', {});
    } catch (error) {
      context.log.warn({ err: error }, 'alarms could not be pushed to pages');
    }
  }
}
