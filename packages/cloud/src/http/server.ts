import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import express from 'express';
import { listenFault } from '../config.js';
import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import { type Api, apiAudience, BASE_PATH } from './api.js';
import { errorOutcome, send } from './envelope.js';
import { Connections } from './limits/connections.js';
import { type LimiterFactory, memoryLimiters } from './limits/rate-limit.js';
import type { Mount } from './mount.js';
import { docsMount } from './openapi/docs-mount.js';
import { llmsMount } from './openapi/llms-mount.js';
import { createPipeline, type PipelineOptions } from './pipeline.js';
import { requestIdOf } from './request/context.js';
import { splitTarget } from './request/target.rules.js';

/** Of the request line and headers together. */
const MAX_HEADER_BYTES = 16 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the usual minute of a proxy in front, so that it is the proxy who closes. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/**
 * For how long a service that stops answers on kept connections what its callers sent before they could know, and that the
 * connection ends: who asks twice a second or more often loses no request.
 */
export const LINGER_MS = 500;
/** How long requests under way may still take when the service stops. */
const STOP_GRACE_MS = 5_000;

export interface HttpOptions extends PipelineOptions {
  /** Where limits are counted; by default in this process. */
  limiters?: LimiterFactory;
  mounts?: readonly Mount[];
  /** Milliseconds in which a server that closes still answers on kept connections; 0 by default. */
  lingerMs?: number;
  /** Answers paths for those who watch the service; false for any other. */
  health?: (request: IncomingMessage, response: ServerResponse, path: string) => boolean;
}

/**
 * The declared endpoints below `/v1`, and an Express application of whatever is mounted beside them. A program's request
 * passes one handler instead of a tower of middleware: the order of checks is in one place.
 */
export function createHttpApp(context: Context, api: Api, options: HttpOptions = {}): RequestListener {
  const limiters = options.limiters ?? memoryLimiters(context.clock);
  const pipeline = createPipeline(context, apiAudience(context, api, limiters), options);
  const app = express();
  for (const setting of ['x-powered-by', 'etag']) app.disable(setting);
  app.enable('case sensitive routing');
  const own = [docsMount(context), llmsMount(context, api)];
  for (const mount of [...own, ...(options.mounts ?? [])]) app.use(mount.path, mount.handle);
  app.use((request, response) => {
    send(request, response, requestIdOf(context, request), errorOutcome(new ApiError('not_found')));
  });
  app.use((error: unknown, request: IncomingMessage, response: ServerResponse, _next: unknown) => {
    const requestId = requestIdOf(context, request);
    const name = error instanceof Error ? error.name : typeof error;
    context.log.error(
      { request_id: requestId, error: { name, stack: (error as Error)?.stack } },
      'request failed',
    );
    send(request, response, requestId, errorOutcome(new ApiError('server_error')));
  });
  return (request, response) => {
    const target = splitTarget(request.url ?? '/');
    if (target.path === BASE_PATH || target.path.startsWith(`${BASE_PATH}/`))
      pipeline(request, response, target);
    else if (!options.health?.(request, response, target.path)) app(request, response);
  };
}

export interface HttpServer {
  host: string;
  port: number;
  server: Server;
  /** Accepts no more requests, lets those under way end, then closes the remaining connections. */
  close(): Promise<void>;
}

/** Listens on HOST and PORT, or where `at` says. Throws a ConfigError when the address cannot be had. */
export async function startHttpServer(
  context: Context,
  api: Api,
  options: HttpOptions = {},
  at: { host?: string; port?: number } = {},
): Promise<HttpServer> {
  const stopping = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stopping.signal]) : stopping.signal;
  const app = createHttpApp(context, api, { ...options, signal });
  let closing = false;
  let isLingering = false;
  const { HTTP_CONNECTIONS, HTTP_CONNECTIONS_PER_ADDRESS, TRUST_PROXY } = context.config;
  const connections = new Connections(context.clock, {
    max: HTTP_CONNECTIONS,
    maxPerAddress: TRUST_PROXY > 0 ? Number.POSITIVE_INFINITY : HTTP_CONNECTIONS_PER_ADDRESS,
  });
  const onEnded = () => {
    // A connection that was in use when the service began to stop.
    if (closing && !isLingering) server.closeIdleConnections();
  };
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    if (!connections.began(request, response, onEnded)) return;
    if (closing) response.shouldKeepAlive = false;
    if (hasTwoHosts(request)) refuseTwoHosts(context, request, response);
    else app(request, response);
  };
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      // Node looks for overdue requests only this often.
      connectionsCheckingInterval: 1_000,
      noDelay: true,
      // Nothing here depends on Host, and Node would refuse its absence without our envelope.
      requireHostHeader: false,
    },
    serve,
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // A caller that was already answered and keeps sending would take a second answer for that of its next request.
    if (connections.isAnswered(socket)) socket.destroy();
    else refuseMalformed(context, error, socket);
  });
  server.on('checkExpectation', serve);
  connections.watch(server, signal);

  const host = at.host ?? context.config.HOST;
  const port = at.port ?? context.config.PORT;
  await listen(server, host, port);
  return {
    host,
    port: (server.address() as AddressInfo).port,
    server,
    async close() {
      closing = true;
      isLingering = true;
      const wait = (ms: number) => context.clock.sleep(ms, signal).catch(() => {});
      // That of an HTTP server cuts kept connections at once, and with them the requests that are on their way.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      connections.endSilent();
      if (options.lingerMs) await Promise.race([closed, wait(options.lingerMs)]);
      isLingering = false;
      server.close();
      await Promise.race([closed, wait(STOP_GRACE_MS)]);
      server.closeAllConnections();
      stopping.abort();
      await closed;
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(listenFault(error, { name: 'PORT', port, host })),
    );
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

/** It is unknown which of them a proxy in front used (RFC 9112, 3.2). Node itself keeps the first. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

function refuseTwoHosts(context: Context, request: IncomingMessage, response: ServerResponse): void {
  const error = new ApiError('invalid_request', { message: 'The request has more than one Host header.' });
  const outcome = errorOutcome(error);
  send(request, response, requestIdOf(context, request), {
    ...outcome,
    headers: { ...outcome.headers, Connection: 'close' },
  });
}

const NOT_HTTP = { status: '400 Bad Request', message: 'The request is not well-formed HTTP.' };
/** By the code of Node's parser. */
const MALFORMED: Record<string, typeof NOT_HTTP> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: `The address and headers are longer than ${MAX_HEADER_BYTES / 1024} KB.`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'The request came too slowly.' },
};

/** Not even HTTP, or too slow: the answer still has the error format, and the connection ends. */
function refuseMalformed(context: Context, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, message } = MALFORMED[error.code ?? ''] ?? NOT_HTTP;
  const body = JSON.stringify({ error: { code: 'invalid_request', message } });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Request-Id: ${context.ids.uuid()}\r\nConnection: close\r\n\r\n${body}`,
  );
}
