import { describe, expect, test } from '@jest/globals';
import { overflow, picture, settled, signedIn, stageSite, violations } from './browser.js';

const { service, browser } = await stageSite({
  account: { name: 'New: "one"' },
  locations: [{ ref: 'main', name: 'House', timezone: 'Europe/Helsinki' }],
  users: [{ email: 'owner@new.example', name: 'Olga', role: 'owner', location: 'main' }],
});

describe('an organisation with nothing in it', () => {
  test.each([
    ['light', 1280],
    ['dark', 375],
  ] as const)('is led by the hand, in %s at %d pixels', async (colorScheme, width) => {
    const { page, faults, close } = await signedIn(browser, service, 'owner@new.example', {
      colorScheme,
      viewport: { width, height: 800 },
    });
    await page.getByRole('heading', { name: 'What comes next' }).waitFor();
    await page.getByText('A site file to begin with').click();
    await page.getByText('account: { name: "New: \\"one\\"" }').waitFor();
    await settled(page);
    await picture(page, `begin-empty-${colorScheme}-${width}`);
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(faults).toEqual([]);
    await close();
  });

  test('goes on where it was left: a person who was added is a step less', async () => {
    const { page, faults, close } = await signedIn(browser, service, 'owner@new.example');
    await page.getByRole('link', { name: 'People' }).first().click();
    await page.getByRole('button', { name: 'New person' }).click();
    await page.getByLabel('Name', { exact: false }).first().fill('Anna');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Anna' }).waitFor();
    await page.goto('/begin');
    await page.getByText('Add a person, or a whole list (done)').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
