import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { audit, LOOKS, OWNER, picture, settled, signedIn, stage, violations } from './browser.js';

const { service, browser } = await stage();

const open = async (page: Page) => {
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Find or do' });
  await box.waitFor();
  return box;
};
const active = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
    return document.getElementById(id)?.textContent ?? null;
  });

test('a door is found and opened by the keyboard alone, and comes first the next time', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER);
  const box = await open(page);
  await page.keyboard.type('serv roo');
  await page.getByRole('option', { name: /^Server room/ }).waitFor();
  expect(await page.locator('mark').allTextContents()).toEqual(expect.arrayContaining(['Serv', 'roo']));
  expect(await violations(page)).toEqual([]);
  await picture(page, 'find-door');
  expect(await active(page)).toMatch(/^Server room/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Server room', level: 1 }).waitFor();
  expect(await box.count()).toBe(0);
  await open(page);
  await page
    .getByRole('group', { name: 'Recent' })
    .getByRole('option', { name: /^Server room/ })
    .waitFor();
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await close();
});

test('people, gateways and pages are found in one search', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER);
  await open(page);
  await page.keyboard.type('desk');
  await page.getByRole('group', { name: 'People' }).getByRole('option').first().waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('gate');
  await page.getByRole('group', { name: 'Gateways' }).getByRole('option').first().waitFor();
  await page
    .getByRole('group', { name: 'Pages' })
    .getByRole('option', { name: /^Gateways/ })
    .waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('no such thing');
  await page.getByText('Nothing matches “no such thing”.').waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('“unlock main” says what it will do, unlocks at a second Enter, and counts down', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER);
  await open(page);
  await page.keyboard.type('unlock main');
  await page.getByRole('option', { name: /^Unlock Main entrance/ }).waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Unlock Main entrance?' });
  await dialog.getByText('recorded in your name').waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, 'find-unlock');
  await page.keyboard.press('Enter');
  await dialog.getByText(/^Unlocked: \d+ s$/).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await close();
});

test('“who can open” leads to the people with a key to the door', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER);
  await open(page);
  await page.keyboard.type('who can open main');
  await page.getByRole('option', { name: /^Who can open Main entrance/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Who can open Main entrance', level: 1 }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

describe.each(LOOKS)('in %s at %d pixels', (colorScheme, width, height) => {
  test('the search passes axe and fits', async () => {
    const viewport = { width, height };
    const { page, faults, close } = await signedIn(browser, service, OWNER, { colorScheme, viewport });
    await page.getByRole('button', { name: 'Find or do' }).click();
    await page.getByRole('option').first().waitFor();
    await settled(page);
    const found = await audit(page, `find-${colorScheme}-${width}`);
    await page.keyboard.type('main');
    await page.getByRole('option', { name: /^Main entrance/ }).waitFor();
    found.push(...(await audit(page, `find-main-${colorScheme}-${width}`)));
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
