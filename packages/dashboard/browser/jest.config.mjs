export default {
  rootDir: '../../..',
  testEnvironment: 'node',
  // What keeps no state is loaded once for all files.
  runner: '<rootDir>/test/setup/runner/index.mjs',
  modulePathIgnorePatterns: ['<rootDir>/packages/[^/]+/dist', '<rootDir>/data'],
  globalSetup: '<rootDir>/test/setup/global.mjs',
  globalTeardown: '<rootDir>/test/setup/global-teardown.mjs',
  testMatch: ['<rootDir>/packages/*/browser/*.browser.ts'],
  testTimeout: 60_000,
  maxWorkers: 2,
};
