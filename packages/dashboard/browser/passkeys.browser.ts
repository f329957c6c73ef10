import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { OWNER, overflow, picture, settled, signIn, stage, violations, watchedPage } from './browser.js';

const { service: started, browser } = await stage();
/** Passkeys are for host names, not for addresses in numbers. */
const service = { ...started, origin: started.origin.replace('127.0.0.1', 'localhost') };

/** A device that keeps passkeys, whose holder always agrees. */
async function giveDevice(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verified: (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

describe('a passkey', () => {
  test('is added by the keyboard, signs in, is renamed, and is removed', async () => {
    const { page, faults, close } = await watchedPage(browser, service);
    await giveDevice(page);
    await signIn(page, service, OWNER);
    await page.goto('/account');
    await page.getByRole('button', { name: 'Add a passkey' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Name').fill('My phone');
    await picture(page, 'passkey-new');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'My phone', exact: true }).waitFor();
    await settled(page);
    await picture(page, 'account-passkeys');
    expect(await violations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await picture(page, 'sign-in-passkey');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('link', { name: /Demo owner/ }).waitFor();

    await page.goto('/account');
    await page.getByRole('button', { name: 'Rename My phone' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Old phone');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Remove Old phone' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('You have none yet.').waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    expect(faults).toEqual([]);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('This passkey is not known here, or could not be checked.').waitFor();
    await close();
  });

  test('of a device that did not check who holds it lets no one in, in words', async () => {
    const { page, close } = await watchedPage(browser, service);
    const device = await giveDevice(page);
    await signIn(page, service, OWNER);
    await page.goto('/account');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('button', { name: /^Rename/ }).waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await device.verified(false);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('Nothing was chosen. Try again when you are ready.').waitFor();
    await close();
  });

  test('is how an invited colleague comes in without a password', async () => {
    const owner = await watchedPage(browser, service);
    await signIn(owner.page, service, OWNER);
    await owner.page.goto('/colleagues');
    await owner.page.getByRole('button', { name: 'Invite a colleague' }).click();
    await owner.page.getByLabel('E-mail address').fill('pekka@demo.example');
    await owner.page.getByRole('button', { name: 'Send the invitation' }).click();
    await owner.page.getByRole('button', { name: 'Send again to pekka@demo.example' }).waitFor();
    const link = (await service.linkTo('pekka@demo.example')).replace('127.0.0.1', 'localhost');

    const { page, faults, close } = await watchedPage(browser, service, {
      viewport: { width: 375, height: 812 },
    });
    await giveDevice(page);
    await page.goto(link);
    await page.getByLabel('Your name').fill('Pekka Puro');
    await picture(page, 'join-passkey-375');
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Begin with a passkey' }).click();
    await page.getByRole('heading', { name: 'Doors', level: 1 }).waitFor();
    await page.goto('/account');
    await page.getByText('You have no password yet.').waitFor();
    await settled(page);
    await picture(page, 'account-passkeys-375');
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Remove First passkey' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText(/It is your only way to sign in/).waitFor();
    expect(faults.filter((fault) => !fault.includes('403'))).toEqual([]);
    await close();
    await owner.close();
  });

  test('is not offered where the pages are opened by an address in numbers', async () => {
    const { page, close } = await watchedPage(browser, started);
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
    await close();
  });
});
