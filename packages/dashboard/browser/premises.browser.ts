import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { audit, LOOKS, OWNER, settled, signedIn, stage } from './browser.js';

const { service, browser } = await stage();
const { locks, locations, people, gateways } = service.site;
const dialog = (page: Page) => page.getByRole('dialog');

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'textbox' | 'link' = 'button') {
  const wanted = page.getByRole(role, { name, exact: true }).first();
  for (let presses = 0; presses < 60; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${name}`);
}

describe('setting up', () => {
  test('a location, a door on it, a group for it, and their removal, each with what follows', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER);
    await page.getByRole('link', { name: 'Locations' }).click();
    await page.getByRole('button', { name: 'Add a location' }).click();
    await dialog(page).getByLabel('Name').fill('Annex');
    await dialog(page).getByLabel('Address').fill('2 Harbour Road');
    await dialog(page).getByRole('button', { name: 'Add the location' }).click();
    await page.getByText('Annex is added.').waitFor();
    await page.getByRole('row', { name: /Annex/ }).getByText('2 Harbour Road').waitFor();

    await page.goto(`/gateways/${gateways['gw-hq']?.id}`);
    await page.getByRole('button', { name: 'Add a door' }).click();
    await dialog(page).getByLabel('Name').fill('Annex door');
    await dialog(page).getByLabel('Location').selectOption({ label: 'Annex' });
    await dialog(page).getByLabel('Door number').fill('1');
    await dialog(page).getByRole('button', { name: 'Add the door' }).click();
    await dialog(page).getByText('is Main entrance already; move that door first').waitFor();
    await dialog(page).getByLabel('Door number').fill('9');
    await dialog(page).getByRole('button', { name: 'Add the door' }).click();
    await page.getByText('Annex door is added.').waitFor();
    await page.getByRole('link', { name: 'Annex door' }).click();

    await page.getByRole('button', { name: 'Change this door' }).click();
    await dialog(page).getByLabel('Door number').fill('10');
    await dialog(page).getByText('What was known of the old one is forgotten').waitFor();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();

    // A time that is none stays as it was typed.
    await page.getByRole('button', { name: 'Change this door' }).click();
    const strike = dialog(page).getByLabel('Strike time, seconds');
    await strike.fill('9999');
    await dialog(page).getByLabel('Left open after, seconds').fill('0');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).getByText('must be 1 to 10 seconds').waitFor();
    await dialog(page).getByText('must be 1 to 86400 seconds').waitFor();
    expect(await strike.inputValue()).toBe('9999');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();

    // A group, by the keyboard alone.
    await page.goto('/groups');
    await page.getByRole('link', { name: 'Visitors of the laboratory' }).waitFor();
    await tabTo(page, 'Add a group');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Name', 'textbox');
    await page.keyboard.type('Annex people');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ANNEX');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Annex people', level: 1 }).waitFor();
    await tabTo(page, 'Choose doors');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('annex');
    await dialog(page).getByLabel('Annex door').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await dialog(page).getByText('0 keys will open 1 more door at once.').waitFor();
    await tabTo(page, 'Save');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '1 door' }).waitFor();

    await page.goto('/locations');
    await page.getByRole('button', { name: 'Remove Annex' }).click();
    await dialog(page).getByText('It can be removed once it is empty.').waitFor();
    await dialog(page).getByText('1 door', { exact: true }).waitFor();
    await dialog(page).getByRole('button', { name: 'Close' }).click();

    await page.goto('/');
    await page.getByRole('link', { name: /Annex door/ }).click();
    await page.getByRole('button', { name: 'Remove this door' }).click();
    await dialog(page).getByText('It leaves 1 security group; 0 keys will no longer open it.').waitFor();
    await dialog(page).getByRole('button', { name: 'Remove the door' }).click();
    await page.getByRole('heading', { name: 'Doors', level: 1 }).waitFor();

    await page.goto('/locations');
    await page.getByRole('button', { name: 'Remove Annex' }).click();
    await dialog(page).getByText('Annex is removed from all lists').waitFor();
    await dialog(page).getByRole('button', { name: 'Remove the location' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    expect(await page.getByText('Annex').count()).toBe(0);

    await page.goto('/groups');
    await page.getByRole('link', { name: 'Annex people' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog(page).getByText('Annex people will no longer open anything.').waitFor();
    await dialog(page).getByRole('button', { name: 'Remove the group' }).click();
    await page.getByRole('heading', { name: 'Security groups', level: 1 }).waitFor();
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
    await close();
  });

  test('who can open a door, and what a person can open, now and at a moment', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER, {
      at: `/doors/${locks.archive}`,
    });
    await page.getByRole('link', { name: /^See (.* keys?, now|who can) / }).click();
    await page
      .getByRole('row', { name: /Facility desk/ })
      .getByText('Yes')
      .waitFor();
    await page
      .getByRole('row', { name: /Facility desk/ })
      .getByText(/handed over .* without an end/)
      .waitFor();
    expect(await page.getByText('Last summer').count()).toBe(0);
    await page.getByText(/^\d+ keys? opens? now\.$/).waitFor();
    await page.getByText('In the time zone Europe/Helsinki. Empty: now.').waitFor();
    await page.getByLabel('Also keys that do not open now').check();
    await page.getByText(/^\d+ keys? in all\.$/).waitFor();
    await page
      .getByRole('row', { name: /Lab analyst/ })
      .getByText('Not now')
      .waitFor();
    await page
      .getByRole('row', { name: /Lab analyst/ })
      .getByText(/no: it expired/)
      .waitFor();
    await page.getByRole('link', { name: 'Facility desk' }).click();
    await page.getByRole('heading', { name: 'What this person can open' }).waitFor();
    await page.getByText('4 doors now.').waitFor();
    await page.getByRole('textbox', { name: 'Date and time', exact: true }).fill('2020-01-01T12:00');
    await page.getByText(/^0 doors, /).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe.each(LOOKS)('in %s at %d × %d', (colorScheme, width, height) => {
  test('the pages pass axe and fit', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER, {
      colorScheme,
      viewport: { width, height },
    });
    const name = (what: string) => `premises-${what}-${colorScheme}-${width}`;
    const found: string[] = [];
    const look = async (what: string) => {
      await settled(page);
      found.push(...(await audit(page, name(what))));
    };
    await page.goto('/locations');
    await look('locations');
    await page.getByRole('button', { name: 'Change Laboratory' }).click();
    await dialog(page).getByLabel('Below').selectOption({ label: 'Plant' });
    await dialog(page).getByText('Laboratory moves below Plant').waitFor();
    await look('location-move');
    await page.keyboard.press('Escape');
    await page.goto('/groups');
    await look('groups');
    await page.getByRole('link', { name: 'IT', exact: true }).click();
    await page.getByRole('heading', { name: '4 doors' }).waitFor();
    await look('group');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await look('group-end');
    await page.goto(`/doors/${locks.main}/access`);
    await page.getByRole('row', { name: /Front desk/ }).waitFor();
    await look('door-access');
    await page.goto(`/people/${people.facility}`);
    await page.getByText('4 doors now.').waitFor();
    await look('person-access');
    await page.goto(`/doors/${locks.side}`);
    await page.getByRole('button', { name: 'Change this door' }).click();
    await dialog(page).getByLabel('Location').selectOption(String(locations.lab));
    await dialog(page).getByText('Side door moves to Laboratory').waitFor();
    await look('door-change');
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
