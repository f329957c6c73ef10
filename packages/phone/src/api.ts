import type { AnswerTo, BodyFor, Path } from '@door-access/protocol/contract';
import type { Routes } from './generated/routes.js';

/* Requests to the service, none without an end. */

/** The service said no. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** No answer: the network is away, or too slow. */
export class Unanswered extends Error {
  override name = 'Unanswered';
  readonly why: 'no_network' | 'slow';

  constructor(why: 'no_network' | 'slow') {
    super(why);
    this.why = why;
  }
}

/** @throws Refusal, Unanswered */
export function call<M extends 'GET' | 'POST', const P extends string>(
  method: M,
  path: Path<Routes, M, P>,
  withinMs: number,
  ...body: BodyFor<Routes, M, P>
): Promise<AnswerTo<Routes, M, P>>;
export async function call(
  method: 'GET' | 'POST',
  path: string,
  withinMs: number,
  body?: unknown,
): Promise<unknown> {
  const signal = AbortSignal.timeout(withinMs);
  let status: number;
  let text: string;
  try {
    const answer = await fetch(`/phone/api${path}`, {
      method,
      signal,
      cache: 'no-store',
      // A network that wants a sign-in first sends elsewhere.
      redirect: 'error',
      credentials: 'same-origin',
      headers: body ? { 'X-Phone': '1', 'Content-Type': 'application/json' } : {},
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    status = answer.status;
    text = await answer.text();
  } catch {
    throw new Unanswered(signal.aborted ? 'slow' : 'no_network');
  }
  const parsed = parse(text);
  const isOk = status >= 200 && status < 300;
  if (isOk && parsed === null) throw new Unanswered('no_network');
  if (isOk) return parsed;
  throw new Refusal(status, (parsed as { error?: { code?: string } } | null)?.error?.code ?? '');
}

/** What a hotel's or a train's network answers in our place is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
