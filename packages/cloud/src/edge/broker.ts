import type net from 'node:net';
import {
  type Clock,
  type DownChannel,
  maySubscribe,
  parseUpTopic,
  topicFor,
  Uuid,
} from '@door-access/protocol';
import { Aedes, type Client } from 'aedes';
import { writeToStream } from 'mqtt-packet';
import { type Context, type Downlink, NotConnectedError } from '../context.js';
import { neighbourhood } from '../http/limits/client-address.rules.js';
import { passNothingOn, rememberLittle } from './clean-sessions.js';
import { createIngest, type Ingest } from './ingest.js';
import { createListeners } from './listeners.js';
import { LoginGate } from './login-gate.js';
import { guardPackets, type PacketGuard } from './packet-guard.js';
import { createUplink, type GatewayConnection } from './uplink.js';

/** The MQTT edge: who may connect, publish and subscribe, and what follows from their messages (docs/protocol.md). */
export interface Edge {
  downlink: Downlink;
  ingest: Ingest;
  /** Gateways connected to this process. */
  connected(): number;
  /** Whether all its ports are open, and it has not begun to stop. */
  isOpen(): boolean;
  /** When the certificate in use ends, Unix milliseconds; null without TLS. */
  certificateEnds(): number | null;
  /** Starts to listen; rejects with the setting at fault when a port is taken. */
  listen(): Promise<{ port: number; tlsPort: number | null }>;
  stop(): Promise<void>;
}

interface Connection extends GatewayConnection {
  client: Client;
  /** What it subscribed to: the broker grants what is authorized. */
  filters: Set<string>;
}

// At its first packet it would make all 65,536 numbers in advance: 90 ms and 15 MB, and it writes no faster with them.
writeToStream.cacheNumbers = false;

const LONGEST_KEEPALIVE_S = 60;
/** Bounds how long a subscriber that reads nothing holds up the others. */
const DRAIN_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** There are two channels down: more filters would only fill the broker's memory. */
const MAX_FILTERS = 16;
/** CONNACK codes of MQTT 3.1.1, 3.2.2.3. */
const REFUSED = { identifier: 2, unavailable: 3, credentials: 4, not_allowed: 5 } as const;

