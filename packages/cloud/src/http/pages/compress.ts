import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request } from 'express';
import type { Outcome } from '../envelope.js';

/*
 * Ours and not the `compression` middleware: that wraps the writing of every answer, and whether one may be compressed
 * depends on what its endpoint does (an answer that repeats what was sent beside a secret gives the secret away by its length).
 */

const COMPRESSED_FROM = 16 * 1024;

/** Lists of thousands of doors, on a phone. What writes answers little, and secrets only there. Express has mounted the pages. */
export function isWorthCompressing(request: IncomingMessage, { body }: Outcome): boolean {
  return (
    request.method === 'GET' &&
    body !== null &&
    body.length >= COMPRESSED_FROM &&
    (request as Request).acceptsEncodings('gzip') !== false
  );
}

export async function compressed(outcome: Outcome): Promise<Outcome> {
  const body = await promisify(gzip)(outcome.body ?? '', { level: 5 });
  return { ...outcome, body, headers: { ...outcome.headers, 'Content-Encoding': 'gzip' } };
}
