import { Uuid } from '@door-access/protocol';
import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import type { GatewayEndpoint, KnownGateway } from '../http/endpoint.js';
import { exceeded, type LimiterFactory, memoryLimiters, RateLimits } from '../http/limits/rate-limit.js';
import type { Mount } from '../http/mount.js';
import { type Audience, createPipeline, type PipelineOptions } from '../http/pipeline.js';
import { splitTarget } from '../http/request/target.rules.js';
import { authenticateGateway } from './door-tests/reports.js';
import { gatewayEndpoints } from './gateway-endpoints.js';

const PATH = '/gateway';

/** Gateways over HTTP, known by `Authorization: Basic` with their id and secret. */
function gatewayAudience(
  context: Context,
  limiters: LimiterFactory,
): Audience<GatewayEndpoint, { gateway: KnownGateway | null }> {
  const limits = new RateLimits(limiters);
  return {
    path: PATH,
    endpoints: gatewayEndpoints,
    admit: async () => {},
    async identify({ request, address, endpoint }) {
      if (endpoint?.takesAnyone) return { gateway: null };
      await limits.requireOpenGate(address);
      const encoded = /^basic +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      if (!encoded) await limits.countAnonymous(address);
      const [id = '', secret = ''] = Buffer.from(encoded ?? '', 'base64')
        .toString('utf8')
        .split(':', 2);
      const { data: gatewayId } = Uuid.safeParse(id);
      const gateway = gatewayId ? await authenticateGateway(context, gatewayId, secret) : null;
      if (gateway) return { gateway };
      if (encoded) await limits.countFailure(address);
      throw new ApiError('unauthenticated', {
        message: 'The gateway’s id or its secret is wrong, or it was revoked.',
        headers: { 'WWW-Authenticate': 'Basic realm="gateway"' },
      });
    },
    async count({ gateway }, { endpoint, address }) {
      if (!endpoint) return;
      const count = await limits.countNamed(endpoint.limit, gateway?.id ?? address);
      if (count.used > count.limit) throw exceeded(count);
    },
    permit() {},
  };
}

export function gatewayMount(
  context: Context,
  limiters: LimiterFactory = memoryLimiters(context.clock),
  options: PipelineOptions = {},
): Mount {
  const pipeline = createPipeline(context, gatewayAudience(context, limiters), options);
  return {
    path: PATH,
    handle: (request, response) => pipeline(request, response, splitTarget(request.originalUrl)),
  };
}
