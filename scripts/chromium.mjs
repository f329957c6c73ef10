import { existsSync } from 'node:fs';

/** The browser of tests and measurements. Debian's shell has no windows, bars and menus to draw: a third less work. */
export const CHROMIUM =
  process.env.CHROMIUM ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((one) => existsSync(one)) ??
  '/usr/bin/chromium';
