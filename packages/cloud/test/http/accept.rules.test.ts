import { expect, test } from '@jest/globals';
import { accepts } from '../../src/http/request/accept.rules.js';

test.each([
  ['text/event-stream', true],
  ['Text/Event-Stream', true],
  ['application/json, text/event-stream;q=0.5', true],
  ['text/event-stream ; charset=utf-8', true],
  ['application/json, text/event-stream;q=0', false],
  ['text/event-stream; q=0.000', false],
  ['application/json', false],
  ['*/*', false],
  ['text/event-streams', false],
  ['', false],
  [undefined, false],
])('%j asks for a stream: %s', (header, isAsked) => {
  expect(accepts(header, 'text/event-stream')).toBe(isAsked);
});
