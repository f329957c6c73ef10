import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import tls from 'node:tls';
import {
  type Birth,
  downTopic,
  Heartbeat,
  JournalMessage,
  maySubscribe,
  parseMessage,
  parseUpTopic,
  StatusMessage,
  Uuid,
} from '@door-access/protocol';
import { Aedes, type Client } from 'aedes';
import { ConfigError } from '../config.js';
import type { Context, Downlink } from '../context.js';
import { sessionFor } from '../gateways/session.js';
import { createIngest, type Ingest } from './ingest.js';
import { guardPackets } from './packet-guard.js';

/** The MQTT edge: who may connect, publish and subscribe, and what becomes of what they say (gateway-protocol.md). */
export interface Edge {
  downlink: Downlink;
  ingest: Ingest;
  /** Starts to listen; rejects with the setting at fault when a port is taken. */
  listen(): Promise<{ port: number; tlsPort: number | null }>;
  stop(): Promise<void>;
}

/** One authenticated connection of a gateway. */
interface Connection {
  gatewayId: string;
  /** Counts the gateway's authentications: the highest is the living one. */
  number: number;
  client: Client;
  session: string | null;
}

const MOST_CONNECTIONS = 25_000;
const LONGEST_KEEPALIVE_S = 60;
/** A subscriber that reads nothing must not hold up the others for long. */
const DRAIN_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** CONNACK codes of MQTT 3.1.1, 3.2.2.3. */
const REFUSED = { identifier: 2, unavailable: 3, credentials: 4 } as const;

