import { describe, expect, test } from '@jest/globals';
import { OWNER, picture, signedIn, stage, violations, watchedPage } from './browser.js';

const { service, browser } = await stage();
const { side } = service.site.locks;

describe('the main flow', () => {
  test('signs in, opens a door, sees it forced and offline as it happens, and acknowledges the alarm', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER);
    await page.getByRole('link', { name: /^Main entrance/ }).click();
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByText('Unlocked.').waitFor();
    await service.bench('gw-hq', 'doors/1/open');
    await page.getByRole('img', { name: /the door is open/ }).waitFor();
    await page.getByText('Unlocked by Demo owner').waitFor();
    await page.getByText(/^Opened \d\.\d{3} s after a confirmed unlock\.$/).waitFor();
    await picture(page, 'door-open');
    await service.bench('gw-hq', 'doors/1/close');
    await page.getByRole('img', { name: /the door is closed/ }).waitFor();

    await page.getByLabel('Hold open', { exact: true }).selectOption('30');
    await page.getByRole('button', { name: 'Hold open' }).click();
    await page.getByText('The door is held open.').waitFor();
    await page.getByText(/^by hand until/).waitFor();
    await page.getByRole('button', { name: 'Follow schedule' }).click();
    await page.getByText('The door follows its schedule.').waitFor();

    await page.getByRole('link', { name: 'All doors' }).click();
    await page.getByRole('button', { name: 'Unlock: Main entrance' }).press('Enter');
    await page.getByRole('button', { name: /^Main entrance is unlocked for \d s$/ }).waitFor();
    const newest = page.getByRole('region', { name: 'What happens now' }).getByRole('listitem').first();
    await newest.getByText('Unlocked by Demo owner').waitFor();
    await service.bench('gw-hq', 'doors/2/force');
    await page.getByText(/^Opened with nothing in the last 10 s to explain it/).waitFor();
    await service.bench('gw-plant', 'network', { plugged: false });
    await page.getByRole('button', { name: /^Offline\s*3$/ }).waitFor();
    expect(await page.title()).toBe('(1) Doors · Doors');
    await picture(page, 'overview-alarm');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Acknowledge: Side door' }).click();
    await page.getByText('was forced open').waitFor({ state: 'detached' });
    await service.bench('gw-plant', 'network', { plugged: true });
    await page.getByRole('button', { name: /^Offline/ }).waitFor({ state: 'detached' });
    await page.goto(`/doors/${side}`);
    await page.getByText('Acknowledged by Demo owner.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('gives a person a key, whose link they take into use, and makes and revokes an API key', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER);
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('button', { name: 'New person' }).click();
    await page.getByLabel('Name', { exact: false }).first().fill('Nelli <b>Nieminen</b>');
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('nelli@demo.example');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Nelli <b>Nieminen</b>' }).waitFor();
    await page.getByRole('button', { name: 'Give a key' }).click();
    await page.getByLabel('Name of the key').fill('Evenings');
    await page.getByRole('dialog').getByRole('checkbox').first().check();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Waiting', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Outbox' }).click();
    const link = await page.getByRole('link', { name: 'Setup link' }).first().getAttribute('href');
    await page.goto(new URL(link ?? '').pathname);
    await page.getByText('Evenings').waitFor();
    await page.getByRole('button', { name: 'Activate the key' }).click();
    await page.getByRole('button', { name: 'Activate the key' }).waitFor({ state: 'detached' });
    await page.goto('/people');
    await page.getByRole('link', { name: 'Nelli <b>Nieminen</b>' }).click();
    await page.getByText('In use', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'New API key' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Lifts');
    await page.getByLabel('Open doors').check();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'api-key-form');
    await page.getByRole('button', { name: 'Create' }).click();
    const token = await page.getByRole('status', { name: 'The new API key' }).innerText();
    expect(token).toMatch(/^sk_[0-9A-Za-z]{39}$/);
    await page.getByRole('button', { name: 'I have it' }).click();
    expect(await page.content()).not.toContain(token);
    await page.getByRole('button', { name: 'Revoke Lifts' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('row', { name: /Lifts/ }).getByText('Revoked').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('goes back to the sign-in when the session is ended elsewhere', async () => {
    const { page, close } = await signedIn(browser, service, OWNER);
    await page.context().clearCookies();
    const toEvents = page.getByRole('link', { name: 'Events' });
    // The page may have noticed by itself already.
    await toEvents.click({ timeout: 5_000 }).catch(() => {});
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await close();
  });

  test('says in words that a password is wrong', async () => {
    const { page, close } = await watchedPage(browser, service);
    await page.goto('/');
    await page.getByLabel('E-mail address').fill(OWNER);
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
    expect(await violations(page)).toEqual([]);
    await close();
  });
});

describe('the keyboard alone', () => {
  test('signs in, finds a door, and unlocks it', async () => {
    const { page, faults, close } = await watchedPage(browser, service);
    const { keyboard } = page;
    await page.goto('/');
    await page.getByLabel('E-mail address').waitFor();
    await keyboard.type(OWNER);
    await keyboard.press('Tab');
    await keyboard.type(service.site.users[OWNER]?.password ?? '');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Doors', level: 1 }).waitFor();
    await page.getByRole('link', { name: /^Meeting rooms/ }).waitFor();
    await keyboard.press('/');
    await keyboard.type('meeting');
    await page.getByText('1 door shown').waitFor({ state: 'attached' });
    const focusOn = async (name: RegExp) => {
      for (let presses = 0; presses < 40; presses++) {
        await keyboard.press('Tab');
        const text = await page.evaluate(() => document.activeElement?.textContent ?? '');
        if (name.test(text)) return;
      }
      throw new Error(`the keyboard does not reach ${name}`);
    };
    await focusOn(/^Meeting rooms/);
    const outline = await page.evaluate(
      () => getComputedStyle(document.activeElement as Element).outlineStyle,
    );
    expect(outline).not.toBe('none');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Meeting rooms' }).waitFor();
    await focusOn(/^Unlock$/);
    await keyboard.press('Enter');
    await page.getByText('Unlocked.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('skips the navigation, and Escape closes a dialog and gives the focus back', async () => {
    const { page, close } = await signedIn(browser, service, OWNER, { at: '/people' });
    await page.getByRole('button', { name: 'New person' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the page');
    await page.getByRole('button', { name: 'New person' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('New person');
    await close();
  });
});
