import { expect, test } from '@jest/globals';
import { auditLooks, OWNER, signedIn, stage } from './browser.js';

/* A visitor is given a key from a phone, by the keyboard alone, with a QR code on the screen. */

const { service, browser } = await stage();

test('a visitor gets a key by two fields and a QR code, and stands in the list of today', async () => {
  const viewport = { width: 375, height: 812 };
  const { page, faults, close } = await signedIn(browser, service, OWNER, { viewport });
  const found: string[] = [];
  const look = async (name: string) => {
    found.push(...(await auditLooks(page, `visitors-${name}`)));
    await page.setViewportSize(viewport);
  };
  await page.goto('/visitors');
  await page.getByText('No visitors today.').waitFor();
  // The first one chooses the doors; later ones are given the same.
  await page.getByRole('button', { name: 'New visitor' }).press('Enter');
  await page.getByLabel('Name').fill('Vera Visitor');
  await page.getByRole('group', { name: 'Opens the doors of' }).getByRole('checkbox').first().press(' ');
  await look('form');
  await page.getByRole('button', { name: 'Show the QR code' }).press('Enter');
  await page.getByRole('img', { name: 'QR code of the setup link' }).waitFor();
  await look('code');
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await page.getByRole('button', { name: 'New visitor' }).press('Enter');
  await page.getByText('as for the last visitor', { exact: false }).waitFor();
  await page.getByLabel('Name').fill('Max Mailed');
  await page.getByRole('radio', { name: 'E-mail' }).press(' ');
  await page.getByLabel('E-mail address').fill('max@visit.example');
  await look('mail');
  await page.keyboard.press('Enter');
  await page.getByText('Max Mailed has a key.').waitFor();
  await page.getByText('2 expected, 0 came, 0 ended').waitFor();
  await page.getByRole('button', { name: 'End now: the visit of Vera Visitor' }).press('Enter');
  await page.getByText('1 expected, 0 came, 1 ended').waitFor();
  await look('list');
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});
