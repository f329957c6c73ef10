import { z } from 'zod';
import type { Context } from '../context.js';
import { type Endpoint, endpoint } from './endpoint.js';

/** `GET /openapi.json`: readable without an API key. */
export function openApiEndpoint(_context: Context, _endpoints: readonly Endpoint[]): Endpoint {
  return endpoint({
    method: 'GET',
    path: '/openapi.json',
    scopes: [],
    public: true,
    summary: 'This description',
    status: 200,
    answer: z.looseObject({}),
    handler: async () => ({ body: {} }),
  });
}
