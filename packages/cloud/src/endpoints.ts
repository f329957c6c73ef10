import { authenticate, keyOf } from './api-keys/authenticate.js';
import { changeEndpoints } from './changes/endpoints.js';
import { emergencyEndpoints } from './emergencies/endpoints.js';
import { eventEndpoints } from './events/endpoints.js';
import { gatewayEndpoints } from './gateways/endpoints.js';
import type { Api } from './http/api.js';
import type { Endpoint } from './http/endpoint.js';
import { invitationEndpoints } from './invitations/endpoints.js';
import { keyEndpoints } from './keys/endpoints.js';
import { lockEndpoints } from './locks/endpoints.js';
import { peopleEndpoints } from './people/endpoints.js';
import { securityGroupEndpoints } from './security-groups/endpoints.js';
import { CATALOGUE } from './webhooks/catalogue.js';
import { webhookEndpoints } from './webhooks/endpoints.js';

/** Every endpoint of the interface; routing, OpenAPI and the test matrices follow from this list. */
export const endpoints: readonly Endpoint[] = [
  ...lockEndpoints,
  ...gatewayEndpoints,
  ...securityGroupEndpoints,
  ...peopleEndpoints,
  ...keyEndpoints,
  ...invitationEndpoints,
  ...emergencyEndpoints,
  ...eventEndpoints,
  ...changeEndpoints,
  ...webhookEndpoints,
];

export const api: Api = { endpoints, webhooks: CATALOGUE, keyOf, authenticate };
