import { expect, test } from '@jest/globals';
import { isPublicAddress } from '../../src/deliveries/address.rules.js';
import { fixture } from './fixtures/read.js';

const cases = fixture<{ addr: string; public: boolean }>('ip-classification.jsonl');

test('every address of the special-purpose registries, their edges and neighbours is judged right', () => {
  expect(cases).toHaveLength(257);
  expect(cases.filter((one) => isPublicAddress(one.addr) !== one.public)).toEqual([]);
});

test.each([
  ['::ffff:127.0.0.1', 'a mapped address in dotted form'],
  ['::FFFF:7F00:1', 'a mapped address in capitals'],
  ['0:0:0:0:0:ffff:10.0.0.1', 'a mapped address written out'],
  ['fe80::1%eth0', 'an address of one interface'],
  ['2606:4700:4700::1111%eth0', 'a public address with a zone'],
  ['168.63.129.16', 'a provider that answers its own machines'],
  ['127.1', 'a short form'],
  ['0x7f.0.0.1', 'a hexadecimal form'],
  ['example.com', 'a name'],
  ['', 'nothing'],
])('%s is not public: %s', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['1.1.1.1', '::ffff:1.1.1.1', '2606:4700:4700::1111'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});
