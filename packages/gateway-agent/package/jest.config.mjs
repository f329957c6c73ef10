export default {
  rootDir: '.',
  displayName: 'package',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/*.test.mjs'],
  testTimeout: 60_000,
  maxWorkers: 2,
  transform: {},
};
