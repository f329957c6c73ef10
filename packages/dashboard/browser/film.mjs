// node packages/dashboard/browser/film.mjs DATA_DIR: makes docs/images/tour.webp, the film of the README, from the demo that
// runs there and has its past. CHROMIUM names the browser; img2webp (apt-get install webp) puts the pictures together.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { drawn, IMAGES, openDemo } from './demo.mjs';

const READ_MS = 2_600;
const GLANCE_MS = 900;

const { site, browser, page } = await openDemo(process.argv[2], {
  viewport: { width: 1120, height: 760 },
  reducedMotion: 'reduce',
});
const folder = mkdtempSync(path.join(os.tmpdir(), 'door-film-'));
const parameters = [];
try {
  await play();
  const film = path.join(IMAGES, 'tour.webp');
  execFileSync('img2webp', ['-loop', '0', '-lossy', '-q', '55', '-m', '6', ...parameters, '-o', film]);
  console.log(`tour.webp: ${parameters.length / 3} pictures, ${Math.ceil(statSync(film).size / 1024)} KB`);
} finally {
  rmSync(folder, { recursive: true });
  await browser.close();
}

async function play() {
  const main = page.getByRole('listitem').filter({ hasText: 'Main entrance' }).first();
  await page.getByText('was forced open').waitFor();
  await shot('Fourteen days of a demo site: one door was forced', READ_MS);
  await show(main);
  await main.getByRole('button', { name: /^Unlock/ }).click();
  await shot('Unlock, with its countdown', GLANCE_MS);
  for (let second = 0; second < 3; second++) {
    await page.waitForTimeout(1_000);
    await shot('Unlock, with its countdown', GLANCE_MS);
  }
  await page.getByTitle('See the door at that moment').first().click();
  await show(page.getByText('Yes: nothing explained the opening'));
  await shot('Tuesday, 02:14: the door as it was, and why it is an alarm', READ_MS);
  await page.getByRole('button', { name: 'Earlier event' }).click();
  await show(page.getByText(/outside the hours of the key/i).first());
  await shot('A minute earlier: a key was refused, with the reason', READ_MS);
  await page.getByRole('button', { name: 'Back to now' }).click();
  await page.getByRole('region', { name: 'Now' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await shot('Ctrl-K: find anything, or do it', GLANCE_MS);
  for (const part of ['who can', ' open', ' main']) {
    await page.keyboard.type(part);
    await shot('Ctrl-K: find anything, or do it', GLANCE_MS);
  }
  await page.getByRole('option', { name: /^Who can open Main entrance/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Who can open Main entrance', level: 1 }).waitFor();
  await shot('Who can open this door, and by which key', READ_MS);
  await page.goto(`/doors/${site.locks.side}/timeline?with=${site.locks.main}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await shot('Two doors on one timeline, from a month to a second', READ_MS);
  await page.goto('/emergencies');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await shot('Emergencies: every door is accounted for', READ_MS);
}

function show(what) {
  return what.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
}

/** One picture of the film, with its caption. */
async function shot(caption, milliseconds) {
  await drawn(page);
  await page.evaluate((text) => {
    const bar = document.querySelector('#caption') ?? document.createElement('div');
    Object.assign(bar, { id: 'caption', textContent: text });
    Object.assign(bar.style, {
      position: 'fixed',
      inset: 'auto 0 0 0',
      padding: '10px 18px',
      background: 'rgb(15 23 42 / 92%)',
      color: 'white',
      font: '600 17px system-ui, sans-serif',
      zIndex: '10000',
    });
    document.body.append(bar);
  }, caption);
  const file = path.join(folder, `${parameters.length}.png`);
  writeFileSync(file, await page.screenshot());
  parameters.push('-d', String(milliseconds), file);
}
