import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

/** The environment of a site: that of the test, and where Node (from 22 on) keeps what it has compiled for the next start. */
export const siteEnvironment = (): NodeJS.ProcessEnv => ({
  NODE_COMPILE_CACHE: path.join(tmpdir(), `door-access-testkit-${userInfo().username}-code`),
  ...process.env,
});
