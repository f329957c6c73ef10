import { z } from 'zod';
import * as sql from '../../database/statement.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import { Timestamp } from '../../http/schemas.js';
import { ENDING_WITHIN_DAYS, shownAt } from '../../keys/review.rules.js';

/* What needs a person beside alarms and doors, which the overview has already. */

const NAMED = 3;

const GATEWAYS = sql.statement(
  'attention-gateways',
  `select g.id, g.name, g.online_since, count(*) over ()::int as count from gateway g
   where g.online = false and g.revoked_at is null and ${sql.isWithin('g', '$1')}
   order by g.online_since desc nulls last, g.id limit ${NAMED}`,
  { id: sql.uuid, name: sql.text, online_since: sql.orNull(sql.time), count: sql.present(sql.int) },
  { unprepared: true },
);

const KEYS = sql.statement(
  'attention-keys',
  `select count(*)::int as count from access_key k
   where k.expires_at > $2 and ${shownAt('$2::timestamptz').ending}
     and k.location_id in (select a.location_id from location_ancestor a where a.ancestor_id = $1)`,
  { count: sql.present(sql.int) },
  { unprepared: true },
);

export const attentionEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/attention',
    role: 'viewer',
    status: 200,
    answer: z.strictObject({
      /** Those that are away, the last to go first; some are named. */
      gateways_offline: z.strictObject({
        count: z.int(),
        named: z.array(z.strictObject({ id: z.uuid(), name: z.string(), since: Timestamp.nullable() })),
      }),
      keys_ending: z.strictObject({ count: z.int(), within_days: z.int() }),
    }),
    async handler({ context, user }) {
      const [gateways, keys] = await Promise.all([
        GATEWAYS.rows(context.pool, [user.locationId]),
        KEYS.one(context.pool, [user.locationId, new Date(context.clock.now())]),
      ]);
      const named = gateways.map(({ id, name, online_since }) => ({ id, name, since: online_since }));
      return {
        body: {
          gateways_offline: { count: gateways[0]?.count ?? 0, named },
          keys_ending: { count: keys.count, within_days: ENDING_WITHIN_DAYS },
        },
      };
    },
  }),
];