/** @param wireClock the time of connections, whatever time the service has */
export async function createEdge(context: Context, wireClock: Clock): Promise<Edge> {
  const { log } = context;
  const ingest = createIngest(context, wireClock);
  const uplink = createUplink(context, ingest, (work) => listeners.during(work), wireClock);
  const broker = await Aedes.createBroker({
    drainTimeout: DRAIN_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxClientsIdLength: 64,
    maxTopicLevels: 8,
    maxInflightInbound: 20,
    queueLimit: 42,
    persistence: rememberLittle(),
    mq: passNothingOn(),
  });
  const byClient = new WeakMap<Client, Connection>();
  const byGateway = new Map<string, Connection>();
  const guards = new WeakMap<object, PacketGuard>();
  const addresses = new WeakMap<object, string>();
  const addressOf = (client: Client) => addresses.get(client.conn) ?? '';
  /** Clients whose Will is for a topic that is not their own. */
  const foreignWills = new WeakSet<Client>();
  const gate = new LoginGate(context.clock, log);
  let stopping = false;

  broker.preConnect = (client, packet, done) => {
    const { will, keepalive = 0 } = packet;
    listeners.admission.busy(client.conn as net.Socket);
    // CONNACK has no return code for this, so the connection ends without one [MQTT-3.2.2-6].
    if (keepalive === 0 || keepalive > LONGEST_KEEPALIVE_S)
      return done(new Error(`a keepalive of ${keepalive} s; 1 to ${LONGEST_KEEPALIVE_S} are allowed`), false);
    // The broker would send a Will elsewhere without the topic rules, as its connection no longer exists.
    if (will && parseUpTopic(will.topic)?.gatewayId !== packet.clientId.toLowerCase())
      foreignWills.add(client);
    if (will) will.retain = false;
    done(null, client.conn !== null && !stopping);
  };

  broker.authenticate = (client, username, password, done) => {
    authenticate(client, username ?? null, password ?? null).then(
      (connection) => {
        context.metrics?.loggedIn(connection ? 'accepted' : 'refused');
        if (!connection)
          return done(refusal(REFUSED.credentials, 'unknown id, wrong secret, or revoked'), false);
        const { gatewayId, number } = connection;
        if (client.closed) {
          // It closed before its login was accepted, so the broker emits nothing; it displaced the older one all the same.
          context.nudge.emit('gateway', gatewayId, number);
          lose(connection);
          return;
        }
        byClient.set(client, connection);
        const older = byGateway.get(gatewayId);
        byGateway.set(gatewayId, connection);
        // The broker itself displaces only a client id that is spelled the same.
        if (older && older.client.id !== client.id) older.client.close();
        guards.get(client.conn)?.loggedIn();
        listeners.admission.proven(client.conn as net.Socket);
        done(null, true);
        context.nudge.emit('gateway', gatewayId, number);
      },
      (error) => {
        context.metrics?.loggedIn(error instanceof Refused ? error.outcome : 'unavailable');
        done(refusal(error instanceof Refused ? error.code : REFUSED.unavailable, error.message), false);
      },
    );
  };

  async function authenticate(client: Client, username: string | null, secret: Buffer | null) {
    if (!client.clean) throw new Refused(REFUSED.identifier, 'clean session is required');
    const id = Uuid.safeParse(client.id);
    if (!id.success) throw new Refused(REFUSED.identifier, "the client id must be the gateway's id");
    const gatewayId = id.data;
    if (foreignWills.has(client)) throw new Refused(REFUSED.not_allowed, 'Will on a foreign topic');
    if (!secret || username?.toLowerCase() !== gatewayId) return null;
    if (!gate.mayTry(addressOf(client), gatewayId, secret))
      throw new Refused(
        REFUSED.unavailable,
        'too many refused logins from this address; try again in a minute',
        'limited',
      );
    const number = await uplink.authenticate(gatewayId, secret);
    if (number === null) gate.wrong(addressOf(client), gatewayId, secret);
    else gate.accepted(gatewayId, secret);
    return number === null ? null : connectionOf(client, gatewayId, number);
  }

  function connectionOf(client: Client, gatewayId: string, number: number): Connection {
    const connection: Connection = {
      gatewayId,
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
      (connection.filters.has(subscription.topic) || connection.filters.size < MAX_FILTERS);
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
      // Only the end of the connection or of the service gets here: the gateway sends the message again.
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
    // When the service itself stops, the gateways are not offline: they have a grace to come back.
    if (stopping) return;
    uplink.lost(connection).catch((error: Error) => {
      if (!stopping) log.warn({ gateway: connection.gatewayId, err: error }, 'disconnect not recorded');
    });
  }
  // Errors before a login are counted by address; only gateways that have logged in get a log line each.
  const onError = (client: Client, error: Error): void => {
    if (byClient.has(client)) log.info({ gateway: client.id, reason: error.message }, 'connection closed');
    else gate.refused(addressOf(client), error.message, client.id || null);
  };
  broker.on('clientError', onError);
  broker.on('connectionError', onError);
  // Aedes emits this when clearing Wills fails; without a listener it would end the process.
  broker.on('error' as never, ((error: Error) => log.error({ err: error }, 'broker error')) as never);

  const send = (connection: Connection, channel: DownChannel, message: object): Promise<void> =>
    new Promise((resolve, reject) => {
      const { client, gatewayId, filters } = connection;
      // In the gateway's own spelling of its id: topics are case-sensitive.
      const topics = [...filters].map((filter) => topicFor(filter, gatewayId, channel));
      const topic = topics.find((one) => one !== null);
      if (client.closed || !topic) return reject(new Error('the gateway is not connected or not subscribed'));
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
      if (connection?.session !== session) throw new NotConnectedError('the gateway is not connected here');
      if (channel === 'command') ingest.prefer(gatewayId);
      // A gateway runs no command before its session message has come.
      await connection.greeted;
      return send(connection, channel, message);
    },
  };

  const listeners = createListeners(context, {
    handshakeTimeoutMs: CONNECT_TIMEOUT_MS,
    onSocket(socket) {
      if (stopping) return void socket.destroy();
      // Read now, because a closed socket has no address.
      addresses.set(socket, neighbourhood(socket.remoteAddress ?? ''));
      guards.set(socket, guardPackets(socket));
      broker.handle(socket);
    },
    onRefused: (address, reason) => gate.refused(address, reason),
  });

  return {
    downlink,
    ingest,
    connected: () => byGateway.size,
    isOpen: () => !stopping && listeners.areOpen(),
    certificateEnds: () => listeners.certificateEnds(),
    listen: () => listeners.listen(),
    async stop() {
      stopping = true;
      context.nudge.off('gateway', closeDisplaced);
      listeners.close();
      gate.stop();
      await ingest.stop();
      await new Promise<void>((resolve) => broker.close(() => resolve()));
    },
  };
}

class Refused extends Error {
  readonly code: number;
  readonly outcome: 'invalid' | 'limited';
  constructor(code: number, message: string, outcome: 'invalid' | 'limited' = 'invalid') {
    super(message);
    this.code = code;
    this.outcome = outcome;
  }
}

const refusal = (returnCode: number, message: string) =>
  Object.assign(new Error(message), { returnCode }) as never;
