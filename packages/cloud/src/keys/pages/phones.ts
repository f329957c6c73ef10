import { z } from 'zod';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import { Named, Timestamp, UuidId, UuidParam } from '../../http/schemas.js';
import { getPerson } from '../../people/read.js';
import { listPhones, removePhone } from '../phones.js';

const Phone = z.strictObject({
  id: z.uuid(),
  user_agent: z.string(),
  bound_at: Timestamp,
  last_seen_at: Timestamp,
  keys: z.array(Named),
});

/** The phones that a person's keys are on. */
export const phonePageEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/people/{id}/phones',
    role: 'viewer',
    params: UuidId,
    status: 200,
    answer: z.strictObject({ data: z.array(Phone) }),
    async handler({ context, user, params }) {
      await getPerson(context.pool, user, params.id);
      return { body: { data: await listPhones(context, user, params.id) } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'DELETE',
    path: '/people/{id}/phones/{phone_id}',
    role: 'manager',
    params: z.strictObject({ id: UuidParam, phone_id: UuidParam }),
    status: 204,
    answer: null,
    async handler({ context, user, params }) {
      await removePhone(context, user, params.id, params.phone_id);
      return {};
    },
  }),
];
