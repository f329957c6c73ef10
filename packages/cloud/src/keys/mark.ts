import { byCaller, recordAudit } from '../audit/record.js';
import { type Context, type Database, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { invalidField } from '../errors.js';
import type { Manager } from '../http/endpoint.js';
import { lockKey } from './manage.js';
import { REACHED, type Reach } from './read.js';
import { keyEntry } from './transitions.js';

/* The marks that a manager may set on a key; a new key has none. */

const MARKED = sql.statement(
  'keys-marked',
  `select k.id, k.manager as begins_blocks, k.holds_doors, u.id is not null as from_directory
   from access_key k left join directory_user u on u.access_key_id = k.id
   where k.person_id = $2 and (k.manager or k.holds_doors or u.id is not null) and ${REACHED} order by k.id`,
  { id: sql.int, begins_blocks: sql.bool, holds_doors: sql.bool, from_directory: sql.present(sql.bool) },
);

const marking = (name: string, column: string) =>
  sql.statement(
    name,
    `update access_key set ${column} = $2, updated_at = $3 where id = $1 and ${column} <> $2`,
  );

/** The setting of each mark. */
const MARKS = {
  /** Its unlock begins a first-person-in block, where the lock's policy is `manager_keys`. */
  begins_blocks: marking('key-mark-begins-blocks', 'manager'),
  /** It may hold doors open from its phone, and end that. */
  holds_doors: marking('key-mark-holds-doors', 'holds_doors'),
};

export type KeyMark = keyof typeof MARKS;

/** The ids of a person's keys in reach that have each mark; `from_directory`: their groups follow from a directory's. */
export async function listMarkedKeys(
  database: Database,
  reach: Reach,
  personId: string,
): Promise<Record<KeyMark | 'from_directory', number[]>> {
  const rows = await MARKED.rows(database, [reach?.locationId ?? null, personId]);
  const marked = (mark: KeyMark | 'from_directory') => rows.filter((row) => row[mark]).map(({ id }) => id);
  return {
    begins_blocks: marked('begins_blocks'),
    holds_doors: marked('holds_doors'),
    from_directory: marked('from_directory'),
  };
}

/** Sets or removes a mark of a key. @throws 404, 422 for a returned key */
export async function markKey(
  context: Context,
  manager: Manager,
  id: number,
  mark: KeyMark,
  isSet: boolean,
): Promise<void> {
  await transaction(context.pool, async (client) => {
    const key = await lockKey(client, manager, id);
    if (key.state === 'returned') throw invalidField('', 'the key has been returned');
    if ((await MARKS[mark].count(client, [id, isSet, new Date(context.clock.now())])) === 0) return;
    const entry = keyEntry({ ...key, id }, byCaller(manager), 'key.update', { [mark]: isSet });
    await recordAudit(client, context, entry);
  });
}
