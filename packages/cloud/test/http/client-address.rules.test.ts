import { expect, it } from '@jest/globals';
import { clientAddress, neighbourhood } from '../../src/http/limits/client-address.rules.js';

it("is the socket's address when no proxy is trusted, whatever the caller claims", () => {
  expect(clientAddress('192.0.2.1', '10.9.9.9', 0)).toBe('192.0.2.1');
  expect(clientAddress('::ffff:192.0.2.1', undefined, 0)).toBe('192.0.2.1');
  expect(clientAddress('::FFFF:c000:0201', undefined, 0)).toBe('192.0.2.1');
});

it('is what the outermost trusted proxy saw', () => {
  expect(clientAddress('10.0.0.1', 'forged, 192.0.2.7', 1)).toBe('192.0.2.7');
  expect(clientAddress('10.0.0.1', 'forged, 192.0.2.7, 10.0.0.2', 2)).toBe('192.0.2.7');
  expect(clientAddress('10.0.0.1', '192.0.2.7', 2)).toBe('192.0.2.7');
  expect(clientAddress('10.0.0.1', undefined, 2)).toBe('10.0.0.1');
});

it('stops at what is no address', () => {
  expect(clientAddress('10.0.0.1', '192.0.2.7, unknown', 1)).toBe('10.0.0.1');
  expect(clientAddress('10.0.0.1', '192.0.2.7, , 10.0.0.2', 3)).toBe('10.0.0.2');
  expect(clientAddress('10.0.0.1', '2001:DB8::1', 1)).toBe('2001:db8::1');
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2::/64'],
  ['::a:b:c:d:e:192.0.2.1', '0:a:b:c::/64'],
  ['fe80::1:2%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['gateway-7', 'gateway-7'],
  ['6f1c2a52-7f0b-4a57-9a8e-0d9f3c7b1e10', '6f1c2a52-7f0b-4a57-9a8e-0d9f3c7b1e10'],
  ['', ''],
])('counts tries from %s against %s', (address, counted) => {
  expect(neighbourhood(address)).toBe(counted);
});
