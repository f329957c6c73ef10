import { expect, test } from '@jest/globals';
import { audit, LOOKS, OWNER, settled, signIn, stage, watchedPage } from './browser.js';

const { service, browser } = await stage();
const { main } = service.site.locks;

const PAGES = [
  ['overview', '/'],
  ['begin', '/begin'],
  ['door', `/doors/${main}`],
  ['schedule', `/doors/${main}/schedule`],
  ['events', '/events'],
  ['people', '/people'],
  ['api-keys', '/api-keys'],
  ['webhooks', '/webhooks'],
  ['gateways', '/gateways'],
  ['door-tests', '/door-tests'],
  ['outbox', '/outbox'],
  ['audit', '/audit'],
  ['account', '/account'],
] as const;

// Side by side: most of the time goes by waiting for a page to come to rest.
test.concurrent.each(LOOKS)(
  'in %s at %d pixels every page passes axe, fits the width, and breaks no rule of its own',
  async (colorScheme, width, height) => {
    const { page, faults, close } = await watchedPage(browser, service, {
      colorScheme,
      viewport: { width, height },
    });
    await page.goto('/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const found = await audit(page, `sign-in-${colorScheme}-${width}`);
    await signIn(page, service, OWNER);
    for (const [name, path] of PAGES) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      found.push(...(await audit(page, `${name}-${colorScheme}-${width}`)));
    }
    if (width < 800) {
      await page.getByRole('button', { name: 'Menu' }).click();
      found.push(...(await audit(page, `menu-${colorScheme}-${width}`)));
    }
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  },
  180_000,
);
