import { integrationTests } from '../../jest.config.mjs';

/** Tests that need redis-server, for `npm run test:redis`. */
export default integrationTests('<rootDir>/test/redis/*.redis.ts');
