import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { type Endpoint, endpoint } from '../../src/http/endpoint.js';
import { compileRoutes } from '../../src/http/routes.js';
import { IntId } from '../../src/http/schemas.js';

const declared = (change: Partial<Endpoint>): Endpoint[] => [
  {
    ...endpoint({
      for: 'api',
      method: 'POST',
      path: '/things',
      scopes: ['events:read'],
      summary: '',
      status: 200,
      answer: null,
      handler: async () => ({}),
    }),
    ...change,
  },
];

it('refuses at start a declaration that could not be served as it reads', () => {
  expect(() => compileRoutes(declared({}))).not.toThrow();
  expect(() => compileRoutes(declared({ body: z.object({}) }))).toThrow(
    'POST /things: body: must be a z.strictObject',
  );
  expect(() => compileRoutes(declared({ query: z.string() }))).toThrow('query: must be a z.strictObject');
  expect(() => compileRoutes(declared({ path: '/things/{id}' }))).toThrow('the path and `params` disagree');
  expect(() => compileRoutes(declared({ params: IntId }))).toThrow('the path and `params` disagree');
  expect(() => compileRoutes(declared({ scopes: [] }))).toThrow('needs a scope');
  expect(() => compileRoutes(declared({ method: 'GET', body: z.strictObject({}) }))).toThrow('takes no body');
  expect(() => compileRoutes([...declared({}), ...declared({})])).toThrow('declared twice');
});

it('prefers a fixed segment to a parameter', () => {
  const match = compileRoutes([
    ...declared({ path: '/things/{id}', params: IntId }),
    ...declared({ path: '/things/all' }),
  ]);
  expect(match('POST', ['things', 'all']).route?.endpoint.path).toBe('/things/all');
  expect(match('POST', ['things', '4']).values).toEqual(['4']);
  expect(match('POST', ['things', '']).route).toBeUndefined();
  expect(match('POST', ['__proto__']).allow).toBeUndefined();
});
