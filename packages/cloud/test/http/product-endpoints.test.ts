import { endpoints } from '../../src/endpoints.js';
import { describeEndpoints } from './matrix.js';
import { httpWorld } from './world.js';

const world = await httpWorld(endpoints);

describeEndpoints(endpoints, () => world);
