import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { entryMac, headMac, olderHeadMac } from './entry.rules.js';
import { AUDIT_KEY, DOORCTL, recordAudits } from './record.js';
import { AUDIT, AUDIT_COLUMNS, bears, entryOf, HEAD } from './rows.js';

const ENTRIES = 5;

const OUTERMOST = sql.statement(
  'audit-outermost',
  `(select ${AUDIT_COLUMNS} from audit order by number limit ${ENTRIES})
   union all (select ${AUDIT_COLUMNS} from audit order by number desc limit ${ENTRIES})`,
  AUDIT,
);

const HEADS = sql.statement(
  'audit-heads',
  'select account_id, sequence, hash, mac from audit_head order by account_id limit 100',
  HEAD,
);

const ACCOUNTS = sql.statement('audit-accounts', 'select id, name from account order by id', {
  id: sql.int,
  name: sql.text,
});

/**
 * Whether this is the key that the database was written with, as long as it was never rotated (sealing/keys-in-use.ts): one of the first and the last audit entries, or the end
 * of a chain, has its MAC, or there are none yet. Tampering with some entries does not change the result.
 */
export async function isOwnKey({ pool, secrets }: Pick<Context, 'pool' | 'secrets'>): Promise<boolean> {
  const rows = await OUTERMOST.rows(pool);
  const keys = secrets.keysFor(AUDIT_KEY);
  if (rows.some((row) => keys.some((key) => entryMac(key, entryOf(row)).equals(row.mac)))) return true;
  const heads = await HEADS.rows(pool);
  if (rows.length === 0 && heads.length === 0) return true;
  return heads.some((head) => [headMac, olderHeadMac].some((macOf) => bears(macOf, keys, head)));
}

/** Accepts this key after the previous one was lost: an entry in every account's log records that. */
export async function acceptKey(context: Pick<Context, 'pool' | 'clock' | 'ids' | 'secrets'>): Promise<void> {
  const accounts = await ACCOUNTS.rows(context.pool);
  await recordAudits(
    context.pool,
    context,
    accounts.map(({ id, name }) => ({
      account_id: id,
      actor: DOORCTL,
      action: 'secret_key.accept',
      subject: { type: 'account', id: String(id), name },
      location_id: null,
    })),
  );
}
