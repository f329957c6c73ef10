import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Outcome } from '../envelope.js';
import type { Exchange } from '../exchange.js';

const COMPRESSED_FROM = 16 * 1024;

/** Lists of thousands of doors, on a phone. What writes answers little, and secrets only there. */
export function isWorthCompressing(request: IncomingMessage, { body }: Outcome): boolean {
  return (
    request.method === 'GET' &&
    body !== null &&
    body.length >= COMPRESSED_FROM &&
    /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  );
}

export async function compress({ response, requestId }: Exchange, { status, body }: Outcome): Promise<void> {
  const bytes = await promisify(gzip)(body ?? '', { level: 5 });
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Encoding': 'gzip',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
  });
  response.end(bytes);
}
