export default {
  rootDir: '../../..',
  displayName: 'hardware',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/packages/gateway-agent/hardware/**/*.test.mjs'],
  testTimeout: 600_000,
  maxWorkers: 2,
  testSequencer: '<rootDir>/packages/gateway-agent/hardware/sequencer.cjs',
  transform: {},
};
