import { z } from 'zod';
import { byUser } from '../../audit/record.js';
import * as sql from '../../database/statement.js';
import { ApiError } from '../../errors.js';
import { endpoint, type PageEndpoint, SCOPES, type Scope } from '../../http/endpoint.js';
import { IntId, IntIdField, Named, Timestamp } from '../../http/schemas.js';
import { createApiKey } from '../create.js';
import { MAX_LIFETIME_DAYS } from '../lifetime.rules.js';
import { revokeApiKey } from '../revoke.js';

const ApiKeyView = z.strictObject({
  id: z.int(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  location: Named,
  locks: z.array(Named),
  expires_at: Timestamp,
  revoked_at: Timestamp.nullable(),
  created_at: Timestamp,
  created_by: z.string().nullable(),
});

/** The user who made a key may be gone, so Prisma has no relation to them. */
const API_KEYS = sql.statement(
  'api-keys',
  `select k.id, k.name, k.prefix, k.scopes, k.expires_at, k.revoked_at, k.created_at, u.name as created_by,
     ${sql.asNamed('o')} as location,
     (select coalesce(json_agg(${sql.asNamed('l')} order by l.name, l.id), '[]')
       from api_key_lock x join lock l on l.id = x.lock_id where x.api_key_id = k.id) as locks
   from api_key k join location o on o.id = k.location_id left join account_user u on u.id = k.created_by
   where ${sql.isWithin('k', '$1')} order by k.id desc limit 1000`,
  {
    id: sql.int,
    name: sql.text,
    prefix: sql.text,
    scopes: sql.narrow<Scope[]>(sql.arrayOf(sql.text)),
    expires_at: sql.time,
    revoked_at: sql.orNull(sql.time),
    created_at: sql.time,
    created_by: sql.orNull(sql.text),
    location: sql.named,
    locks: sql.json<{ id: number; name: string }[]>(),
  },
  // How many keys a location has decides on the plan.
  { unprepared: true },
);

/** Created and revoked by people; the token is in the answer to its making and nowhere else. */
export const apiKeyEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/api-keys',
    role: 'manager',
    status: 200,
    answer: z.strictObject({ data: z.array(ApiKeyView) }),
    async handler({ context, user }) {
      return { body: { data: await API_KEYS.rows(context.pool, [user.locationId]) } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/api-keys',
    role: 'manager',
    body: z.strictObject({
      name: z.string().min(1).max(200),
      scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length),
      lock_ids: z.array(IntIdField).max(10_000).default([]),
      expires_in_days: z
        .int()
        .min(1)
        .max(MAX_LIFETIME_DAYS, `must be at most ${MAX_LIFETIME_DAYS}, which is 2 years`)
        .optional(),
    }),
    status: 201,
    answer: z.strictObject({ id: z.int(), name: z.string(), token: z.string(), expires_at: Timestamp }),
    async handler({ context, user, body }) {
      const { id, name, token, expires_at } = await createApiKey(context, {
        accountId: user.accountId,
        locationId: user.locationId,
        name: body.name,
        scopes: body.scopes,
        lockIds: body.lock_ids,
        ...(body.expires_in_days ? { expiresInDays: body.expires_in_days } : {}),
        by: byUser(user.user),
      });
      return { body: { id, name, token, expires_at } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'DELETE',
    path: '/api-keys/{id}',
    role: 'manager',
    params: IntId,
    status: 204,
    answer: null,
    async handler({ context, user, params }) {
      const { id } = params;
      if (!(await context.prisma.apiKey.count({ where: { id, ...sql.within(user.locationId) } })))
        throw new ApiError('not_found');
      await revokeApiKey(context, { accountId: user.accountId, id, by: byUser(user.user) });
      return {};
    },
  }),
];
