import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { startMcpHttp } from './http.js';
import { createMcpServer } from './server.js';
import { openDoors } from './start.js';
import type { ToolContext } from './tool.js';

const HELP = `doors-mcp [--http PORT] [--approval-port PORT]

Serves a door access service to an assistant, by the Model Context Protocol on its standard input and output, or with
--http on 127.0.0.1. DOORS_URL and DOORS_API_KEY name the service and the key; DOORS_MCP_TOKEN the token of --http.
Links for approval are printed on the standard error output.
`;

/** A wrong call: its message is the line to print. */
class UsageError extends Error {}

/** @returns the exit code, once it is over */
export async function main(argv: readonly string[]): Promise<number> {
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  try {
    const { values } = parse(argv);
    if (values.help) {
      process.stdout.write(HELP);
      return 0;
    }
    const approvalPort = portOf('--approval-port', values['approval-port'] ?? '0');
    const httpPort = values.http === undefined ? null : portOf('--http', values.http);
    const doors = await openDoors({
      ...account(process.env),
      approvalPort,
      now: () => Date.now(),
      bytes: (count) => randomBytes(count),
      say,
    });
    try {
      if (httpPort === null) await serveTerminal(doors.context);
      else await serveHttp(doors.context, httpPort, say);
    } finally {
      await doors.close();
    }
    return 0;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') say('doors-mcp: the port is in use: choose another');
    else if (error instanceof UsageError) say(`doors-mcp: ${message}`);
    else throw error;
    return 2;
  }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: argv.slice(2),
      options: {
        http: { type: 'string' },
        'approval-port': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${HELP}`);
  }
}

function account({ DOORS_URL = '', DOORS_API_KEY = '' }: NodeJS.ProcessEnv) {
  if (DOORS_URL === '' || DOORS_API_KEY === '')
    throw new UsageError(
      'set DOORS_URL (such as https://doors.example/v1) and DOORS_API_KEY in the environment',
    );
  const url = URL.canParse(DOORS_URL) ? new URL(DOORS_URL) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw new UsageError('DOORS_URL: is no address of a service, such as https://doors.example/v1');
  if (url.protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname))
    throw new UsageError('DOORS_URL: an API key goes over https only, except on this machine');
  const base = url.href.replace(/\/+$/, '');
  return { baseUrl: /\/v\d+$/.test(base) ? base : `${base}/v1`, apiKey: DOORS_API_KEY };
}

function portOf(name: string, text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`${name}: ${text} is no port; give a number from 0, for any, to 65535`);
}

async function serveTerminal(context: ToolContext): Promise<void> {
  const server = createMcpServer(context);
  const ended = new Promise((resolve) => process.stdin.once('end', resolve).once('close', resolve));
  await server.connect(new StdioServerTransport());
  await Promise.race([ended, signalled()]);
  await server.close();
}

async function serveHttp(context: ToolContext, port: number, say: (line: string) => void): Promise<void> {
  const { DOORS_MCP_TOKEN } = process.env;
  const token = DOORS_MCP_TOKEN || randomBytes(32).toString('hex');
  const http = await startMcpHttp(context, { port, token });
  say(`Listening on ${http.url}`);
  if (!DOORS_MCP_TOKEN) say(`Authorization: Bearer ${token}`);
  await signalled();
  await http.close();
}

const signalled = (): Promise<unknown> =>
  new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
