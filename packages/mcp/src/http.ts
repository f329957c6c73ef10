import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpServer } from './server.js';
import type { ToolContext } from './tool.js';

/* Streamable HTTP, on this machine alone, for those who have its token. */

export interface McpHttp {
  url: string;
  close(): Promise<void>;
}

const PATH = '/mcp';

/** @param port 0 for any */
export async function startMcpHttp(
  context: ToolContext,
  { port, token }: { port: number; token: string },
): Promise<McpHttp> {
  const server = createServer((request, response) => {
    const { port: own } = server.address() as AddressInfo;
    const fault = faultOf(request, own, token);
    if (fault) return refuse(response, ...fault);
    serve(context, request, response).catch(() => {
      if (!response.headersSent) refuse(response, 500, 'It failed; send the request once more.');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A page of another origin, or a name that resolves to this machine, gets nothing. */
function faultOf({ headers, url }: IncomingMessage, port: number, token: string): [number, string] | null {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(headers.host ?? '')) return [421, `Use http://127.0.0.1:${port}${PATH}.`];
  if (headers.origin !== undefined && !hosts.some((host) => headers.origin === `http://${host}`))
    return [403, 'Pages of other origins are refused.'];
  if (url !== PATH) return [404, `Use ${PATH}.`];
  if (!isSame(headers.authorization ?? '', `Bearer ${token}`))
    return [401, 'Send Authorization: Bearer with the token that the server printed, or DOORS_MCP_TOKEN.'];
  return null;
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Nothing is kept between requests but the previews. */
async function serve(
  context: ToolContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const server = createMcpServer(context);
  const transport = new StreamableHTTPServerTransport({});
  response.on('close', () => void server.close());
  // Its own declarations do not hold under exactOptionalPropertyTypes.
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  await transport.handleRequest(request, response);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const error = { jsonrpc: '2.0', error: { code: -32_000, message }, id: null };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(error));
}
