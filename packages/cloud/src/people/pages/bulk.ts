import { z } from 'zod';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import { IntIdField, UuidField } from '../../http/schemas.js';
import { NewKeyBody } from '../../keys/schemas.js';
import { giveKeys, movePeople, OUTCOMES, takeBackKeys } from '../bulk.js';

/* What is done for people who are chosen together. */

const MAX_PEOPLE = 100;
/** Keys wait for a locking system one by one; the rest is asked for again. */
const BUDGET_MS = 5_000;

const ids = z
  .array(UuidField)
  .min(1, 'must name at least one person')
  .max(MAX_PEOPLE, `must name at most ${MAX_PEOPLE} people`)
  .transform((given) => [...new Set(given)]);

/** One a person, in the sequence asked. */
const Outcomes = z.strictObject({
  data: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      outcome: z.enum(OUTCOMES),
      message: z.string().nullable(),
    }),
  ),
});

const { name, security_groups, starts_at, expires_at } = NewKeyBody.shape;

export const peopleBulkEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/people-bulk/move',
    role: 'manager',
    body: z.strictObject({ ids, location_id: IntIdField }),
    status: 200,
    answer: Outcomes,
    async handler({ context, user, body }) {
      return { body: { data: await movePeople(context, user, body.ids, body.location_id) } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/people-bulk/take-back',
    role: 'manager',
    body: z.strictObject({ ids }),
    status: 200,
    answer: Outcomes,
    async handler({ context, user, body }) {
      return { body: { data: await takeBackKeys(context, user, body.ids) } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/people-bulk/give',
    role: 'manager',
    body: z.strictObject({
      ids,
      key: z.strictObject({
        name,
        security_groups,
        channel: z.enum(['email', 'sms', 'both', 'reachable']),
        starts_at,
        expires_at,
      }),
    }),
    status: 200,
    /** Fewer than asked where time was up. */
    answer: Outcomes,
    async handler({ context, user, body, signal }) {
      const until = context.clock.monotonic() + BUDGET_MS;
      const isOver = () => signal.aborted || context.clock.monotonic() > until;
      return { body: { data: await giveKeys(context, user, body.ids, body.key, isOver) } };
    },
  }),
];
