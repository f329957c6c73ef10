import base from '../../jest.config.mjs';

/** Tests that need redis-server, for `npm run test:redis`. */
const {
  displayName: _name,
  testMatch: _match,
  ...integration
} = base.projects.find(({ displayName }) => displayName === 'integration');

export default {
  ...integration,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/redis/*.redis.ts'],
  testTimeout: base.testTimeout,
};
