import { expect, test } from '@jest/globals';
import { audit, OWNER, settled, signedIn, stage, watchedPage } from './browser.js';

const { service, browser } = await stage();

test('the pages speak the language that is chosen in the account, in every tab', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER);
  await page.goto('/account');
  const chooser = page.getByRole('combobox', { name: 'Language' });
  await chooser.waitFor();
  await settled(page);
  expect(await audit(page, 'account-language')).toEqual([]);
  // By the keyboard: typing chooses the first language that begins so.
  await chooser.focus();
  await page.keyboard.press('S');
  await page.getByRole('combobox', { name: 'Kieli' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('fi');

  const speaksFinnish = async (tab: typeof page) => {
    await tab.getByRole('link', { name: 'Hälytykset' }).waitFor();
    await tab.getByRole('button', { name: 'Kirjaudu ulos' }).waitFor();
    expect(await tab.getByLabel('Näytettävät ajat').inputValue()).toBe('site');
  };
  await page.reload();
  await speaksFinnish(page);
  await page.getByRole('link', { name: 'Ovet' }).click();
  await page.getByRole('heading', { name: 'Ovet', level: 1 }).waitFor();
  await speaksFinnish(page);

  const other = await page.context().newPage();
  await other.goto('/colleagues');
  await speaksFinnish(other);
  await other.goto('/account');
  await other.getByRole('combobox', { name: 'Kieli' }).selectOption('en');
  await other.getByRole('button', { name: 'Sign out', exact: true }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('a browser that prefers a language is spoken to in it, dates and numbers as well', async () => {
  const { page, close } = await watchedPage(browser, service, { locale: 'de-AT' });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  await close();
});
