import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { detailsOf, firstFault } from '../../src/http/details.rules.js';

const Body = z.strictObject({
  name: z.string().max(3),
  count: z.int().min(1).max(10),
  open: z.boolean(),
  list: z.array(z.string()).min(1).max(2),
  mode: z.enum(['auto', 'closed']),
  own: z.string().refine((text) => text === 'x', 'must be x'),
});
const RIGHT = { name: 'Bo', count: 1, open: true, list: ['a'], mode: 'auto', own: 'x' };

describe('faults are reported in plain words', () => {
  test.each([
    [{ name: null }, 'name', 'must be text'],
    [{ name: 'Anna' }, 'name', 'must be at most 3 characters long'],
    [{ name: undefined }, 'name', 'required'],
    [{ count: '1' }, 'count', 'must be a number'],
    [{ count: 1.5 }, 'count', 'must be a whole number'],
    [{ count: 0 }, 'count', 'must be at least 1'],
    [{ count: 11 }, 'count', 'must be at most 10'],
    [{ open: 'yes' }, 'open', 'must be true or false'],
    [{ list: '*' }, 'list', 'must be a list'],
    [{ list: [] }, 'list', 'must have at least 1 entry'],
    [{ list: ['a', 5] }, 'list[1]', 'must be text'],
    [{ mode: 'open' }, 'mode', 'must be one of auto, closed'],
    [{ own: 'y' }, 'own', 'must be x'],
    [{ foo: 1 }, 'foo', 'unknown field'],
  ])('%j', (fields, field, message) => {
    const body = JSON.parse(JSON.stringify({ ...RIGHT, ...fields }));
    const issues = Body.safeParse(body).error?.issues ?? [];
    expect(detailsOf(issues, body)).toEqual([{ field, code: expect.any(String), message }]);
  });

  test('of a query too', () => {
    const issues = Body.safeParse({ ...RIGHT, mode: 'open' }).error?.issues ?? [];
    expect(firstFault(issues, 'query')).toBe(
      'The query parameter "mode" is malformed: must be one of auto, closed.',
    );
  });
});
