import { expect, test } from '@jest/globals';
import { auditLooks, OWNER, signedIn, stage } from './browser.js';

/* A door under maintenance: begun and ended by the keyboard alone, and marked wherever the door is. */

const { service, browser } = await stage();
const { side } = service.site.locks;

test('a manager mutes a door with the keyboard, sees its marks everywhere, and ends it', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER);
  const found: string[] = [];
  const look = async (name: string) => found.push(...(await auditLooks(page, `maintenance-${name}`)));
  await page.goto(`/doors/${side}`);
  await page.getByRole('button', { name: 'Begin maintenance' }).press('Enter');
  await page.getByLabel('From now on').selectOption('for 4 hours');
  await page.getByLabel('Why').fill('New closer');
  await look('form');
  await page.keyboard.press('Enter');
  await page.getByText(/^Under maintenance until/).waitFor();
  await service.bench('gw-hq', 'doors/2/force');
  await page.getByText('Muted: 1 forced opening', { exact: false }).waitFor();
  await page
    .getByText('The door was under maintenance, so this is not an alarm.', { exact: false })
    .waitFor();
  expect(await page.getByRole('region', { name: 'Alarms' }).count()).toBe(0);
  await look('door');
  await page.goto('/');
  await page.getByText('under maintenance until', { exact: false }).waitFor();
  await look('overview');
  await page.goto('/events');
  await page.getByText('Muted: maintenance').first().waitFor();
  await look('events');
  await page.goto(`/doors/${side}`);
  await page.getByRole('button', { name: 'End maintenance' }).press('Enter');
  await page.getByRole('button', { name: 'Begin maintenance' }).waitFor();
  await page.getByText('1 alarm was muted', { exact: false }).waitFor();
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});
