import { describeEndpoints } from './matrix.js';
import { sampleEndpoints } from './sample-endpoints.js';
import { httpWorld } from './world.js';

const world = await httpWorld(sampleEndpoints);

describeEndpoints(sampleEndpoints, () => world);
