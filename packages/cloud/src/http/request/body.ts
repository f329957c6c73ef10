import type { IncomingMessage } from 'node:http';
import { MAX_BODY_BYTES } from './body.rules.js';

/*
 * Ours and not express.json: a body is read after its caller is known, one that is too long is still read to its end so
 * that the answer arrives, and the bytes are needed as they came (idempotency). Parsing and its faults: body.rules.ts.
 */

/** The caller is gone, so there is no one to answer. */
export class HungUp extends Error {
  override name = 'HungUp';
}

export const NO_BODY = Buffer.alloc(0);

export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** Whether all of it has come; the end itself is noticed a little later. */
export function isWhole(request: IncomingMessage): boolean {
  if (request.complete || !hasBody(request)) return true;
  return request.readableLength === Number(request.headers['content-length']);
}

/**
 * The whole body, or null for one over the maximum, which is still read to its end and discarded, so that the connection
 * survives; it is bounded by the time limit of a request. Throws HungUp if the caller disconnects before its end.
 */
export function readBody(request: IncomingMessage, maxBytes = MAX_BODY_BYTES): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) chunks.push(chunk);
      else chunks.length = 0;
    };
    const onEnd = () => {
      stop();
      const body = chunks.length === 1 ? (chunks[0] ?? NO_BODY) : Buffer.concat(chunks);
      resolve(length > maxBytes ? null : body);
    };
    const onGone = () => {
      stop();
      reject(new HungUp('the caller hung up'));
    };
    const stop = () =>
      request.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}

/** After an answer: reads and discards what the caller still sends, within the time limit of a request. */
export function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  request.on('error', () => {});
  request.resume();
}
