import { z } from 'zod';
import { type Endpoint, endpoint } from '../http/endpoint.js';
import { list } from '../http/list.js';
import { IntIdParam, listOf, Named, pageParameters } from '../http/schemas.js';
import { listSecurityGroups, toSecurityGroup } from './read.js';

const SecurityGroup = z
  .strictObject({
    code: z.string().meta({ description: 'Unique at its location.' }),
    name: z.string(),
    location: Named,
    lock_count: z.int().meta({ description: "Of the locks at the API key's location and below it." }),
    directory: z
      .boolean()
      .meta({ description: 'A directory says over SCIM who is in it, and what its name is.' }),
  })
  .meta({ id: 'SecurityGroup' });

const SecurityGroupListQuery = z.strictObject({
  location_id: IntIdParam.optional().meta({ description: 'Only groups of exactly this location.' }),
  lock_id: IntIdParam.optional().meta({ description: 'Only groups that have this lock.' }),
  search: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'Part of the code or the name; case does not matter.' }),
  ...pageParameters,
});

export const securityGroupEndpoints: readonly Endpoint[] = [
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/security_groups',
    scopes: ['catalog:read'],
    summary: 'List security groups, newest first',
    status: 200,
    answer: listOf(SecurityGroup),
    example: {
      data: [
        { code: 'STAFF', name: 'Staff', location: { id: 3, name: 'HQ' }, lock_count: 12, directory: false },
      ],
      next_cursor: null,
    },
    ...list({
      name: 'GET /security_groups',
      query: SecurityGroupListQuery,
      position: z.int(),
      rows: ({ context, caller, query, after, limit }) =>
        listSecurityGroups(context.pool, caller, query, after, limit),
      positionOf: (row) => row.id,
      item: toSecurityGroup,
    }),
  }),
];
