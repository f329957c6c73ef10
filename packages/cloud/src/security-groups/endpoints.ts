import { z } from 'zod';
import { decodeCursor, pageOf } from '../http/cursor.js';
import { type Endpoint, endpoint } from '../http/endpoint.js';
import { IntIdParam, listOf, Named, pageParameters } from '../http/schemas.js';
import { listSecurityGroups, toSecurityGroup } from './read.js';

const LIST = 'GET /security_groups';

const SecurityGroup = z
  .strictObject({
    code: z.string().meta({ description: 'Unique at its location.' }),
    name: z.string(),
    location: Named,
    lock_count: z.int().meta({ description: "Of the locks at the API key's location and below it." }),
  })
  .meta({ id: 'SecurityGroup' });

export const securityGroupEndpoints: readonly Endpoint[] = [
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/security_groups',
    scopes: ['catalog:read'],
    summary: 'List security groups, newest first',
    query: z.strictObject({
      location_id: IntIdParam.optional().meta({ description: 'Only groups of exactly this location.' }),
      search: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .meta({ description: 'Part of the code or the name; case does not matter.' }),
      ...pageParameters,
    }),
    status: 200,
    answer: listOf(SecurityGroup),
    example: {
      data: [{ code: 'STAFF', name: 'Staff', location: { id: 3, name: 'HQ' }, lock_count: 12 }],
      next_cursor: null,
    },
    async handler({ context, caller, query }) {
      const binding = { list: LIST, caller, filters: query };
      const before = query.cursor ? decodeCursor(context, binding, query.cursor, z.int()) : null;
      const rows = await listSecurityGroups(context.pool, caller, query, before, query.limit + 1);
      return { body: pageOf(context, binding, rows, query.limit, (row) => row.id, toSecurityGroup) };
    },
  }),
];
