import type { PoolClient } from 'pg';
import { byUser, recordAudit } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError, type ErrorDetail } from '../errors.js';
import type { SignedIn } from '../http/endpoint.js';
import { RULE } from './look.sql.js';
import type { RuleBody } from './schemas.js';

/* The alarm rules that people make. */

const MAX_RULES = 100;

/** Those at the location looked at, below it, and above it: all that count there. */
const LIST = sql.statement(
  'alarm-rules',
  `select r.id, r.name, ${sql.asNamed('o')} as location, r.kinds, r.lock_ids, r.hours, r.quiet, r.steps, r.per_hour,
     r.muted_until, r.muted_by
   from alarm_rule r join location o on o.id = r.location_id
   where ${sql.isWithin('r', '$1')} order by lower(r.name), r.id`,
  { ...RULE, location: sql.named, muted_by: sql.orNull(sql.text) },
);

const HOLD = sql.statement('alarm-rules-hold-account', 'select from account where id = $1 for no key update');
const COUNT = sql.statement(
  'alarm-rules-count',
  'select count(*)::int as count from alarm_rule where account_id = $1',
  { count: sql.present(sql.int) },
);

/** What a rule names that is not there: its place in the body. */
const MISSING = sql.statement(
  'alarm-rule-missing',
  `select 'location_id' as field where not ${sql.isLocationWithin('$2', '$1')}
   union all
   select 'lock_ids[' || g.n - 1 || ']' from unnest($3::int[]) with ordinality g(id, n)
   where not exists (select from lock l where l.id = g.id and ${sql.isWithin('l', '$2')})
   union all
   select 'steps[' || (x.step) || '].to[' || (x.place) || ']'
   from json_to_recordset($4::json) as x(step int, place int, kind text, id uuid)
   where x.kind = 'user' and not exists (select from account_user u where u.id = x.id and u.account_id = $5)
      or x.kind = 'channel' and not exists (select from alarm_channel c where c.id = x.id and c.account_id = $5)`,
  { field: sql.present(sql.text) },
);

const INSERT = sql.statement(
  'alarm-rule-insert',
  `insert into alarm_rule (id, account_id, location_id, name, kinds, lock_ids, hours, quiet, steps, per_hour, created_at)
   values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb, $9::jsonb, $10, $11)`,
);
const UPDATE = sql.statement(
  'alarm-rule-update',
  `update alarm_rule set location_id = $2, name = $3, kinds = $4, lock_ids = $5, hours = $6::jsonb, quiet = $7::jsonb,
     steps = $8::jsonb, per_hour = $9 where id = $1`,
);
const MUTE = sql.statement(
  'alarm-rule-mute',
  'update alarm_rule set muted_until = $2, muted_by = $3 where id = $1',
);
const DELETE = sql.statement(
  'alarm-rule-delete',
  'with s as (delete from alarm_summary where rule_id = $1) delete from alarm_rule where id = $1',
);
const ONE = sql.statement(
  'alarm-rule-locked',
  `select r.id, r.name, r.location_id from alarm_rule r where r.id = $1 and ${sql.isWithin('r', '$2')} for update of r`,
  { id: sql.uuid, name: sql.text, location_id: sql.int },
);

export const listRules = ({ pool }: Pick<Context, 'pool'>, { locationId }: Pick<SignedIn, 'locationId'>) =>
  LIST.rows(pool, [locationId]);

/** @throws 422 */
export async function createRule(context: Context, user: SignedIn, body: RuleBody): Promise<string> {
  const id = context.ids.uuid();
  await transaction(context.pool, async (client) => {
    await HOLD.count(client, [user.accountId]);
    await requireNames(client, user, body);
    if ((await COUNT.one(client, [user.accountId])).count >= MAX_RULES)
      throw new ApiError('validation_failed', {
        details: [{ field: 'name', code: 'limit_reached', message: `there are ${MAX_RULES} rules already` }],
      });
    await INSERT.count(client, [id, user.accountId, ...written(body), new Date(context.clock.now())]);
    await audit(client, context, user, 'create', { id, name: body.name, location_id: body.location_id });
  });
  return id;
}

/** @throws 404, 422 */
export async function updateRule(
  context: Context,
  user: SignedIn,
  id: string,
  body: RuleBody,
): Promise<void> {
  await transaction(context.pool, async (client) => {
    await reach(client, user, id);
    await requireNames(client, user, body);
    await UPDATE.count(client, [id, ...written(body)]);
    await audit(client, context, user, 'update', { id, name: body.name, location_id: body.location_id });
  });
}

/** Until then it notifies no one; null: it does again. @throws 404 */
export async function muteRule(
  context: Context,
  user: SignedIn,
  id: string,
  until: Date | null,
): Promise<void> {
  await transaction(context.pool, async (client) => {
    const rule = await reach(client, user, id);
    await MUTE.count(client, [id, until, until === null ? null : user.user.name]);
    await audit(client, context, user, 'mute', rule, { until: until?.toISOString() ?? null });
  });
}

/** @throws 404 */
export async function deleteRule(context: Context, user: SignedIn, id: string): Promise<void> {
  await transaction(context.pool, async (client) => {
    const rule = await reach(client, user, id);
    await DELETE.count(client, [id]);
    await audit(client, context, user, 'delete', rule);
  });
}

async function reach(client: PoolClient, { locationId }: SignedIn, id: string) {
  const rule = await ONE.row(client, [id, locationId]);
  if (!rule) throw new ApiError('not_found');
  return rule;
}

async function requireNames(client: PoolClient, user: SignedIn, body: RuleBody): Promise<void> {
  const named = body.steps.flatMap(({ to }, step) => to.map((target, place) => ({ step, place, ...target })));
  const missing = await MISSING.rows(client, [
    user.locationId,
    body.location_id,
    body.lock_ids,
    JSON.stringify(named),
    user.accountId,
  ]);
  if (missing.length === 0) return;
  const details = missing.map(
    ({ field }): ErrorDetail => ({ field, code: 'invalid', message: 'is not there, or not yours' }),
  );
  throw new ApiError('validation_failed', { details });
}

const written = ({ location_id, name, kinds, lock_ids, hours, quiet, steps, per_hour }: RuleBody) => [
  location_id,
  name.trim(),
  kinds,
  lock_ids,
  JSON.stringify(hours),
  JSON.stringify(quiet),
  JSON.stringify(steps),
  per_hour,
];

const audit = (
  client: PoolClient,
  context: Context,
  user: SignedIn,
  action: 'create' | 'update' | 'mute' | 'delete',
  { id, name, location_id }: { id: string; name: string; location_id: number },
  details: Record<string, string | null> = {},
) =>
  recordAudit(client, context, {
    account_id: user.accountId,
    actor: byUser(user.user),
    action: `alarm_rule.${action}`,
    subject: { type: 'alarm_rule', id, name },
    location_id,
    details,
  });
