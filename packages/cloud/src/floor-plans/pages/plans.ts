import { toTimestamp } from '@door-access/protocol';
import { z } from 'zod';
import { endpoint, type PageEndpoint, streamed } from '../../http/endpoint.js';
import { sendPicture } from '../../http/pages/picture.js';
import { InstantParam, IntId, IntIdField, Named, Timestamp } from '../../http/schemas.js';
import { IMAGE_TYPES, MAX_IMAGE_BYTES, MAX_SIDE } from '../image.rules.js';
import {
  deletePlan,
  listPlans,
  MAX_DOORS,
  placeDoors,
  planAt,
  putImage,
  readImage,
  readPlan,
} from '../plans.js';

/** Four characters of base64 for three bytes, and room for what stands around them. */
const MAX_DRAWING = Math.ceil(MAX_IMAGE_BYTES / 3) * 4;

const part = z.number().min(0).max(1);
const Placed = z.strictObject({ lock_id: IntIdField, x: part, y: part });

const Plan = z.strictObject({
  location: Named,
  image: z.strictObject({ type: z.enum(IMAGE_TYPES), width: z.int(), height: z.int() }),
  version: z.int(),
  changed_at: Timestamp,
  changed_by: z.string(),
  doors: z.array(z.strictObject({ lock_id: z.int(), x: z.number(), y: z.number() })),
});

const Then = z.strictObject({
  lock_id: z.int(),
  door: z.enum(['open', 'closed', 'unknown']),
  forced: z.boolean(),
  left_open: z.boolean(),
  held_open: z.union([z.boolean(), z.literal('unknown')]),
  online: z.union([z.boolean(), z.literal('unknown')]),
});

export const floorPlanEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/floor-plans',
    role: 'viewer',
    status: 200,
    answer: z.strictObject({
      data: z.array(
        z.strictObject({ location: Named, timezone: z.string(), changed_at: Timestamp, doors: z.int() }),
      ),
    }),
    async handler({ context, user }) {
      const rows = await listPlans(context, user);
      return {
        body: { data: rows.map((row) => ({ ...row, changed_at: toTimestamp(row.changed_at.getTime()) })) },
      };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/locations/{id}/plan',
    role: 'viewer',
    params: IntId,
    status: 200,
    /** Null where the location has none yet. */
    answer: z.strictObject({ plan: Plan.nullable() }),
    async handler({ context, user, params }) {
      const plan = await readPlan(context, user, params.id);
      return { body: { plan: plan && { ...plan, changed_at: toTimestamp(plan.changed_at.getTime()) } } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/locations/{id}/plan/image',
    role: 'viewer',
    params: IntId,
    /** The version that the page has read: another has another address. */
    query: z.strictObject({ version: z.string().max(12).optional() }),
    status: 200,
    answer: null,
    handler: streamed,
    async stream({ context, user, params }, response) {
      const { image, type } = await readImage(context, user, params.id);
      sendPicture(response, image, type);
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/locations/{id}/plan/past',
    role: 'viewer',
    params: IntId,
    query: z.strictObject({ at: InstantParam }),
    status: 200,
    answer: z.strictObject({ at: Timestamp, doors: z.array(Then) }),
    async handler({ context, user, params, query }) {
      const past = await planAt(context, user, params.id, query.at);
      const doors = [...past].map(([lock_id, then]) => ({
        lock_id,
        door: then.door.value,
        forced: then.forced.value,
        left_open: then.left_open.value,
        held_open: then.held_open.value,
        online: then.online.value,
      }));
      return { body: { at: toTimestamp(query.at.getTime()), doors } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'PUT',
    path: '/locations/{id}/plan/image',
    role: 'manager',
    params: IntId,
    body: z.strictObject({
      image: z.base64().min(1).max(MAX_DRAWING, 'must be at most 4 MB'),
      width: z.int().min(1).max(MAX_SIDE),
      height: z.int().min(1).max(MAX_SIDE),
    }),
    maxBodyBytes: MAX_DRAWING + 1024,
    status: 204,
    answer: null,
    async handler({ context, user, params, body }) {
      await putImage(context, user, params.id, body);
      return {};
    },
  }),
  endpoint({
    for: 'page',
    method: 'PUT',
    path: '/locations/{id}/plan/doors',
    role: 'manager',
    params: IntId,
    body: z.strictObject({ version: z.int().min(1), doors: z.array(Placed).max(MAX_DOORS) }),
    status: 204,
    answer: null,
    async handler({ context, user, params, body }) {
      await placeDoors(context, user, params.id, body);
      return {};
    },
  }),
  endpoint({
    for: 'page',
    method: 'DELETE',
    path: '/locations/{id}/plan',
    role: 'manager',
    params: IntId,
    status: 204,
    answer: null,
    async handler({ context, user, params }) {
      await deletePlan(context, user, params.id);
      return {};
    },
  }),
];
