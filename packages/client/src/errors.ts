import type { components } from './generated/api.js';
import { parseRetryAfter } from './retry.rules.js';

type Body = components['schemas']['Error'];
export type ErrorCode = Body['error']['code'];
export type ErrorDetail = NonNullable<Body['error']['details']>[number];

/** The service refused a request. `code` says why: `if (error.code === 'lock_offline') …`. */
export class DoorAccessError extends Error {
  override name = 'DoorAccessError';
  /** Of HTTP. */
  readonly status: number;
  /** `server_error` where the answer has no code, as that of a proxy. */
  readonly code: ErrorCode;
  /** An entry for each wrong field of a `validation_failed`; else empty. */
  readonly details: readonly ErrorDetail[];
  /** Names the answer in the service's log. */
  readonly requestId: string | null;
  /** Seconds to wait before the next attempt, where the service names them. */
  readonly retryAfter: number | null;
  /** The fields beside `code` and `message`, such as the `oldest_cursor` of a `cursor_expired`. */
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(body: unknown, response: Response) {
    const error = errorOf(body) ?? { code: 'server_error', message: `status ${response.status}` };
    super(`${error.code}: ${error.message}`);
    this.status = response.status;
    this.code = error.code;
    this.details = error.details ?? [];
    this.requestId = response.headers.get('x-request-id');
    this.retryAfter = parseRetryAfter(response.headers.get('retry-after'));
    this.fields = { ...error };
  }
}

/** The `error` of an answer of the service; null if the answer is not one of its own. */
export function errorOf(body: unknown): Body['error'] | null {
  const error = (body as Partial<Body> | null | undefined)?.error;
  return typeof error?.code === 'string' && typeof error.message === 'string' ? error : null;
}

/** The data of an answer. @throws DoorAccessError */
export async function take<Data>(
  answer: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await answer;
  if (!response.ok) throw new DoorAccessError(error, response);
  return data as Data;
}
