import base from '../../jest.config.mjs';

/** Tests that need nats-server, for `npm run test:nats`. */
const {
  displayName: _name,
  testMatch: _match,
  ...integration
} = base.projects.find(({ displayName }) => displayName === 'integration');

export default {
  ...integration,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/nats/*.nats.ts'],
  testTimeout: base.testTimeout,
};
