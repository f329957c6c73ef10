import { randomBytes, randomUUID } from 'node:crypto';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { type Clock, TestClock } from '@door-access/protocol';
import { afterAll } from '@jest/globals';
import { pino } from 'pino';
import { testDatabase } from '../../../../test/setup/database.js';
import { createApiKey } from '../../src/api-keys/create.js';
import { readConfig } from '../../src/config.js';
import type { Context } from '../../src/context.js';
import { createPrisma } from '../../src/database/prisma.js';
import { api } from '../../src/endpoints.js';
import { type Endpoint, SCOPES, type Scope } from '../../src/http/endpoint.js';
import { type HttpOptions, type HttpServer, startHttpServer } from '../../src/http/server.js';
import { Nudge } from '../../src/nudge.js';
import { SecretBox } from '../../src/secrets/secret-box.js';
import { postgresStores } from '../../src/stores.js';

// biome-ignore lint/suspicious/noExplicitAny: whatever came over the wire; the tests look into it.
type AnyJson = any;

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed body; undefined where there is none. */
  json: AnyJson;
}

export interface Call {
  token?: string | null;
  /** Sent as JSON; a string or bytes go as they are. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface HttpWorld {
  context: Context;
  clock: TestClock;
  http: HttpServer;
  /** Lines of the log, parsed. */
  logged: AnyJson[];
  account: { id: number };
  location: { id: number };
  /** A key with every scope. */
  token: string;
  key(
    scopes?: readonly Scope[],
    accountId?: number,
    locationId?: number,
  ): Promise<{ id: number; token: string }>;
  addAccount(name: string, platformMode?: boolean): Promise<{ accountId: number; locationId: number }>;
  call(method: string, path: string, call?: Call): Promise<Answer>;
}

/** A real server on a real database with the given endpoints, one account and one location; closed after the file's tests. */
export async function httpWorld(
  endpoints: readonly Endpoint[],
  options: HttpOptions & { settings?: Record<string, string>; clock?: Clock } = {},
): Promise<HttpWorld> {
  const database = await testDatabase();
  const clock = new TestClock();
  const logged: AnyJson[] = [];
  const tools = {
    clock: options.clock ?? clock,
    ids: { uuid: () => randomUUID(), bytes: (count: number) => randomBytes(count) },
    pool: database.pool,
    secrets: new SecretBox(randomBytes(32)),
  };
  const context: Context = {
    config: readConfig({ PORT: '0', ...options.settings }),
    ...tools,
    ...postgresStores(tools),
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
    prisma: createPrisma(database.pool),
    downlink: { isConnected: () => false, publish: () => Promise.reject(new Error('no gateway')) },
    nudge: new Nudge(),
  };
  const http = await startHttpServer(context, { ...api, endpoints }, { checkAnswers: true, ...options });
  afterAll(async () => {
    await http.close();
    await context.prisma.$disconnect();
  });

  const addAccount = async (name: string, platformMode = false) => {
    const { rows } = await database.pool.query(
      `WITH a AS (INSERT INTO account (name, platform_mode) VALUES ($1, $2) RETURNING id),
            l AS (INSERT INTO location (account_id, ref, name, timezone) SELECT id, 'hq', 'HQ', 'UTC' FROM a RETURNING id),
            c AS (INSERT INTO location_ancestor (location_id, ancestor_id, depth) SELECT id, id, 0 FROM l)
       SELECT a.id AS "accountId", l.id AS "locationId" FROM a, l`,
      [name, platformMode],
    );
    return rows[0] as { accountId: number; locationId: number };
  };
  const first = await addAccount('Acme');
  const key: HttpWorld['key'] = (
    scopes = SCOPES,
    accountId = first.accountId,
    locationId = first.locationId,
  ) => createApiKey(context, { accountId, locationId, name: 'Test', scopes });
  const { token } = await key();
  const call: HttpWorld['call'] = (method, path, given = {}) =>
    callServer(http.port, method, `/v1${path}`, { token, ...given });
  return {
    context,
    clock,
    http,
    logged,
    account: { id: first.accountId },
    location: { id: first.locationId },
    token,
    key,
    addAccount,
    call,
  };
}

/** One request over a connection of its own; `path` goes out byte for byte. */
export function callServer(
  port: number,
  method: string,
  path: string,
  { token, body, headers = {} }: Call = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const bytes =
      body === undefined
        ? undefined
        : typeof body === 'string' || body instanceof Uint8Array
          ? body
          : JSON.stringify(body);
    const request = httpRequest(
      {
        port,
        host: '127.0.0.1',
        method,
        path,
        agent: false,
        headers: {
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
          ...(bytes === undefined
            ? {}
            : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(bytes)) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json: text === '' ? undefined : JSON.parse(text),
          });
        });
      },
    );
    request.on('error', reject);
    request.end(bytes);
  });
}
