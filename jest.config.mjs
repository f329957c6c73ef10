const NEEDS_NOTHING = ['**/*.rules.test.ts', '**/*.unit.test.ts'];

const common = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  // A build leaves declarations and caches that are no modules of ours.
  modulePathIgnorePatterns: ['<rootDir>/packages/[^/]+/dist', '<rootDir>/data'],
  moduleNameMapper: {
    '^@door-access/([^/]+)$': '<rootDir>/packages/$1/src/index.ts',
    '^@door-access/([^/]+)/(.+)$': '<rootDir>/packages/$1/src/$2.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
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
      // What keeps no state is loaded once for all files.
      runner: '<rootDir>/test/setup/runner/index.mjs',
      testMatch: NEEDS_NOTHING,
      testPathIgnorePatterns: ['/node_modules/'],
    },
    {
      ...integration,
      displayName: 'integration',
      runner: '<rootDir>/test/setup/runner/index.mjs',
      testMatch: ['<rootDir>/packages/*/test/**/*.test.ts', '<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '\\.(rules|unit)\\.test\\.ts$'],
    },
  ],
};
