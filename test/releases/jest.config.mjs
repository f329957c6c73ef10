import base from '../../jest.config.mjs';

/** Tests beside the release before this one, for `npm run test:releases`. */
const {
  displayName: _name,
  testMatch: _match,
  ...integration
} = base.projects.find(({ displayName }) => displayName === 'integration');

export default {
  ...integration,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/releases/*.releases.ts'],
  testTimeout: base.testTimeout,
};
