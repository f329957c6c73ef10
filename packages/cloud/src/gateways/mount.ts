import type { IncomingMessage } from 'node:http';
import { Uuid } from '@door-access/protocol';
import { READERS_PATH, ReadersRequest } from '@door-access/protocol/bench';
import {
  PAIR_PATH,
  type PairAnswer,
  PairRequest,
  REPORTS_PATH,
  ReportUpload,
} from '@door-access/protocol/setup';
import type { z } from 'zod';
import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import { readBody } from '../http/body.js';
import { BODY_TOO_LARGE, parseBody } from '../http/body.rules.js';
import { detailsOf } from '../http/details.rules.js';
import { Exchange } from '../http/exchange.js';
import { callerAddress } from '../http/limits/address.js';
import { type LimiterFactory, memoryLimiters, RateLimits, spendOne } from '../http/limits/rate-limit.js';
import type { Mount } from '../http/mount.js';
import { splitTarget } from '../http/request-target.rules.js';
import { useReaders } from '../locking-feed/bench-readers.js';
import { mqttAddress } from './address.rules.js';
import type { KnownGateway } from './entry.js';
import { pairGateway } from './pairing.js';
import { authenticateGateway, keepReport } from './reports.js';

/** Codes tried from one address: nobody mistypes eight characters so often. */
const PAIRINGS_PER_MINUTE = 10;
const REPORTS_PER_MINUTE = 60;
/** The bench page polls every two seconds, and a person operates it. */
const READERS_PER_MINUTE = 300;
const WINDOW_SECONDS = 60;

interface Answer {
  status: number;
  body: unknown;
}

/**
 * HTTP requests of gateways: their setup (docs/protocol.md, "Setting up, over HTTP"), and the bench's simulated readers.
 * They are between our agent and our service, and not part of the interface: they take no API key and are not in the
 * OpenAPI document.
 */
export function gatewayMount(
  context: Context,
  makeLimiter: LimiterFactory = memoryLimiters(context.clock),
): Mount {
  const limits = new RateLimits(makeLimiter);
  const limiter = (keyPrefix: string, points: number) =>
    makeLimiter({ keyPrefix, points, duration: WINDOW_SECONDS });
  const pairings = limiter('limit:gateway-pair', PAIRINGS_PER_MINUTE);
  const reports = limiter('limit:gateway-report', REPORTS_PER_MINUTE);

  const readers = limiter('limit:gateway-readers', READERS_PER_MINUTE);

  async function pair(request: IncomingMessage): Promise<Answer> {
    await spendOne(pairings, callerAddress(context, request));
    const paired = await pairGateway(context, await readMessage(request, PairRequest));
    if (!paired)
      throw new ApiError('forbidden', {
        message: 'The code is wrong, was used already, or is over: ask for a new one.',
      });
    context.log.info({ gateway: paired.id }, 'gateway paired');
    const mqtt_url = mqttAddress({
      config: context.config,
      ports: context.mqttPorts,
      asked: request.headers.host,
    });
    const body: PairAnswer = { gateway_id: paired.id, secret: paired.secret, mqtt_url, name: paired.name };
    return { status: 200, body };
  }

  async function report(request: IncomingMessage): Promise<Answer> {
    const gateway = await identify(request);
    await spendOne(reports, gateway.id);
    return {
      status: 201,
      body: await keepReport(context, gateway, await readMessage(request, ReportUpload)),
    };
  }

  async function bench(request: IncomingMessage): Promise<Answer> {
    const gateway = await identify(request);
    await spendOne(readers, gateway.id);
    return {
      status: 200,
      body: await useReaders(context, gateway, await readMessage(request, ReadersRequest)),
    };
  }

  /** `Authorization: Basic`, the gateway's id and its secret. */
  async function identify(request: IncomingMessage): Promise<KnownGateway> {
    const address = callerAddress(context, request);
    await limits.requireOpenGate(address);
    const encoded = /^basic +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (!encoded) await limits.countAnonymous(address);
    const [id = '', secret = ''] = Buffer.from(encoded ?? '', 'base64')
      .toString('utf8')
      .split(':', 2);
    const { data: gatewayId } = Uuid.safeParse(id);
    const gateway = gatewayId ? await authenticateGateway(context, gatewayId, secret) : null;
    if (gateway) return gateway;
    if (encoded) await limits.countFailure(address);
    throw new ApiError('unauthenticated', {
      message: 'The gateway’s id or its secret is wrong, or it was revoked.',
      headers: { 'WWW-Authenticate': 'Basic realm="gateway"' },
    });
  }

  async function decide(request: IncomingMessage): Promise<Answer> {
    const path = `/gateway${splitTarget(request.url ?? '').path}`;
    const handle = { [PAIR_PATH]: pair, [REPORTS_PATH]: report, [READERS_PATH]: bench }[path];
    if (!handle) throw new ApiError('not_found');
    if (request.method !== 'POST') throw new ApiError('method_not_allowed', { headers: { Allow: 'POST' } });
    return handle(request);
  }

  return {
    path: '/gateway',
    handle(request, response) {
      const exchange = new Exchange(context, request, response);
      decide(request)
        .then(({ status, body }) => exchange.answer({ status, body: JSON.stringify(body), headers: {} }))
        .catch((error: unknown) => exchange.fail(error));
    },
  };
}

/** Unknown fields are dropped, as in the rest of the gateway protocol. @throws 422 that names the fields */
async function readMessage<T>(request: IncomingMessage, schema: z.ZodType<T>): Promise<T> {
  const bytes = await readBody(request);
  if (bytes === null) throw new ApiError('validation_failed', { details: BODY_TOO_LARGE });
  const body = parseBody(bytes, request.headers['content-type'], request.headers['content-encoding']);
  if (!body.ok) throw new ApiError('validation_failed', { details: body.details });
  const parsed = schema.safeParse(body.value);
  if (parsed.success) return parsed.data;
  throw new ApiError('validation_failed', { details: detailsOf(parsed.error.issues, body.value) });
}
