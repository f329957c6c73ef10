import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import { makePast } from '../past/make.js';
import { isEmpty, requireCode } from '../users/first-run.js';
import { applySite } from './apply-site.js';
import { giveDemoKeys } from './demo-keys.js';
import { readSiteFile } from './site-file.js';

const FILE = fileURLToPath(new URL('../../../../prisma/demo-site.yaml', import.meta.url));

export interface DemoOwner {
  id: string;
  email: string;
  /** Shown this once. */
  password: string;
}

/**
 * Fills an empty service with the demo site. Its gateways are simulated by `npm start` alone; in any other process its
 * doors stay offline.
 * @throws 403 once there is an account, 404 where the demo's file is not installed, 422 on `code`
 */
export async function applyDemo(context: Context, code: string): Promise<DemoOwner> {
  requireCode(context, code);
  if (!(await isEmpty(context)))
    throw new ApiError('forbidden', { message: 'The service has an owner already.' });
  if (!existsSync(FILE))
    throw new ApiError('not_found', { message: 'The demo site is not installed with this service.' });
  const { result } = await applySite(context, await readSiteFile(FILE, context.clock.now()));
  await giveDemoKeys(context, result);
  if (context.config.DEMO_PAST) await makePast(context, result);
  const owners = await context.prisma.user.findMany({
    where: { account_id: result.account.id, role: 'owner' },
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
    select: { id: true, email: true },
  });
  for (const { id, email } of owners) {
    const password = result.users[email]?.password;
    if (password !== undefined) return { id, email, password };
  }
  // Someone else was first, between the look and the site.
  throw new ApiError('forbidden', { message: 'The service has an owner already.' });
}
