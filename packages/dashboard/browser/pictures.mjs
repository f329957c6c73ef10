// node packages/dashboard/browser/pictures.mjs DATA_DIR: renews the pictures of README.md and docs/facility-manager.md from
// the demo that runs there, in WebP and each below 60 KB. CHROMIUM names the browser.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { drawn, IMAGES, openDemo, webpOf } from './demo.mjs';

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
  ['alarms', '/alarms', 1024, 560],
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
  await drawn(page);
  await keep(name, page);
}
await noise();
await floorPlan();
await bench();
await phoneKey();
await page.setViewportSize({ width: 375, height: 812 });
await visitors();
await maintenance();
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

/** Another limit, tried on what a door has done. */
async function noise() {
  await page.setViewportSize({ width: 1024, height: 480 });
  await page.goto('/alarms/noise');
  await page.getByLabel('Left open after, seconds').fill('300');
  await page.getByText(/^With 300 s, /).waitFor();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await keep('noise', page);
}

/** Three doors on a drawing, of which one is forced. */
async function floorPlan() {
  await page.setViewportSize({ width: 1024, height: 860 });
  const drawing = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  await drawing.setContent(
    `<body style="margin:0">${readFileSync(new URL('floor.svg', import.meta.url), 'utf8')}</body>`,
  );
  const buffer = await drawing.screenshot();
  await drawing.close();
  await page.goto('/floor-plans');
  await page.getByRole('button', { name: 'Add a floor plan' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a drawing' }).click();
  await (await chooser).setFiles({ name: 'floor.png', mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: 'Place doors' }).click();
  const plan = page.getByRole('img', { name: /^Floor plan of/ });
  const { width, height } = await plan.boundingBox();
  for (const [ref, x, y] of [
    ['main', 0.46, 0.9],
    ['side', 0.38, 0.2],
    ['server_room', 0.53, 0.6],
  ]) {
    await page.getByLabel('Door', { exact: true }).selectOption(String(site.locks[ref]));
    await plan.click({ position: { x: x * width, y: y * height } });
  }
  await page.getByRole('button', { name: 'Save places' }).click();
  await page.getByRole('button', { name: 'Place doors' }).waitFor();
  await pressBench('force');
  await page.getByRole('link', { name: 'Side door: Forced open' }).waitFor();
  await page.mouse.move(0, 0);
  await keep('floor-plan', page);
  await pressBench('close');
}

/** The side door of the demo. */
async function pressBench(action) {
  const { id } = site.gateways['gw-hq'];
  const answer = await fetch(`${site.bench_url.replace(/\/$/, '')}/gateways/${id}/doors/2/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  if (!answer.ok) throw new Error(`the bench refused ${action}: ${await answer.text()}`);
}

/** On a manager's phone. */
async function visitors() {
  await page.goto('/visitors');
  await page.getByRole('button', { name: 'New visitor' }).click();
  await page.getByLabel('Name').fill('Vera Virtanen');
  await page.getByRole('group', { name: 'Opens the doors of' }).getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Show the QR code' }).click();
  await page.getByRole('img', { name: 'QR code of the setup link' }).waitFor();
  await keep('visitor', page);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('1 expected, 0 came, 0 ended').waitFor();
  await keep('visitors', page);
}

/** On a phone too. */
async function maintenance() {
  await page.goto(`/doors/${site.locks.side}`);
  await page.getByRole('button', { name: 'Begin maintenance' }).click();
  await page.getByLabel('From now on').selectOption('for 4 hours');
  await page.getByLabel('Why').fill('New closer');
  await page.keyboard.press('Enter');
  const mark = page.getByText(/^Under maintenance until/);
  await mark.waitFor();
  await mark.evaluate((shown) => shown.scrollIntoView({ block: 'center' }));
  await keep('maintenance', page);
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
