import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiError, ErrorDetail } from '../errors.js';
import { drain } from './request/body.js';

export interface Outcome {
  status: number;
  /** JSON text; null for an answer without a body. */
  body: string | Buffer | null;
  headers: Record<string, string | string[]>;
  /** Whose personal data the body holds. */
  personId?: string | undefined;
}

export function errorOutcome(error: ApiError): Outcome {
  const inner: { code: string; message: string; details?: ErrorDetail[] } = {
    code: error.code,
    message: error.message,
    ...error.more,
  };
  if (error.kind === 'validation_failed') inner.details = error.details ?? [];
  return { status: error.status, body: JSON.stringify({ error: inner }), headers: error.headers };
}

/**
 * Writes an answer, once; the caller may still be sending its body.
 * @param besides headers that those of the outcome replace
 */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  outcome: Outcome,
  ...besides: (Outcome['headers'] | undefined)[]
): void {
  if (response.headersSent || response.destroyed) return;
  const headers: Record<string, string | string[] | number> = {
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  Object.assign(headers, ...besides, outcome.headers);
  if (outcome.body !== null) {
    headers['Content-Type'] ??= 'application/json; charset=utf-8';
    headers['Content-Length'] = Buffer.byteLength(outcome.body);
  }
  response.writeHead(outcome.status, headers);
  response.end(outcome.body ?? undefined);
  drain(request);
}
