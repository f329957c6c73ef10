import { z } from 'zod';
import * as sql from '../../database/statement.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';

/* How far an organisation has come since it was made: read off what is there, so that nothing has to be kept. */

export const STEPS = ['gateway', 'online', 'door', 'opened', 'person', 'key', 'api_key'] as const;

const Steps = z.strictObject({ done: z.array(z.enum(STEPS)) });

/** Whether there is any of each within the location; each looks for one row. */
const DONE = sql.statement(
  'first-steps',
  `with o as materialized (select location_id from location_ancestor where ancestor_id = $1),
g as (select x.online_since from gateway x join o on o.location_id = x.location_id where x.revoked_at is null)
select array_remove(array[
  case when exists (select from g) then 'gateway' end,
  case when exists (select from g where online_since is not null) then 'online' end,
  case when exists (select from lock x join o on o.location_id = x.location_id where x.type <> 'ended') then 'door' end,
  case when exists (select from event_scope where location_id = $1 and type = 'access.granted') then 'opened' end,
  case when exists (select from person x join o on o.location_id = x.location_id where x.deleted_at is null) then 'person' end,
  case when exists (select from access_key x join o on o.location_id = x.location_id) then 'key' end,
  case when exists (select from api_key x join o on o.location_id = x.location_id where x.revoked_at is null) then 'api_key' end
], null) as done`,
  { done: sql.arrayOf(sql.narrow<(typeof STEPS)[number]>(sql.text)) },
);

export const firstStepEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/first-steps',
    role: 'owner',
    status: 200,
    answer: Steps,
    async handler({ context, user }) {
      return { body: await DONE.one(context.pool, [user.locationId]) };
    },
  }),
];
