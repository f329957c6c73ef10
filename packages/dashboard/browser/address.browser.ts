import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { audit, LOOKS, OWNER, settled, signedIn, stage } from './browser.js';

const { service, browser } = await stage();
const MANAGER = 'plant-manager@demo.example';
const { main, side, plant_gate, tools, staff, meeting } = service.site.locks;

const addressOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return `${pathname}${search}`;
};
const at = (page: Page, pathname: string) => page.waitForURL((url) => url.pathname === pathname);

describe('the list of doors', () => {
  test('keeps its search, its filter and its location in the address, over Back, a reload and a colleague’s click', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER);
    await page.getByLabel('Location', { exact: true }).selectOption({ label: '\u2003Plant' });
    await page.getByLabel('Search doors').fill('entrance');
    await page.waitForURL(/q=entrance/);
    await page.getByText('1 door shown').waitFor({ state: 'attached' });
    // The one filter that is left: "Closed", or "Held open" at the hours of the demo's schedule.
    const filter = page.getByRole('group', { name: 'Show only' }).getByRole('button');
    await filter.click();
    await page.waitForURL(/show=(closed|held)/);
    const address = addressOf(page);
    expect(address).toMatch(/^\/\?.*\blocation=\d+/);

    await page.getByRole('link', { name: /^Plant entrance/ }).click();
    await page.getByRole('heading', { name: 'Plant entrance', level: 1 }).waitFor();
    await page.goBack();
    const isThere = async () => {
      await page.getByText('1 door shown').waitFor({ state: 'attached' });
      expect(await page.getByLabel('Search doors').inputValue()).toBe('entrance');
      expect(await filter.getAttribute('aria-pressed')).toBe('true');
      expect(await page.getByLabel('Location', { exact: true }).inputValue()).not.toBe('');
      expect(addressOf(page)).toBe(address);
    };
    await isThere();
    await page.reload();
    await isThere();
    // The page's own back link leads to the same list.
    await page.getByRole('link', { name: /^Plant entrance/ }).click();
    await page.getByRole('link', { name: 'All doors' }).click();
    await page.getByText('1 door shown').waitFor({ state: 'attached' });
    expect(await page.getByLabel('Search doors').inputValue()).toBe('entrance');

    // Another page of the same location, and the same page opened by its address.
    await page.getByRole('link', { name: 'Gateways', exact: true }).click();
    await page.getByRole('link', { name: 'Plant gateway' }).waitFor();
    expect(await page.getByRole('link', { name: 'Laboratory gateway' }).count()).toBe(0);
    expect(addressOf(page)).toMatch(/^\/gateways\?location=\d+$/);
    await page.getByLabel('Location', { exact: true }).selectOption({ label: 'Head office' });
    await page.getByRole('link', { name: 'Laboratory gateway' }).waitFor();
    expect(addressOf(page)).toBe('/gateways');
    expect(faults).toEqual([]);
    await close();
  });

  test('counts behind each filter what the search has left', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER);
    await settled(page);
    const count = () =>
      page
        .getByRole('button', { name: /^Closed/ })
        .locator('b')
        .innerText();
    const all = Number(await count());
    await page.getByLabel('Search doors').fill('entrance');
    await page.getByText('3 doors shown').waitFor({ state: 'attached' });
    expect(Number(await count())).toBeLessThan(all);
    const sum = await page
      .getByRole('group', { name: 'Show only' })
      .locator('b')
      .evaluateAll((counts) => counts.reduce((total, one) => total + Number(one.textContent), 0));
    expect(sum).toBe(3);
    await page.getByLabel('Search doors').fill('no such door');
    await page.getByText('No door matches “no such door”.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Show all doors' }).click();
    await page.getByText('12 doors shown').waitFor({ state: 'attached' });
    expect(addressOf(page)).toBe('/');
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the list of door tests', () => {
  test('keeps its filter in the address, over Back and a reload', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER, { at: '/door-tests' });
    await page.getByRole('button', { name: /^Never tested/ }).click();
    await page.waitForURL(/show=never/);
    await page.getByRole('link', { name: 'Side door' }).click();
    await page.getByRole('heading', { name: 'Side door', level: 1 }).waitFor();
    await page.goBack();
    const never = page.getByRole('button', { name: /^Never tested/ });
    await page.reload();
    await never.waitFor();
    expect(await never.getAttribute('aria-pressed')).toBe('true');
    expect(faults).toEqual([]);
    await close();
  });
});

