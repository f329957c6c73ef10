import { byCaller, recordAudits } from '../audit/record.js';
import { type Context, type Database, transaction } from '../context.js';
import { invalidField } from '../errors.js';
import type { Manager } from '../http/endpoint.js';
import { lockKey } from './manage.js';
import { REACHED, type Reach } from './read.js';

/* Keys whose unlock begins a first-person-in block, where the lock's policy is `manager_keys`. */

/** The ids of a person's keys that are marked so, of those in reach. */
export async function listMarkedKeys(database: Database, reach: Reach, personId: string): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    `select k.id from access_key k where k.person_id = $2 and k.manager and ${REACHED} order by k.id`,
    [reach?.locationId ?? null, personId],
  );
  return rows.map(({ id }) => id);
}

/** Marks a key so, or takes the mark off. @throws 404, 422 for a returned key */
export async function markKey(
  context: Context,
  manager: Manager,
  id: number,
  begins: boolean,
): Promise<void> {
  await transaction(context.pool, async (client) => {
    const { account_id, location_id, name, state } = await lockKey(client, manager, id);
    if (state === 'returned') throw invalidField('', 'the key has been returned');
    const { rowCount } = await client.query(
      'update access_key set manager = $2, updated_at = $3 where id = $1 and manager <> $2',
      [id, begins, new Date(context.clock.now())],
    );
    if (!rowCount) return;
    await recordAudits(client, context, [
      {
        account_id,
        actor: byCaller(manager),
        action: 'key.update',
        subject: { type: 'key', id: String(id), name },
        location_id,
        details: { begins_blocks: begins },
      },
    ]);
  });
}
