import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mqttAddress } from '../../src/gateways/address.rules.js';
import {
  hashPairingCode,
  makePairingCode,
  parsePairingCode,
  refFromName,
  showPairingCode,
} from '../../src/gateways/pairing.rules.js';

const eightBytes = fc.uint8Array({ minLength: 8, maxLength: 8 }).map((bytes) => Buffer.from(bytes));

describe('a pairing code', () => {
  test('is read back however a person writes it down', () => {
    fc.assert(
      fc.property(eightBytes, (random) => {
        const code = makePairingCode(random);
        const shown = showPairingCode(code);
        expect(shown).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
        for (const typed of [shown, shown.toLowerCase(), code, ` ${shown.replace('-', ' ')} `])
          expect(parsePairingCode(typed)).toBe(code);
      }),
    );
  });

  test.each([
    ['O heard for 0, I and l for 1', 'OIl2-3456', '01123456'],
    ['too short', '7KQ2-M9X', null],
    ['too long', '7KQ2-M9XD7', null],
    ['a symbol that no code has', '7KQ2-M9XU', null],
    ['nothing', '', null],
  ])('%s', (_, typed, code) => {
    expect(parsePairingCode(typed)).toBe(code);
  });

  test('is kept as a hash by a key: the same code by another key is another hash', () => {
    const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    expect(hashPairingCode(one, '7KQ2M9XD')).toEqual(hashPairingCode(one, '7KQ2M9XD'));
    expect(hashPairingCode(one, '7KQ2M9XD')).not.toEqual(hashPairingCode(other, '7KQ2M9XD'));
  });
});

test.each([
  ['Main house', 'main-house'],
  ['Pääovi, Töölö', 'paaovi-toolo'],
  ['  --  ', 'gateway'],
  ['Ворота', 'gateway'],
])('the gateway %s is %s for short', (name, ref) => {
  expect(refFromName(name, 'gateway')).toBe(ref);
});

describe('the broker’s address that a gateway is given', () => {
  const config = {
    PUBLIC_MQTT_URL: null,
    PUBLIC_URL: null,
    HOST: '0.0.0.0',
    MQTT_PORT: 1883,
    MQTT_TLS_PORT: null,
  };
  test.each([
    [
      'what the settings say',
      { ...config, PUBLIC_MQTT_URL: 'mqtts://mq.example:8883' },
      'a:1',
      'mqtts://mq.example:8883',
    ],
    [
      'the host of PUBLIC_URL, with TLS where there is any',
      { ...config, PUBLIC_URL: 'https://doors.example', MQTT_TLS_PORT: 8883 },
      'a',
      'mqtts://doors.example:8883',
    ],
    ['the host by which the gateway came', config, '192.0.2.7:8080', 'mqtt://192.0.2.7:1883'],
    ['an IPv6 one too', config, '[2001:db8::7]:8080', 'mqtt://[2001:db8::7]:1883'],
    ['else our own', config, undefined, 'mqtt://0.0.0.0:1883'],
    ['nothing made up of a Host header that is none', config, 'no host at all', 'mqtt://0.0.0.0:1883'],
  ])('is %s', (_, given, asked, address) => {
    expect(mqttAddress({ config: given, asked })).toBe(address);
  });

  test('bears the port that was really opened', () => {
    expect(mqttAddress({ config, ports: { plain: 40_001, tls: null }, asked: '127.0.0.1' })).toBe(
      'mqtt://127.0.0.1:40001',
    );
  });
});
