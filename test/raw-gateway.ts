import { randomUUID } from 'node:crypto';
import { type DoorReport, downTopic, toTimestamp, upTopic } from '@door-access/protocol';
import mqtt from 'mqtt';

/** A gateway written from the protocol page alone, which sends exactly what a test requests. */
export interface RawGateway {
  id: string;
  client: mqtt.MqttClient;
  session: string;
  boot: string;
  journal: string;
  /** Messages from the cloud so far, by channel. */
  received: { channel: string; message: Record<string, unknown> }[];
  /** Resolves with the session message; one that never subscribed gets none, and it is the PUBACK alone. */
  birth(doors?: Partial<DoorReport>[]): Promise<Record<string, unknown>>;
  /** Publishes records as they are and resolves with the PUBACK. */
  send(records: object[]): Promise<void>;
  publish(topic: string, payload: string | Buffer, options?: mqtt.IClientPublishOptions): Promise<void>;
  /** The next message of a channel, past or to come. */
  next(channel: 'session' | 'command'): Promise<Record<string, unknown>>;
  /** A record of now, numbered on. */
  record(fields: object): object;
  end(force?: boolean): Promise<void>;
}

export interface RawGatewayOptions {
  url: string;
  id: string;
  secret: string;
  now: () => number;
  monotonic: () => number;
  boot?: string;
  journal?: string;
  seq?: number;
  subscribe?: boolean;
  will?: boolean;
  /** For a url of mqtts. */
  tls?: { ca: string; servername: string };
}

export async function connectGateway(options: RawGatewayOptions): Promise<RawGateway> {
  const { id } = options;
  const session = randomUUID();
  const boot = options.boot ?? randomUUID();
  const journal = options.journal ?? randomUUID();
  let seq = options.seq ?? 0;
  const will = {
    topic: upTopic(id, 'status'),
    payload: Buffer.from(JSON.stringify({ v: 1, session, online: false })),
    qos: 1 as const,
    retain: false,
  };
  const client = await mqtt.connectAsync(
    options.url,
    {
      clientId: id,
      username: id,
      password: options.secret,
      clean: true,
      keepalive: 15,
      reconnectPeriod: 0,
      connectTimeout: 5_000,
      ...options.tls,
      ...(options.will === false ? {} : { will }),
    },
    false,
  );
  client.on('error', () => {});
  const received: RawGateway['received'] = [];
  const taken = { session: 0, command: 0 };
  const listeners = new Set<() => void>();
  client.on('message', (topic, payload) => {
    received.push({ channel: topic.split('/').at(-1) ?? '', message: JSON.parse(payload.toString()) });
    for (const listener of listeners) listener();
  });
  if (options.subscribe !== false) await client.subscribeAsync(`gateways/${id}/down/+`, { qos: 1 });

  const next: RawGateway['next'] = (channel) =>
    new Promise((resolve) => {
      const look = () => {
        const found = received.filter((one) => one.channel === channel)[taken[channel]];
        if (!found) return;
        taken[channel] += 1;
        listeners.delete(look);
        resolve(found.message);
      };
      listeners.add(look);
      look();
    });
  const publish: RawGateway['publish'] = async (topic, payload, more = {}) => {
    await client.publishAsync(topic, payload, { qos: 1, ...more });
  };

  return {
    id,
    client,
    session,
    boot,
    journal,
    received,
    next,
    publish,
    async birth(doors = [{ door: 1 }]) {
      const reports = doors.map((door) => ({
        door: 1,
        contact: 'closed',
        exit_button: true,
        hold_relay: true,
        strike_on: false,
        hold_on: false,
        ...door,
      }));
      const message = {
        v: 1,
        session,
        online: true,
        boot,
        agent: 'raw',
        at: toTimestamp(options.now()),
        mono_ms: options.monotonic(),
        clock: 'synced',
        doors: reports,
      };
      await publish(upTopic(id, 'status'), JSON.stringify(message));
      return options.subscribe === false ? {} : next('session');
    },
    send: (records) => publish(upTopic(id, 'journal'), JSON.stringify({ v: 1, journal, records })),
    record(fields) {
      seq += 1;
      return {
        seq,
        boot,
        mono_ms: options.monotonic(),
        at: toTimestamp(options.now()),
        clock: 'synced',
        door: 1,
        ...fields,
      };
    },
    async end(force = false) {
      await client.endAsync(force);
    },
  };
}

export { downTopic, upTopic };
