import { expect, test } from '@jest/globals';
import { readConfig } from '../../src/config.js';
import { withinDescriptors } from '../../src/network/descriptors.rules.js';

const config = readConfig({ HTTP_CONNECTIONS: '1000', MQTT_CONNECTIONS: '9000' });
const caps = (limit: number, roles = config.ROLES) => {
  const { config: capped, warning } = withinDescriptors({ ...config, ROLES: roles }, limit);
  return [capped.HTTP_CONNECTIONS, capped.MQTT_CONNECTIONS, warning === undefined];
};

test.each([
  [Number.POSITIVE_INFINITY, 1000, 9000, true],
  [10_500, 1000, 9000, true],
  [10_499, 999, 8999, false],
  [5_500, 500, 4500, false],
  [256, 12, 115, false],
])('with %d files there are at most %d HTTP and %d MQTT connections', (limit, http, mqtt, isEnough) => {
  expect(caps(limit)).toEqual([http, mqtt, isEnough]);
});

test('a role that the process does not have needs no descriptors', () => {
  expect(caps(1_500, ['api'])).toEqual([1000, 9000, true]);
  expect(caps(9_500, ['edge', 'worker'])).toEqual([1000, 9000, true]);
  expect(withinDescriptors({ ...config, ROLES: ['edge'] }, 5_000).warning).toContain(
    'MQTT_CONNECTIONS=4500; raise the limit',
  );
});
