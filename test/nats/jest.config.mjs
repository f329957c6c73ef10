import { integrationTests } from '../../jest.config.mjs';

/** Tests that need nats-server, for `npm run test:nats`. */
export default integrationTests('<rootDir>/test/nats/*.nats.ts');
