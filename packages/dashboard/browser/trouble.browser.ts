import { describe, expect, test } from '@jest/globals';
import type { Route } from 'playwright-core';
import {
  DRAWS_ITSELF,
  OWNER,
  picture,
  settled,
  signedIn,
  stage,
  violations,
  watchedPage,
  withheld,
} from './browser.js';

const { service, browser } = await stage();
const { main } = service.site.locks;
/** What the browser itself says of an answer that a test has made. */
const EXPECTED = /401|500/;

describe('what was typed', () => {
  test('is still there after the session has ended and its person has signed in again', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER, { at: '/people' });
    await page.getByRole('button', { name: 'New person' }).click();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Typed before the end');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByText('Your session has ended. Sign in to go on where you were.').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(OWNER);
    await page.getByRole('textbox', { name: 'Password' }).fill(service.site.users[OWNER]?.password ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await name.inputValue()).toBe('Typed before the end');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Typed before the end' }).waitFor();
    expect(faults.filter((fault) => !EXPECTED.test(fault))).toEqual([]);
    await close();
  });

  test('is gone from every tab once its person has signed out in one', async () => {
    const { page, close } = await signedIn(browser, service, OWNER, { at: '/people' });
    await page.getByRole('button', { name: 'New person' }).click();
    const other = await page.context().newPage();
    await other.goto('/');
    await other.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText(/^to the doors of/).waitFor();
    expect(await page.locator('dialog, nav').count()).toBe(0);
    await close();
  });

  test('is not shown to someone else who signs in', async () => {
    const { page, close } = await signedIn(browser, service, OWNER, { at: '/people' });
    await page.getByRole('button', { name: 'New person' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Not for others');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const other = 'plant-manager@demo.example';
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(other);
    await page.getByRole('textbox', { name: 'Password' }).fill(service.site.users[other]?.password ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /^Shift lead/ }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('link', { name: /^Lab analyst/ }).count()).toBe(0);
    await close();
  });
});

