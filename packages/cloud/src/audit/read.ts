import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import type { KeptEntry } from './entry.rules.js';
import { AUDIT, AUDIT_COLUMNS, entryOf } from './rows.js';

export interface AuditFilter {
  account_id?: number | null;
  action?: string | null;
  subject?: { type: string; id: string } | null;
  /** Default 50. */
  limit?: number;
}

const LIST = sql.statement(
  'audit-list',
  `select ${AUDIT_COLUMNS} from audit
   where ($1::int is null or account_id = $1) and ($2::text is null or action = $2)
     and ($3::text is null or (subject_type = $3 and subject_id = $4))
   order by number desc limit $5`,
  AUDIT,
  { unprepared: true },
);

/** Newest first; `sequence` and `hash` are null until an entry is chained. */
export async function listAudit(
  { pool }: Pick<Context, 'pool'>,
  filter: AuditFilter = {},
): Promise<(KeptEntry & { sequence: number | null; hash: string | null })[]> {
  const { account_id = null, action = null, subject, limit = 50 } = filter;
  const rows = await LIST.rows(pool, [account_id, action, subject?.type ?? null, subject?.id ?? null, limit]);
  return rows.map((row) => ({
    ...entryOf(row),
    sequence: row.sequence,
    hash: row.hash?.toString('hex') ?? null,
  }));
}
