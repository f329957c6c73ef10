// The demo that runs in a DATA_DIR, in a browser, its owner signed in: for what makes pictures of it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { CHROMIUM } from '../../../scripts/chromium.mjs';

export const IMAGES = fileURLToPath(new URL('../../../docs/images', import.meta.url));

/** CHROMIUM names the browser. */
export async function openDemo(dataDir, options = {}) {
  const site = JSON.parse(readFileSync(path.join(dataDir, 'site.json'), 'utf8'));
  const [email, { password }] = Object.entries(site.users)[0];
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage({
    baseURL: new URL(site.dashboard_url).origin,
    colorScheme: 'light',
    ...options,
  });
  page.setDefaultTimeout(30_000);
  await page.goto('/');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation').first().waitFor();
  return { site, browser, page };
}

/** Until nothing on it loads. The network never rests: the stream of events stays open. */
export async function drawn(page) {
  await page.waitForFunction(
    () =>
      !document.querySelector('[aria-label="Loading"]') &&
      [...document.images].every(({ complete }) => complete),
  );
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** The page as WebP. @param quality 1 to 100 */
export async function webpOf(page, quality) {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality });
  await devtools.detach();
  return Buffer.from(data, 'base64');
}
