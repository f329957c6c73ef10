import type { Context } from '../context.js';
import type { KeptEntry } from './entry.rules.js';
import { AUDIT_COLUMNS, type AuditRow, entryOf } from './rows.js';

export interface AuditFilter {
  account_id?: number | null;
  action?: string | null;
  subject?: { type: string; id: string } | null;
  /** Default 50. */
  limit?: number;
}

/** Newest first; `sequence` and `hash` are null until an entry is chained. */
export async function listAudit(
  { pool }: Pick<Context, 'pool'>,
  filter: AuditFilter = {},
): Promise<(KeptEntry & { sequence: number | null; hash: string | null })[]> {
  const { rows } = await pool.query<AuditRow>(
    `select ${AUDIT_COLUMNS} from audit
     where ($1::int is null or account_id = $1) and ($2::text is null or action = $2)
       and ($3::text is null or (subject_type = $3 and subject_id = $4))
     order by number desc limit $5`,
    [
      filter.account_id ?? null,
      filter.action ?? null,
      filter.subject?.type ?? null,
      filter.subject?.id ?? null,
      filter.limit ?? 50,
    ],
  );
  return rows.map((row) => ({
    ...entryOf(row),
    sequence: row.sequence,
    hash: row.hash?.toString('hex') ?? null,
  }));
}
