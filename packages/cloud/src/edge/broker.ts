import net from 'node:net';
import tls from 'node:tls';
import { type DownChannel, downTopic, maySubscribe, parseUpTopic, Uuid } from '@door-access/protocol';
import { Aedes, type Client } from 'aedes';
import { listenFault } from '../config.js';
import type { Context, Downlink } from '../context.js';
import { readCertificate } from './certificate.js';
import { createIngest, type Ingest } from './ingest.js';
import { guardPackets } from './packet-guard.js';
import { createUplink, type GatewayConnection } from './uplink.js';

/** The MQTT edge: who may connect, publish and subscribe, and what becomes of what they say (gateway-protocol.md). */
export interface Edge {
  downlink: Downlink;
  ingest: Ingest;
  /** Starts to listen; rejects with the setting at fault when a port is taken. */
  listen(): Promise<{ port: number; tlsPort: number | null }>;
  stop(): Promise<void>;
}

interface Connection extends GatewayConnection {
  client: Client;
  /** What it subscribed to. */
  filters: Set<string>;
}

const MOST_CONNECTIONS = 25_000;
const LONGEST_KEEPALIVE_S = 60;
/** A subscriber that reads nothing must not hold up the others for long. */
const DRAIN_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** There are two channels down: more filters would only fill the broker's memory. */
const MOST_FILTERS = 16;
/** CONNACK codes of MQTT 3.1.1, 3.2.2.3. */
const REFUSED = { identifier: 2, unavailable: 3, credentials: 4 } as const;

export async function createEdge(context: Context): Promise<Edge> {
  const { config, log } = context;
  const ingest = createIngest(context);
  const uplink = createUplink(context, ingest);
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
        const { gatewayId, number } = connection;
        // Two logins at once may be answered in either order: the later one lives.
        if ((byGateway.get(gatewayId)?.number ?? 0) > number)
          return done(refusal(REFUSED.unavailable, 'a newer login displaced this one'), false);
        if (client.closed) {
          // It went before it was let in, so the broker says nothing of it; it displaced the older one all the same.
          context.nudge.emit('gateway', gatewayId, number);
          lose(connection);
          return;
        }
        byClient.set(client, connection);
        byGateway.set(gatewayId, connection);
        done(null, true);
        context.nudge.emit('gateway', gatewayId, number);
      },
      (error) =>
        done(refusal(error instanceof Refused ? error.code : REFUSED.unavailable, error.message), false),
    );
  };

  async function authenticate(client: Client, username: string | null, password: Buffer | null) {
    if (!client.clean) throw new Refused(REFUSED.identifier, 'clean session is required');
    if (!password || username !== client.id || !Uuid.safeParse(client.id).success) return null;
    const number = await uplink.authenticate(client.id, password);
    if (number === null)
      log.warn({ gateway: client.id }, 'gateway refused: unknown id, wrong secret, or revoked');
    return number === null ? null : connectionOf(client, number);
  }

  function connectionOf(client: Client, number: number): Connection {
    const connection: Connection = {
      gatewayId: client.id,
      number,
      session: null,
      client,
      filters: new Set(),
      isOpen: () => !client.closed,
      send: (channel, message) => send(connection, channel, message),
      close: () => client.close(),
    };
    return connection;
  }

  broker.authorizeSubscribe = (client, subscription, done) => {
    const connection = client && byClient.get(client);
    const allowed =
      connection &&
      maySubscribe(connection.gatewayId, subscription.topic) &&
      (connection.filters.has(subscription.topic) || connection.filters.size < MOST_FILTERS);
    if (allowed) connection.filters.add(subscription.topic);
    // Null is SUBACK 0x80; an error would close the connection.
    done(null, allowed ? subscription : null);
  };

  broker.on('unsubscribe', (topics, client) => {
    for (const topic of topics) byClient.get(client)?.filters.delete(topic);
  });

  broker.on('subscribe', (_subscriptions, client) => {
    const connection = byClient.get(client);
    if (!connection) return;
    uplink.subscribed(connection).catch((error: Error) => {
      if (!stopping) log.warn({ gateway: connection.gatewayId, err: error }, 'session not delivered');
    });
  });

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
    uplink.take(topic, connection ?? null, packet).then(
      () => done(null),
      // Only the end of the connection or of the service gets here: unacknowledged, it will be sent again.
      (error: Error) => done(error),
    );
  };

  /** In one process the broker itself displaces an older connection; here it is one that another process displaced. */
  const closeDisplaced = (gatewayId: string, number: number): void => {
    const held = byGateway.get(gatewayId);
    if (held && held.number < number) held.client.close();
  };
  context.nudge.on('gateway', closeDisplaced);

  broker.on('clientDisconnect', (client) => {
    const connection = byClient.get(client);
    if (!connection) return;
    if (byGateway.get(connection.gatewayId) === connection) byGateway.delete(connection.gatewayId);
    lose(connection);
  });
  function lose(connection: Connection): void {
    // When the service itself stops, the gateways are not gone: they have a grace to come back.
    if (stopping) return;
    uplink.lost(connection).catch((error: Error) => {
      if (!stopping) log.warn({ gateway: connection.gatewayId, err: error }, 'disconnect not recorded');
    });
  }
  broker.on('clientError', (client, error) =>
    log.info({ gateway: client.id, reason: error.message }, 'connection closed'),
  );
  broker.on('connectionError', (_client, error) => log.info({ reason: error.message }, 'connection refused'));
  // Aedes emits this when clearing Wills fails; without a listener it would end the process.
  broker.on('error' as never, ((error: Error) => log.error({ err: error }, 'broker error')) as never);

  const send = (connection: Connection, channel: DownChannel, message: object): Promise<void> =>
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
    async publish(gatewayId, session, channel, message) {
      const connection = byGateway.get(gatewayId);
      if (connection?.session !== session) throw new Error('the gateway is not connected here');
      // A gateway runs no command before its session message has come.
      await connection.greeted;
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
      secure = tls.createServer(
        { ...readCertificate(config), noDelay: true, handshakeTimeout: CONNECT_TIMEOUT_MS },
        (socket) => accept(socket, true),
      );
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

function listenOn(
  server: net.Server,
  name: 'MQTT_PORT' | 'MQTT_TLS_PORT',
  port: number,
  host: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => reject(listenFault(error, { name, port, host }));
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve((server.address() as net.AddressInfo).port);
    });
  });
}
