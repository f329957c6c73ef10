import { createHash } from 'node:crypto';
import {
  type Birth,
  type DownChannel,
  Heartbeat,
  JournalMessage,
  parseMessage,
  StatusMessage,
} from '@door-access/protocol';
import type { Context } from '../context.js';
import type { PresenceInput } from '../doors/presence.rules.js';
import { sessionMessage } from '../gateways/session.js';
import type { Login, SessionData } from '../gateways/store.js';
import { grouped } from './grouped.js';
import type { Ingest } from './ingest.js';
import { createRhythm } from './rhythm.js';
import { isTimeDue } from './time.rules.js';

/** A gateway begins a new journal only after its disk failed. */
const NEWEST_JOURNALS = 3;
const RETRY_AFTER_MS = 500;
/** Of look-ups for those who come back: a group of a few costs little more than one. */
const PACE_MS = 20;

/**
 * Takes the messages of gateways (docs/protocol.md), without their transport: the broker and the simulation both
 * use it.
 */
export interface Uplink {
  /** A login: the connection's number, or null where id and secret do not fit or the gateway is revoked. */
  authenticate(gatewayId: string, secret: Buffer): Promise<number | null>;
  /**
   * Resolves when the message may be acknowledged: what it says is committed, or it is set aside in full. Rejects only
   * at the end of the connection or of the service. `connection` is null for a Will that another broker fires.
   */
  take(topic: Topic, connection: GatewayConnection | null, packet: Packet): Promise<void>;
  /** Something was subscribed to: a session message without a subscriber goes out now. */
  subscribed(connection: GatewayConnection): Promise<void>;
  /** A connection is over. */
  lost(connection: GatewayConnection): Promise<void>;
}

/** One authenticated connection of a gateway. */
export interface GatewayConnection {
  readonly gatewayId: string;
  /** Counts the gateway's authentications: the highest is the current one. */
  readonly number: number;
  /** Of its newest birth; null before the first. */
  session: string | null;
  /** Resolves when the session message was handed over, the newest one too: no command goes before it. */
  greeted?: Promise<void>;
  /** When the time was last sent, by the monotonic clock, and how often. */
  timeSentAt?: number;
  statements?: number;
  /** It refused a command as expired, which a clock that is ahead does. */
  isClockDoubted?: boolean;
  /** How far each journal was committed, as this connection has heard. */
  had?: Map<string, number>;
  /** The journal that it wrote last. */
  heard?: { journal: string; last_seq: number };
  /** That answer had no subscriber. */
  isGreetingOwed?: boolean;
  isOpen(): boolean;
  send(channel: DownChannel, message: object): Promise<void>;
  close(): void;
}

/** As `parseUpTopic` reads it. */
export interface Topic {
  gatewayId: string;
  channel: string;
}

export interface Packet {
  topic: string;
  payload: string | Buffer;
}

