import { z } from 'zod';
import * as sql from '../../database/statement.js';
import { ApiError } from '../../errors.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import {
  CHANGES_NOTHING,
  changesSomething,
  IntId,
  IntIdField,
  IntIdParam,
  NameField,
  TimeZone,
} from '../../http/schemas.js';
import { countsBelow, reachChange } from '../consequences.js';
import { addLocation, changeLocation, endLocation, IN_LOCATION } from '../locations.js';
import { Reach } from './doors.js';

const count = z.int();
const LocationSetUp = z.strictObject({
  id: z.int(),
  name: z.string(),
  parent_id: z.int().nullable(),
  timezone: z.string(),
  address: z.string(),
  /** The user's own, which a colleague above it moves and ends. */
  is_own: z.boolean(),
  /** What keeps it from ending. */
  here: z.strictObject({
    locations: count,
    doors: count,
    gateways: count,
    groups: count,
    people: count,
    keys: count,
    colleagues: count,
    api_keys: count,
    webhooks: count,
  }),
  /** With all below it; `scheduled` are doors at it that follow its time zone. */
  below: z.strictObject({ locations: count, doors: count, scheduled: count, people: count }),
  /** What a move below the location that was asked about changes; null where none was. */
  move: Reach.nullable(),
});

const SET_UP = sql.statement(
  'premises-location-set-up',
  `select o.id, o.name, o.parent_id, o.timezone, o.address from location o
   where o.id = $2 and o.ended_at is null and ${sql.isLocationWithin('o.id', '$1')}`,
  { id: sql.int, name: sql.text, parent_id: sql.orNull(sql.int), timezone: sql.text, address: sql.text },
);

const fields = {
  name: NameField,
  parent_id: IntIdField,
  timezone: TimeZone,
  address: z.string().trim().max(500, 'must be at most 500 characters'),
};

export const locationSetUpEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/locations',
    role: 'manager',
    body: z.strictObject({ ...fields, address: fields.address.default('') }),
    status: 201,
    answer: z.strictObject({ id: z.int() }),
    async handler({ context, user, body }) {
      return { body: await addLocation(context, user, body) };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/locations/{id}',
    role: 'viewer',
    params: IntId,
    query: z.strictObject({ parent_id: IntIdParam.optional() }),
    status: 200,
    answer: LocationSetUp,
    async handler({ context: { pool }, user, params: { id }, query }) {
      const location = await SET_UP.row(pool, [user.homeLocationId, id]);
      if (!location) throw new ApiError('not_found');
      const is_own = id === user.homeLocationId;
      const [here, below, move] = await Promise.all([
        IN_LOCATION.one(pool, [id]),
        countsBelow(pool, id),
        query.parent_id === undefined || location.parent_id === null
          ? null
          : reachChange(pool, location.parent_id, query.parent_id),
      ]);
      return {
        body: { ...location, parent_id: is_own ? null : location.parent_id, is_own, here, below, move },
      };
    },
  }),
  endpoint({
    for: 'page',
    method: 'PATCH',
    path: '/locations/{id}',
    role: 'manager',
    params: IntId,
    body: z.strictObject(fields).partial().refine(changesSomething, CHANGES_NOTHING),
    status: 204,
    answer: null,
    async handler({ context, user, params, body }) {
      await changeLocation(context, user, params.id, body);
      return {};
    },
  }),
  endpoint({
    for: 'page',
    method: 'DELETE',
    path: '/locations/{id}',
    role: 'manager',
    params: IntId,
    status: 204,
    answer: null,
    async handler({ context, user, params }) {
      await endLocation(context, user, params.id);
      return {};
    },
  }),
];
