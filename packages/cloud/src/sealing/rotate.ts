import { type AuditResigned, resignAudit } from '../audit/resign.js';
import { type Context, transaction } from '../context.js';
import { SEALED_COLUMNS, type SealedColumn } from './columns.js';
import { forgetOtherKeys } from './keys-in-use.js';

type Tools = Pick<Context, 'pool' | 'clock' | 'ids' | 'secrets'>;

export interface Resealed {
  /** As `subscription.secret`. */
  column: string;
  /** Sealed with the present key by this run. */
  resealed: number;
  /** Sealed with it before. */
  before: number;
  /** Opened by neither key: they stay as they are. */
  unreadable: number;
}

export interface Rotation {
  columns: Resealed[];
  audit: AuditResigned[];
  /** Why entries of the audit log could not be chained; null where all are. */
  unchained: string | null;
}

export interface RotationOptions {
  onProgress?: (report: Resealed | AuditResigned) => void;
  /** Ends the run between two steps; what is done stays done. */
  signal?: AbortSignal;
}

/**
 * Seals everything with the present key that is sealed with the previous one, and signs the audit log with it, beside a
 * running service. It may be ended at any moment: run again, it goes on with what is left.
 */
export async function rotateKey(
  tools: Tools,
  { onProgress = () => {}, signal }: RotationOptions = {},
): Promise<Rotation> {
  const columns: Resealed[] = [];
  for (const column of SEALED_COLUMNS) {
    const report = await resealColumn(tools, column, signal);
    columns.push(report);
    onProgress(report);
  }
  let unchained: string | null = null;
  const onUnchained = (reason: string) => {
    unchained = reason;
  };
  const audit = await resignAudit(tools, { onProgress, onUnchained, signal });
  signal?.throwIfAborted();
  await transaction(tools.pool, (client) => forgetOtherKeys(client, tools.secrets));
  return { columns, audit, unchained };
}

async function resealColumn(
  { pool, secrets }: Tools,
  column: SealedColumn,
  signal: AbortSignal | undefined,
): Promise<Resealed> {
  const report: Resealed = { column: column.name, resealed: 0, before: 0, unreadable: 0 };
  let after: readonly unknown[] | null = null;
  for (;;) {
    const rows = await column.page(pool, after);
    for (const row of rows) {
      signal?.throwIfAborted();
      let sealed: Buffer | null;
      try {
        sealed = secrets.reseal(row.sealed, row.subject);
      } catch {
        report.unreadable += 1;
        continue;
      }
      if (sealed === null) report.before += 1;
      else report.resealed += await column.replace(pool, row, sealed);
    }
    const last = rows.at(-1);
    if (!last) return report;
    after = last.key;
  }
}
