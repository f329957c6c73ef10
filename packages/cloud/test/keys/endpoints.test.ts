import { invitationEndpoints } from '../../src/invitations/endpoints.js';
import { keyEndpoints } from '../../src/keys/endpoints.js';
import { peopleEndpoints } from '../../src/people/endpoints.js';
import { securityGroupEndpoints } from '../../src/security-groups/endpoints.js';
import { describeEndpoints } from '../http/matrix.js';
import { httpWorld } from '../http/world.js';

const endpoints = [...securityGroupEndpoints, ...peopleEndpoints, ...keyEndpoints, ...invitationEndpoints];
const world = await httpWorld(endpoints);

describeEndpoints(endpoints, () => world);