describe('Back from a past moment', () => {
  test('leads to the door now, then to where one came from', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER);
    await service.bench('gw-hq', 'doors/2/force');
    await service.bench('gw-hq', 'doors/2/close');
    // Another door was shown before: Back must not lead there.
    await page.goto(`/doors/${main}`);
    await page.getByRole('heading', { name: 'Main entrance', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'All doors' }).click();
    await page
      .getByRole('link', { name: /^Side door/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Earlier event' }).click();
    await page.getByText('As it was').waitFor();
    await page.getByRole('button', { name: 'Earlier event' }).click();
    await page.getByRole('slider').press('PageUp');
    await page.getByText('As it was').waitFor();
    await page.goBack();
    await page.getByText('As it was').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Side door', level: 1 }).waitFor();
    expect(addressOf(page)).toBe(`/doors/${side}`);
    await page.goForward();
    await page.getByText('As it was').waitFor();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByText('As it was').waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('heading', { name: 'Doors', level: 1 }).waitFor();
    expect(addressOf(page)).toBe('/');
    expect(faults).toEqual([]);
    await close();
  });

  test('leads to the door now where the moment was opened by a link, over a reload too', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER);
    const moment = new Date(Date.now() - 60_000).toISOString();
    await page.goto(`/doors/${side}?at=${moment}`);
    await page.getByText('As it was').waitFor();
    await page.reload();
    await page.getByText('As it was').waitFor();
    await page.goBack();
    await page.getByText('As it was').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Side door', level: 1 }).waitFor();
    expect(addressOf(page)).toBe(`/doors/${side}`);
    await page.goBack();
    await page.getByRole('heading', { name: 'Doors', level: 1 }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe('changes to a schedule that are not saved', () => {
  test('are there again after a click on another page and Back, and after a reload', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER, {
      at: `/doors/${tools}/schedule`,
    });
    await page.getByRole('button', { name: 'Add hours to Sunday' }).click();
    await page.getByLabel('Sunday, block 1: to').fill('12:30');
    await page.getByRole('link', { name: 'Events', exact: true }).click();
    await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
    await page.getByText('Changes to the schedule of Tool store are not saved.').waitFor();
    await settled(page);
    expect(await audit(page, 'unsaved-elsewhere')).toEqual([]);
    await page.goBack();
    const isThere = async () => {
      await page.getByText('Sunday: 08:00–12:30, instead of closed').waitFor();
      expect(await page.getByLabel('Sunday, block 1: to').inputValue()).toBe('12:30');
      expect(await page.getByRole('button', { name: 'Save' }).isEnabled()).toBe(true);
    };
    await isThere();
    // On any page, the browser asks before it reloads or closes the tab.
    const asked = page.waitForEvent('dialog');
    const reloaded = page.reload();
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
    await reloaded;
    await isThere();
    // With the keyboard only: leave by the link back to the door, return by the reminder.
    await page.getByRole('link', { name: 'Tool store', exact: true }).press('Enter');
    await at(page, `/doors/${tools}`);
    await page.getByRole('link', { name: 'Continue editing' }).press('Enter');
    await isThere();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Events', exact: true }).click();
    await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
    expect(await page.getByText('are not saved').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  test('are dropped from anywhere, and never taken for another door’s', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER, {
      at: `/doors/${staff}/schedule`,
    });
    await page.getByRole('button', { name: 'Add hours to Sunday' }).click();
    await page.getByText('Sunday: 08:00–17:00, instead of closed').waitFor();
    await page.getByRole('link', { name: 'Doors', exact: true }).click();
    await page.getByRole('link', { name: /^Meeting rooms/ }).click();
    await at(page, `/doors/${meeting}`);
    await page.getByRole('link', { name: 'Change the schedule' }).click();
    await page.getByText('Nothing is changed.').waitFor();
    const reminder = page
      .getByRole('status')
      .filter({ hasText: 'Changes to the schedule of Staff entrance' });
    await reminder.getByText('Changes to the schedule of Staff entrance are not saved.').waitFor();
    await reminder.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Changes to the schedule of Staff entrance').waitFor({ state: 'detached' });
    await page.goto(`/doors/${staff}/schedule`);
    await page.getByText('Nothing is changed.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

test.concurrent.each(LOOKS)(
  'in %s at %d pixels a filtered list and a past moment pass axe and fit the width',
  async (colorScheme, width, height) => {
    const { page, faults, close } = await signedIn(browser, service, MANAGER, {
      colorScheme,
      viewport: { width, height },
    });
    const found: string[] = [];
    for (const [name, path] of [
      ['doors-filtered', '/?q=entrance&show=closed'],
      ['doors-none', '/?q=nothing'],
      ['door-then', `/doors/${plant_gate}?at=${new Date(Date.now() - 30_000).toISOString()}`],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      found.push(...(await audit(page, `${name}-${colorScheme}-${width}`)));
    }
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  },
  120_000,
);