export async function createEdge(context: Context): Promise<Edge> {
  const { config, log } = context;
  const ingest = createIngest(context);
  const broker = await Aedes.createBroker({
    drainTimeout: DRAIN_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    keepaliveLimit: LONGEST_KEEPALIVE_S,
    maxClientsIdLength: 64,
    maxTopicLevels: 8,
    maxInflightInbound: 20,
    queueLimit: 42,
  });
  const byClient = new WeakMap<Client, Connection>();
  const byGateway = new Map<string, Connection>();
  let stopping = false;

  broker.preConnect = (client, packet, done) => {
    const will = packet.will;
    const own = parseUpTopic(will?.topic ?? '');
    // A Will elsewhere would be fired past the topic rules of a connection that no longer exists.
    if (will && own?.gatewayId !== packet.clientId) return done(new Error('Will on a foreign topic'), false);
    if (will) will.retain = false;
    done(null, client.conn !== null && !stopping);
  };

  broker.authenticate = (client, username, password, done) => {
    authenticate(client, username ?? null, password ?? null).then(
      (connection) => {
        if (!connection) return done(refusal(REFUSED.credentials, 'bad credentials'), false);
        byClient.set(client, connection);
        byGateway.set(connection.gatewayId, connection);
        done(null, true);
        context.nudge.emit('gateway', connection.gatewayId, connection.number);
      },
      (error) =>
        done(refusal(error instanceof Refused ? error.code : REFUSED.unavailable, error.message), false),
    );
  };

  async function authenticate(client: Client, username: string | null, password: Buffer | null) {
    if (!client.clean) throw new Refused(REFUSED.identifier, 'clean session is required');
    if (!password || username !== client.id || !Uuid.safeParse(client.id).success) return null;
    const { rows } = await context.pool.query({
      name: 'gateway-authenticate',
      text: `update gateway set connection = connection + 1, instance_id = $3
             where id = $1 and secret_hash = $2 and revoked_at is null returning connection`,
      values: [client.id, createHash('sha256').update(password).digest(), context.instanceId ?? null],
    });
    if (rows.length === 0) {
      log.warn({ gateway: client.id }, 'gateway refused: unknown id, wrong secret, or revoked');
      return null;
    }
    return {
      gatewayId: client.id,
      number: Number(rows[0].connection),
      client,
      session: null,
    } satisfies Connection;
  }

  broker.authorizeSubscribe = (client, subscription, done) => {
    const connection = client && byClient.get(client);
    const allowed = connection && maySubscribe(connection.gatewayId, subscription.topic);
    // Null is SUBACK 0x80; an error would close the connection.
    done(null, allowed ? subscription : null);
  };

  broker.authorizePublish = (client, packet, done) => {
    const connection = client && byClient.get(client);
    const topic = parseUpTopic(packet.topic);
    if (!topic || (client && topic.gatewayId !== connection?.gatewayId)) {
      log.warn(
        { gateway: connection?.gatewayId, topic: packet.topic },
        'publish outside its topics: connection closed',
      );
      return done(new Error('publish to a topic that is not its own'));
    }
    packet.retain = false;
    take(topic.gatewayId, topic.channel, connection ?? null, packet).then(
      () => done(null),
      // Only the end of the connection or of the service gets here: unacknowledged, it will be sent again.
      (error: Error) => done(error),
    );
  };

  /** Resolves when the message may be acknowledged: what it says is committed, or it is set aside in full. */
  async function take(gatewayId: string, channel: string, connection: Connection | null, packet: Message) {
    const payload = Buffer.from(packet.payload);
    const raw = { topic: packet.topic, payload };
    // A Will's connection is gone by nature, and its word still counts.
    const isWanted = () => connection === null || channel === 'status' || !connection.client.closed;
    const setAside = (error: string) =>
      ingest.submit({ gatewayId, work: { quarantine: { ...raw, error } }, isWanted });
    if (channel === 'journal') {
      const parsed = parseMessage(JournalMessage, payload);
      if (!parsed.ok) return setAside(parsed.error);
      const { journal, records } = parsed.message;
      const input = { kind: 'journal' as const, gateway_id: gatewayId, journal, records };
      return ingest.submit({ gatewayId, work: { input, raw }, isWanted });
    }
    if (channel === 'heartbeat') {
      const parsed = parseMessage(Heartbeat, payload);
      if (!parsed.ok || !connection) return setAside(parsed.ok ? 'no connection' : parsed.error);
      const { session, ...heartbeat } = parsed.message;
      const input = { kind: 'heartbeat' as const, connection: connection.number, session };
      const work = { input: { kind: 'presence' as const, gateway_id: gatewayId, input, heartbeat }, raw };
      await ingest.submit({ gatewayId, work, isWanted });
      return closeIfRevoked(connection);
    }
    if (channel === 'status') {
      const parsed = parseMessage(StatusMessage, payload);
      if (!parsed.ok) return setAside(parsed.error);
      if (parsed.message.online) return born(connection, parsed.message, raw, isWanted);
      return gone(gatewayId, connection?.number ?? null, parsed.message.session, raw);
    }
    // A channel of a later version: allowed, not understood.
  }

  /** In one process the broker itself displaces an older connection; here it is one that another process displaced. */
  const closeDisplaced = (gatewayId: string, number: number): void => {
    const held = byGateway.get(gatewayId);
    if (held && held.number < number) held.client.close();
  };
  context.nudge.on('gateway', closeDisplaced);

  /** Revoking refuses the next login; a connection that lives on ends with its next heartbeat. */
  async function closeIfRevoked({ gatewayId, number, client }: Connection): Promise<void> {
    const { rows } = await context.pool.query({
      name: 'gateway-revoked',
      text: 'select 1 from gateway where id = $1 and (revoked_at is not null or connection > $2)',
      values: [gatewayId, number],
    });
    if (rows.length > 0) client.close();
  }

  async function born(connection: Connection | null, birth: Birth, raw: Raw, isWanted: () => boolean) {
    if (!connection) return;
    const { gatewayId, number } = connection;
    const input = { kind: 'birth' as const, connection: number, birth };
    const work = { input: { kind: 'presence' as const, gateway_id: gatewayId, input }, raw };
    await ingest.submit({ gatewayId, work, isWanted });
    connection.session = birth.session;
    const session = await sessionFor(context, gatewayId, birth.session);
    await send(connection, 'session', session).catch((error: Error) =>
      log.warn({ gateway: gatewayId, err: error }, 'session not delivered; the gateway will ask again'),
    );
    log.info({ gateway: gatewayId, session: birth.session, agent: birth.agent }, 'gateway online');
  }

  function gone(gatewayId: string, number: number | null, session: string | null, raw: Raw): Promise<void> {
    const input = { kind: 'gone' as const, connection: number, session };
    const work = { input: { kind: 'presence' as const, gateway_id: gatewayId, input }, raw };
    return ingest.submit({ gatewayId, work, isWanted: () => true });
  }

  broker.on('clientDisconnect', (client) => {
    const connection = byClient.get(client);
    if (!connection) return;
    if (byGateway.get(connection.gatewayId) === connection) byGateway.delete(connection.gatewayId);
    // When the service itself stops, the gateways are not gone: they have a grace to come back.
    if (stopping) return;
    gone(connection.gatewayId, connection.number, null, { topic: '', payload: Buffer.alloc(0) }).catch(
      (error: Error) => {
        if (!stopping) log.warn({ gateway: connection.gatewayId, err: error }, 'disconnect not recorded');
      },
    );
  });
  broker.on('clientError', (client, error) =>
    log.info({ gateway: client.id, reason: error.message }, 'connection closed'),
  );
  broker.on('connectionError', (_client, error) => log.info({ reason: error.message }, 'connection refused'));
  // Aedes emits this when clearing Wills fails; without a listener it would end the process.
  broker.on('error' as never, ((error: Error) => log.error({ err: error }, 'broker error')) as never);

  const send = (connection: Connection, channel: 'session' | 'command', message: object): Promise<void> =>
    new Promise((resolve, reject) => {
      const topic = downTopic(connection.gatewayId, channel);
      const { client } = connection;
      const { subscriptions } = client as unknown as { subscriptions: Record<string, unknown> };
      const subscribed = Object.keys(subscriptions).some(
        (filter) => filter === topic || filter.endsWith('/down/+'),
      );
      if (client.closed || !subscribed)
        return reject(new Error('the gateway is not connected or not subscribed'));
      // Straight to this connection: nothing is queued for an absent gateway, nothing reaches an older session.
      client.publish(
        {
          cmd: 'publish',
          topic,
          payload: Buffer.from(JSON.stringify(message)),
          qos: 1,
          retain: false,
          dup: false,
        },
        (error) => (error ? reject(error) : resolve()),
      );
    });

  const downlink: Downlink = {
    isConnected: (gatewayId, session) => {
      const connection = byGateway.get(gatewayId);
      return connection?.session === session && !connection.client.closed;
    },
    publish(gatewayId, session, channel, message) {
      const connection = byGateway.get(gatewayId);
      if (connection?.session !== session)
        return Promise.reject(new Error('the gateway is not connected here'));
      return send(connection, channel, message);
    },
  };

  const accept = (socket: net.Socket, secure: boolean): void => {
    if (stopping || (!secure && !config.MQTT_ALLOW_PLAINTEXT && !isLoopback(socket.remoteAddress))) {
      socket.destroy();
      return;
    }
    guardPackets(socket);
    broker.handle(socket);
  };
  // Nagle's algorithm would cost 40 ms on every exchange.
  const plain = net.createServer({ noDelay: true }, (socket) => accept(socket, false));
  plain.maxConnections = MOST_CONNECTIONS;
  let secure: tls.Server | null = null;

  return {
    downlink,
    ingest,
    async listen() {
      const port = await listenOn(plain, 'MQTT_PORT', config.MQTT_PORT, config.HOST);
      if (config.MQTT_TLS_PORT === null) return { port, tlsPort: null };
      const [cert, key] = [readFileSync(config.TLS_CERT ?? ''), readFileSync(config.TLS_KEY ?? '')];
      secure = tls.createServer({ cert, key, noDelay: true }, (socket) => accept(socket, true));
      secure.maxConnections = MOST_CONNECTIONS;
      secure.on('tlsClientError', (error) => log.info({ reason: error.message }, 'TLS handshake failed'));
      return { port, tlsPort: await listenOn(secure, 'MQTT_TLS_PORT', config.MQTT_TLS_PORT, config.HOST) };
    },
    async stop() {
      stopping = true;
      context.nudge.off('gateway', closeDisplaced);
      for (const server of [plain, secure]) server?.close();
      await ingest.stop();
      await new Promise<void>((resolve) => broker.close(() => resolve()));
    },
  };
}

interface Message {
  topic: string;
  payload: string | Buffer;
}

interface Raw {
  topic: string;
  payload: Uint8Array;
}

class Refused extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const refusal = (returnCode: number, message: string) =>
  Object.assign(new Error(message), { returnCode }) as never;

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(127\.|::1$|::ffff:127\.)/.test(address);

function listenOn(server: net.Server, setting: string, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? 'the port is in use; stop what uses it or choose another'
          : error.message;
      reject(new ConfigError(`${setting}=${port}: ${why}`));
    };
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve((server.address() as net.AddressInfo).port);
    });
  });
}
