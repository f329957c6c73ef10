// The subscriber's end: takes every delivery, checks its signature, and counts.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

const TOLERANCE_S = 300;

export async function startReceiver() {
  /** Delivery id to how often it came. */
  const received = new Map();
  const faults = [];
  let secret = null;
  const server = createServer(async (request, response) => {
    const chunks = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // Its sender was killed half-way.
      return;
    }
    const body = Buffer.concat(chunks);
    const fault = secret === null ? null : faultOf(secret, request.headers, body);
    if (fault) faults.push(fault);
    const { id } = JSON.parse(body.toString());
    received.set(id, (received.get(id) ?? 0) + 1);
    response.writeHead(200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/hook`,
    received,
    faults,
    /** Known only once the subscription is made. */
    trust(value) {
      secret = value;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function faultOf(secret, headers, body) {
  const [, t, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-service-signature'] ?? '') ?? [];
  if (!t) return 'no signature';
  if (headers['x-service-timestamp'] !== t) return 'another time in the signature than in its header';
  if (Math.abs(Date.now() / 1000 - Number(t)) > TOLERANCE_S) return 'an old signature';
  const own = createHmac('sha256', secret).update(`${t}.`).update(body).digest();
  if (!timingSafeEqual(own, Buffer.from(digest, 'hex'))) return 'a wrong signature';
  if (headers['x-service-delivery'] !== JSON.parse(body.toString()).id)
    return 'another id in the envelope than in its header';
  return null;
}
