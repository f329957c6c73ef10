import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../context.js';
import { callerAddress } from '../http/limits/address.js';
import { type LimiterFactory, memoryLimiters } from '../http/limits/rate-limit.js';
import type { Mount } from '../http/mount.js';
import { PLAIN_PAGE_HEADERS } from '../http/pages/plain-page.rules.js';
import { drain } from '../http/request/body.js';
import { splitTarget } from '../http/request/target.rules.js';
import { endWeekly } from './reports.js';
import { UNSUBSCRIBE_PATH, userOfLink } from './unsubscribe.js';
import { renderUnsubscribe, UNSUBSCRIBE_STATUS, type UnsubscribeView } from './unsubscribe-page.rules.js';

const REQUESTS_PER_MINUTE = 60;
const METHODS = ['GET', 'HEAD', 'POST'];

/**
 * Behind the link in weekly reports: GET asks, POST ends it, by the page or by a mail program in one click (RFC 8058). Mail
 * scanners that only look change nothing. Every link gets the same answers, so that none shows whose it is.
 */
export function unsubscribeMount(
  context: Context,
  makeLimiter: LimiterFactory = memoryLimiters(context.clock),
): Mount {
  const requests = makeLimiter({ keyPrefix: 'limit:unsubscribe', points: REQUESTS_PER_MINUTE, duration: 60 });

  async function viewOf(request: IncomingMessage): Promise<UnsubscribeView> {
    const { consumedPoints } = await requests.penalty(callerAddress(context, request));
    if (consumedPoints > requests.points) return 'too_many';
    if (request.method !== 'POST') return 'asks';
    const userId = userOfLink(context, splitTarget(request.url ?? '').path.slice(1));
    if (userId !== null) await endWeekly(context, userId);
    return 'done';
  }

  function send(request: IncomingMessage, response: ServerResponse, view: UnsubscribeView): void {
    if (response.headersSent || response.destroyed) return;
    const tag = request.headers['accept-language']?.split(/[,;]/)[0]?.trim() ?? '';
    const html = renderUnsubscribe(context.config.SERVICE_NAME, view, tag);
    response.writeHead(UNSUBSCRIBE_STATUS[view], {
      ...PLAIN_PAGE_HEADERS,
      ...(view === 'too_many' ? { 'Retry-After': '60' } : {}),
      'Content-Length': Buffer.byteLength(html),
    });
    response.end(request.method === 'HEAD' ? undefined : html);
    drain(request);
  }

  return {
    path: UNSUBSCRIBE_PATH,
    handle(request, response) {
      if (!METHODS.includes(request.method ?? '')) {
        response.writeHead(405, { Allow: METHODS.join(', '), 'Content-Length': '0' }).end();
        drain(request);
        return;
      }
      viewOf(request).then(
        (view) => send(request, response, view),
        (error: unknown) => {
          // Never the URL: it ends a report.
          context.log.error(
            { error: { name: (error as Error).name, stack: (error as Error).stack } },
            'a report was not stopped',
          );
          send(request, response, 'failed');
        },
      );
    },
  };
}
