import { expect, test } from '@jest/globals';
import { givenRequestId } from '../../src/http/request/id.rules.js';

const ID = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';

test.each([
  [ID, ID],
  [ID.toUpperCase(), ID],
  [undefined, null],
  ['', null],
  ['from-outside', null],
  [ID.slice(1), null],
  [`${ID}0`, null],
  [` ${ID}`, null],
  [`${ID}\n`, null],
  [`${ID}, ${ID}`, null],
  [[ID, ID], null],
])('of %j the id of the request is %j', (header, id) => expect(givenRequestId(header)).toBe(id));
