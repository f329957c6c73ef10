// node packages/dashboard/browser/pictures.mjs DATA_DIR: renews the pictures of README.md and docs/facility-manager.md from
// the demo that runs there, in WebP and each below 60 KB. CHROMIUM names the browser.
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
  await keep(name, page);
}
await bench();
await phoneKey();
await browser.close();

async function keep(name, shown) {
  for (const quality of [80, 60, 40]) {
    const picture = await webpOf(shown, quality);
    if (picture.length > LARGEST) continue;
    writeFileSync(path.join(IMAGES, `${name}.webp`), picture);
    console.log(`${name}.webp: ${Math.ceil(picture.length / 1024)} KB`);
    return;
  }
  throw new Error(`${name}.webp would be larger than ${LARGEST} bytes`);
}

/** One door opened after an unlock, another forced. */
async function bench() {
  const shown = await browser.newPage({ viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce' });
  await shown.goto(site.bench_url);
  const door = (name) => shown.locator('article').filter({ has: shown.getByRole('heading', { name }) });
  await door('Side door').getByRole('button', { name: 'Force open' }).click();
  await door('Main entrance').getByRole('button', { name: 'Unlock from the cloud' }).click();
  await door('Main entrance').getByText('strike on', { exact: true }).waitFor();
  await door('Main entrance').getByRole('button', { name: 'Open', exact: true }).click();
  // The newest first: what the cloud has made of the second door's opening.
  await shown.locator('#events > li').first().filter({ hasText: 'after a confirmed unlock' }).waitFor();
  await keep('bench', shown);
  for (const name of ['Main entrance', 'Side door'])
    await door(name).getByRole('button', { name: 'Close', exact: true }).click();
}

/** Four doors, of which one is just unlocked. */
async function phoneKey() {
  const person = await ask('POST', '/people', { name: 'Nelli Nieminen', email: 'nelli@demo.example' });
  await ask('POST', '/keys', {
    person_id: person.id,
    name: 'Staff doors',
    security_groups: ['STAFF'],
    channel: 'email',
  });
  const { data } = await ask('GET', '/outbox');
  const link = data.find(({ to }) => to === 'nelli@demo.example').setup_link;
  const shown = await browser.newPage({ viewport: { width: 375, height: 812 }, reducedMotion: 'reduce' });
  await shown.goto(new URL(new URL(link).pathname, page.url()).href);
  await shown.getByRole('button', { name: 'Activate the key' }).click();
  await shown.getByRole('listitem').filter({ hasText: 'Side door' }).getByRole('button').click();
  await shown.getByRole('button', { name: 'Unlocked: open the door' }).waitFor();
  await keep('phone', shown);
}

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
