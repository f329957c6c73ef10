import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { auditLooks, settled, signedIn, stageSite } from './browser.js';
import { gatewayOf } from './gateway.js';

/* A lockdown behind a gesture, its doors as they turn, its end, and the signed report. */

const OWNER = 'owner@plant.example';
const NASTY = '<img src=x onerror="document.title=1">';

const lock = (ref: string, name: string, gateway: string, door: number) => ({
  ...{ ref, name, door, place: 'Ground floor', location: 'plant', type: 'remote', gateway },
});
const { service, browser } = await stageSite({
  account: { name: 'Plant' },
  locations: [
    { ref: 'plant', name: 'Plant', timezone: 'Europe/Helsinki' },
    { ref: 'yard', name: 'Yard', parent: 'plant' },
  ],
  gateways: [
    { ref: 'gw', name: 'Cabinet A', location: 'plant' },
    { ref: 'away', name: 'Cabinet B', location: 'plant' },
  ],
  locks: [lock('gate', 'Gate', 'gw', 1), lock('store', 'Store', 'gw', 2), lock('dock', 'Dock', 'away', 1)],
  users: [{ email: OWNER, name: 'Olga', role: 'owner', location: 'plant' }],
});
const gateway = await gatewayOf(service, 'gw');

/** Answers the next hold as a good gateway does. */
async function obey(): Promise<void> {
  const { id: command_id, door, on } = await gateway.next('command');
  await gateway.send([
    gateway.record({ door, kind: 'relay', relay: 'hold', on, cause: 'command', command_id }),
    gateway.record({ door, kind: 'result', command_id, outcome: 'confirmed' }),
  ]);
}

async function holdBy(page: Page, name: string, how: 'mouse' | 'keyboard', milliseconds: number) {
  const button = page.getByRole('button', { name });
  await button.scrollIntoViewIfNeeded();
  if (how === 'mouse') {
    await button.hover();
    await page.mouse.down();
    await page.waitForTimeout(milliseconds);
    await page.mouse.up();
  } else {
    await button.focus();
    await page.keyboard.down(' ');
    await page.waitForTimeout(milliseconds);
    await page.keyboard.up(' ');
  }
}

async function looks(page: Page, name: string): Promise<string[]> {
  const found = await auditLooks(page, `emergency-${name}`);
  await page.setViewportSize({ width: 1280, height: 800 });
  return found;
}

const state = (page: Page, door: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: door, exact: true }) });

test('a lockdown begins by holding the button, its doors turn one by one, and it ends the same way', async () => {
  await gateway.birth([{ door: 1 }, { door: 2 }]);
  const { page, faults, close } = await signedIn(browser, service, OWNER);
  const found: string[] = [];
  await page.getByRole('link', { name: 'Emergency' }).click();
  await page.getByRole('heading', { name: 'Emergency', level: 1 }).waitFor();
  await settled(page);
  const begin = page.getByRole('button', { name: 'Begin the lockdown' });
  expect(await begin.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('textbox', { name: 'Why' }).fill(`Unknown person in the yard ${NASTY}`);
  found.push(...(await looks(page, 'begin')));

  // A slip of the hand begins nothing.
  await holdBy(page, 'Begin the lockdown', 'mouse', 400);
  await page.waitForTimeout(2_200);
  expect(new URL(page.url()).pathname).toBe('/emergencies');

  await holdBy(page, 'Begin the lockdown', 'mouse', 2_300);
  await page.getByRole('heading', { name: 'Lockdown at Plant', level: 1 }).waitFor();
  await state(page, 'Gate').getByText('Waiting').waitFor();
  await state(page, 'Dock').getByText('Its gateway is offline. Go and look.').waitFor();
  await obey();
  await state(page, 'Gate').getByText('Confirmed').waitFor();
  // The other one never answers.
  await state(page, 'Store').getByText('Its gateway does not answer. Go and look.').waitFor();
  found.push(...(await looks(page, 'lockdown')));
  expect(await page.locator('main img').count()).toBe(0);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Signed report (PDF)' }).click();
  const report = readFileSync(await (await download).path());
  expect(report.subarray(0, 5).toString('latin1')).toBe('%PDF-');

  // On every page, while it lasts.
  await page.goto('/');
  const banner = page.getByRole('status', { name: 'Emergencies' });
  await banner.getByText('Lockdown at Plant').waitFor();
  found.push(...(await looks(page, 'banner')));
  await page.goto(`/doors/${service.site.locks.gate}`);
  await page.getByText('No unlock until the lockdown ends.').waitFor();
  for (const name of ['Unlock', 'Hold open'])
    expect(await page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);

  await banner.getByRole('link', { name: 'See the doors' }).click();
  await holdBy(page, 'End the lockdown', 'keyboard', 2_300);
  await page.getByText('It has ended.').waitFor();
  await banner.getByText('Lockdown at Plant').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'All emergencies' }).click();
  await page.getByRole('cell', { name: /1 confirmed/ }).waitFor();
  found.push(...(await looks(page, 'history')));
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
  await close();
}, 180_000);

test('who cannot hold a button is asked instead, and a drill moves nothing', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER, { at: '/emergencies' });
  await page.getByRole('radio', { name: 'Evacuation' }).check();
  await page.getByRole('textbox', { name: 'Why' }).fill('Monthly drill');
  await page.getByRole('checkbox', { name: 'Only a drill' }).check();
  // As a screen reader clicks.
  await page
    .getByRole('button', { name: 'Begin the evacuation drill' })
    .dispatchEvent('click', { detail: 0 });
  const dialog = page.getByRole('dialog');
  await dialog.getByText('No door moves.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByRole('button', { name: 'Begin the evacuation drill' })
    .dispatchEvent('click', { detail: 0 });
  await dialog.getByRole('button', { name: 'Begin the evacuation drill' }).click();
  await page.getByRole('heading', { name: 'Evacuation drill at Plant', level: 1 }).waitFor();
  await page.getByText('A drill: no door moves.').waitFor();
  await settled(page);
  expect(await looks(page, 'drill')).toEqual([]);
  expect(faults).toEqual([]);
  await close();
}, 120_000);
