import { z } from 'zod';
import { byUser } from '../../audit/record.js';
import { ApiError } from '../../errors.js';
import { endpoint, type PageEndpoint, type SignedIn } from '../../http/endpoint.js';
import { IntId } from '../../http/schemas.js';
import { DENIED_REASONS } from '../reader.rules.js';
import { actAtReader, listReaderKeys, listReaders, READER_DOOR_STATES } from '../simulated.js';

/* The simulated reader of a door of the built-in locking system. */

const Door = z.enum(READER_DOOR_STATES);
const reachOf = ({ accountId, locationId }: SignedIn) => ({ accountId, locationId });

export const readerEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/doors/{id}/reader',
    role: 'manager',
    params: IntId,
    status: 200,
    answer: z.strictObject({
      door: Door,
      keys: z.array(
        z.strictObject({
          id: z.int(),
          name: z.string(),
          person: z.string().nullable(),
          state: z.enum(['handed_over', 'returned']).nullable(),
        }),
      ),
      has_more_keys: z.boolean(),
    }),
    async handler({ context, user, params }) {
      const [reader] = (await listReaders(context, reachOf(user), params.id)).data;
      if (!reader) throw new ApiError('not_found');
      const keys = await listReaderKeys(context, reachOf(user));
      return { body: { door: reader.door, keys: keys.data, has_more_keys: keys.hasMore } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/doors/{id}/reader',
    role: 'manager',
    params: IntId,
    body: z.discriminatedUnion('act', [
      z.strictObject({ act: z.literal('present'), key_id: z.int().min(1).max(2_147_483_647).nullable() }),
      z.strictObject({ act: z.literal('close') }),
      z.strictObject({ act: z.literal('leave_open') }),
    ]),
    status: 200,
    answer: z.strictObject({
      granted: z.boolean().nullable(),
      reason: z.enum(DENIED_REASONS).nullable(),
      door: Door,
    }),
    async handler({ context, user, params, body }) {
      return { body: await actAtReader(context, reachOf(user), params.id, body, byUser(user.user)) };
    },
  }),
];
