import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../../context.js';
import { INBOX_PATH, locationOfToken, statusToAnswer } from '../../deliveries/inbox-address.js';
import { callerAddress } from '../../http/limits/address.js';
import type { LimiterFactory } from '../../http/limits/rate-limit.js';
import { drain, readBody } from '../../http/request/body.js';
import type { Target } from '../../http/request/target.rules.js';
import { keepRequest } from '../inbox.js';

const REQUESTS_PER_MINUTE = 120;
const MISSES_PER_MINUTE = 30;

export type Inbox = (request: IncomingMessage, response: ServerResponse, target: Target) => void;

/** Takes what webhooks send to the service's own test receiver. `?answer=500` answers so, to try the retries. */
export function createInbox(context: Context, make: LimiterFactory): Inbox {
  const requests = make({ keyPrefix: 'inbox', points: REQUESTS_PER_MINUTE, duration: 60 });
  const misses = make({ keyPrefix: 'inbox-miss', points: MISSES_PER_MINUTE, duration: 60 });

  async function take(request: IncomingMessage, response: ServerResponse, target: Target): Promise<void> {
    const end = (status: number, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'Content-Length': '0', 'Cache-Control': 'no-store', ...headers }).end();
      drain(request);
    };
    if (request.method !== 'POST') return end(405, { Allow: 'POST' });
    const address = callerAddress(context, request);
    const missed = await misses.get(address);
    if (missed && missed.consumedPoints >= misses.points) return end(429, { 'Retry-After': '60' });
    const location = locationOfToken(context, target.path.slice(INBOX_PATH.length + 1));
    if (location === null) {
      await misses.penalty(address);
      return end(404);
    }
    const counted = await requests.penalty(String(location));
    if (counted.consumedPoints > requests.points) return end(429, { 'Retry-After': '60' });
    const body = await readBody(request);
    if (body === null) return end(413);
    await keepRequest(context, location, { method: request.method, headers: request.headers, body });
    end(statusToAnswer(target.query));
  }

  return (request, response, target) => {
    take(request, response, target).catch((error: unknown) => {
      // Never the URL: anyone who knows it can fill the inbox.
      context.log.warn({ reason: (error as Error).message }, 'a request to a webhook inbox failed');
      if (!response.headersSent) response.writeHead(500, { 'Content-Length': '0' }).end();
    });
  };
}
