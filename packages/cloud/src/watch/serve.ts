import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Config, listenFault } from '../config.js';
import { splitTarget } from '../http/request/target.rules.js';
import type { ReadinessChecks } from './readiness.js';
import type { Format, Measured } from './registry.js';

/** Few ask here: a collector and a supervisor. */
const MAX_CONNECTIONS = 64;

/** Answers `/healthz` and `/readyz`; false for any other path. */
export type HealthPaths = (request: IncomingMessage, response: ServerResponse, path: string) => boolean;

export const healthPaths =
  (readiness: ReadinessChecks): HealthPaths =>
  (request, response, path) => {
    if (path !== '/healthz' && path !== '/readyz') return false;
    if (!isRead(request, response)) return true;
    if (path === '/healthz') sendJson(request, response, 200, { status: 'ok' });
    else
      void readiness
        .look()
        .then((seen) => sendJson(request, response, seen.status === 'ready' ? 200 : 503, seen));
    return true;
  };

export interface MetricsServer {
  port: number;
  close(): Promise<void>;
}

/** METRICS_PORT: health and metrics, for machines that watch. Throws a ConfigError when the port cannot be had. */
export async function serveMetrics(
  { HOST }: Pick<Config, 'HOST'>,
  port: number,
  health: HealthPaths,
  measured: Pick<Measured, 'write'>,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    const { path } = splitTarget(request.url ?? '/');
    if (health(request, response, path)) return;
    if (path !== '/metrics') return send(request, response, 404, 'text/plain; charset=utf-8', 'Not found.\n');
    if (!isRead(request, response)) return;
    measured.write(formatFor(request.headers.accept)).then(
      ({ type, text }) => send(request, response, 200, type, text),
      () => send(request, response, 500, 'text/plain; charset=utf-8', 'Cannot be read.\n'),
    );
  });
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(listenFault(error, { name: 'METRICS_PORT', port, host: HOST })),
    );
    server.listen(port, HOST, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** OpenMetrics where it is asked for: collectors that name it at all take it first. */
export const formatFor = (accept = ''): Format =>
  /application\/openmetrics-text/i.test(accept) ? 'openmetrics' : 'prometheus';

function isRead(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return true;
  response.writeHead(405, { Allow: 'GET, HEAD', 'Content-Length': '0', Connection: 'close' }).end();
  return false;
}

function sendJson(request: IncomingMessage, response: ServerResponse, status: number, body: object): void {
  send(request, response, status, 'application/json; charset=utf-8', JSON.stringify(body));
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}
