import { describe, expect, test } from '@jest/globals';
import { isPrivateName, urlFault } from '../../src/deliveries/url.rules.js';

describe('a url of a subscription', () => {
  test.each([
    'https://hooks.example.com',
    'HTTPS://hooks.example.com/path?x=1#part',
    'https://hooks.example.com:8443/a',
    'https://[2606:4700:4700::1111]/a',
    'https://example.com/mail@example.com',
    'https://bücher.example/',
    `https://example.com/${'a'.repeat(2048 - 20)}`,
  ])('may be %s', (url) => {
    expect(urlFault(url, false)).toBeNull();
  });

  test.each([
    ['http://hooks.example.com', /https/],
    ['ftp://hooks.example.com', /https/],
    ['https:hooks.example.com', /https/],
    ['https:/hooks.example.com', /https/],
    ['//hooks.example.com', /https/],
    ['', /https/],
    [' https://hooks.example.com', /https/],
    ['https://', /valid/],
    ['https://a b.example.com', /valid/],
    ['https://example.com/a\nb', /valid/],
    ['https://example.com\\@10.0.0.1/', /valid/],
    ['https://example.com:99999', /valid/],
    ['https://user:word@example.com', /credentials/],
    ['https://user@example.com', /credentials/],
    ['https://@example.com', /credentials/],
    [`https://example.com/${'a'.repeat(2048 - 19)}`, /2048/],
    ['https://localhost/', /public/],
    ['https://LOCALHOST./', /public/],
    ['https://printer.local', /public/],
    ['https://vault.internal:8200', /public/],
    ['https://a.b.localhost', /public/],
  ])('may not be %j', (url, fault) => {
    expect(urlFault(url, false)).toMatch(fault);
  });

  test('may be http and local where private addresses are allowed, and nothing else more', () => {
    expect(urlFault('http://localhost:3000/hook', true)).toBeNull();
    expect(urlFault('ftp://localhost/hook', true)).toMatch(/http/);
    expect(urlFault('http://a:b@localhost/hook', true)).toMatch(/credentials/);
  });
});

test('only whole labels make a name private', () => {
  expect(isPrivateName('local.example.com')).toBe(false);
  expect(isPrivateName('notlocal')).toBe(false);
  expect(isPrivateName('internal')).toBe(true);
});
