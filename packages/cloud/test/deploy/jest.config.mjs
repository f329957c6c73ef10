import base from '../../../../jest.config.mjs';

/** What lies in deploy/, held against the service, for `npm run test:deploy`. */
const {
  displayName: _name,
  testMatch: _match,
  ...integration
} = base.projects.find(({ displayName }) => displayName === 'integration');

export default {
  ...integration,
  rootDir: '../../../..',
  testMatch: ['<rootDir>/packages/cloud/test/deploy/*.deploy.ts'],
  testTimeout: base.testTimeout,
};
