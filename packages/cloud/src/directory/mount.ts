import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import { send } from '../http/envelope.js';
import { callerAddress } from '../http/limits/address.js';
import { type LimiterFactory, memoryLimiters, RateLimits, spendOne } from '../http/limits/rate-limit.js';
import type { Mount } from '../http/mount.js';
import { HungUp, hasBody, readBody } from '../http/request/body.js';
import { parseBody } from '../http/request/body.rules.js';
import { requestIdOf } from '../http/request/context.js';
import { decode, splitTarget } from '../http/request/target.rules.js';
import type { DirectoryAnswer, DirectoryRequest } from './answers.js';
import { ScimError } from './scim/error.rules.js';
import { DIRECTORY_PATH, directoryError, serveDirectory } from './serve.js';
import { authenticateDirectory, type DirectoryCaller } from './tokens.js';

/** Directories come in bursts, some with 25 requests a second. */
const REQUESTS_PER_MINUTE = 1_500;
const WINDOW_SECONDS = 60;
const SCIM_JSON = 'application/scim+json';

/** SCIM 2.0 for customers' directories, by tokens of its own; the same gate against guessing as the interface's. */
export function directoryMount(
  context: Context,
  makeLimiter: LimiterFactory = memoryLimiters(context.clock),
): Mount {
  const limits = new RateLimits(makeLimiter);
  const requests = makeLimiter({
    keyPrefix: 'limit:directory',
    points: REQUESTS_PER_MINUTE,
    duration: WINDOW_SECONDS,
  });

  async function identify(request: IncomingMessage): Promise<DirectoryCaller> {
    const address = callerAddress(context, request);
    await limits.requireOpenGate(address);
    const token = /^bearer +(.*)$/i.exec(request.headers.authorization ?? '')?.[1]?.trim();
    if (!token) await limits.countAnonymous(address);
    const caller = token ? await authenticateDirectory(context, token) : null;
    if (token && !caller) await limits.countFailure(address);
    if (!caller)
      throw new ApiError('unauthenticated', {
        message: 'Send the token of this directory as "Authorization: Bearer <token>".',
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    await spendOne(requests, String(caller.tokenId));
    if (caller.platformMode) throw new ApiError('platform_not_available');
    return caller;
  }

  async function answer(request: IncomingMessage): Promise<DirectoryAnswer> {
    const caller = await identify(request);
    const target = splitTarget(request.url ?? '');
    const segments = target.path
      .split('/')
      .filter((segment) => segment !== '')
      .map(decode);
    if (segments.includes(null)) throw new ScimError(404, 'There is no such resource.');
    const parsed: DirectoryRequest = {
      method: request.method ?? '',
      segments: segments as string[],
      query: new URLSearchParams(target.query),
      body: hasBody(request) ? await readJson(request) : null,
    };
    return serveDirectory(context, caller, parsed);
  }

  return {
    path: DIRECTORY_PATH,
    handle(request, response) {
      const requestId = requestIdOf(context, request);
      answer(request)
        .catch((error: unknown) => failure(error, requestId))
        .then((outcome) => outcome && reply(request, response, requestId, outcome))
        .catch((error: unknown) => failure(error, requestId));
    },
  };

  /** Null: the caller is gone. */
  function failure(error: unknown, requestId: string): DirectoryAnswer | null {
    if (error instanceof HungUp) return null;
    const known = directoryError(error);
    if (known && known.status < 500) return known;
    const { name, stack, code } = error as Error & { code?: unknown };
    context.log.error(
      { request_id: requestId, error: { name, code, stack } },
      "a directory's request failed",
    );
    return known ?? directoryError(new ApiError('server_error'));
  }
}

/** @throws ScimError 413, 400 `invalidSyntax` */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBody(request);
  if (bytes === null) throw new ScimError(413, 'The body must be at most 64 KB.');
  const [type = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  if (![SCIM_JSON, 'application/json'].includes(type.trim()))
    throw new ScimError(400, `The content type must be ${SCIM_JSON}.`, 'invalidSyntax');
  const body = parseBody(bytes, 'application/json', request.headers['content-encoding']);
  if (!body.ok) throw new ScimError(400, `The body ${body.details[0]?.message}.`, 'invalidSyntax');
  return body.value;
}

function reply(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  { status, body, headers = {} }: DirectoryAnswer,
): void {
  const text = body === null ? null : JSON.stringify(body);
  const type: Record<string, string> = text === null ? {} : { 'Content-Type': SCIM_JSON };
  send(request, response, requestId, { status, body: text, headers: { ...type, ...headers } });
}
