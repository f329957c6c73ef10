import { expect, test } from '@jest/globals';
import { audit, OWNER, picture, settled, signedIn, stage, watchedPage } from './browser.js';

const { service, browser } = await stage({ DEMO_PAST: 'on' });

test('the pages speak the language that is chosen in the account, in every tab', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER, { at: '/account' });
  const chooser = page.getByRole('combobox', { name: 'Language', exact: true });
  await chooser.waitFor();
  await settled(page);
  expect(await audit(page, 'account-language')).toEqual([]);
  // By the keyboard: typing chooses the first language that begins so.
  await chooser.focus();
  await page.keyboard.press('S');
  await page.getByRole('combobox', { name: 'Kieli', exact: true }).waitFor();
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
  await other.getByRole('combobox', { name: 'Kieli', exact: true }).selectOption('en');
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

test.each([
  [
    'de',
    /^Ging \d+,\d{3} s nach (einem bestätigten Öffnen|dem Druck auf den Ausgangstaster) auf\.$/,
    /Ging auf, ohne dass etwas in den letzten 10 s es erklärt: .* die Tür wurde nicht offen gehalten\./,
    ['Ihr jetziges Passwort', 'Neues Passwort', 'ist nicht Ihr Passwort'],
  ],
  [
    'fi',
    /^Avautui \d+,\d{3} s (vahvistetun avauksen|poistumispainikkeen painamisen) jälkeen\.$/,
    /Avautui, eikä mikään viimeisten 10 s aikana selitä sitä: .* eikä ovea pidetty auki\./,
    ['Nykyinen salasanasi', 'Uusi salasana', 'ei ole salasanasi'],
  ],
] as const)(
  'what explains an opening, and what the service refuses, is said in %s',
  async (language, explained, forced, [present, wanted, refused]) => {
    const { page, faults, close } = await signedIn(browser, service, OWNER);
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto('/');
    const alarm = page.getByRole('listitem').filter({ hasText: forced }).first();
    await alarm.waitFor();
    const door = await alarm.getByRole('link').first().getAttribute('href');
    await picture(page, `language-${language}-overview`);
    await page.goto('/events?types=door.opened%2Cdoor.closed%2Cdoor.exit_button');
    await page.getByText(explained).first().waitFor();
    await picture(page, `language-${language}-events`);
    expect(await page.getByText(/^Opened /).count()).toBe(0);
    await page.goto(door ?? '');
    await page.getByText(forced).first().waitFor();
    await picture(page, `language-${language}-door`);
    expect(await page.getByText(/^Opened /).count()).toBe(0);
    expect(faults).toEqual([]);

    await page.goto('/account');
    await page.getByLabel(present).fill('not the one that it is');
    await page.getByRole('textbox', { name: wanted }).fill('a long new password');
    await page.keyboard.press('Enter');
    await page.getByText(refused).waitFor();
    await close();
  },
);
