import type { PoolClient } from 'pg';
import { byUser, recordAudit } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError, invalidField } from '../errors.js';
import type { SignedIn } from '../http/endpoint.js';
import { doorsAt } from '../locks/history.js';
import type { DoorPast } from '../locks/history.rules.js';
import { type ImageType, imageTypeOf, MAX_IMAGE_BYTES } from './image.rules.js';

/* A location's plan: one drawing, and where its doors are on it. */

/** More than a person can tell apart on one drawing. */
export const MAX_DOORS = 500;

export interface Placed {
  lock_id: number;
  /** Parts of the width and the height, 0 to 1, from the top left corner. */
  x: number;
  y: number;
}

export interface Plan {
  location: { id: number; name: string };
  image: { type: ImageType; width: number; height: number };
  version: number;
  changed_at: Date;
  changed_by: string;
  doors: Placed[];
}

const LIST = sql.statement(
  'floor-plans',
  `select ${sql.asNamed('o')} as location, o.timezone, p.changed_at,
     (select count(*)::int from floor_plan_door d join lock l on l.id = d.lock_id and l.type <> 'ended'
       where d.location_id = p.location_id) as doors
   from floor_plan p join location o on o.id = p.location_id
   where ${sql.isWithin('p', '$1')} and o.ended_at is null order by o.name, o.id limit 5000`,
  { location: sql.named, timezone: sql.text, changed_at: sql.time, doors: sql.int },
);

const ONE = sql.statement(
  'floor-plan',
  `select ${sql.asNamed('o')} as location, p.image_type, p.width, p.height, p.version, p.changed_at, p.changed_by,
     (select coalesce(json_agg(json_build_object('lock_id', d.lock_id, 'x', d.x, 'y', d.y) order by d.lock_id), '[]')
       from floor_plan_door d join lock l on l.id = d.lock_id and l.type <> 'ended'
       where d.location_id = p.location_id and ${sql.isWithin('l', '$2')}) as doors
   from location o left join floor_plan p on p.location_id = o.id
   where o.id = $1 and o.ended_at is null and ${sql.isLocationWithin('o.id', '$2')}`,
  {
    location: sql.named,
    image_type: sql.orNull(sql.narrow<ImageType>(sql.text)),
    width: sql.int,
    height: sql.int,
    version: sql.int,
    changed_at: sql.time,
    changed_by: sql.text,
    doors: sql.json<Placed[]>(),
  },
);

const IMAGE = sql.statement(
  'floor-plan-image',
  `select p.image, p.image_type from floor_plan p where p.location_id = $1 and ${sql.isWithin('p', '$2')}`,
  { image: sql.bytes, image_type: sql.text },
);

const LOCATION = sql.statement(
  'floor-plan-location',
  `select o.id, o.name from location o where o.id = $1 and o.ended_at is null and ${sql.isLocationWithin('o.id', '$2')} for no key update`,
  { id: sql.int, name: sql.text },
);

