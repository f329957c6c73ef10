import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import { callerAddress } from '../http/limits/address.js';
import { type LimiterFactory, memoryLimiters } from '../http/limits/rate-limit.js';
import type { Mount } from '../http/mount.js';
import { PLAIN_PAGE_HEADERS } from '../http/pages/plain-page.rules.js';
import { drain } from '../http/request/body.js';
import { decode, splitTarget } from '../http/request/target.rules.js';
import { SETUP_PATH } from '../keys/invite.js';
import { newToken, phoneToken, renewed, visited, visitToken } from '../phone/cookie.js';
import { PHONE_PATH } from '../phone/manifest.rules.js';
import { giveAgain, isOnPhone } from '../phone/phones.js';
import { activateInvitation } from './invitations.js';
import { renderSetupPage, SETUP_STATUS, type SetupFacts, type SetupView } from './setup-page.rules.js';
import { readSetup } from './setup-read.js';

const REQUESTS_PER_MINUTE = 60;
/** Links that lead nowhere, from one address: no one mistypes 256 bits so often. */
const MISSES_PER_MINUTE = 10;
const WINDOW_SECONDS = 60;
const METHODS = ['GET', 'HEAD', 'POST'];

/**
 * The public page behind a setup link: GET shows what it is for, POST activates it and puts the key on the phone. Mail
 * scanners that only look change nothing. It needs no script.
 */
export function setupMount(
  context: Context,
  makeLimiter: LimiterFactory = memoryLimiters(context.clock),
): Mount {
  const limiter = (keyPrefix: string, points: number) =>
    makeLimiter({ keyPrefix, points, duration: WINDOW_SECONDS });
  const requests = limiter('limit:setup', REQUESTS_PER_MINUTE);
  const misses = limiter('limit:setup-miss', MISSES_PER_MINUTE);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = (view: SetupView, facts: SetupFacts | null = null, headers: Record<string, string> = {}) =>
      send(context, request, response, view, facts, headers);
    if (!METHODS.includes(request.method ?? '')) {
      response.writeHead(405, { Allow: METHODS.join(', '), 'Content-Length': '0' }).end();
      drain(request);
      return;
    }
    const address = callerAddress(context, request);
    const counted = await requests.penalty(address);
    const missed = await misses.get(address);
    if (counted.consumedPoints > requests.points || (missed && missed.consumedPoints >= misses.points))
      return reply('too_many', null, { 'Retry-After': String(WINDOW_SECONDS) });
    const link = decode(splitTarget(request.url ?? '').path.slice(1)) ?? '';
    const shown = phoneToken(context, request);
    const visit = visitToken(context, request);
    const token = newToken(context);
    if (request.method === 'POST' && isOwnForm(request)) {
      const userAgent = request.headers['user-agent'] ?? '';
      const state = await activateInvitation(context, link, { token, userAgent, before: shown }, visit);
      if (state === 'activated' && (await isOnPhone(context, link, token)))
        return toPhoneKey(context, request, response, token);
    }
    const facts = await readSetup(context, link);
    if (!facts) await misses.penalty(address);
    if (facts?.state === 'activated') {
      // A phone that was set up before is sent to its doors.
      if (shown !== null && (await isOnPhone(context, link, shown)))
        return toPhoneKey(context, request, response, shown);
      if (visit !== null && (await giveAgain(context, link, visit, token)))
        return toPhoneKey(context, request, response, token);
    }
    // Identifies the browser if the answer to the activation is lost.
    const isNew = facts?.state === 'pending' && visit === null && request.method === 'GET';
    reply(facts?.state ?? 'unknown', facts, isNew ? visited(context, token) : {});
  }

  return {
    path: SETUP_PATH,
    handle(request, response) {
      answer(request, response).catch((error: unknown) => {
        // Never the URL: it is the secret.
        if (!(error instanceof ApiError))
          context.log.error(
            { error: { name: (error as Error).name, stack: (error as Error).stack } },
            'a setup page failed',
          );
        send(context, request, response, 'failed', null, {});
      });
    },
  };
}

/** Another site's form only gets to see the page. Its own sends no Origin, as the page gives its address to no one. */
const isOwnForm = (request: IncomingMessage): boolean =>
  ['same-origin', 'none', undefined].includes(request.headers['sec-fetch-site'] as string | undefined);

function toPhoneKey(
  context: Context,
  request: IncomingMessage,
  response: ServerResponse,
  token: string,
): void {
  response
    .writeHead(303, { ...PLAIN_PAGE_HEADERS, ...renewed(context, token), Location: `${PHONE_PATH}/` })
    .end();
  drain(request);
}

function send(
  context: Context,
  request: IncomingMessage,
  response: ServerResponse,
  view: SetupView,
  facts: SetupFacts | null,
  headers: Record<string, string>,
): void {
  if (response.headersSent || response.destroyed) return;
  const language = request.headers['accept-language']?.split(/[,;]/)[0]?.trim() ?? '';
  const html = renderSetupPage(context.config.SERVICE_NAME, view, facts, language);
  response.writeHead(SETUP_STATUS[view], {
    ...PLAIN_PAGE_HEADERS,
    ...headers,
    'Content-Length': Buffer.byteLength(html),
  });
  response.end(request.method === 'HEAD' ? undefined : html);
  drain(request);
}
