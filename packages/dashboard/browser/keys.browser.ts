import { describe, expect, test } from '@jest/globals';
import { audit, LOOKS, OWNER, picture, settled, signedIn, stage } from './browser.js';

const { service, browser } = await stage();

test('keys are shown by what they want, and get a new end', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER);
  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  await page.getByRole('button', { name: /^Ended/ }).click();
  const row = page.getByRole('row', { name: /Lab analyst/ });
  await row.waitFor();
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
  await page.waitForURL(/show=ended/);
  await row.getByRole('button', { name: /^Change the end/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'a week' }).click();
  await dialog.getByText(/^Opens until /).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('“Last summer” has a new end.').waitFor();
  await page.getByRole('button', { name: /^Ending soon/ }).click();
  await page.getByRole('row', { name: /Lab analyst/ }).waitFor();
  await picture(page, 'keys');
  expect(faults).toEqual([]);
  await close();
});

test('a key that opened a door says when', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER, {
    at: `/doors/${service.site.locks.archive}`,
  });
  await page.getByLabel('Key', { exact: true }).selectOption({ label: 'Facility desk: IT rooms' });
  await page.getByRole('button', { name: /^Hold the key/ }).click();
  await page.getByText(/^Granted/).waitFor();
  await page
    .getByText(/Unlocked by Facility desk/)
    .first()
    .waitFor();
  await page.goto('/keys?sort=used');
  await page
    .getByRole('row', { name: /Facility desk/ })
    .getByText(/just now|sec/)
    .waitFor();
  await page.goto('/people?sort=came');
  expect(await page.getByRole('row').nth(1).innerText()).toMatch(/Facility desk/);
  expect(faults).toEqual([]);
  await close();
});

test('many people are given a key at once, and those who cannot be are named', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER, { at: '/people' });
  await page.getByText('5 people who can be given a key').waitFor();
  await page.getByLabel('Choose Front desk').check();
  await page.getByLabel('Choose Evening cleaning').check();
  await page.getByText('2 people chosen').waitFor();
  await page.getByRole('button', { name: 'Give a key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the key').fill('Side doors');
  await dialog.getByLabel(/^Staff/).check();
  await dialog.getByLabel('Send the invitations by').selectOption('sms');
  await dialog.getByRole('button', { name: 'today' }).click();
  await dialog.getByRole('button', { name: 'Give 2 people a key' }).click();
  await page.getByRole('dialog', { name: '1 person given the key, 1 refused.' }).waitFor();
  await page.getByText('Evening cleaning: the person has no phone number').waitFor();
  await picture(page, 'people-many');
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await page.getByText('chosen').count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

describe.each(LOOKS)('in %s at %d pixels', (colorScheme, width, height) => {
  test('keys and people pass axe and fit', async () => {
    const viewport = { width, height };
    const { page, faults, close } = await signedIn(browser, service, OWNER, {
      colorScheme,
      viewport,
      at: '/keys',
    });
    await page
      .getByRole('row', { name: /Front desk/ })
      .first()
      .waitFor();
    await settled(page);
    const found = await audit(page, `keys-${colorScheme}-${width}`);
    await page.goto('/people');
    await page.getByLabel('Choose Front desk').check();
    found.push(...(await audit(page, `people-chosen-${colorScheme}-${width}`)));
    await page.getByRole('button', { name: 'Give a key' }).click();
    await page.getByLabel('Name of the key').waitFor();
    found.push(...(await audit(page, `people-give-${colorScheme}-${width}`)));
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
