import { describe, expect, test } from '@jest/globals';
import {
  audit,
  LOOKS,
  OWNER,
  picture,
  settled,
  signedIn,
  signIn,
  stage,
  violations,
  watchedPage,
} from './browser.js';

const { service, browser } = await stage();
const PASSWORD = 'a long enough password';

describe('a colleague', () => {
  test('is invited by e-mail, joins by the link, is changed, and is removed', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER);
    await page.getByRole('link', { name: 'Colleagues' }).click();
    await page.getByRole('button', { name: 'Invite a colleague' }).click();
    await page.getByLabel('E-mail address').fill('kaisa@demo.example');
    await page.getByLabel('Role').selectOption('manager');
    await picture(page, 'colleagues-invite');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    await page.getByText('An invitation is on its way to kaisa@demo.example.').waitFor();
    await page.getByRole('button', { name: 'Send again to kaisa@demo.example' }).waitFor();
    await page.getByRole('button', { name: 'Send again to kaisa@demo.example' }).click();
    await page.getByText('Sent again to kaisa@demo.example.').waitFor();

    const link = await service.linkTo('kaisa@demo.example');
    const invited = await watchedPage(browser, service);
    await invited.page.goto(link);
    await invited.page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await picture(invited.page, 'join');
    await invited.page.getByLabel('Your name').fill('Kaisa Koski');
    await invited.page.getByRole('textbox', { name: 'A password' }).fill('short');
    await invited.page.getByRole('button', { name: 'Begin' }).click();
    await invited.page.getByText('must have at least 12 characters').waitFor();
    expect(await violations(invited.page)).toEqual([]);
    await invited.page.getByRole('textbox', { name: 'A password' }).fill(PASSWORD);
    await invited.page.keyboard.press('Enter');
    await invited.page.getByRole('heading', { name: 'Doors', level: 1 }).waitFor();
    expect(new URL(invited.page.url()).hash).toBe('');
    expect(invited.faults.filter((fault) => !fault.includes('422'))).toEqual([]);

    await page.reload();
    await page.getByRole('button', { name: 'Change Kaisa Koski' }).click();
    await page.getByLabel('Role').selectOption('viewer');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /Kaisa Koski/ })
      .getByText('viewer')
      .waitFor();
    await settled(page);
    await picture(page, 'colleagues');
    await page.getByRole('button', { name: 'Remove Kaisa Koski' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // Their page falls back to the sign-in by itself, as its stream ends.
    await invited.page.getByRole('heading', { name: 'Sign in' }).waitFor();

    await invited.page.goto(link);
    await invited.page.getByRole('heading', { name: 'You are in already' }).waitFor();
    expect(faults).toEqual([]);
    await invited.close();
    await close();
  });

  test('finds kind words behind a link that was withdrawn, replaced or cut in half', async () => {
    const { page, close } = await signedIn(browser, service, OWNER, { at: '/colleagues' });
    await page.getByRole('button', { name: 'Invite a colleague' }).click();
    await page.getByLabel('E-mail address').fill('lost@demo.example');
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    await page.getByRole('button', { name: 'Send again to lost@demo.example' }).waitFor();
    const link = await service.linkTo('lost@demo.example');
    await page.getByRole('button', { name: 'Withdraw the invitation of lost@demo.example' }).click();
    await page.getByText('The invitation of lost@demo.example is withdrawn.').waitFor();
    const other = await watchedPage(browser, service);
    await other.page.goto(link);
    await other.page.getByRole('heading', { name: 'This invitation was withdrawn' }).waitFor();
    await picture(other.page, 'join-withdrawn');
    expect(await violations(other.page)).toEqual([]);
    expect(other.faults).toEqual([]);
    await other.page.goto('about:blank');
    await other.page.goto(link.slice(0, -5));
    await other.page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await other.close();
    await close();
  });

  test('cannot remove the last owner', async () => {
    const { page, close } = await signedIn(browser, service, OWNER, { at: '/colleagues' });
    await page.getByRole('button', { name: 'Remove Demo owner' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText(/is the last owner of .*: make .* else an owner first\./).waitFor();
    await picture(page, 'colleagues-last-owner');
    await close();
  });
});

describe('a password', () => {
  test('is changed on the account page', async () => {
    const { page, close } = await signedIn(browser, service, OWNER, { at: '/account' });
    await page.getByLabel('Your password now').fill('wrong');
    await page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('is not your password').waitFor();
    await page.getByLabel('Your password now').fill(service.site.users[OWNER]?.password ?? '');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The new password is set.').waitFor();
    await settled(page);
    await close();
  });

  test('that was forgotten is replaced by the keyboard alone, through an e-mail', async () => {
    const { page, faults, close } = await watchedPage(browser, service);
    await page.goto('/');
    await page.getByRole('link', { name: 'Forgot your password?' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('E-mail address').waitFor();
    await page.keyboard.type(OWNER);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
    await picture(page, 'reset-asked');
    expect(await violations(page)).toEqual([]);
    await page.goto(await service.linkTo(OWNER));
    await page.reload();
    await page.getByRole('textbox', { name: 'New password' }).waitFor();
    await picture(page, 'reset');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.type(service.site.users[OWNER]?.password ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Doors', level: 1 }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe.each(LOOKS)('in %s at %d pixels', (colorScheme, width, height) => {
  test('the pages of colleagues pass axe and fit the width', async () => {
    const viewport = { width, height };
    const { page, faults, close } = await watchedPage(browser, service, { colorScheme, viewport });
    const found: string[] = [];
    const check = async (name: string) => {
      found.push(...(await audit(page, `${name}-${colorScheme}-${width}`)));
    };
    await page.goto('/reset');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await check('reset-ask');
    await signIn(page, service, OWNER);
    await page.goto('/colleagues');
    await page.getByRole('button', { name: 'Invite a colleague' }).click();
    await page.getByLabel('E-mail address').fill(`${colorScheme}-${width}-with-a-long-name@demo.example`);
    await check('colleagues-invite');
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    await page.getByText(/An invitation is on its way/).waitFor();
    await settled(page);
    await check('colleagues');
    const link = await service.linkTo(`${colorScheme}-${width}-with-a-long-name@demo.example`);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await check('join');
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
