import { expect, test } from '@jest/globals';
import { stage, watchedPage } from '../../dashboard/browser/browser.js';
import { createPhones } from './phones.js';

/* The phone key on a narrow phone. */

const { service, browser } = await stage();
const { invite, phoneWith } = await createPhones(service, browser);
const viewport = { width: 360, height: 740 };

test('the label of an unlocked door has its place: a press moves no door below it', async () => {
  const { link } = await invite();
  const { page, close } = await phoneWith(link, { viewport });
  const button = page.getByRole('button', { name: /^Open / }).first();
  await button.waitFor();
  const height = async () => (await page.locator('li button').first().boundingBox())?.height;
  const before = await height();
  await button.click();
  await page.getByText('Unlocked: open the door').first().waitFor();
  expect(await height()).toBe(before);
  await close();
});

test('a wrong code is said at its field, until another is typed', async () => {
  const { page, close } = await watchedPage(browser, service, { viewport });
  await page.goto('/phone/');
  const code = page.getByLabel('Code shown on the phone that has your key');
  await code.fill('WRONG-CODES');
  await page.getByRole('button', { name: 'Bring the key here' }).click();
  await page.getByText('The code is wrong, or its time is over.').waitFor();
  expect(await code.getAttribute('aria-invalid')).toBe('true');
  const said = page.locator(`#${await code.getAttribute('aria-describedby')}`);
  expect(await said.innerText()).toBe('The code is wrong, or its time is over.');
  await code.press('End');
  await code.press('X');
  expect(await code.getAttribute('aria-invalid')).toBe('false');
  expect(await said.innerText()).toBe('');
  await close();
});
