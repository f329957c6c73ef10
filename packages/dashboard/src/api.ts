import type { AnswerTo, Method, Path, Sent, StreamOf } from '@door-access/protocol/contract';
import { sincePageBegan } from './clock.js';
import type { Routes } from './generated/routes.js';
import { language, text } from './language/text.js';

/** A refusal, or no answer at all (`status` 0). */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly status: number;
  readonly code: string;
  readonly details: { field: string; code: string; message: string }[];

  constructor(status: number, code: string, message: string, details: RequestError['details'] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }

  /** What is wrong with one field of a form. */
  of(field: string): string | undefined {
    return this.details.find((detail) => detail.field === field || detail.field.startsWith(`${field}[`))
      ?.message;
  }
}

export interface Options {
  /** Looks at this location alone, with all below it. */
  location?: number | null | undefined;
  signal?: AbortSignal | undefined;
}

/** As `call`, for those that pass on a method and a path which others have chosen together. */
export type AnyCall = (method: Method, path: string, sent?: Sending) => Promise<unknown>;

type Sending = Options & { body?: unknown };

let onSignedOut: () => void = () => {};

/** What to do when the service no longer knows this browser. */
export function whenSignedOut(run: () => void): void {
  onSignedOut = run;
}

/** From the begin of the page on: what it has not taken by then is out of date. */
const EARLY_MS = 10_000;

/** What was asked for before this code came, once: asking again means to have it as it is then. */
function takeEarly(path: string): Promise<Response> | undefined {
  const answer = globalThis.early?.get(path);
  globalThis.early?.delete(path);
  return sincePageBegan() < EARLY_MS ? answer : undefined;
}

/** One request to the pages' own routes. Throws a RequestError. */
export function call<M extends Method, const P extends string>(
  method: M,
  path: Path<Routes, M, P>,
  ...sent: Sent<Routes, M, P, Options>
): Promise<AnswerTo<Routes, M, P>>;
export async function call(method: Method, path: string, sent: Sending = {}): Promise<unknown> {
  return (await ask(method, path, sent)).answer;
}

/** The same where it may answer with what was there already, 200, in place of a new one, 201. */
export function callToMake<const P extends string>(
  path: Path<Routes, 'POST', P>,
  ...sent: Sent<Routes, 'POST', P, Options>
): Promise<{ isNew: boolean; answer: AnswerTo<Routes, 'POST', P> }>;
export async function callToMake(
  path: string,
  sent: Sending = {},
): Promise<{ isNew: boolean; answer: unknown }> {
  const { status, answer } = await ask('POST', path, sent);
  return { isNew: status === 201, answer };
}

async function ask(
  method: Method,
  path: string,
  { body, location, signal }: Sending,
): Promise<{ status: number; answer: unknown }> {
  const headers: Record<string, string> = {};
  if (method !== 'GET') headers['X-Dashboard'] = '1';
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (location != null) headers['X-Location'] = String(location);
  let answer: Response;
  try {
    // A change makes them out of date.
    if (method !== 'GET') globalThis.early?.clear();
    const early = method === 'GET' && location == null ? takeEarly(path) : undefined;
    answer = await (early ??
      fetch(`/dashboard${path}`, {
        method,
        headers,
        credentials: 'same-origin',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      }));
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestError(
      0,
      'unreachable',
      text('The service does not answer. Check the connection and try again.'),
    );
  }
  const answered = await answer.text();
  if (answer.ok) return { status: answer.status, answer: answered === '' ? undefined : JSON.parse(answered) };
  const error = parseError(answered);
  if (answer.status === 401 && path !== '/session') onSignedOut();
  const said = await ownWords();
  throw new RequestError(
    answer.status,
    error.code ?? 'unknown',
    error.message === undefined ? without(answer) : said(error.message),
    error.details?.map((detail) => ({ ...detail, message: said(detail.message) })),
  );
}

/** Puts what the service says into the language of the pages. Its list comes with the first refusal. */
async function ownWords(): Promise<(words: string) => string> {
  const asItIs = (words: string) => words;
  if (language === 'en') return asItIs;
  return import('./language/service.js').then(
    ({ said }) => said,
    () => asItIs,
  );
}

/** In place of words of the service's own. */
const without = ({ status }: Response): string =>
  text('The service answered {status}. Try again in a minute.', { status: String(status) });

function parseError(text: string): {
  code?: string;
  message?: string;
  details?: RequestError['details'];
} {
  try {
    return (JSON.parse(text) as { error?: object }).error ?? {};
  } catch {
    return {};
  }
}

/** An answer that comes line by line, each of them JSON. Throws a RequestError. */
export function lines<const P extends string>(
  path: Path<Routes, 'GET', P>,
): AsyncGenerator<StreamOf<Routes, P>>;
export async function* lines(path: string): AsyncGenerator<unknown> {
  const answer = await fetch(`/dashboard${path}`, { credentials: 'same-origin' });
  if (!answer.ok || !answer.body) {
    const { code = 'unknown', message } = parseError(await answer.text());
    const said = await ownWords();
    throw new RequestError(answer.status, code, message === undefined ? without(answer) : said(message));
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    rest += value ?? '';
    const whole = rest.split('\n');
    rest = whole.pop() ?? '';
    for (const line of whole) yield JSON.parse(line);
    if (done) return;
  }
}

/** Parameters that have a value, as a query string. */
export function query(parameters: Record<string, string | number | null | undefined>): '' | `?${string}` {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== null && value !== '') given.set(name, String(value));
  const search = given.toString();
  return search === '' ? '' : `?${search}`;
}
