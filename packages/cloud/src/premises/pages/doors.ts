import { z } from 'zod';
import type { Context } from '../../context.js';
import * as sql from '../../database/statement.js';
import { ApiError } from '../../errors.js';
import { endpoint, type PageEndpoint, type SignedIn } from '../../http/endpoint.js';
import {
  CHANGES_NOTHING,
  changesSomething,
  IntId,
  IntIdField,
  IntIdParam,
  Named,
  NameField,
  UuidField,
} from '../../http/schemas.js';
import { countsOfDoor, reachChange } from '../consequences.js';
import { addDoor, changeDoor, endDoor } from '../doors.js';

const count = z.int();
export const Reach = z.strictObject({
  colleagues_lost: count,
  colleagues_gained: count,
  api_keys_lost: count,
  api_keys_gained: count,
  webhooks_lost: count,
  webhooks_gained: count,
});

const DoorSetUp = z.strictObject({
  id: z.int(),
  name: z.string(),
  place: z.string(),
  type: z.string(),
  location: Named,
  gateway: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  door: z.int().nullable(),
  strike_seconds: z.number(),
  left_open_seconds: z.number(),
  /** What is wired to it, as its gateway reports. */
  wired: z.strictObject({ contact: z.boolean(), exit_button: z.boolean(), hold_relay: z.boolean() }),
  counts: z.strictObject({
    groups: count,
    keys: count,
    schedule_entries: count,
    api_keys: count,
    webhooks: count,
  }),
  /** What a move to the location that was asked about changes; null where none was. */
  move: Reach.nullable(),
  /** Fields that the site file keeps for itself. */
  of_site_file: z.array(z.string()),
});

const SET_UP = sql.statement(
  'premises-door-set-up',
  `select l.id, l.name, l.place, l.type, json_build_object('id', o.id, 'name', o.name) as location,
     case when g.id is not null then json_build_object('id', g.id, 'name', g.name) end as gateway, l.door, l.strike_ms, l.left_open_ms,
     coalesce(s.contact_wired, false) as contact, coalesce(s.exit_button_wired, false) as exit_button,
     coalesce(s.hold_relay_wired, false) as hold_relay,
     coalesce((select a.owned from site_applied a where a.account_id = l.account_id and a.section = 'locks' and a.ref = l.ref), '{}') as owned
   from lock l join location o on o.id = l.location_id left join gateway g on g.id = l.gateway_id
   left join door_state s on s.lock_id = l.id
   where l.id = $2 and l.type <> 'ended' and ${sql.isWithin('l', '$1')}`,
  {
    id: sql.int,
    name: sql.text,
    place: sql.text,
    type: sql.text,
    location: sql.json<z.input<typeof Named>>(),
    gateway: sql.orNull(sql.json<{ id: string; name: string }>()),
    door: sql.orNull(sql.int),
    strike_ms: sql.int,
    left_open_ms: sql.int,
    contact: sql.present(sql.bool),
    exit_button: sql.present(sql.bool),
    hold_relay: sql.present(sql.bool),
    owned: sql.present(sql.arrayOf(sql.text)),
  },
);

async function readSetUp({ pool }: Context, user: SignedIn, id: number, to: number | undefined) {
  const row = await SET_UP.row(pool, [user.homeLocationId, id]);
  if (!row) throw new ApiError('not_found');
  const { strike_ms, left_open_ms, contact, exit_button, hold_relay, owned, ...door } = row;
  const [counts, move] = await Promise.all([
    countsOfDoor(pool, id),
    to === undefined ? null : reachChange(pool, door.location.id, to),
  ]);
  return {
    ...door,
    strike_seconds: strike_ms / 1_000,
    left_open_seconds: left_open_ms / 1_000,
    wired: { contact, exit_button, hold_relay },
    counts,
    move,
    of_site_file: owned,
  };
}

const fields = {
  name: NameField,
  place: z.string().trim().max(200, 'must be at most 200 characters'),
  location_id: IntIdField,
  gateway_id: UuidField,
  door: z.int().min(1).max(65_535),
  strike_seconds: z.number().min(1, 'must be 1 to 10 seconds').max(10, 'must be 1 to 10 seconds'),
  left_open_seconds: z.int().min(1, 'must be 1 to 86400 seconds').max(86_400, 'must be 1 to 86400 seconds'),
};

const inMs = (seconds: number | undefined) =>
  seconds === undefined ? undefined : Math.round(seconds * 1_000);

export const doorSetUpEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/doors',
    role: 'manager',
    body: z.strictObject({
      ...fields,
      strike_seconds: fields.strike_seconds.default(5),
      left_open_seconds: fields.left_open_seconds.default(60),
    }),
    status: 201,
    answer: z.strictObject({ id: z.int() }),
    async handler({ context, user, body: { strike_seconds, left_open_seconds, ...body } }) {
      const times = {
        strike_ms: Math.round(strike_seconds * 1_000),
        left_open_ms: left_open_seconds * 1_000,
      };
      return { body: await addDoor(context, user, { ...body, ...times }) };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/doors/{id}/set-up',
    role: 'viewer',
    params: IntId,
    query: z.strictObject({ location_id: IntIdParam.optional() }),
    status: 200,
    answer: DoorSetUp,
    async handler({ context, user, params, query }) {
      return { body: await readSetUp(context, user, params.id, query.location_id) };
    },
  }),
  endpoint({
    for: 'page',
    method: 'PATCH',
    path: '/doors/{id}/set-up',
    role: 'manager',
    params: IntId,
    body: z.strictObject(fields).partial().refine(changesSomething, CHANGES_NOTHING),
    status: 200,
    answer: DoorSetUp,
    async handler({ context, user, params, body: { strike_seconds, left_open_seconds, ...body } }) {
      const times = { strike_ms: inMs(strike_seconds), left_open_ms: inMs(left_open_seconds) };
      await changeDoor(context, user, params.id, { ...body, ...times });
      return { body: await readSetUp(context, user, params.id, undefined) };
    },
  }),
  endpoint({
    for: 'page',
    method: 'DELETE',
    path: '/doors/{id}',
    role: 'manager',
    params: IntId,
    status: 204,
    answer: null,
    async handler({ context, user, params }) {
      await endDoor(context, user, params.id);
      return {};
    },
  }),
];
