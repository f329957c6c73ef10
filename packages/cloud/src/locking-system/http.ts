import { Agent, type Dispatcher, request } from 'undici';
import { z } from 'zod';
import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import { reasonOf } from '../reason.js';
import { beginCall, CLOSED_BREAKER, endCall } from './breaker.rules.js';
import type { FeedChange, FeedPage, LocksysPerson } from './feed.types.js';
import { Gate } from './gate.js';
import type { Condition, LockingSystem, LocksysKey } from './port.js';

/* A locking system behind HTTP; docs/locking-system.openapi.yaml is its contract. */

export interface HttpLockingSystemOptions {
  /** Where its paths begin. */
  url: string;
  token: string | null;
}

const ATTEMPTS = 3;
const ATTEMPT_DEADLINE_MS = 2_000;
const FIRST_RETRY_MS = 200;
const FEED_DEADLINE_MS = 10_000;
const FEED_PAGE = 100;
const POLL_MS = 5_000;
const ANSWER_MAX_BYTES = 1024 * 1024;
/** Of the database's connections, a third: a slow system must not stop what does not need it. */
const MAX_AT_ONCE = 4;
const MAX_WAITING = 16;
/** No refusals: a later attempt may succeed. */
const TRY_AGAIN = new Set([408, 425, 429]);

type Tools = Pick<Context, 'clock' | 'ids' | 'log'>;

export interface HttpLockingSystem extends LockingSystem {
  readFeed: (cursor: string) => Promise<FeedPage>;
}

export function createHttpLockingSystem(tools: Tools, options: HttpLockingSystemOptions): HttpLockingSystem {
  const gate = new Gate(MAX_AT_ONCE, MAX_WAITING);
  const client = new Client(tools, options);
  return {
    guard: (work) => gate.run(work, unavailable),
    savePerson: (person) => client.send('PUT', `/people/${person.id}`, toPersonBody(person)),
    deletePerson: (id) => client.send('DELETE', `/people/${id}`),
    saveKey: (key) => client.send('PUT', `/keys/${key.id}`, toKeyBody(key)),
    deleteKey: (id) => client.send('DELETE', `/keys/${id}`),
    readFeed: (cursor) => client.readFeed(cursor),
    feedId: 1,
    pollMs: POLL_MS,
    condition: () => client.condition(),
    close: () => client.close(),
  };
}

function unavailable(): ApiError {
  return new ApiError('server_error', { message: 'The locking system does not answer; retry with backoff.' });
}

function toPersonBody({ id, name, email, phone, company_name, title, language, location_id }: LocksysPerson) {
  return { id, name, email, phone, company_name, title, language, location_id };
}

function toKeyBody({
  id,
  name,
  state,
  location_id,
  person,
  security_groups,
  starts_at,
  expires_at,
}: LocksysKey) {
  return { id, name, state, location_id, person, security_groups, starts_at, expires_at };
}

interface Answer {
  status: number;
  text: string;
}

class Client {
  readonly #tools: Tools;
  readonly #url: string;
  readonly #token: string | null;
  readonly #agent = new Agent({ connections: 2 * MAX_AT_ONCE, pipelining: 1 });
  #breaker = CLOSED_BREAKER;
  #fault: string | null = null;

  constructor(tools: Tools, { url, token }: HttpLockingSystemOptions) {
    this.#tools = tools;
    this.#url = url.replace(/\/+$/, '');
    this.#token = token;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  condition(): Condition {
    const { failures, open_until, probing } = this.#breaker;
    const left = open_until === null ? 0 : open_until - this.#tools.clock.monotonic();
    return {
      url: this.#shownUrl(),
      failures,
      fault: this.#fault,
      breaker: probing ? 'trying' : left > 0 ? 'open' : 'closed',
      wait_ms: left > 0 && !probing ? left : null,
    };
  }

  /** Without what must not be shown: a user's password before the host, a token in a query. */
  #shownUrl(): string {
    const { origin, pathname } = new URL(this.#url);
    return `${origin}${pathname}`;
  }

