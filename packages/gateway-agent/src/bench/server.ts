import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname } from 'node:path';
import type { Clock } from '@door-access/protocol';
import { colourStyles, markOf } from '@door-access/protocol/identity';
import type { Gateway } from '../gateway.js';
import { Admission } from './admission.js';
import { type CloudAccess, CloudPanel } from './cloud.js';
import { GuidedTest } from './guided-test.js';
import { ReadersPanel, readerAct } from './readers.js';
import { GatewayView } from './view.js';

/* The bench page: simulated doors to play with, for one person on this machine, or on one device of its network. */

export interface BenchServerOptions {
  readonly gateways: readonly Gateway[];
  readonly clock: Clock;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Null shows the page without what the cloud says. */
  readonly cloud: CloudAccess | null;
  /** Makes the token by which one browser of the network is let in; null serves this machine alone. */
  readonly makeToken?: (() => string) | null;
  /** As reports of door tests name it. */
  readonly agentVersion?: string;
}

export interface BenchServer {
  readonly url: string;
  /** All by which it is reached; with the token, where there is one. */
  readonly urls: readonly string[];
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Changes within this time are shown together. */
const GATHER_MS = 30;
const MAX_BYTES = 1000;
/** A short tap; anything below the debounce time would be ignored. */
const SHORTEST_PRESS_MS = 120;
const PAGE_FOLDER = new URL('../../src/bench/page/', import.meta.url);
const FILES: Record<string, string> = {
  '/': 'index.html',
  '/page.css': 'page.css',
  '/door.css': 'door.css',
  '/panels.css': 'panels.css',
  '/page.js': 'page.js',
  '/door.js': 'door.js',
  '/events.js': 'events.js',
  '/readers.js': 'readers.js',
  '/test.js': 'test.js',
  '/test.css': 'test.css',
};
/** What every page of the product shares. */
const SHARED: Record<string, string> = { '/colours.css': colourStyles(), '/mark.svg': markOf('Bench') };
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

export async function startBench(options: BenchServerOptions): Promise<BenchServer> {
  const bench = new Bench(options);
  const server = createServer((request, response) => void bench.handle(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const busy = error.code === 'EADDRINUSE';
      reject(
        new Error(
          busy
            ? `--port ${options.port}: the port is in use`
            : `the bench page cannot be served: ${error.message}`,
        ),
      );
    });
    server.listen(options.port, options.makeToken ? '0.0.0.0' : options.host, resolve);
  });
  const { port } = server.address() as { port: number };
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  const makeToken = options.makeToken ?? null;
  const admission = new Admission({
    host,
    port,
    lan: makeToken !== null,
    makeToken: makeToken ?? (() => ''),
  });
  bench.admission = admission;
  return {
    url: admission.urls[0] as string,
    urls: admission.urls,
    close: async () => {
      bench.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

class Bench {
  readonly #clock: Clock;
  readonly #views: GatewayView[];
  readonly #cloud: CloudPanel | null;
  readonly #readers: ReadersPanel | null;
  readonly #pages = new Set<ServerResponse>();
  readonly #unwatch: (() => void)[];
  readonly #agentVersion: string;
  admission: Admission | null = null;
  /** One at a time: a person has two hands. */
  #test: GuidedTest | null = null;
  #gathering = false;

  constructor({ gateways, clock, cloud, agentVersion = '' }: BenchServerOptions) {
    this.#agentVersion = agentVersion;
    this.#clock = clock;
    this.#views = gateways.map((gateway) => new GatewayView(gateway));
    this.#cloud = cloud && new CloudPanel(cloud, clock, (view) => this.#send('cloud', view));
    const [first] = gateways;
    this.#readers = first?.config.serviceUrl
      ? new ReadersPanel(first.config, clock, (view) => this.#send('readers', view))
      : null;
    this.#unwatch = this.#views.flatMap((view) => [
      view.gateway.agent.watch((change) => {
        view.follow(change);
        // The acknowledgement means that the cloud has processed it.
        if (change.type === 'forgotten') this.#cloud?.nudge();
        this.#changed();
      }),
      view.gateway.hardware.watch(() => this.#changed()),
    ]);
  }

  close(): void {
    this.#test?.stop();
    this.#look(false);
    for (const unwatch of this.#unwatch) unwatch();
    for (const page of this.#pages) page.end();
  }

  #look(yes: boolean): void {
    this.#cloud?.look(yes);
    this.#readers?.look(yes);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { status, body } = await this.#route(request, response);
      if (status !== 0) answer(response, status, JSON.stringify(body), 'application/json');
    } catch (error) {
      answer(
        response,
        500,
        JSON.stringify({ ok: false, message: (error as Error).message }),
        'application/json',
      );
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<Answer> {
    const { method = '', url = '/' } = request;
    const [path = '/', query = ''] = url.split('?', 2);
    const verdict = this.admission?.judge(request, query);
    if (!verdict || verdict.kind === 'out')
      return refuse(verdict?.status ?? 503, verdict?.message ?? 'not yet');
    if (verdict.kind === 'welcome') {
      // The token leaves the address bar with this.
      response.writeHead(303, { ...HEADERS, 'set-cookie': verdict.cookie, location: '/' }).end();
      return HANDLED;
    }
    if (method === 'POST') return this.#act(path, await readBody(request));
    if (method !== 'GET' && method !== 'HEAD') return refuse(405, 'GET or POST');
    if (path === '/stream') return this.#stream(response);
    const report = path.startsWith('/test/report.') ? this.#test?.outcome : null;
    if (report) {
      const isPdf = path.endsWith('.pdf') && report.pdf !== null;
      const [content, type] = isPdf
        ? [Buffer.from(report.pdf), 'application/pdf']
        : [report.json, 'application/json'];
      answer(response, 200, content, type);
      return HANDLED;
    }
    if (path === '/readers')
      return { status: 200, body: { ...((await this.#readers?.refresh()) ?? { readers: [], keys: [] }) } };
    if (path === '/state') return { status: 200, body: this.#state() };
    const file = FILES[path];
    const content = file ? await readFile(new URL(file, PAGE_FOLDER)) : SHARED[path];
    if (content === undefined) return refuse(404, 'no such page');
    answer(response, 200, content, `${TYPES[extname(file ?? path)]}; charset=utf-8`);
    return HANDLED;
  }

  /** `/readers/{lock}/{present|close|leave-open}` and `/locking-system`, `connected` true or false. */
  async #actAtReader(lock: string, act: string, body: Record<string, unknown>): Promise<Answer> {
    if (!this.#readers) return refuse(409, 'no service_url is set, so no readers are known');
    const wanted = readerAct(lock, act, body);
    if (typeof wanted === 'string') return refuse(wanted.startsWith('no such') ? 404 : 422, wanted);
    return { status: 200, body: { ...(await this.#readers.act(wanted)) } };
  }

  async #connect(body: Record<string, unknown>): Promise<Answer> {
    if (typeof body.connected !== 'boolean') return refuse(422, 'connected: expected true or false');
    if (!this.#readers) return refuse(409, 'no service_url is set, so no locking system is known');
    return { status: 200, body: { ...(await this.#readers.act({ act: 'line', cut: !body.connected })) } };
  }

  /** `/gateways/{id}/network`, `/gateways/{id}/board` and `/gateways/{id}/doors/{door}/{action}`. */
  async #act(path: string, body: Record<string, unknown>): Promise<Answer> {
    const [, root, id, what, number, action, ...rest] = path.split('/');
    if (root === 'test' && what === undefined) return this.#actOnTest(id, body);
    if (root === 'locking-system' && id === undefined) return this.#connect(body);
    if (root === 'readers' && number === undefined) return this.#actAtReader(id ?? '', what ?? '', body);
    const view = this.#views.find(({ gateway }) => gateway.config.gatewayId === id);
    if (root !== 'gateways' || !view || rest.length > 0) return refuse(404, 'no such gateway');
    const { agent, cable, config, hardware } = view.gateway;
    if (what === 'network' && number === undefined) {
      if (typeof body.plugged !== 'boolean') return refuse(422, 'plugged: expected true or false');
      if (body.plugged) {
        cable.plug();
        agent.reconnectNow();
      } else cable.pull();
      this.#changed();
      return done();
    }
    if (what === 'board' && number === undefined) {
      if (typeof body.plugged !== 'boolean') return refuse(422, 'plugged: expected true or false');
      if (body.plugged) hardware.mendBoard();
      else hardware.breakBoard();
      this.#changed();
      return done();
    }
    const door = config.doors.find((one) => String(one.door) === number);
    if (what !== 'doors' || !door) return refuse(404, 'no such door');
    switch (action) {
      case 'test': {
        if (this.#test && !this.#test.isOver) return refuse(409, 'a test is under way: stop it first');
        if (door.driver !== 'bench') return refuse(409, 'this door is wired: test it with door-agent test');
        const onChange = () => this.#changed();
        const agentVersion = this.#agentVersion;
        this.#test = new GuidedTest({
          gateway: view.gateway,
          door,
          clock: this.#clock,
          agentVersion,
          onChange,
        });
        this.#changed();
        return done();
      }
      case 'open':
        return hardware.pullOpen(door.door)
          ? done()
          : { status: 200, body: { ok: false, message: 'The latch holds: the door stays shut.' } };
      case 'close':
        hardware.pushClosed(door.door);
        return done();
      case 'force':
        hardware.force(door.door);
        return done();
      case 'press':
        hardware.pressExit(door.door);
        return done();
      case 'release':
        await this.#clock.sleep(SHORTEST_PRESS_MS);
        hardware.releaseExit(door.door);
        return done();
      case 'unlock': {
        if (!this.#cloud || door.lockId === null) return refuse(409, 'no cloud is set for this door');
        return { status: 200, body: { ...(await this.#cloud.unlock(door.lockId)) } };
      }
      default:
        return refuse(404, 'no such action');
    }
  }

  #actOnTest(action: string | undefined, body: Record<string, unknown>): Answer {
    if (!this.#test) return refuse(404, 'no test is under way');
    if (action === 'stop') {
      this.#test.stop();
      this.#test = null;
      this.#changed();
      return done();
    }
    if (action !== 'answer') return refuse(404, 'no such action');
    if (body.skip === true) this.#test.answer({ kind: 'skip' });
    else if (typeof body.yes === 'boolean') this.#test.answer({ kind: 'answer', yes: body.yes });
    else return refuse(422, 'yes: expected true or false');
    return done();
  }

  #stream(response: ServerResponse): Answer {
    response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
    this.#pages.add(response);
    response.once('close', () => {
      this.#pages.delete(response);
      this.#look(this.#pages.size > 0);
    });
    response.write(frame('state', this.#state()));
    if (this.#cloud) response.write(frame('cloud', this.#cloud.view));
    if (this.#readers) response.write(frame('readers', this.#readers.view));
    this.#look(true);
    return HANDLED;
  }

  #state(): Record<string, unknown> {
    return {
      cloud: this.#cloud !== null,
      test: this.#test?.show() ?? null,
      gateways: this.#views.map((view) => view.show()),
    };
  }

  #changed(): void {
    if (this.#gathering || this.#pages.size === 0) return;
    this.#gathering = true;
    void this.#clock.sleep(GATHER_MS).then(() => {
      this.#gathering = false;
      this.#send('state', this.#state());
    });
  }

  #send(event: string, data: unknown): void {
    for (const page of this.#pages) page.write(frame(event, data));
  }
}

const HANDLED: Answer = { status: 0, body: {} };
const done = (): Answer => ({ status: 200, body: { ok: true } });
const refuse = (status: number, message: string): Answer => ({ status, body: { ok: false, message } });
const frame = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

function answer(response: ServerResponse, status: number, body: string | Buffer, type: string): void {
  response.writeHead(status, { ...HEADERS, 'content-type': type }).end(body);
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > MAX_BYTES) throw new Error('too long');
  }
  return text === '' ? {} : JSON.parse(text);
}
