import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { auditLooks, OWNER, signedIn, stage } from './browser.js';

/* A floor plan: its drawing chosen, doors placed by pointer and by keyboard, then looked at as they move. */

const { service, browser } = await stage();
const { main, side } = service.site.locks;

const DRAWING = readFileSync(new URL('floor.svg', import.meta.url), 'utf8');

test('a manager adds a plan and places doors on it; they move on it, and its past is there', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER);
  const found: string[] = [];
  const look = async (name: string) => {
    found.push(...(await auditLooks(page, `floor-plan-${name}`)));
    await page.setViewportSize({ width: 1280, height: 900 });
  };
  const png = await drawn(DRAWING);
  await page.goto('/floor-plans');
  await page.getByText('No floor plans yet.').waitFor();
  await look('none');
  await page.getByRole('button', { name: 'Add a floor plan' }).press('Enter');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a drawing' }).press('Enter');
  await (await chooser).setFiles({ name: 'floor.png', mimeType: 'image/png', buffer: png });
  await page.getByText('No door is placed on this plan yet.').waitFor();

  await page.getByRole('button', { name: 'Place doors' }).press('Enter');
  await page.getByLabel('Door', { exact: true }).selectOption(String(main));
  await page.getByRole('img', { name: /^Floor plan of/ }).click({ position: { x: 200, y: 120 } });
  await page.getByLabel('Door', { exact: true }).selectOption(String(side));
  await page.getByRole('button', { name: 'Put it in the middle' }).press('Enter');
  const marker = page.getByRole('button', { name: /50 % from the left, 50 % from the top/ });
  await marker.press('Shift+ArrowRight');
  await page.getByRole('button', { name: /55 % from the left, 50 % from the top/ }).waitFor();
  await look('editor');
  await page.getByRole('button', { name: 'Save places' }).press('Enter');
  await page.getByRole('button', { name: 'Place doors' }).waitFor();
  await page.getByRole('link', { name: 'Side door: Closed' }).waitFor();

  await service.bench('gw-hq', 'doors/2/force');
  await page.getByRole('link', { name: 'Side door: Forced open' }).waitFor();
  await look('live');

  await page.getByRole('button', { name: 'An hour earlier' }).press('Enter');
  await page.getByText(/^As it was on/).waitFor();
  await page.getByRole('link', { name: 'Side door: Not known' }).waitFor();
  await page.getByRole('button', { name: 'Now', exact: true }).press('Enter');
  await page.getByRole('link', { name: 'Side door: Forced open' }).press('Enter');
  await page.waitForURL(`**/doors/${side}`);

  expect(found).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

test('the first page of a PDF is a drawing; a file that is none is refused in plain words', async () => {
  const { page, close } = await signedIn(browser, service, OWNER);
  const other = await browser.newPage();
  await other.setContent('<h1>Second floor</h1>');
  const pdf = await other.pdf({ format: 'A4', landscape: true });
  await other.close();
  await page.goto('/floor-plans');
  await page.getByRole('button', { name: 'Add a floor plan' }).press('Enter');
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a drawing' }).press('Enter');
    await (await chooser).setFiles({ name, mimeType, buffer });
  };
  await choose('notes.png', 'image/png', Buffer.from('no image'));
  await page.getByText('The browser cannot read this file as an image.', { exact: false }).waitFor();
  await choose('broken.pdf', 'application/pdf', Buffer.from('%PDF-1.7 broken'));
  await page.getByText('This PDF cannot be read.', { exact: false }).waitFor();
  await choose('floor.pdf', 'application/pdf', pdf);
  const drawing = page.getByRole('img', { name: /^Floor plan of/ });
  await drawing.waitFor();
  expect(Number(await drawing.getAttribute('width'))).toBeGreaterThan(2_000);
  await page.getByRole('button', { name: 'Delete the plan' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the plan' }).press('Enter');
  await page.getByRole('button', { name: 'Choose a drawing' }).waitFor();
  await close();
});

/** A drawing as a picture, as a camera or a scanner gives one. */
async function drawn(svg: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  await page.setContent(`<body style="margin:0">${svg}</body>`);
  const png = await page.screenshot();
  await page.close();
  return png;
}
