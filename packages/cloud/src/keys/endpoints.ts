import { z } from 'zod';
import { type Endpoint, endpoint } from '../http/endpoint.js';
import { list } from '../http/list.js';
import { IntId } from '../http/schemas.js';
import { keyFaults } from './faults.js';
import { issueKey } from './issue.js';
import { changeFaults, deleteKey, updateKey } from './manage.js';
import { getKey, isBriefOfKeys, listKeys, toKey } from './read.js';
import { KeyAnswer, KeyChangeBody, KeyList, KeyListQuery, NewKeyBody } from './schemas.js';

const ISSUED_PER_MINUTE = 30;

const EXAMPLE = {
  id: 9001,
  name: 'Front doors',
  state: null,
  person: { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', name: 'Anna Aho', email: 'anna@acme.example' },
  location: { id: 3, name: 'HQ' },
  security_groups: ['STAFF'],
  starts_at: '2026-01-07T06:00:00.000Z',
  expires_at: null,
  handed_over_at: null,
  returned_at: null,
  created_at: '2026-01-07T06:00:00.000Z',
  updated_at: '2026-01-07T06:00:00.000Z',
  invitation: { id: 77, state: 'pending' },
};

export const keyEndpoints: readonly Endpoint[] = [
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/keys',
    scopes: ['keys:read', 'keys:write'],
    summary: 'List keys, newest first',
    status: 200,
    answer: KeyList,
    example: { data: [EXAMPLE], next_cursor: null },
    ...list({
      name: 'GET /keys',
      query: KeyListQuery,
      position: z.int(),
      ahead: ({ context, place, query, after, limit }) =>
        isBriefOfKeys(query) ? listKeys(context.pool, place, query, after, limit) : null,
      rows: async ({ context, caller, query, after, limit, early }) =>
        early ?? (await listKeys(context.pool, caller, query, after, limit)),
      positionOf: (row) => row.id,
      item: toKey,
    }),
  }),
  endpoint({
    for: 'api',
    method: 'POST',
    path: '/keys',
    scopes: ['keys:write'],
    summary: 'Issue a key and send its invitation',
    description:
      'Sends an invitation by SMS, e-mail or both on every call. The key is in use once the recipient activates the link: `key.activated`.',
    body: NewKeyBody,
    status: 201,
    answer: KeyAnswer,
    errors: ['entitlement_exceeded', 'locksys_rejected'],
    limit: { name: 'keys', perMinute: ISSUED_PER_MINUTE, countBeforeChecks: true },
    idempotent: true,
    bodyExample: {
      person_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      name: 'Front doors',
      security_groups: ['STAFF'],
      channel: 'sms',
      starts_at: '2026-01-07T06:00:00.000Z',
      expires_at: null,
    },
    example: EXAMPLE,
    async moreFaults({ context, caller, fields }) {
      return (await keyFaults(context.pool, caller, fields, new Date(context.clock.now()))).details;
    },
    async handler({ context, caller, body }) {
      return { body: toKey(await issueKey(context, caller, body)), personId: body.person_id };
    },
  }),
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/keys/{id}',
    scopes: ['keys:read', 'keys:write'],
    summary: 'Read one key',
    params: IntId,
    status: 200,
    answer: KeyAnswer,
    errors: ['not_found'],
    example: EXAMPLE,
    async handler({ context, caller, params }) {
      return { body: toKey(await getKey(context.pool, caller, params.id)) };
    },
  }),
  endpoint({
    for: 'api',
    method: 'PATCH',
    path: '/keys/{id}',
    scopes: ['keys:write'],
    summary: 'Change a key',
    description: 'Changes the fields given, at least one. A returned key cannot be changed.',
    params: IntId,
    body: KeyChangeBody,
    status: 200,
    answer: KeyAnswer,
    errors: ['not_found', 'entitlement_exceeded', 'locksys_rejected'],
    bodyExample: { expires_at: '2026-06-30T21:00:00.000Z' },
    example: {
      ...EXAMPLE,
      expires_at: '2026-06-30T21:00:00.000Z',
      updated_at: '2026-01-08T06:00:00.000Z',
    },
    async moreFaults({ context, caller, params, fields }) {
      const before = await getKey(context.pool, caller, params.id);
      return (await changeFaults(context.pool, before, fields)).details;
    },
    async handler({ context, caller, params, body }) {
      return { body: toKey(await updateKey(context, caller, params.id, body)) };
    },
  }),
  endpoint({
    for: 'api',
    method: 'DELETE',
    path: '/keys/{id}',
    scopes: ['keys:write'],
    summary: 'Take a key back',
    description:
      'The key becomes `returned` and its pending invitation is cancelled. One returned before stays as it is.',
    params: IntId,
    status: 200,
    answer: KeyAnswer,
    errors: ['not_found', 'locksys_rejected', 'revocation_not_available'],
    example: {
      ...EXAMPLE,
      state: 'returned',
      returned_at: '2026-01-08T06:00:00.000Z',
      invitation: { id: 77, state: 'cancelled' },
    },
    async handler({ context, caller, params }) {
      return { body: toKey(await deleteKey(context, caller, params.id)) };
    },
  }),
];
