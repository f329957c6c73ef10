const NEEDS_NOTHING = ['**/*.rules.test.ts', '**/*.unit.test.ts'];

const common = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  runner: '<rootDir>/test/setup/runner/index.mjs',
  // A build leaves declarations and caches that are no modules of ours.
  modulePathIgnorePatterns: ['<rootDir>/packages/[^/]+/dist', '<rootDir>/data'],
};

const integration = {
  ...common,
  globalSetup: '<rootDir>/test/setup/global.mjs',
  globalTeardown: '<rootDir>/test/setup/global-teardown.mjs',
};

// Crash recovery of a database takes its time on a slow disk; a test that hangs still ends.
const testTimeout = 180_000;

/** Integration tests that need more than npm packages, for a command of their own. */
export const integrationTests = (testMatch) => ({
  ...integration,
  rootDir: import.meta.dirname,
  testMatch: [testMatch],
  testTimeout,
});

export default {
  maxWorkers: 2,
  // The modules of each file stay in a worker's memory; one that has grown is replaced between files.
  workerIdleMemoryLimit: '1GB',
  testTimeout,
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: NEEDS_NOTHING,
      testPathIgnorePatterns: ['/node_modules/'],
    },
    {
      ...integration,
      displayName: 'integration',
      testMatch: ['<rootDir>/packages/*/test/**/*.test.ts', '<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '\\.(rules|unit)\\.test\\.ts$'],
    },
  ],
};
