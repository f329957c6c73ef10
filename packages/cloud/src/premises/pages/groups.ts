import { z } from 'zod';
import * as sql from '../../database/statement.js';
import { ApiError } from '../../errors.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import { IntId, IntIdField, LockName, Named, NameField } from '../../http/schemas.js';
import { countsOfGroup } from '../consequences.js';
import { addGroup, changeGroup, endGroup } from '../groups.js';

/** Of one answer; a search shows the rest. */
const MAX_GROUPS = 500;

const Group = z.strictObject({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  location: Named,
  doors: z.int(),
  /** A directory says who is in it. */
  directory: z.boolean(),
});

const groups = (name: string, which: string) =>
  sql.statement(
    name,
    `select g.id, g.code, g.name, json_build_object('id', o.id, 'name', o.name) as location,
       (select count(*)::int from security_group_lock m where m.security_group_id = g.id) as doors,
       exists (select from directory_group d where d.security_group_id = g.id) as directory
     from security_group g join location o on o.id = g.location_id where ${sql.isWithin('g', '$1')} and ${which}`,
    {
      id: sql.int,
      code: sql.text,
      name: sql.text,
      location: sql.json<z.input<typeof Named>>(),
      doors: sql.present(sql.int),
      directory: sql.present(sql.bool),
    },
  );

const GROUPS = groups(
  'premises-groups',
  `($2::text is null or position(lower($2) in lower(g.code)) > 0 or position(lower($2) in lower(g.name)) > 0)
   order by g.name, g.id limit ${MAX_GROUPS + 1}`,
);
const GROUP = groups('premises-group-shown', 'g.id = $2');

const DOORS = sql.statement(
  'premises-doors-of-group',
  `select l.id, l.name, l.place, json_build_object('id', o.id, 'name', o.name) as location
   from security_group_lock m join lock l on l.id = m.lock_id join location o on o.id = l.location_id
   where m.security_group_id = $2 and ${sql.isWithin('l', '$1')} order by l.name, l.id limit 2000`,
  {
    id: sql.int,
    name: sql.text,
    place: sql.text,
    location: sql.json<z.input<typeof Named>>(),
  },
);

const GroupDetails = z.strictObject({
  ...Group.shape,
  door_list: z.array(z.strictObject({ ...LockName.shape, location: Named })),
  /** Keys that are not returned, those of them without another group, and their people. */
  counts: z.strictObject({ keys: z.int(), keys_alone: z.int(), people: z.int() }),
});

const Code = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}]{1,64}$/u, 'must be 1 to 64 characters');
const doors = z.array(IntIdField).max(2_000);

export const groupSetUpEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/groups',
    role: 'viewer',
    query: z.strictObject({ search: z.string().min(1).max(100).optional() }),
    status: 200,
    answer: z.strictObject({ data: z.array(Group), has_more: z.boolean() }),
    async handler({ context, user, query }) {
      const rows = await GROUPS.rows(context.pool, [user.locationId, query.search ?? null]);
      return { body: { data: rows.slice(0, MAX_GROUPS), has_more: rows.length > MAX_GROUPS } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/groups',
    role: 'manager',
    body: z.strictObject({ code: Code, name: NameField, location_id: IntIdField }),
    status: 201,
    answer: z.strictObject({ id: z.int() }),
    async handler({ context, user, body }) {
      return { body: await addGroup(context, user, body) };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/groups/{id}',
    role: 'viewer',
    params: IntId,
    status: 200,
    answer: GroupDetails,
    async handler({ context, user, params }) {
      const here = [user.homeLocationId, params.id];
      const group = await GROUP.row(context.pool, here);
      if (!group) throw new ApiError('not_found');
      const [door_list, counts] = await Promise.all([
        DOORS.rows(context.pool, here),
        countsOfGroup(context.pool, params.id),
      ]);
      return { body: { ...group, door_list, counts } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'PATCH',
    path: '/groups/{id}',
    role: 'manager',
    params: IntId,
    body: z.strictObject({
      name: NameField.optional(),
      add_doors: doors.default([]),
      remove_doors: doors.default([]),
    }),
    status: 204,
    answer: null,
    async handler({ context, user, params, body }) {
      await changeGroup(context, user, params.id, body);
      return {};
    },
  }),
  endpoint({
    for: 'page',
    method: 'DELETE',
    path: '/groups/{id}',
    role: 'manager',
    params: IntId,
    status: 204,
    answer: null,
    async handler({ context, user, params }) {
      await endGroup(context, user, params.id);
      return {};
    },
  }),
];