  /** Sends one change, however often it takes. @throws `locksys_rejected`, or `server_error` where there is no answer */
  async send(method: 'PUT' | 'DELETE', path: string, body?: object): Promise<void> {
    // The same for all attempts: a change whose answer was lost is not made twice.
    const headers = { 'idempotency-key': this.#tools.ids.uuid() };
    await this.#guarded(async () => {
      for (let attempt = 1; ; attempt++) {
        const answer = await this.#attempt(method, path, headers, body, ATTEMPT_DEADLINE_MS).catch(
          (error: Error) => error,
        );
        const again = answer instanceof Error || answer.status >= 500 || TRY_AGAIN.has(answer.status);
        if (!again) return this.#judge(method, path, answer);
        if (attempt === ATTEMPTS)
          throw answer instanceof Error ? answer : new NoAnswer(`HTTP ${answer.status}`);
        await this.#tools.clock.sleep(FIRST_RETRY_MS * 2 ** (attempt - 1));
      }
    });
  }

  async readFeed(cursor: string): Promise<FeedPage> {
    const query = new URLSearchParams({
      limit: String(FEED_PAGE),
      ...(cursor === '' ? {} : { after: cursor }),
    });
    return this.#guarded(async () => {
      const answer = await this.#attempt('GET', `/changes?${query}`, {}, undefined, FEED_DEADLINE_MS);
      if (answer.status !== 200) throw misplaced(answer.status);
      const page = readPage(answer.text);
      return {
        cursor: page.cursor,
        more: page.more,
        changes: page.changes.flatMap((one) => this.#change(one)),
      };
    });
  }

  /** Skips a change of an unknown form: it must not hold up the next ones. */
  #change(one: unknown): FeedChange[] {
    const parsed = Change.safeParse(one);
    if (parsed.success) return [parsed.data];
    const { type } = z.looseObject({ type: z.unknown() }).safeParse(one).data ?? {};
    this.#tools.log.error(
      { type, issue: parsed.error.issues[0]?.message },
      'a change of the locking system is not understood',
    );
    return [];
  }

  #judge(method: string, path: string, { status, text }: Answer): void {
    if (status >= 200 && status < 300) return;
    if (status === 404 && method === 'DELETE') return;
    if (status < 400 || status === 401 || status === 403) throw misplaced(status);
    this.#tools.log.info({ method, path, status, answer: text.slice(0, 200) }, 'the locking system refused');
    throw new ApiError('locksys_rejected');
  }

  /** Makes no call while the system is known not to answer. */
  async #guarded<T>(work: () => Promise<T>): Promise<T> {
    const { clock, log } = this.#tools;
    const begun = beginCall(this.#breaker, clock.monotonic());
    if (!begun) throw unavailable();
    this.#breaker = begun;
    try {
      const result = await work();
      this.#breaker = endCall(this.#breaker, true, clock.monotonic());
      this.#fault = null;
      return result;
    } catch (error) {
      const refused = error instanceof ApiError;
      this.#breaker = endCall(this.#breaker, refused, clock.monotonic());
      const reason = reasonOf(error).slice(0, 300);
      this.#fault = refused ? null : reason;
      if (refused) throw error;
      log.warn(
        { reason, failures: this.#breaker.failures },
        `LOCKSYS_URL=${this.#shownUrl()}: the locking system cannot be used; it is tried again`,
      );
      throw unavailable();
    }
  }

  async #attempt(
    method: Dispatcher.HttpMethod,
    path: string,
    headers: Record<string, string>,
    body: object | undefined,
    deadlineMs: number,
  ): Promise<Answer> {
    const over = new AbortController();
    const done = new AbortController();
    this.#tools.clock.sleep(deadlineMs, done.signal).then(
      () => over.abort(new NoAnswer(`no answer within ${deadlineMs / 1000} s`)),
      () => {},
    );
    try {
      const response = await request(`${this.#url}${path}`, {
        method,
        dispatcher: this.#agent,
        signal: over.signal,
        headers: {
          ...headers,
          ...(this.#token === null ? {} : { authorization: `Bearer ${this.#token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const chunks: Uint8Array[] = [];
      let length = 0;
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
        length += chunk.byteLength;
        if (length > ANSWER_MAX_BYTES) throw new NoAnswer('the answer is too large');
        chunks.push(chunk);
      }
      return { status: response.statusCode, text: Buffer.concat(chunks).toString('utf8') };
    } finally {
      done.abort();
    }
  }
}

class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** An answer that only a wrong setting gets. */
function misplaced(status: number): NoAnswer {
  if (status === 401 || status === 403)
    return new NoAnswer(`HTTP ${status}, so it does not take LOCKSYS_TOKEN`);
  if (status === 404 || status < 400) return new NoAnswer(`HTTP ${status}, so its paths begin elsewhere`);
  return new NoAnswer(`HTTP ${status}`);
}

function readPage(text: string): z.infer<typeof Page> {
  try {
    return Page.parse(JSON.parse(text));
  } catch (error) {
    const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
    const what = issue ? `${issue.path.join('.')}: ${issue.message}` : 'no JSON';
    throw new NoAnswer(`what it gives as changes is not understood (${what})`);
  }
}

const Page = z.object({
  changes: z.array(z.unknown()).max(FEED_PAGE),
  cursor: z.string().max(2_000),
  more: z.boolean(),
});

const id = z.int().min(1).max(2_147_483_647);
const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const text = z.string().max(200).default('');

const Change = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('key'),
    key_id: id,
    state: z.enum(['handed_over', 'returned']),
    occurred_at: time,
  }),
  z.object({
    type: z.literal('person_saved'),
    person: z.object({
      id: z.uuid().transform((value) => value.toLowerCase()),
      name: z.string().min(1).max(200),
      email: text,
      phone: text,
      company_name: text,
      title: text,
      language: text,
      location_id: id,
    }),
  }),
  z.object({ type: z.literal('person_deleted'), person_id: z.uuid() }),
  z.object({
    type: z.literal('access'),
    lock_id: id,
    key_id: id.nullable(),
    result: z.enum(['success', 'denied']),
    reason: z.enum(['no_access', 'outside_time_window', 'unknown_key']).nullable().default(null),
    occurred_at: time,
  }),
  z.object({
    type: z.literal('door'),
    lock_id: id,
    state: z.enum(['closed', 'left_open']),
    occurred_at: time,
  }),
]);
