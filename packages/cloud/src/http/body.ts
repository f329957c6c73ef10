import type { IncomingMessage } from 'node:http';

export const MOST_BODY_BYTES = 64 * 1024;
/** A longer body is read to its end and thrown away, so that the connection survives; beyond this it does not. */
export const MOST_DRAINED_BYTES = 16 * 1024 * 1024;

/** The caller is gone: there is nobody to answer. */
export class HungUp extends Error {
  override name = 'HungUp';
}

export const NO_BODY = Buffer.alloc(0);

export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** The whole body, or null for one over 64 KB. Throws HungUp when the caller goes before its end. */
export function readBody(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers['content-length']) > MOST_DRAINED_BYTES) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MOST_BODY_BYTES) chunks.push(chunk);
      else if (length > MOST_DRAINED_BYTES) finish(null);
    };
    const onEnd = () =>
      finish(
        length > MOST_BODY_BYTES
          ? null
          : chunks.length === 1
            ? (chunks[0] ?? NO_BODY)
            : Buffer.concat(chunks),
      );
    const onGone = () => {
      stop();
      reject(new HungUp('the caller hung up'));
    };
    const finish = (body: Buffer | null) => {
      stop();
      resolve(body);
    };
    const stop = () =>
      request.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}

/** Before an early answer: true where what the caller is still sending is small enough to read away. */
export function canDrain(request: IncomingMessage): boolean {
  if (request.complete) return true;
  return Number(request.headers['content-length'] ?? 0) <= MOST_DRAINED_BYTES;
}

/** After an answer: reads the rest away, and cuts a caller off that never ends. */
export function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let length = 0;
  request.on('error', () => {});
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > MOST_DRAINED_BYTES) request.socket.destroy();
  });
}
