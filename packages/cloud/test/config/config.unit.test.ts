import { describe, expect, test } from '@jest/globals';
import { readConfig } from '../../src/config.js';

describe('a setting that cannot be used is named, and what it must be', () => {
  test.each([
    ['PORT', '0x50', 'PORT=0x50: must be a whole number from 0 to 65535'],
    ['PORT', '8e3', 'PORT=8e3: must be a whole number from 0 to 65535'],
    ['PORT', '-1', 'PORT=-1: must be a whole number from 0 to 65535'],
    ['PORT', '65536', 'PORT=65536: must be a whole number from 0 to 65535'],
    ['MQTT_TLS_PORT', 'maybe', 'MQTT_TLS_PORT=maybe: must be off or a whole number from 0 to 65535'],
    ['MQTT_ALLOW_PLAINTEXT', 'maybe', 'MQTT_ALLOW_PLAINTEXT=maybe: must be on or off'],
    ['ROLES', 'api,web', 'ROLES=api,web: must be any of api, edge and worker, with commas'],
    ['ROLES', ',', 'ROLES=,: must be any of api, edge and worker, with commas'],
    ['LOCKSYS', 'other', 'LOCKSYS=other: must be one of builtin, http'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL=loud: must be one of fatal, error, warn, info, debug, trace, silent'],
    ['OIDC_LABEL', 'x'.repeat(61), `OIDC_LABEL=${'x'.repeat(61)}: must be at most 60 characters`],
    ['OIDC_CLIENT_ID', 'doors', "OIDC_CLIENT_ID: needs OIDC_ISSUER, the provider's address"],
    ['LOCKSYS', 'http', 'LOCKSYS=http: needs LOCKSYS_URL, the address of the locking system'],
    ['HOLD_WRITE_ATTEMPTS', '2.5', 'HOLD_WRITE_ATTEMPTS=2.5: must be a whole number from 1 to 100'],
  ])('%s=%s', (name, value, message) => {
    expect(faultOf({ [name]: value })).toBe(message);
  });
});

test('a port is a number, or 0 for any, or off', () => {
  expect(readConfig({ PORT: '0', MQTT_PORT: '08883', MQTT_TLS_PORT: 'off' })).toMatchObject({
    PORT: 0,
    MQTT_PORT: 8883,
    MQTT_TLS_PORT: null,
  });
});

function faultOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    return (error as Error).message;
  }
  return 'none';
}
