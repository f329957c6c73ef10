import { expect, test } from '@jest/globals';
import { syncMethod } from '../../src/database/embedded/sync-method.rules.js';

test.each([
  ['linux', '6.18.44-generic', 'syncfs'],
  ['linux', '5.8.0', 'syncfs'],
  ['linux', '5.10.0-28-amd64', 'syncfs'],
  ['linux', '5.7.19', 'fsync'],
  ['linux', '4.18.0-553.el8_10.x86_64', 'fsync'],
  ['linux', 'unknown', 'fsync'],
  ['darwin', '24.1.0', 'fsync'],
  ['win32', '10.0.26100', 'fsync'],
] as const)('on %s %s a cluster is synced by %s', (platform, release, method) => {
  expect(syncMethod(platform, release)).toBe(method);
});
