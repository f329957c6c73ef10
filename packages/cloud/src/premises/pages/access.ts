import { toTimestamp } from '@door-access/protocol';
import { z } from 'zod';
import type { Context } from '../../context.js';
import * as sql from '../../database/statement.js';
import type { ScheduleEntry } from '../../doors/schedule/schedule.rules.js';
import { rememberedScheduleAt } from '../../doors/schedule/schedule-days.js';
import { ApiError } from '../../errors.js';
import { endpoint, type PageEndpoint, type SignedIn } from '../../http/endpoint.js';
import {
  BooleanParam,
  InstantParam,
  IntId,
  IntIdParam,
  LockName,
  Named,
  PersonName,
  Timestamp,
  UuidId,
} from '../../http/schemas.js';
import { getPerson } from '../../people/read.js';
import { accessOf, holdersOf } from '../access.js';
import { VERDICTS } from '../access.rules.js';

const PER_PAGE = 50;

const Holder = z.strictObject({
  id: z.int(),
  name: z.string(),
  person: PersonName.nullable(),
  /** Ids of its groups that count here. */
  groups: z.array(z.int()),
  verdict: z.enum(VERDICTS),
  starts_at: Timestamp,
  expires_at: Timestamp.nullable(),
  handed_over_at: Timestamp.nullable(),
  returned_at: Timestamp.nullable(),
});
const Group = z.strictObject({ id: z.int(), code: z.string(), name: z.string() });

const Holders = z.strictObject({
  at: Timestamp,
  keys: z.array(Holder),
  groups: z.array(Group),
  count: z.int(),
  has_more_than_counted: z.boolean(),
  next_before: z.int().nullable(),
});

const DoorAccess = z.strictObject({
  ...Holders.shape,
  lock: LockName,
  /** By its schedule the door stands open at that moment, for everyone. */
  held_by_schedule: z.strictObject({ until: Timestamp.nullable(), first_person_in: z.boolean() }).nullable(),
});

const PersonAccess = z.strictObject({
  at: Timestamp,
  keys: z.array(Holder),
  groups: z.array(Group),
  doors: z.array(z.strictObject({ ...LockName.shape, location: Named, groups: z.array(z.int()) })),
});

const query = z.strictObject({
  /** Now, where it is left out. */
  at: InstantParam.optional(),
  /** Keys that do not open it then, too. */
  all: BooleanParam.optional(),
  before: IntIdParam.optional(),
});

const DOOR = sql.statement(
  'access-door',
  `select l.id, l.name, l.place, coalesce(l.schedule_in_force, l.schedule) as schedule, o.timezone from lock l join location o on o.id = l.location_id
   where l.id = $2 and l.type <> 'ended' and ${sql.isWithin('l', '$1')}`,
  { id: sql.int, name: sql.text, place: sql.text, schedule: sql.json<ScheduleEntry[]>(), timezone: sql.text },
);

const GROUP = sql.statement(
  'access-group',
  `select from security_group g where g.id = $2 and ${sql.isWithin('g', '$1')}`,
);

/** The keys for a door or a group at the moment that is asked for. */
async function holdersThen(
  { pool, clock }: Context,
  { homeLocationId: locationId }: SignedIn,
  of: 'door' | 'group',
  id: number,
  { at = new Date(clock.now()), all = false, before }: z.output<typeof query>,
) {
  return {
    at,
    ...(await holdersOf(pool, { of, id, at, all, locationId, before: before ?? null, limit: PER_PAGE })),
  };
}

export const accessEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/doors/{id}/access',
    role: 'viewer',
    params: IntId,
    query,
    status: 200,
    answer: DoorAccess,
    async handler({ context, user, params, query }) {
      const door = await DOOR.row(context.pool, [user.homeLocationId, params.id]);
      if (!door) throw new ApiError('not_found');
      const holders = await holdersThen(context, user, 'door', params.id, query);
      const { schedule, timezone, ...lock } = door;
      const { active, stretch } = rememberedScheduleAt(schedule, timezone, holders.at.getTime());
      const held = active.length > 0 && {
        until: stretch?.end == null ? null : toTimestamp(stretch.end),
        first_person_in: active.every(({ first_person_in }) => first_person_in),
      };
      return { body: { ...holders, lock, held_by_schedule: held || null } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/groups/{id}/access',
    role: 'viewer',
    params: IntId,
    query,
    status: 200,
    answer: Holders,
    async handler({ context, user, params, query }) {
      if ((await GROUP.count(context.pool, [user.homeLocationId, params.id])) === 0)
        throw new ApiError('not_found');
      return { body: await holdersThen(context, user, 'group', params.id, query) };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/people/{id}/access',
    role: 'viewer',
    params: UuidId,
    query: z.strictObject({ at: InstantParam.optional() }),
    status: 200,
    answer: PersonAccess,
    async handler({ context, user, params, query }) {
      await getPerson(context.pool, user, params.id);
      const at = query.at ?? new Date(context.clock.now());
      return { body: { at, ...(await accessOf(context.pool, params.id, at, user.homeLocationId)) } };
    },
  }),
];