const PUT_IMAGE = sql.statement(
  'floor-plan-put',
  `insert into floor_plan as p (location_id, account_id, image, image_type, width, height, version, changed_at, changed_by)
   values ($1, $2, $3, $4, $5, $6, 1, $7, $8)
   on conflict (location_id) do update set image = excluded.image, image_type = excluded.image_type, width = excluded.width,
     height = excluded.height, version = p.version + 1, changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
);

const NEXT_VERSION = sql.statement(
  'floor-plan-next-version',
  `update floor_plan set version = version + 1, changed_at = $3, changed_by = $4 where location_id = $1 and version = $2`,
);

/** Doors of the location and below it, whatever the plan says of them now. */
const PLACE = sql.statement(
  'floor-plan-place',
  `with gone as (delete from floor_plan_door where location_id = $1 and lock_id <> all($2::int[]))
   insert into floor_plan_door (location_id, lock_id, x, y)
   select $1, g.lock_id, g.x, g.y from unnest($2::int[], $3::float8[], $4::float8[]) g(lock_id, x, y)
   on conflict (location_id, lock_id) do update set x = excluded.x, y = excluded.y`,
);

const FOREIGN = sql.statement(
  'floor-plan-foreign-doors',
  `select g.n::int as place from unnest($1::int[]) with ordinality g(id, n)
   where not exists (select from lock l where l.id = g.id and l.type <> 'ended' and ${sql.isWithin('l', '$2')}) order by 1`,
  { place: sql.present(sql.int) },
);

const DELETE = sql.statement('floor-plan-delete', 'delete from floor_plan where location_id = $1');

export const listPlans = ({ pool }: Pick<Context, 'pool'>, { locationId }: Pick<SignedIn, 'locationId'>) =>
  LIST.rows(pool, [locationId]);

/** Null where the location has none. @throws 404 */
export async function readPlan(
  { pool }: Pick<Context, 'pool'>,
  { locationId }: Pick<SignedIn, 'locationId'>,
  id: number,
): Promise<Plan | null> {
  const row = await ONE.row(pool, [id, locationId]);
  if (!row) throw new ApiError('not_found');
  const { image_type: type, width, height, ...rest } = row;
  return type === null ? null : { ...rest, image: { type, width, height } };
}

/** @throws 404 */
export async function readImage(
  { pool }: Pick<Context, 'pool'>,
  { locationId }: Pick<SignedIn, 'locationId'>,
  id: number,
): Promise<{ image: Buffer; type: string }> {
  const row = await IMAGE.row(pool, [id, locationId]);
  if (!row) throw new ApiError('not_found');
  return { image: row.image, type: row.image_type };
}

/** The doors of a plan as they were at a moment, each as its own page shows it. @throws 404 */
export async function planAt(
  context: Pick<Context, 'pool'>,
  user: Pick<SignedIn, 'locationId'>,
  id: number,
  at: Date,
): Promise<Map<number, DoorPast>> {
  const plan = await readPlan(context, user, id);
  if (!plan) throw new ApiError('not_found');
  return doorsAt(
    context.pool,
    plan.doors.map(({ lock_id }) => lock_id),
    at,
  );
}

/**
 * Puts a drawing in place of what the location had; its doors stay where they are on it.
 * @param drawing base64, and its size in pixels as the page has measured it
 * @throws 404, 422
 */
export async function putImage(
  context: Context,
  user: SignedIn,
  id: number,
  drawing: { image: string; width: number; height: number },
): Promise<void> {
  const image = Buffer.from(drawing.image, 'base64');
  const type = imageTypeOf(image);
  if (type === null) throw invalidField('image', 'must be a PNG, a JPEG or a WebP image');
  if (image.length > MAX_IMAGE_BYTES) throw invalidField('image', 'must be at most 4 MB');
  const { width, height } = drawing;
  await transaction(context.pool, async (client) => {
    const location = await reach(client, user, id);
    const now = new Date(context.clock.now());
    await PUT_IMAGE.count(client, [id, user.accountId, image, type, width, height, now, user.user.name]);
    await audit(client, context, user, 'set_plan', location, { width, height });
  });
}

/**
 * Places the doors of a plan anew; those that are not named leave it.
 * @param version of the plan that the person saw
 * @throws 404, 409 `changed_meanwhile`, 422
 */
export async function placeDoors(
  context: Context,
  user: SignedIn,
  id: number,
  { version, doors }: { version: number; doors: readonly Placed[] },
): Promise<void> {
  const ids = doors.map(({ lock_id }) => lock_id);
  const twice = ids.findIndex((lockId, place) => ids.indexOf(lockId) < place);
  if (twice >= 0) throw invalidField(`doors[${twice}].lock_id`, 'is named before');
  await transaction(context.pool, async (client) => {
    const location = await reach(client, user, id);
    const [foreign] = await FOREIGN.rows(client, [ids, id]);
    if (foreign) throw invalidField(`doors[${foreign.place - 1}].lock_id`, 'is no door of this location');
    const now = new Date(context.clock.now());
    if ((await NEXT_VERSION.count(client, [id, version, now, user.user.name])) === 0) {
      throw new ApiError('changed_meanwhile', {
        message:
          'Someone else has changed or deleted this plan meanwhile. Load it again and place the doors anew.',
      });
    }
    await PLACE.count(client, [id, ids, doors.map(({ x }) => x), doors.map(({ y }) => y)]);
    await audit(client, context, user, 'place_doors', location, { doors: doors.length });
  });
}

/** @throws 404 */
export async function deletePlan(context: Context, user: SignedIn, id: number): Promise<void> {
  await transaction(context.pool, async (client) => {
    const location = await reach(client, user, id);
    if ((await DELETE.count(client, [id])) === 0) throw new ApiError('not_found');
    await audit(client, context, user, 'delete_plan', location);
  });
}

/** Changes of one plan wait for each other. */
async function reach(client: PoolClient, { locationId }: SignedIn, id: number) {
  const location = await LOCATION.row(client, [id, locationId]);
  if (!location) throw new ApiError('not_found');
  return location;
}

const audit = (
  client: PoolClient,
  context: Context,
  user: SignedIn,
  action: 'set_plan' | 'place_doors' | 'delete_plan',
  { id, name }: { id: number; name: string },
  details: Record<string, number> = {},
) =>
  recordAudit(client, context, {
    account_id: user.accountId,
    actor: byUser(user.user),
    action: `location.${action}`,
    subject: { type: 'location', id: String(id), name },
    location_id: id,
    details,
  });
