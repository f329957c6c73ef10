import { SITE_FILE } from '../audit/record.js';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { announcing } from '../events/announce.js';
import { markHandedOver } from '../keys/transitions.js';
import type { SiteResult } from './site-result.js';

const DAY_MS = 86_400_000;

/** One that opens the archive, one that does not, one that has ended, and those of other doors. `days`: of its beginning and its end. */
const KEYS = [
  { person: 'facility', name: 'IT rooms', group: 'IT', days: [-60, null] },
  { person: 'reception', name: 'Front doors', group: 'STAFF', days: [-60, null] },
  { person: 'analyst', name: 'Last summer', group: 'IT', days: [-150, -60] },
  { person: 'analyst', name: 'Laboratory', group: 'LAB', days: [-60, null] },
  { person: 'shift_lead', name: 'Plant', group: 'PLANT', days: [-60, null] },
  { person: 'cleaners', name: 'Evening round', group: 'CLEANING', days: [-60, null] },
] as const;

const MAKE_KEY = sql.statement(
  'demo-make-key',
  `with k as (
     insert into access_key (account_id, location_id, person_id, name, starts_at, expires_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7) returning id)
   insert into access_key_group (access_key_id, security_group_id, position)
   select k.id, g.id, 1 from k, security_group g where g.location_id = $2 and g.code = $8 returning access_key_id as id`,
  { id: sql.int },
);

/** Hands over keys to people of the demo site, for its readers; a site file cannot contain keys. */
export async function giveDemoKeys(
  context: Context,
  { account, locations, people }: SiteResult,
): Promise<void> {
  await announcing(context, async (client, announce) => {
    const now = context.clock.now();
    const at = (days: number) => new Date(now + days * DAY_MS);
    for (const { person, name, group, days } of KEYS) {
      const [first, last] = days;
      const rows = await MAKE_KEY.rows(client, [
        account.id,
        locations.hq,
        people[person],
        name,
        at(first),
        last && at(last),
        at(first),
        group,
      ]);
      for (const { id } of rows)
        await markHandedOver({ context, client, announce, by: SITE_FILE }, id, at(first).getTime());
    }
  });
}
