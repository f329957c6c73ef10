import { integrationTests } from '../../jest.config.mjs';

/** Tests of all clients against the service, for `npm run test:clients`. */
export default integrationTests('<rootDir>/test/clients/*.clients.ts');
