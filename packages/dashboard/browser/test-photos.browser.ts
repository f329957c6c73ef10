import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { auditLooks, OWNER, signedIn, stage } from './browser.js';

const { service, browser } = await stage();
const { main } = service.site.locks;

beforeAll(leaveOutAll);

test('a manager adds a photo to a door test: it is on the page and in the PDF, and is deleted after a question', async () => {
  const photo = await pictureOfADoor();
  const { page, faults, close } = await signedIn(browser, service, OWNER, {
    at: `/doors/${main}`,
    acceptDownloads: true,
  });
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add a photo' }).press('Enter');
    await (await chooser).setFiles({ name, mimeType, buffer });
  };
  await choose('notes.png', 'image/png', Buffer.from('no image'));
  await page.getByText('The browser cannot read this file as an image.', { exact: false }).waitFor();
  await choose('door.png', 'image/png', photo);
  const shown = page.getByRole('img', { name: 'Photo of the tested door, by Demo owner' });
  await shown.waitFor();
  await shown.scrollIntoViewIfNeeded();
  // A picture of 3,000 pixels is sent as one of 1,600.
  await expect(
    shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).resolves.toBe(1_600);
  const found: string[] = [];
  found.push(...(await auditLooks(page, 'door-photos')));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Report as PDF' }).first().click(),
  ]);
  expect(readFileSync(await download.path()).includes('/DCTDecode')).toBe(true);
  await page.getByRole('button', { name: 'Delete the photo' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the photo' }).press('Enter');
  await shown.waitFor({ state: 'detached' });
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

/** The guided test of the main entrance, with nothing tested: its report is at the cloud. */
async function leaveOutAll() {
  const page = await browser.newPage();
  await page.goto(service.site.bench_url ?? '');
  const door = page.getByRole('article', { name: 'Main entrance' });
  await door.getByRole('button', { name: 'Guided test' }).click();
  const panel = page.getByRole('region', { name: 'Guided door test' });
  for (let step = 1; step <= 9; step += 1) {
    await panel.getByText(new RegExp(`^Step ${step} of 9`)).waitFor();
    await panel.getByRole('button', { name: 'Skip this step' }).click();
  }
  await panel.getByText('The report is at the cloud').waitFor();
  await page.close();
}

async function pictureOfADoor(): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 3_000, height: 2_000 } });
  await page.setContent(
    `<body style="margin:0;background:linear-gradient(#cfd8dc,#90a4ae);display:grid;place-items:center;height:100vh">
       <div style="width:30%;height:88%;background:linear-gradient(90deg,#6d4c41,#8d6e63);border:40px solid #4e342e"></div>`,
  );
  const buffer = await page.screenshot();
  await page.close();
  return buffer;
}
