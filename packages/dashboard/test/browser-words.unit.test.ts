import { describe, expect, test } from '@jest/globals';
import { browserOf } from '../src/account/browser-words.js';

describe('browsers', () => {
  test('are told apart by their own words', () => {
    expect(browserOf('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36')).toBe(
      'Chrome on Linux',
    );
    expect(browserOf('curl/8')).toBe('Another program');
  });
});
