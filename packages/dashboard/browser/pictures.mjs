// node packages/dashboard/browser/pictures.mjs DATA_DIR: renews the pictures of docs/facility-manager.md from the demo that runs there, in WebP and
// each below 60 KB. CHROMIUM names the browser.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const LARGEST = 60 * 1024;
const IMAGES = fileURLToPath(new URL('../../../docs/images', import.meta.url));
/** Name, page, and size of the window. */
const PICTURES = [
  ['weekly-report', '/alarms/weekly', 1024, 960],
  ['noise-doors', '/alarms/noise', 1024, 680],
  ['emergencies', '/emergencies', 1024, 680],
  ['locations', '/locations', 1024, 480],
];

const { dashboard_url, users } = JSON.parse(readFileSync(path.join(process.argv[2], 'site.json'), 'utf8'));
const [email, { password }] = Object.entries(users)[0];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ baseURL: new URL(dashboard_url).origin, colorScheme: 'light' });
page.setDefaultTimeout(30_000);
await page.goto('/');
await page.getByLabel('E-mail address').fill(email);
await page.getByRole('textbox', { name: 'Password' }).fill(password);
await page.getByRole('button', { name: 'Sign in', exact: true }).click();
await page.getByRole('navigation').first().waitFor();
for (const [name, address, width, height] of PICTURES) {
  await page.setViewportSize({ width, height });
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle').catch(() => {});
  const devtools = await page.context().newCDPSession(page);
  for (const quality of [80, 60, 40]) {
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality });
    const picture = Buffer.from(data, 'base64');
    if (picture.length > LARGEST) continue;
    writeFileSync(path.join(IMAGES, `${name}.webp`), picture);
    console.log(`${name}.webp: ${Math.ceil(picture.length / 1024)} KB`);
    break;
  }
}
await browser.close();
