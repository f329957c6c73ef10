import { createServer, type Server } from 'node:net';
import {
  type Birth,
  type CommandMessage,
  downTopic,
  type JournalRecord,
  type SessionMessage,
  toTimestamp,
} from '@door-access/protocol';
import { Aedes, type Client } from 'aedes';

interface Connected {
  client: Client;
  gatewayId: string;
}

export interface CloudGateway {
  births: Birth[];
  session: string | null;
  /** The answer to its last birth. */
  answer: SessionMessage | null;
  /** Records by journal, in the order of arrival, without repeats. */
  records: JournalRecord[];
  /** The highest received number of each journal. */
  marks: Map<string, number>;
  /** Journal messages as they came, repeats included. */
  messages: { journal: string; seqs: number[] }[];
  wills: string[];
  heartbeats: unknown[];
}

/** The cloud's side of the gateway protocol on a real broker, as little of it as the agent needs. */
export class FakeCloud {
  broker!: Aedes;
  readonly gateways = new Map<string, CloudGateway>();
  readonly secrets = new Map<string, string>();
  /** The number of refused logins. */
  refusals = 0;
  holds: SessionMessage['holds'] = [];
  /** False leaves births unanswered. */
  answersBirths = true;
  /** The cloud's time; a function so that tests can move it. */
  now: () => number = () => Date.now();
  /** Resolves when a journal message may be acknowledged; an error drops the client unacknowledged. */
  commit: () => Promise<void> = async () => undefined;
  port = 0;
  #server!: Server;
  readonly #connections = new Set<Connected>();
  readonly #waiters = new Set<() => void>();

  static async start(port = 0): Promise<FakeCloud> {
    const cloud = new FakeCloud();
    await cloud.listen(port);
    return cloud;
  }

  async listen(port: number): Promise<void> {
    this.broker = await Aedes.createBroker();
    this.broker.authenticate = (_client, username, password, done) => {
      const right = this.secrets.get(username as string) === password?.toString();
      if (right) return done(null, true);
      this.refusals += 1;
      for (const wake of this.#waiters) wake();
      done(Object.assign(new Error('bad credential'), { returnCode: 5 }) as never, false);
    };
    this.broker.authorizePublish = (client, packet, done) => {
      this.#receive(client, packet.topic, packet.payload.toString()).then(
        () => done(null),
        (error) => done(error),
      );
    };
    this.broker.on('client', (client) => this.#connections.add({ client, gatewayId: client.id }));
    this.broker.on('clientError', () => undefined);
    this.broker.on('connectionError', () => undefined);
    this.#server = createServer({ noDelay: true }, this.broker.handle as never);
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    this.port = (this.#server.address() as { port: number }).port;
  }

  pair(gatewayId: string, secret: string): void {
    this.secrets.set(gatewayId, secret);
  }

  of(gatewayId: string): CloudGateway {
    const known = this.gateways.get(gatewayId);
    if (known) return known;
    const fresh: CloudGateway = {
      births: [],
      session: null,
      answer: null,
      records: [],
      marks: new Map(),
      messages: [],
      wills: [],
      heartbeats: [],
    };
    this.gateways.set(gatewayId, fresh);
    return fresh;
  }

  /** Sends a command on the gateway's live session. */
  async command(gatewayId: string, fields: Record<string, unknown>): Promise<void> {
    const now = this.now();
    const command = {
      v: 1,
      session: this.of(gatewayId).session,
      issued_at: toTimestamp(now),
      expires_at: toTimestamp(now + 10_000),
      ...fields,
    } as CommandMessage;
    await this.#publish(downTopic(gatewayId, 'command'), command);
  }

  /** The network delivers the answer to the last birth once more, byte for byte. */
  async repeatSession(gatewayId: string): Promise<void> {
    await this.#publish(downTopic(gatewayId, 'session'), this.of(gatewayId).answer);
  }

  /** Sends the session message again within the session, with the present time and holds. */
  async restate(gatewayId: string, statement: number): Promise<void> {
    const { answer } = this.of(gatewayId);
    const message = { ...answer, now: toTimestamp(this.now()), holds: this.holds, statement };
    await this.#publish(downTopic(gatewayId, 'session'), message);
  }

  /** Waits until a condition on the received data holds. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiters.add(resolve));
  }

  results(gatewayId: string, commandId: string) {
    return this.of(gatewayId).records.filter(
      (record) => record.kind === 'result' && record.command_id === commandId,
    );
  }

  drop(gatewayId: string): void {
    for (const one of this.#connections) if (one.gatewayId === gatewayId) one.client.conn.destroy();
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.broker.close(resolve));
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #receive(client: Client | null, topic: string, payload: string): Promise<void> {
    const [, gatewayId = '', , channel] = topic.split('/');
    const gateway = this.of(gatewayId);
    const message = JSON.parse(payload);
    if (channel === 'status' && message.online) {
      gateway.births.push(message);
      gateway.session = message.session;
      const answer: SessionMessage = {
        v: 1,
        session: message.session,
        now: toTimestamp(this.now()),
        holds: this.holds,
        doors: message.doors.map(({ door }: { door: number }) => ({ door, strike_ms: 5000 })),
        journals: [...gateway.marks].map(([journal, last_seq]) => ({ journal, last_seq })),
      };
      gateway.answer = answer;
      if (this.answersBirths && client) await this.#publish(downTopic(gatewayId, 'session'), answer);
    } else if (channel === 'status') gateway.wills.push(message.session);
    else if (channel === 'heartbeat') gateway.heartbeats.push(message);
    else if (channel === 'journal') {
      await this.commit();
      const records: JournalRecord[] = message.records;
      gateway.messages.push({ journal: message.journal, seqs: records.map(({ seq }) => seq) });
      const had = gateway.marks.get(message.journal) ?? 0;
      gateway.records.push(...records.filter(({ seq }) => seq > had));
      gateway.marks.set(message.journal, Math.max(had, records.at(-1)?.seq ?? 0));
    }
    for (const wake of this.#waiters) wake();
    this.#waiters.clear();
  }

  #publish(topic: string, message: unknown): Promise<void> {
    const packet = {
      cmd: 'publish' as const,
      topic,
      payload: JSON.stringify(message),
      qos: 1 as const,
      retain: false,
      dup: false,
    };
    return new Promise((resolve, reject) =>
      this.broker.publish(packet, (error) => (error ? reject(error) : resolve())),
    );
  }
}
