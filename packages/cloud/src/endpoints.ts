import { eventEndpoints } from './events/endpoints.js';
import type { Endpoint } from './http/endpoint.js';
import { lockEndpoints } from './locks/endpoints.js';
import { webhookEndpoints } from './webhooks/endpoints.js';

/** Every endpoint of the interface; routing, OpenAPI and the test matrices follow from this list. */
export const endpoints: readonly Endpoint[] = [...lockEndpoints, ...eventEndpoints, ...webhookEndpoints];
