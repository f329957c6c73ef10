import { expect, test } from '@jest/globals';
import { audit, LOOKS, OWNER, settled, signedIn, stage } from './browser.js';

/* Alarms, by the keyboard alone: rules, channels and duty are set, a door is forced, and the alarm is acknowledged. */

const { service, browser } = await stage();

test('a manager sets who is notified, sees a forced door, and acknowledges it with a note', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER);
  const found: string[] = [];
  const look = async (name: string) => {
    for (const [colorScheme, width, height] of LOOKS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await settled(page);
      found.push(...(await audit(page, `alarms-${name}-${colorScheme}-${width}`)));
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  await page.goto('/alarms');
  await page.getByText('No alarm waits for anyone here.').waitFor();
  await page.getByRole('link', { name: 'Rules and duty' }).press('Enter');
  await page.getByText('There are no rules here yet', { exact: false }).waitFor();

  await page.getByRole('button', { name: 'New channel' }).press('Enter');
  await page.getByLabel('Name').fill('Front desk');
  await page.getByLabel('E-mail address').fill('desk@demo.example');
  await look('channel');
  await page.getByLabel('E-mail address').press('Enter');
  await page.getByRole('cell', { name: 'desk@demo.example' }).waitFor();

  await page.getByRole('button', { name: 'New turn' }).press('Enter');
  await look('turn');
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await page.getByText('every day, 08:00 to 20:00').waitFor();

  await page.getByRole('button', { name: 'New rule' }).press('Enter');
  await page.getByLabel('Name').fill('Night watch');
  await page.getByLabel('If it lasts so many minutes').fill('0');
  await page.getByRole('button', { name: 'Add an escalation' }).press('Enter');
  await page.getByRole('group', { name: 'Notify, escalation 1' }).getByLabel('Front desk').press('Space');
  await page.getByLabel('Find doors').fill('e');
  await look('rule');
  await page.getByRole('button', { name: 'Create' }).press('Enter');
  await page.getByText('after 10 min: Front desk').waitFor();
  await look('rules');

  await page.getByRole('button', { name: 'Mute Night watch' }).press('Enter');
  await page.getByRole('button', { name: 'Mute', exact: true }).press('Enter');
  await page.getByText('Muted until', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Unmute Night watch' }).press('Enter');
  await page.getByRole('button', { name: 'Mute Night watch' }).waitFor();

  await service.bench('gw-hq', 'doors/2/force');
  await page.goto('/alarms');
  await page.getByRole('link', { name: /^Forced open: / }).waitFor();
  await look('list');
  await page.getByRole('link', { name: /^Forced open: / }).press('Enter');
  // The rule notifies at once: who is on duty, or the owners.
  await page.getByText('Night watch').waitFor();
  await page.getByLabel('What was found').fill('A gust of wind. The closer is adjusted.');
  await look('alarm');
  await page.getByRole('button', { name: 'Acknowledge' }).press('Enter');
  await page.getByText('A gust of wind. The closer is adjusted.').waitFor();
  await look('acknowledged');
  await page.goto('/alarms');
  await page.getByText('No alarm waits for anyone here.').waitFor();
  await page.getByRole('button', { name: 'All', exact: true }).press('Enter');
  await page.getByText('Acknowledged', { exact: false }).first().waitFor();
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

test('a person sees which doors are noisy, and tries another window', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER);
  const found: string[] = [];
  await page.goto('/alarms/noise');
  await page.getByText('What other settings would have done').waitFor();
  await page.getByLabel('A press or unlock explains an opening for, seconds').fill('20');
  await page.getByText(/^20 s would have ended \d+ of \d+ forced openings/).waitFor();
  for (const [colorScheme, width, height] of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await settled(page);
    found.push(...(await audit(page, `alarms-noise-${colorScheme}-${width}`)));
  }
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});
