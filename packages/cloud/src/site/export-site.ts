import type { Context } from '../context.js';
import { loadCurrent } from './current.js';
import { toSiteFile } from './site-text.js';

/** An account as a site file: applied to an empty database, it makes the same account, but for what is no part of one. */
export async function exportSite(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  accountName: string,
): Promise<string> {
  return toSiteFile(await loadCurrent(pool, accountName, 'all'), clock.now());
}
