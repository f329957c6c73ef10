import type { Context } from '../context.js';
import { entryMac, headMac, olderHeadMac } from './entry.rules.js';
import { AUDIT_KEY, DOORCTL, recordAudits } from './record.js';
import { AUDIT_COLUMNS, type AuditRow, entryOf } from './rows.js';

const ENTRIES = 5;
const HEADS = 100;

/**
 * Whether this is the key that the database was written with: one of the first and the last audit entries, or the end
 * of a chain, has its MAC, or there are none yet. Tampering with some entries does not change the result.
 */
export async function isOwnKey({ pool, secrets }: Pick<Context, 'pool' | 'secrets'>): Promise<boolean> {
  const { rows } = await pool.query<AuditRow>(
    `(select ${AUDIT_COLUMNS} from audit order by number limit ${ENTRIES})
     union all (select ${AUDIT_COLUMNS} from audit order by number desc limit ${ENTRIES})`,
  );
  const key = secrets.derive(AUDIT_KEY);
  if (rows.length === 0 || rows.some((row) => entryMac(key, entryOf(row)).equals(row.mac))) return true;
  const heads = await pool.query<{ account_id: number; sequence: number; hash: Buffer; mac: Buffer }>(
    `select account_id, sequence, hash, mac from audit_head order by account_id limit ${HEADS}`,
  );
  return heads.rows.some(({ account_id, sequence, hash, mac }) =>
    [headMac, olderHeadMac].some((macOf) => macOf(key, account_id, sequence, hash).equals(mac)),
  );
}

/** Accepts this key after the previous one was lost: an entry in every account's log records that. */
export async function acceptKey(context: Pick<Context, 'pool' | 'clock' | 'ids' | 'secrets'>): Promise<void> {
  const { rows } = await context.pool.query<{ id: number; name: string }>(
    'select id, name from account order by id',
  );
  await recordAudits(
    context.pool,
    context,
    rows.map(({ id, name }) => ({
      account_id: id,
      actor: DOORCTL,
      action: 'secret_key.accept',
      subject: { type: 'account', id: String(id), name },
      location_id: null,
    })),
  );
}
