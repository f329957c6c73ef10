import { integrationTests } from '../../jest.config.mjs';

/** Tests beside the release before this one, for `npm run test:releases`. */
export default integrationTests('<rootDir>/test/releases/*.releases.ts');
