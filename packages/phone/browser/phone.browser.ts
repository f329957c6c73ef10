import { describe, expect, test } from '@jest/globals';
import {
  OWNER,
  overflow,
  picture,
  signIn,
  stage,
  violations,
  watchedPage,
} from '../../dashboard/browser/browser.js';
import { createPhones, PHONE } from './phones.js';

const { service, browser } = await stage();
const { api, invite, phoneWith, granted } = await createPhones(service, browser);
const NASTY = 'Nelli <img src=x onerror="document.title=1">';
const MAX_SCRIPT_BYTES = 60 * 1024;
const { main } = service.site.locks;

describe('the main flow', () => {
  test('from the link in the outbox to an open door, and the event names person and key', async () => {
    const { person, key, link } = await invite({
      person: { name: NASTY, language: 'fi' },
      security_groups: ['STAFF', 'IT', 'LAB'],
    });
    const { page, faults, close } = await watchedPage(browser, service, PHONE);
    await page.goto(link);
    await page.getByRole('heading', { name: `Hei ${NASTY}` }).waitFor();
    await page.getByText('Main entrance').waitFor();
    await picture(page, 'phone-setup-light');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/phone/');
    await page.getByRole('heading', { name: `Hei ${NASTY}` }).waitFor();
    await page.getByText('Yhteys toimii').waitFor();
    expect(await page.title()).toBe('Oviavain');
    expect(await page.locator('html').getAttribute('lang')).toBe('fi');
    expect(await page.locator('img').count()).toBe(0);
    await page.getByText('Näytä avaintasi oven lukijalle.').waitFor();
    await picture(page, 'phone-many-light');
    expect(await violations(page)).toEqual([]);

    await page.getByRole('searchbox').press('m');
    await page.keyboard.type('ain');
    await page.getByRole('heading', { name: 'Main entrance' }).waitFor();
    expect(await page.locator('li[data-state]').count()).toBe(1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Lukko on auki: avaa ovi' }).waitFor();
    await picture(page, 'phone-open-light');
    expect(await violations(page)).toEqual([]);
    await service.bench('gw-hq', 'doors/1/open');
    await service.bench('gw-hq', 'doors/1/close');
    const [event] = await granted(person.id);
    expect(event).toMatchObject({
      source: 'app',
      api_key: null,
      lock: { id: main },
      person: { id: person.id, name: NASTY },
      key: { id: key.id, name: 'Evenings' },
    });
    await page.getByRole('button', { name: 'Avaa Main entrance' }).waitFor();

    // Again from the message, on this phone and on another.
    await page.goto(link);
    await page.waitForURL('**/phone/');
    await page.getByText('Yhteys toimii').waitFor();
    expect(faults).toEqual([]);
    const other = await watchedPage(browser, service, PHONE);
    await other.page.goto(link);
    await other.page.getByRole('heading', { name: 'Tämä linkki on jo käytetty' }).waitFor();
    await picture(other.page, 'phone-used-light');
    expect(await violations(other.page)).toEqual([]);
    await other.page.goto('/phone/');
    await other.page.getByRole('heading', { name: 'There is no key on this phone' }).waitFor();
    expect(await violations(other.page)).toEqual([]);
    await other.close();
    await close();
  });

  test('one press is one command, however often the button is pressed', async () => {
    const { person, link } = await invite();
    const { page, faults, close } = await phoneWith(link);
    await page.getByRole('button', { name: 'Open Side door' }).evaluate((button: HTMLButtonElement) => {
      for (let times = 0; times < 5; times++) button.click();
    });
    await page.getByRole('button', { name: 'Unlocked: open the door' }).waitFor();
    await picture(page, 'phone-unlocked-light');
    expect(await granted(person.id)).toHaveLength(1);
    expect(faults).toEqual([]);
    await close();
  });

  test('shows a door whose gateway is away, and says what to do', async () => {
    const { link } = await invite({ security_groups: ['PLANT'] });
    const { page, close } = await phoneWith(link, { colorScheme: 'dark' });
    await service.bench('gw-plant', 'network', { plugged: false });
    await page.getByText('Cannot be reached now').first().waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Open Loading dock' }).click();
    await page.getByText('Not sent. The door cannot be reached at the moment.').waitFor();
    await picture(page, 'phone-away-dark');
    expect(await violations(page)).toEqual([]);
    await service.bench('gw-plant', 'network', { plugged: true });
    await page.getByText('Cannot be reached now').first().waitFor({ state: 'detached', timeout: 30_000 });
    await close();
  });

  test('may be kept on the home screen: the browser finds nothing missing', async () => {
    const { page, close } = await watchedPage(browser, service, PHONE);
    await page.goto('/phone/');
    await page.evaluate(() => navigator.serviceWorker.ready);
    const client = await page.context().newCDPSession(page);
    const { errors } = await client.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
    // A window of a test is always a private one, where the browser has windows.
    const missing = installabilityErrors.map(({ errorId }) => errorId);
    expect(missing.filter((id) => id !== 'in-incognito')).toEqual([]);
    await close();
  });

  test('takes less than 60 KB of compressed script', async () => {
    const { page, close } = await watchedPage(browser, service, { ...PHONE, serviceWorkers: 'block' });
    const client = await page.context().newCDPSession(page);
    await client.send('Network.enable');
    let bytes = 0;
    client.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.goto('/phone/');
    await page.getByRole('heading', { name: 'There is no key on this phone' }).waitFor();
    console.info(`phone key: ${(bytes / 1024).toFixed(1)} KB over the network, everything in it`);
    expect(bytes).toBeLessThan(MAX_SCRIPT_BYTES);
    await close();
  });
});

test('moves from the browser to the home screen by a code', async () => {
  const { link } = await invite();
  const safari = await phoneWith(link);
  await safari.page.getByText('To the home screen, or to another phone').click();
  await safari.page.getByRole('button', { name: 'Show a code' }).click();
  const shown = await safari.page.getByText(/^[A-Z2-9]{5}-[A-Z2-9]{5} · for 5 minutes$/).innerText();
  await picture(safari.page, 'phone-move-light');
  expect(await violations(safari.page)).toEqual([]);
  const home = await watchedPage(browser, service, { ...PHONE, colorScheme: 'dark' });
  await home.page.goto('/phone/');
  await home.page.getByLabel('Code shown on the phone that has your key').fill('WRONG-CODES');
  await home.page.keyboard.press('Enter');
  await home.page.getByText('The code is wrong, or its time is over.').waitFor();
  await picture(home.page, 'phone-claim-dark');
  expect(await violations(home.page)).toEqual([]);
  await home.page.getByLabel('Code shown on the phone that has your key').fill(shown.slice(0, 11));
  await home.page.keyboard.press('Enter');
  await home.page.getByRole('button', { name: 'Open Main entrance' }).waitFor();
  await safari.page.reload();
  await safari.page.getByRole('heading', { name: 'There is no key on this phone' }).waitFor();
  for (const one of [safari, home]) await one.close();
});

describe('a bad network', () => {
  test('away: the page opens with the list as it was, nothing is sent, and nothing is sent later', async () => {
    const { person, link } = await invite();
    const { page, close } = await phoneWith(link);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText(/^No connection\. The list is from \d+ (second|minute)s? ago\.$/).waitFor();
    await page.getByRole('button', { name: 'Open Main entrance' }).press('Enter');
    await page.getByText('Not sent. There is no network.').waitFor();
    await picture(page, 'phone-offline-light');
    expect(await violations(page)).toEqual([]);
    await page.context().setOffline(false);
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.getByText('There is no network.').waitFor({ state: 'detached' });
    await picture(page, 'phone-online-again-light');
    await page.waitForTimeout(3_000);
    expect(await granted(person.id)).toEqual([]);
    await close();
  });

  test('pulled before the press arrives: it says so, and opens nothing when the network is back', async () => {
    const { person, link } = await invite();
    const { page, close } = await phoneWith(link, { serviceWorkers: 'block' });
    await page.route('**/unlock', async (route) => {
      await page.context().setOffline(true);
      await route.abort('internetdisconnected');
    });
    await page.getByRole('button', { name: 'Open Main entrance' }).click();
    await page.getByText('The connection was lost on the way.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('Not sent. The connection was lost before your press arrived.').waitFor();
    expect(await granted(person.id)).toEqual([]);
    await close();
  });

  test('pulled before the answer comes: it finds out that the door had opened, once', async () => {
    const { person, link } = await invite();
    const { page, close } = await phoneWith(link, { serviceWorkers: 'block' });
    await page.route('**/unlock', async (route) => {
      await route.fetch();
      await page.context().setOffline(true);
      await route.abort('internetdisconnected');
    });
    await page.getByRole('button', { name: 'Open Staff entrance' }).click();
    await page.getByText('The connection was lost on the way.').waitFor();
    await picture(page, 'phone-unsure-light');
    await page.waitForTimeout(3_500);
    await page.context().setOffline(false);
    await page.getByText(/^It was unlocked at .* It has locked again since\./).waitFor();
    expect(await granted(person.id)).toHaveLength(1);
    await close();
  });
});

describe('an end', () => {
  test('of the key is shown in words, and the door stays shut', async () => {
    const { person, key, link } = await invite();
    const { page, close } = await phoneWith(link);
    await page.getByText('Connected', { exact: true }).waitFor();
    await api('DELETE', `/keys/${key.id}`);
    await page.getByRole('button', { name: 'Open Main entrance' }).click();
    await page.getByText('It was taken back. Ask Demo if you still need it.').waitFor();
    await page.getByRole('heading', { name: 'Nothing to open right now' }).waitFor();
    await picture(page, 'phone-returned-light');
    expect(await violations(page)).toEqual([]);
    expect(await granted(person.id)).toEqual([]);
    await close();
  });

  test('of the phone, by a manager, is the end of its cookie wherever it has got to', async () => {
    const { person, link } = await invite();
    const phone = await phoneWith(link);
    const thief = await watchedPage(browser, service, PHONE);
    await thief.page.context().addCookies(await phone.page.context().cookies());
    await thief.page.goto('/phone/');
    await thief.page.getByRole('button', { name: 'Open Main entrance' }).waitFor();

    const manager = await watchedPage(browser, service);
    await signIn(manager.page, service, OWNER);
    await manager.page.goto(`/people/${person.id}`);
    await manager.page.getByRole('heading', { name: 'Phones' }).waitFor();
    await manager.page.getByRole('button', { name: 'Remove', exact: true }).waitFor();
    expect(await violations(manager.page)).toEqual([]);
    await picture(manager.page, 'person-phones');
    await manager.page.getByRole('button', { name: 'Remove', exact: true }).click();
    await manager.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await manager.page.getByRole('heading', { name: 'Phones' }).waitFor({ state: 'detached' });
    expect(manager.faults).toEqual([]);

    for (const { page } of [phone, thief]) {
      const button = page.getByRole('button', { name: 'Open Main entrance' });
      const end = page.getByText('It was taken off this phone.');
      // A page that hears of the end by itself has no button any more.
      await Promise.race([end.waitFor(), button.click().catch(() => {})]);
      await end.waitFor();
    }
    expect(await granted(person.id)).toEqual([]);
    for (const one of [phone, thief, manager]) await one.close();
  });
});

describe.each([
  ['light', 375],
  ['dark', 375],
  ['dark', 1280],
] as const)('in %s at %d pixels', (colorScheme, width) => {
  test('it passes axe, fits the width, and breaks no rule of its own', async () => {
    const { link } = await invite({ person: { language: 'de' }, security_groups: ['STAFF', 'IT'] });
    const options = { colorScheme, viewport: { width, height: 812 } };
    const { page, faults, close } = await watchedPage(browser, service, options);
    await page.goto(link);
    await picture(page, `phone-setup-${colorScheme}-${width}`);
    const found = await violations(page);
    await page.getByRole('button').click();
    await page.getByText('Verbunden').waitFor();
    await picture(page, `phone-${colorScheme}-${width}`);
    found.push(...(await violations(page)));
    await page.getByRole('button', { name: 'Server room öffnen' }).click();
    await page.getByRole('button', { name: /^Entriegelt/ }).waitFor();
    await picture(page, `phone-open-${colorScheme}-${width}`);
    found.push(...(await violations(page)));
    if ((await overflow(page)) > 0) found.push('wider than the screen');
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
