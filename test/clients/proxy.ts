import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request on its way: `lost` does it and cuts the connection before the answer. */
export type Fate = 'pass' | 'lost' | { status: number; code: string | null; retryAfter?: number };

export interface Proxy {
  url: string;
  /** Of the requests to come, in sequence; then all pass. */
  fates: Fate[];
  /** What came, such as `POST /people`. */
  requests: string[];
  close(): Promise<void>;
}

/** In front of the service, up to and including `/v1`. */
export async function startProxy(target: string): Promise<Proxy> {
  const proxy: Proxy = { url: '', fates: [], requests: [], close: async () => {} };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const path = (request.url ?? '').replace('/v1', '');
    proxy.requests.push(`${request.method} ${path}`);
    const fate = proxy.fates.shift() ?? 'pass';
    if (typeof fate === 'object') {
      const { status, code, retryAfter } = fate;
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
      response.writeHead(status);
      response.end(code === null ? '<html>' : JSON.stringify({ error: { code, message: 'no' } }));
      return;
    }
    const { host: _host, connection: _connection, ...headers } = request.headers as Record<string, string>;
    // Who hangs up waits for nothing any more, and neither does the service.
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const answer = await fetch(`${target}${path}`, {
      method: request.method ?? 'GET',
      headers,
      signal: gone.signal,
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    }).catch((error) => {
      if (!gone.signal.aborted) throw error;
    });
    if (!answer) return;
    const body = Buffer.from(await answer.arrayBuffer());
    if (fate === 'lost') return void request.socket.destroy();
    const kept = [...answer.headers].filter(([name]) => !['transfer-encoding', 'connection'].includes(name));
    response.writeHead(answer.status, Object.fromEntries(kept)).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  proxy.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return proxy;
}
