import base from '../../jest.config.mjs';

/** Tests of all clients against the service, for `npm run test:clients`. */
const {
  displayName: _name,
  testMatch: _match,
  ...integration
} = base.projects.find(({ displayName }) => displayName === 'integration');

export default {
  ...integration,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/clients/*.clients.ts'],
  testTimeout: base.testTimeout,
};