/** `during` gets what a connection that begins makes of work: its login, and the commit of its birth. */
export function createUplink(
  context: Context,
  ingest: Ingest,
  during: <T>(work: Promise<T>) => Promise<T> = (work) => work,
  wireClock = context.clock,
): Uplink {
  const { log } = context;

  const paced = () => createRhythm(wireClock, PACE_MS);
  const logIn = grouped(paced(), (logins: Login[]) =>
    context.gateways.authenticate(logins, context.instanceId ?? null),
  );
  const isOver = grouped(paced(), (connections: GatewayConnection[]) =>
    context.gateways.areOver(connections),
  );
  const sessionOf = grouped(paced(), (connections: GatewayConnection[]) =>
    context.gateways.sessions(
      connections.map(({ gatewayId }) => gatewayId),
      NEWEST_JOURNALS,
    ),
  );

  async function take(
    { gatewayId, channel }: Topic,
    connection: GatewayConnection | null,
    { topic, payload }: Packet,
  ): Promise<void> {
    const raw = { topic, payload: Buffer.from(payload as string) };
    // A Will's connection is gone by nature, and the Will still counts.
    const isWanted = () => connection === null || channel === 'status' || connection.isOpen();
    const setAside = (error: string) =>
      ingest.submit({ gatewayId, work: { quarantine: { ...raw, error } }, isWanted });
    if (channel === 'journal') {
      const parsed = parseMessage(JournalMessage, payload);
      if (!parsed.ok) return setAside(parsed.error);
      const { journal, records } = parsed.message;
      if (connection && records.some((record) => record.kind === 'result' && record.outcome === 'expired'))
        connection.isClockDoubted = true;
      const had = connection?.had?.get(journal) ?? 0;
      const input = { kind: 'journal' as const, gateway_id: gatewayId, journal, records, had };
      const onTaken = () =>
        connection && hear(connection, journal, Math.max(...records.map(({ seq }) => seq)));
      return ingest.submit({ gatewayId, work: { input, raw }, isWanted, onTaken });
    }
    if (channel === 'heartbeat') {
      const parsed = parseMessage(Heartbeat, payload);
      if (!parsed.ok || !connection) return setAside(parsed.ok ? 'no connection' : parsed.error);
      const { session, at, ...heartbeat } = parsed.message;
      const isDue = session === connection.session && isTimeDue(connection, at, context.clock);
      const kind = isDue ? ('restate' as const) : ('heartbeat' as const);
      const input = { kind, connection: connection.number, session };
      const work = { input: { kind: 'presence' as const, gateway_id: gatewayId, input, heartbeat }, raw };
      const heard = ingest.submit({ gatewayId, work, isWanted }).then(() => closeIfRevoked(connection));
      return isDue ? restate(connection, session, heard) : heard;
    }
    if (channel === 'status') {
      const parsed = parseMessage(StatusMessage, payload);
      if (!parsed.ok) return setAside(parsed.error);
      if (parsed.message.online) return born(connection, parsed.message, raw, isWanted);
      return gone(gatewayId, connection?.number ?? null, parsed.message.session, raw);
    }
    // A channel of a later version: accepted and ignored.
  }

  /** Revoking refuses the next login; a connection that lives on ends with its next heartbeat. */
  async function closeIfRevoked(connection: GatewayConnection): Promise<void> {
    const { gatewayId } = connection;
    const isRevoked = await isOver(connection).catch((error: Error) => {
      // The database reports its own absence: not a line for each gateway.
      log.debug(
        { gateway: gatewayId, reason: error.message },
        'revocation not checked; the next heartbeat asks',
      );
      return false;
    });
    if (isRevoked) connection.close();
  }

  /** A database that falters ends no connection: all that come back would ask it for more than those that stay. */
  async function sessionDataOf(connection: GatewayConnection): Promise<SessionData> {
    for (;;) {
      try {
        return await sessionOf(connection);
      } catch (error) {
        if (!connection.isOpen()) throw error;
        log.debug(
          { gateway: connection.gatewayId, reason: (error as Error).message },
          'session not read; again',
        );
        await context.clock.sleep(RETRY_AFTER_MS);
      }
    }
  }

  async function born(
    connection: GatewayConnection | null,
    birth: Birth,
    raw: Raw,
    isWanted: () => boolean,
  ): Promise<void> {
    if (!connection) return;
    const { gatewayId, number } = connection;
    const input = { kind: 'birth' as const, connection: number, birth };
    const work = { input: { kind: 'presence' as const, gateway_id: gatewayId, input }, raw };
    await during(ingest.submit({ gatewayId, work, isWanted }));
    connection.session = birth.session;
    await greet(connection, birth.session);
    log.info({ gateway: gatewayId, session: birth.session, agent: birth.agent }, 'gateway online');
  }

  function greet(connection: GatewayConnection, session: string): Promise<void> {
    connection.greeted = answerBirth(connection, session);
    return connection.greeted;
  }

  /** The session message anew: the time, and with it every hold. Commands wait for it, as they do after a birth. */
  function restate(connection: GatewayConnection, session: string, heard: Promise<void>): Promise<void> {
    connection.timeSentAt = context.clock.monotonic();
    connection.isClockDoubted = false;
    connection.greeted = heard.then(() =>
      connection.isOpen() ? answerBirth(connection, session) : undefined,
    );
    return connection.greeted;
  }

  async function answerBirth(connection: GatewayConnection, session: string): Promise<void> {
    const { gatewayId } = connection;
    connection.timeSentAt = context.clock.monotonic();
    connection.statements = (connection.statements ?? 0) + 1;
    const statement = connection.statements;
    const data = await sessionDataOf(connection);
    // The newest last.
    for (const { journal, last_seq } of data.journals?.toReversed() ?? [])
      hear(connection, journal, last_seq);
    const message = { ...sessionMessage(data, session, context.clock.now()), statement };
    await connection.send('session', message).catch((error: Error) => {
      connection.isGreetingOwed = true;
      log.warn({ gateway: gatewayId, err: error }, 'session not delivered; it is sent once subscribed to');
    });
  }

  /** A gateway may give its birth before it subscribes. */
  async function subscribed(connection: GatewayConnection): Promise<void> {
    if (!connection.isGreetingOwed || connection.session === null) return;
    connection.isGreetingOwed = false;
    await greet(connection, connection.session);
  }

  function gone(gatewayId: string, number: number | null, session: string, raw: Raw): Promise<void> {
    return ended(gatewayId, { kind: 'gone', connection: number, session }, raw);
  }

  function ended(gatewayId: string, input: PresenceInput, raw: Raw): Promise<void> {
    const work = { input: { kind: 'presence' as const, gateway_id: gatewayId, input }, raw };
    return ingest.submit({ gatewayId, work, isWanted: () => true });
  }

  return {
    authenticate: (gatewayId, secret) =>
      during(logIn({ gatewayId, secretHash: createHash('sha256').update(secret).digest() })),
    take,
    subscribed,
    lost: ({ gatewayId, number, session }) =>
      ended(
        gatewayId,
        { kind: 'closed', connection: number, session },
        { topic: '', payload: Buffer.alloc(0) },
      ),
  };
}

/** Only this process knows it: the database may be set back while its connections live on. */
function hear(connection: GatewayConnection, journal: string, seq: number): void {
  connection.had ??= new Map();
  const last_seq = Math.max(connection.had.get(journal) ?? 0, seq);
  connection.had.set(journal, last_seq);
  connection.heard = { journal, last_seq };
}

interface Raw {
  topic: string;
  payload: Uint8Array;
}
