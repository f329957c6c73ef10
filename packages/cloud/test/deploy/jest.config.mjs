import { integrationTests } from '../../../../jest.config.mjs';

/** What lies in deploy/, held against the service, for `npm run test:deploy`. */
export default integrationTests('<rootDir>/packages/cloud/test/deploy/*.deploy.ts');
