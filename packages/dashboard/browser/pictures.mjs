// node packages/dashboard/browser/pictures.mjs DATA_DIR: renews the pictures of docs/facility-manager.md from the demo that runs there, in WebP and
// each below 60 KB. CHROMIUM names the browser.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { IMAGES, openDemo, webpOf } from './demo.mjs';

const LARGEST = 60 * 1024;

const { site, browser, page } = await openDemo(process.argv[2]);
const named = { name: 'Public holidays', location_id: site.locations.hq };
const made = await ask('POST', '/calendars', named);
const calendar = await ask('GET', `/calendars/${made.id}`);
await ask('PUT', `/calendars/${calendar.id}`, {
  version: calendar.version,
  name: calendar.name,
  weekly: [],
  set_days: [],
  holidays: { country: 'FI', region: null },
  locks: [],
  locations: [site.locations.hq],
});
/** Name, page, and size of the window. */
const PICTURES = [
  ['weekly-report', '/alarms/weekly', 1024, 960],
  ['noise-doors', '/alarms/noise', 1024, 680],
  ['calendar', `/calendars/${calendar.id}`, 1024, 760],
  ['year', `/doors/${site.locks.main}/year`, 1024, 860],
  ['emergencies', '/emergencies', 1024, 680],
  ['locations', '/locations', 1024, 480],
];
for (const [name, address, width, height] of PICTURES) {
  await page.setViewportSize({ width, height });
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle').catch(() => {});
  for (const quality of [80, 60, 40]) {
    const picture = await webpOf(page, quality);
    if (picture.length > LARGEST) continue;
    writeFileSync(path.join(IMAGES, `${name}.webp`), picture);
    console.log(`${name}.webp: ${Math.ceil(picture.length / 1024)} KB`);
    break;
  }
}
await browser.close();

/** As the pages ask. */
function ask(method, path, body) {
  return page.evaluate(
    async ({ method, path, body }) => {
      const headers = { 'content-type': 'application/json', 'x-dashboard': '1' };
      const answer = await fetch(`/dashboard${path}`, {
        method,
        headers,
        body: JSON.stringify(body) ?? null,
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    { method, path, body },
  );
}
