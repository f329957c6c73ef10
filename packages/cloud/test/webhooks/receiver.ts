import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';

/** A status, or a way to misbehave: never answer, send headers or a body that never ends, or cut the connection. */
export type Reply =
  | number
  | 'hang'
  | 'drip'
  | 'drip_headers'
  | 'reset'
  | 'reset_in_body'
  | { status: number; headers?: Record<string, string>; body?: string | Buffer };

export interface Received {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  raw: string;
  body: { id: string; type: string; created_at: string; data: Record<string, unknown> };
  /** The connection's number, from 1. */
  connection: number;
}

/** A webhook receiver on loopback that keeps what comes and answers as it is set to. */
export class Receiver {
  readonly requests: Received[] = [];
  connections = 0;
  /** Requests that it leaves without an answer, on connections that are open. */
  hanging = 0;
  /** Connections that have closed. */
  closings = 0;
  readonly #server: http.Server | https.Server;
  #replies: Reply[] = [200];
  #byPath = new Map<string, Reply>();
  #choose: (request: Received) => Reply | undefined = () => undefined;
  #waiting: { count: number; resolve: () => void }[] = [];
  #closingWaits: { count: number; resolve: () => void }[] = [];
  #dripping = new Set<NodeJS.Timeout>();

  private constructor(server: http.Server | https.Server) {
    this.#server = server;
    server.on('request', (request, response) => this.#take(request, response));
    server.on(server instanceof https.Server ? 'secureConnection' : 'connection', (socket) => {
      this.connections += 1;
      numbers.set(socket, this.connections);
      socket.on('error', () => {});
      socket.once('close', () => this.#countClosing());
    });
  }

  static async start(
    options: { host?: string; tls?: { key: string; cert: string } } = {},
  ): Promise<Receiver> {
    const server = options.tls ? https.createServer(options.tls) : http.createServer();
    await new Promise<void>((resolve) => server.listen(0, options.host ?? '127.0.0.1', resolve));
    return new Receiver(server);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  url(path = '/hook'): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** In this order; the last one from then on. */
  answer(...replies: Reply[]): void {
    this.#replies = replies;
  }

  answerAt(path: string, reply: Reply): void {
    this.#byPath.set(path, reply);
  }

  /** Before all else, where it gives a reply. */
  answerBy(choose: (request: Received) => Reply | undefined): void {
    this.#choose = choose;
  }

  /** Resolves once so many requests have come in all. */
  async received(count: number): Promise<Received[]> {
    if (this.requests.length < count) {
      await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }));
    }
    return this.requests;
  }

  /** Resolves once so many connections have closed in all. */
  async closed(count: number): Promise<void> {
    if (this.closings >= count) return;
    await new Promise<void>((resolve) => this.#closingWaits.push({ count, resolve }));
  }

  #countClosing(): void {
    this.closings += 1;
    for (const one of this.#closingWaits) if (one.count === this.closings) one.resolve();
  }

  async close(): Promise<void> {
    for (const timer of this.#dripping) clearInterval(timer);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #take(request: http.IncomingMessage, response: http.ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8');
      const path = request.url ?? '';
      const received: Received = {
        method: request.method ?? '',
        path,
        headers: request.headers,
        raw,
        body: JSON.parse(raw || '{}'),
        connection: numbers.get(request.socket) ?? 0,
      };
      this.requests.push(received);
      const next = this.#replies.length > 1 ? this.#replies.shift() : this.#replies[0];
      this.#reply(response, this.#choose(received) ?? this.#byPath.get(path) ?? next ?? 200);
      const met = this.#waiting.filter((one) => one.count <= this.requests.length);
      this.#waiting = this.#waiting.filter((one) => !met.includes(one));
      for (const one of met) one.resolve();
    });
    request.on('error', () => {});
  }

  #reply(response: http.ServerResponse, reply: Reply): void {
    if (reply === 'hang') {
      this.hanging += 1;
      response.once('close', () => {
        this.hanging -= 1;
      });
      return;
    }
    if (reply === 'reset') response.socket?.resetAndDestroy();
    else if (reply === 'reset_in_body') {
      response.writeHead(200, { 'content-length': '100' });
      response.write('part', () => response.socket?.resetAndDestroy());
    } else if (reply === 'drip') {
      response.writeHead(200);
      response.write('.');
      this.#dripping.add(setInterval(() => response.write('.'), 20));
    } else if (reply === 'drip_headers') {
      response.socket?.write('HTTP/1.1 200 OK\r\nX-Slow: ');
      this.#dripping.add(setInterval(() => response.socket?.write('.'), 20));
    } else if (typeof reply === 'number') response.writeHead(reply).end();
    else response.writeHead(reply.status, reply.headers).end(reply.body);
  }
}

const numbers = new WeakMap<object, number>();

/** Checks a delivery as a receiver would, with code that is not ours; throws when it does not verify. */
export function verify(received: Received, secret: string, now: number, service = 'service'): void {
  const header = String(received.headers[`x-${service}-signature`]);
  Stripe.webhooks.constructEvent(received.raw, header, secret, 300, undefined, now);
}