describe('a service that falters', () => {
  test('leaves a door’s page as it was, says so, and is asked again', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER, { at: `/doors/${main}` });
    await settled(page);
    const broken = { status: 500, body: '{"error":{"code":"server_error","message":"Unexpected failure."}}' };
    await page.route(`**/dashboard/doors/${main}`, (route) => route.fulfill(broken));
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByText('Unexpected failure.').waitFor();
    await page.getByText(/^Unlocked\. The gateway confirmed it/).waitFor();
    await picture(page, 'door-service-falters');
    await page.unroute(`**/dashboard/doors/${main}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Unexpected failure.').waitFor({ state: 'detached' });
    expect(faults.filter((fault) => !EXPECTED.test(fault))).toEqual([]);
    await close();
  });
});

describe('a page that hears nothing of its doors', () => {
  test('says so at the width of a phone, and since when, and shows no state as the present one', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER, {
      viewport: { width: 360, height: 740 },
    });
    const stream = '**/dashboard/stream*';
    const tone = (of: string) =>
      page
        .locator(`main ${of}[data-status="closed"]`)
        .first()
        .evaluate((one) => getComputedStyle(one).getPropertyValue('--tone'));
    await settled(page);
    const present = await tone('a');
    await page.route(stream, (route: Route) => route.abort());
    for (const [path, of] of [
      ['/', 'a'],
      [`/doors/${main}`, 'p'],
    ] as const) {
      await page.goto(path);
      await page
        .getByText(/^No connection\. The states of doors are as of \d\d:\d\d; reconnecting…$/)
        .waitFor();
      expect(await tone(of)).not.toBe(present);
      expect(await violations(page)).toEqual([]);
      await picture(page, `silent-${of}`);
    }
    await page.unroute(stream);
    await page.getByText(/^No connection/).waitFor({ state: 'detached' });
    expect(await tone('p')).toBe(present);
    expect(faults.filter((fault) => !/ERR_FAILED/.test(fault))).toEqual([]);
    await close();
  });
});

describe('a door that changes while all doors are on their way', () => {
  test('is shown as it is once the code of the page has come, which the service drew before', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER);
    await settled(page);
    const hold = await withheld(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('link', { name: /^Side door/ }).waitFor();
    expect(await page.getByRole('link', { name: /^Side door.*Forced open/ }).count()).toBe(0);
    await service.bench('gw-hq', 'doors/2/force');
    const alarms = async () => (await page.request.get('/dashboard/alarms')).text();
    while (!(await alarms()).includes('Side door')) await page.waitForTimeout(50);
    await hold.end();
    await page.getByRole('link', { name: /^Side door.*Forced open/ }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('is shown as it is once they have come', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER);
    await settled(page);
    const late = async (route: Route) => {
      const answer = await route.fetch();
      await service.bench('gw-hq', 'doors/3/force');
      // Whether the stream was open before or opens after, nothing may be lost.
      await page.waitForTimeout(1_000);
      await route.fulfill({ response: answer });
    };
    await page.route('**/dashboard/overview', late, { times: 1 });
    await page.goto(DRAWS_ITSELF);
    await page.getByRole('link', { name: /^Staff entrance.*Forced open/ }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the focus', () => {
  test('stays on a button while what it began runs, and after', async () => {
    const { page, close } = await signedIn(browser, service, OWNER, { at: `/doors/${main}` });
    const unlock = page.getByRole('button', { name: 'Unlock' });
    let presses = 0;
    await page.route(`**/dashboard/locks/${main}/unlock`, async (route) => {
      presses++;
      await page.waitForTimeout(500);
      await route.continue();
    });
    await unlock.focus();
    await page.keyboard.press('Enter');
    await page.locator('button[aria-busy=true]').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(/^Unlocked\. The gateway confirmed it/).waitFor();
    expect(await unlock.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(presses).toBe(1);
    await close();
  });
});

describe('a page whose files do not come', () => {
  test('because the service was upgraded under an open tab is loaded anew by itself', async () => {
    const { page, close } = await signedIn(browser, service, OWNER, { at: '/' });
    await page.getByRole('heading', { name: 'Doors', exact: true }).waitFor();
    const old = '**/assets/*.js';
    await page.route(old, (route: Route) => route.fulfill({ status: 404, body: 'Not found' }));
    await page.route('**/events', async (route: Route) => {
      if (!route.request().isNavigationRequest())
        return route.fulfill({ contentType: 'text/html', body: '<script src="/assets/later.js"></script>' });
      await page.unroute(old);
      await route.continue();
    });
    await page.getByRole('link', { name: 'Events' }).click();
    await page.getByRole('heading', { name: 'Events', exact: true }).waitFor();
    await close();
  });

  test('for another reason says so, keeps what is around it, and is loaded anew', async () => {
    const { page, close } = await signedIn(browser, service, OWNER, { at: '/' });
    await page.getByRole('heading', { name: 'Doors', exact: true }).waitFor();
    await page.route('**/assets/*.js', (route: Route) => route.fulfill({ status: 404, body: 'Not found' }));
    await page.getByRole('link', { name: 'Events' }).click();
    await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor();
    await settled(page);
    expect(await violations(page)).toEqual([]);
    await picture(page, 'page-not-loaded');
    await page.getByRole('link', { name: 'Doors', exact: true }).click();
    await page.getByRole('heading', { name: 'Doors', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Events' }).click();
    await page.unroute('**/assets/*.js');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Events', exact: true }).waitFor();
    await close();
  });
});

describe('an address that leads nowhere', () => {
  test('names the missing page, door or person and links back', async () => {
    const { page, close } = await signedIn(browser, service, OWNER);
    for (const [address, heading, back, lead] of [
      ['/no-such-page', 'Page not found', 'All doors', 'Doors'],
      ['/doors/999999', 'Door', 'All doors', 'Doors'],
      ['/people/7c9e6679-7425-40de-944b-e07fc1f90ae7', 'Person', 'All people', 'People'],
    ] as const) {
      await page.goto(address);
      await page.getByRole('heading', { name: heading, exact: true }).waitFor();
      await settled(page);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: back }).click();
      await page.getByRole('heading', { name: lead, exact: true }).waitFor();
    }
    await close();
  });

  test('is an error for programs and the same page, marked as one, for browsers', async () => {
    const { page, close } = await watchedPage(browser, service);
    const ask = (accept: string) => page.request.get('/no-such-page', { headers: { accept } });
    const answer = await ask('*/*');
    expect(answer.status()).toBe(404);
    expect(await answer.json()).toEqual({ error: { code: 'not_found', message: 'No such resource.' } });
    const shown = await ask('text/html,*/*;q=0.8');
    expect([shown.status(), shown.headers()['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    await close();
  });
});
