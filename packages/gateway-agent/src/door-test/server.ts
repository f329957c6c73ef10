import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { measuredWords, STEP_WORDS } from '@door-access/protocol/door-test';
import { Admission } from '../bench/admission.js';
import { PAGE_CSS, PAGE_HTML, PAGE_JS } from './page.js';
import type { Front, FrontInput, TestView } from './run.js';

/* The guided door test on a page: for a person with a phone at the door. */

export interface TestPageOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Serves the network, to the first browser that brings the printed token. */
  readonly lan: boolean;
  readonly makeToken: () => string;
}

/** The result of a test, as the page shows it at the end. */
export interface Outcome {
  readonly name: string;
  readonly result: string;
  readonly delivery: string;
  readonly json: string;
  readonly pdf: Uint8Array | null;
}

export interface TestPage extends Front {
  readonly urls: readonly string[];
  /** Stays while the next door is tested. */
  showOutcome(outcome: Outcome): void;
  close(): Promise<void>;
}

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};
const MAX_BYTES = 1000;
const JSON_TYPE = 'application/json; charset=utf-8';

export async function startTestPage(options: TestPageOptions): Promise<TestPage> {
  const takers = new Set<(input: FrontInput) => void>();
  let view: TestView | null = null;
  let outcome: Outcome | null = null;
  let admission: Admission;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
    const verdict = admission.judge(request, query);
    if (verdict.kind === 'out')
      return send(response, verdict.status, verdict.message, 'text/plain; charset=utf-8');
    if (verdict.kind === 'welcome') {
      // The token leaves the address bar with this.
      response.writeHead(303, { ...HEADERS, 'set-cookie': verdict.cookie, location: '/' }).end();
      return;
    }
    if (request.method === 'POST' && path === '/answer') {
      const input = answerOf(await readBody(request));
      if (!input) return send(response, 422, 'yes: expected true or false', 'text/plain; charset=utf-8');
      for (const take of takers) take(input);
      return send(response, 200, '{}', JSON_TYPE);
    }
    if (request.method !== 'GET') return send(response, 405, 'GET or POST', 'text/plain; charset=utf-8');
    if (path === '/') return send(response, 200, PAGE_HTML, 'text/html; charset=utf-8');
    if (path === '/page.css') return send(response, 200, PAGE_CSS, 'text/css; charset=utf-8');
    if (path === '/page.js') return send(response, 200, PAGE_JS, 'text/javascript; charset=utf-8');
    if (path === '/state') return send(response, 200, JSON.stringify(state(view, outcome)), JSON_TYPE);
    if (path === '/report.json' && outcome) return send(response, 200, outcome.json, JSON_TYPE);
    if (path === '/report.pdf' && outcome?.pdf)
      return send(response, 200, Buffer.from(outcome.pdf), 'application/pdf');
    return send(response, 404, 'no such page', 'text/plain; charset=utf-8');
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => send(response, 400, 'that could not be read', 'text/plain'));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Error(
          error.code === 'EADDRINUSE'
            ? `--port ${options.port}: the port is in use`
            : `the page cannot be served: ${error.message}`,
        ),
      ),
    );
    server.listen(options.port, options.lan ? '0.0.0.0' : options.host, resolve);
  });
  const { port } = server.address() as { port: number };
  admission = new Admission({ ...options, port });
  return {
    urls: admission.urls,
    show: (next) => {
      view = next;
    },
    showOutcome: (next) => {
      outcome = next;
    },
    listen(take) {
      takers.add(take);
      return () => takers.delete(take);
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function state(view: TestView | null, outcome: Outcome | null) {
  return {
    view: view && {
      ...view,
      steps: view.steps.map(({ step, result }) => ({
        step,
        words: STEP_WORDS[step],
        result,
        measured: result ? measuredWords(result).join(', ') : '',
      })),
    },
    outcome: outcome && {
      name: outcome.name,
      result: outcome.result,
      delivery: outcome.delivery,
      files: [['Report as JSON', '/report.json'], ...(outcome.pdf ? [['Report as PDF', '/report.pdf']] : [])],
    },
  };
}

function answerOf(body: Record<string, unknown>): FrontInput | null {
  if (body.skip === true) return { kind: 'skip' };
  return typeof body.yes === 'boolean' ? { kind: 'answer', yes: body.yes } : null;
}

function send(response: ServerResponse, status: number, body: string | Buffer, type: string): void {
  if (response.headersSent) return;
  response.writeHead(status, { ...HEADERS, 'content-type': type }).end(body);
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > MAX_BYTES) throw new Error('too long');
  }
  return JSON.parse(text);
}
