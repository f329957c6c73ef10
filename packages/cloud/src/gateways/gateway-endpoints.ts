import { READERS_PATH, ReadersAnswer, ReadersRequest } from '@door-access/protocol/bench';
import { PAIR_PATH, PairAnswer, PairRequest, REPORTS_PATH, ReportUpload } from '@door-access/protocol/setup';
import { z } from 'zod';
import { ApiError } from '../errors.js';
import { endpoint, type GatewayEndpoint } from '../http/endpoint.js';
import { useReaders } from '../locking-feed/bench-readers.js';
import { mqttAddress } from './address.rules.js';
import { keepReport } from './door-tests/reports.js';
import { pairGateway } from './pairing.js';

const pathBelow = (path: string): string => path.slice('/gateway'.length);

/**
 * HTTP requests of gateways: their setup (docs/protocol.md, "Setting up, over HTTP"), and the bench's simulated readers.
 * They are between our agent and our service, so the OpenAPI document leaves them out.
 */
export const gatewayEndpoints: readonly GatewayEndpoint[] = [
  endpoint({
    for: 'gateway',
    method: 'POST',
    path: pathBelow(PAIR_PATH),
    body: PairRequest,
    status: 200,
    answer: PairAnswer,
    takesAnyone: true,
    // Codes tried from one address: no person mistypes eight characters so often.
    limit: { name: 'gateway-pair', perMinute: 10 },
    async handler({ context, body, request }) {
      const paired = await pairGateway(context, body);
      if (!paired)
        throw new ApiError('forbidden', {
          message: 'The code is wrong, was used already, or is over: ask for a new one.',
        });
      const { id: gateway_id, secret, name } = paired;
      context.log.info({ gateway: gateway_id }, 'gateway paired');
      const { config, mqttPorts: ports } = context;
      const mqtt_url = mqttAddress({ config, ports, asked: request.headers.host });
      return { body: { gateway_id, secret, mqtt_url, name } };
    },
  }),
  endpoint({
    for: 'gateway',
    method: 'POST',
    path: pathBelow(REPORTS_PATH),
    body: ReportUpload,
    status: 201,
    answer: z.object({ id: z.uuid() }),
    limit: { name: 'gateway-report', perMinute: 60 },
    handler: async ({ context, gateway, body }) => ({ body: await keepReport(context, gateway, body) }),
  }),
  endpoint({
    for: 'gateway',
    method: 'POST',
    path: pathBelow(READERS_PATH),
    body: ReadersRequest,
    status: 200,
    answer: ReadersAnswer,
    // The bench page polls every two seconds, and a person operates it.
    limit: { name: 'gateway-readers', perMinute: 300 },
    handler: async ({ context, gateway, body }) => ({ body: await useReaders(context, gateway, body) }),
  }),
];
