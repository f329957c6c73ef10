import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './generated/api.js';

export type DoorAccessClient = Client<paths>;
export type Schemas = components['schemas'];
export type Command = Schemas['Command'];

export interface ClientOptions {
  /** Up to and including `/v1`. */
  baseUrl: string;
  /** Sent as a bearer token. */
  apiKey: string;
  /** Timeout of a request in milliseconds; 20 seconds by default. */
  timeoutMs?: number;
  fetch?: (request: Request) => Promise<Response>;
}

/** Longer than the service takes for its longest answer, a ping or a command waited for. */
const TIMEOUT_MS = 20_000;
const LONGEST_WAIT_S = 10;

/** A client with a method an HTTP method, typed by path: `client.GET('/locks/{id}', { params: { path: { id } } })`. */
export function createDoorAccessClient(options: ClientOptions): DoorAccessClient {
  const { baseUrl, apiKey, timeoutMs = TIMEOUT_MS } = options;
  const send = options.fetch ?? ((request: Request) => globalThis.fetch(request));
  return createClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${apiKey}` },
    fetch: (request) =>
      send(
        new Request(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]) }),
      ),
  });
}

/** What the service refused, and why. */
export class DoorAccessError extends Error {
  override name = 'DoorAccessError';
  readonly status: number;
  readonly code: string;
  readonly details: Schemas['Error']['error']['details'];
  /** Names the answer in the service's log. */
  readonly requestId: string | null;
  /** Seconds to wait before trying again, where the service said so. */
  readonly retryAfter: number | null;

  constructor({ error }: Schemas['Error'], response: Response) {
    super(`${error.code}: ${error.message}`);
    this.status = response.status;
    this.code = error.code;
    this.details = error.details;
    this.requestId = response.headers.get('x-request-id');
    const seconds = response.headers.get('retry-after');
    this.retryAfter = seconds === null ? null : Number(seconds);
  }
}

/** The data of an answer. @throws DoorAccessError */
export async function take<Data>(
  answer: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await answer;
  if (response.ok) return data as Data;
  const failure = error as Schemas['Error'] | undefined;
  throw new DoorAccessError(
    failure?.error ? failure : { error: { code: 'server_error', message: `status ${response.status}` } },
    response,
  );
}

/** Every item of a list, page after page: `for await (const event of pages((cursor) => client.GET('/events', …)))`. */
export async function* pages<Item>(
  read: (
    cursor: string | undefined,
  ) => Promise<{ data?: { data: Item[]; next_cursor: string | null }; error?: unknown; response: Response }>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await take(read(cursor));
    yield* page.data;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

/** Opens a door and waits until the device has said that it did, or not: `status` is `confirmed` or `failed`. @throws DoorAccessError */
export async function unlockAndWait(client: DoorAccessClient, lockId: number, reason = ''): Promise<Command> {
  let command = await take(
    client.POST('/locks/{id}/unlock', { params: { path: { id: lockId } }, body: reason ? { reason } : {} }),
  );
  // A command always ends: the service marks an unconfirmed one as failed.
  while (command.status === 'pending' || command.status === 'sent') {
    const path = { id: lockId, command_id: command.id };
    command = await take(
      client.GET('/locks/{id}/commands/{command_id}', { params: { path, query: { wait: LONGEST_WAIT_S } } }),
    );
  }
  return command;
}
