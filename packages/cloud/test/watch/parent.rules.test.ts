import { expect, test } from '@jest/globals';
import { readParent } from '../../src/watch/parent.rules.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

test.each([
  [`00-${TRACE}-${SPAN}-01`, 1],
  [`00-${TRACE}-${SPAN}-00`, 0],
  [`00-${TRACE}-${SPAN}-03`, 1],
  [`cc-${TRACE}-${SPAN}-01-later`, 1],
])('%s is a place in a trace', (header, traceFlags) =>
  expect(readParent(header)).toEqual({ traceId: TRACE, spanId: SPAN, traceFlags }),
);

test.each([
  undefined,
  '',
  'nonsense',
  `ff-${TRACE}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-01x`,
  [`00-${TRACE}-${SPAN}-01`],
])('%j is none', (header) => expect(readParent(header)).toBeNull());
