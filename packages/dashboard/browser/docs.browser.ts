import { expect, test } from '@jest/globals';
import { stage, watchedPage } from './browser.js';

const { service, browser } = await stage();
const token = Object.values(service.site.api_keys)[0]?.token ?? '';
/** Swagger UI says so of every address of an operation whose name has an underscore. */
const SAID_OF_LINKS = /^console: Deprecated: escaping deep link whitespace/;

test.each(['light', 'dark'] as const)(
  'a request is tried with an API key, in %s, and nothing is asked of another host',
  async (colorScheme) => {
    const { page, faults, close } = await watchedPage(browser, service, { colorScheme });
    const hosts = new Set<string>();
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== 'data:') hosts.add(origin);
    });
    // The address names an operation; a description from elsewhere is not taken.
    await page.goto('/docs?url=https://elsewhere.example/openapi.json#/locks/get_locks');
    const operation = page.locator('#operations-locks-get_locks.is-open');
    await operation.getByText('Needs the scope catalog:read.').waitFor();
    const isDark = await page.evaluate(() => document.documentElement.classList.contains('dark-mode'));
    expect(isDark).toBe(colorScheme === 'dark');

    await page.locator('button.authorize').first().click();
    await page.locator('.auth-container input').fill(token);
    await page.getByRole('button', { name: 'Apply credentials' }).click();
    await page.locator('button.btn-done').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table').getByText('Main entrance').first().waitFor();

    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(kept + page.url()).not.toContain(token);
    expect([...hosts]).toEqual([service.origin]);
    expect(faults.filter((fault) => !SAID_OF_LINKS.test(fault))).toEqual([]);
    await close();
  },
);
