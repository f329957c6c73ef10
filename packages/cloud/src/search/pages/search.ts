import { z } from 'zod';
import { EVENT_TYPES } from '../../events/event-types.rules.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import { LockName, Named, Timestamp } from '../../http/schemas.js';
import { search } from '../search.js';

const MAX_TYPED = 100;

const Found = z.strictObject({
  people: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      location: Named,
    }),
  ),
  gateways: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      location_name: z.string(),
      online: z.boolean().nullable(),
    }),
  ),
  /** The event whose id was typed. */
  event: z
    .strictObject({
      id: z.int(),
      type: z.enum(EVENT_TYPES),
      occurred_at: Timestamp,
      lock: LockName,
      location: Named,
    })
    .nullable(),
});

export const searchEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/search',
    role: 'viewer',
    query: z.strictObject({ q: z.string().max(MAX_TYPED).default('') }),
    status: 200,
    answer: Found,
    async handler({ context, user, query }) {
      const { people, gateways, event } = await search(context, user, query.q);
      return {
        body: {
          people: people.map(({ id, name, email, phone, location_id, location_name }) => {
            return { id, name, email, phone, location: { id: location_id, name: location_name } };
          }),
          gateways,
          event: event && {
            id: event.id,
            type: event.type as (typeof EVENT_TYPES)[number],
            occurred_at: event.occurred_at,
            lock: { id: event.lock_id, name: event.lock_name, place: event.place },
            location: { id: event.location_id, name: event.location_name },
          },
        },
      };
    },
  }),
];
