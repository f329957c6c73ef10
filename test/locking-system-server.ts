import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A locking system that keeps to docs/locking-system.openapi.yaml, for tests: it can be set to refuse, fail or stay silent. */
export interface LockingSystemServer {
  url: string;
  token: string;
  people: Map<string, Record<string, unknown>>;
  keys: Map<number, Record<string, unknown>>;
  /** Every request as it came in. */
  calls: { method: string; path: string; idempotencyKey: string | null; authorized: boolean }[];
  /** Something happens there of its own accord. */
  happen(...changes: object[]): void;
  /** Decides about the next requests: a status to answer instead, or `silence`. */
  behave(how: (method: string, path: string) => number | 'silence' | 'lost' | null): void;
  /** Called when a request came that gets no answer. */
  onSilence: () => void;
  close(): Promise<void>;
}

const PAGE = 3;

export async function startLockingSystem(): Promise<LockingSystemServer> {
  const token = 'locksys-secret';
  const people: LockingSystemServer['people'] = new Map();
  const keys: LockingSystemServer['keys'] = new Map();
  const calls: LockingSystemServer['calls'] = [];
  const changes: object[] = [];
  let behaviour: Parameters<LockingSystemServer['behave']>[0] = () => null;

  async function act(request: IncomingMessage, url: URL): Promise<{ status: number; body?: object }> {
    const [, kind, id = ''] = url.pathname.split('/');
    if (request.method === 'GET' && kind === 'changes') {
      const from = Number(url.searchParams.get('after') ?? 0);
      const size = Math.min(PAGE, Number(url.searchParams.get('limit') ?? PAGE));
      const page = changes.slice(from, from + size);
      const cursor = from + page.length;
      return { status: 200, body: { changes: page, cursor: String(cursor), more: cursor < changes.length } };
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const rows = kind === 'people' ? people : keys;
    const key = (kind === 'people' ? id : Number(id)) as never;
    if (request.method === 'PUT') {
      rows.set(key, JSON.parse(Buffer.concat(chunks).toString()));
      return { status: 204 };
    }
    if (!rows.delete(key)) return { status: 404, body: { message: 'no such row' } };
    if (kind === 'people')
      for (const [one, { person }] of keys) if ((person as { id: string }).id === id) keys.delete(one);
    return { status: 204 };
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://locksys');
    const { method = '' } = request;
    const authorized = request.headers.authorization === `Bearer ${token}`;
    const idempotencyKey = (request.headers['idempotency-key'] as string | undefined) ?? null;
    calls.push({ method, path: url.pathname, idempotencyKey, authorized });
    const how = authorized ? behaviour(method, url.pathname) : 401;
    if (how === 'silence') return self.onSilence();
    if (typeof how === 'number') {
      response.writeHead(how, { 'content-type': 'application/json' }).end('{"message":"as configured"}');
      return;
    }
    act(request, url).then(
      ({ status, body }) => {
        // Done, but the answer gets lost.
        if (how === 'lost') request.socket.destroy();
        else
          response
            .writeHead(status, { 'content-type': 'application/json' })
            .end(body && JSON.stringify(body));
      },
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const self: LockingSystemServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    people,
    keys,
    calls,
    happen: (...more) => void changes.push(...more),
    behave(how) {
      behaviour = how;
    },
    onSilence: () => {},
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return self;
}
