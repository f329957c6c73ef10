import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { auditLooks, calendarOf, OWNER, signedIn, stage } from './browser.js';

/* A calendar for the whole house: holidays, a file, overlaps with a door, and the year of both. */

const { service, browser } = await stage();
const { plant_gate } = service.site.locks;
const year = new Date().getUTCFullYear() + 1;
const dialog = (page: Page) => page.getByRole('dialog');

const ics = (...events: [uid: string, day: string, name: string][]) =>
  calendarOf(...events.map(([uid, day, name]) => [uid, `${year}${day}`, name] as const));

async function take(page: Page, text: string, says: string): Promise<void> {
  await page.getByRole('button', { name: 'Import a calendar file' }).press('Enter');
  await dialog(page)
    .getByLabel('An iCalendar file (.ics)')
    .setInputFiles({ name: 'house.ics', mimeType: 'text/calendar', buffer: Buffer.from(text) });
  await dialog(page).getByText(says).waitFor();
  await dialog(page).getByRole('button', { name: 'Take the days' }).press('Enter');
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('Saved.', { exact: true }).waitFor();
}

/** The next save is answered when the test says so. */
async function holdAnswer(page: Page): Promise<{ asked: Promise<unknown>; release(): void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = new Promise((resolve) => {
    void page.route(
      '**/dashboard/calendars/*',
      async (route) => {
        resolve(route);
        await released;
        await route.continue();
      },
      { times: 1 },
    );
  });
  return { asked, release };
}

async function look(page: Page, name: string): Promise<string[]> {
  const found = await auditLooks(page, name);
  await page.setViewportSize({ width: 1280, height: 800 });
  return found;
}

describe('calendars', () => {
  /** A service that shares its processors with others. */
  const TIMEOUT_MS = 120_000;

  test(
    'a house closes on holidays and on the days of a file; a door that says otherwise is shown, and wins',
    async () => {
      const { page, faults, close } = await signedIn(browser, service, OWNER);
      const found: string[] = [];
      await page.goto(`/doors/${plant_gate}/schedule`);
      await page.getByRole('button', { name: 'Add an exception' }).press('Enter');
      await page.getByLabel('Date').last().fill(`${year}-12-24`);
      await page.getByLabel('That day').last().selectOption('open');
      await save(page);

      await page.goto('/calendars');
      await page.getByRole('button', { name: 'Add a calendar' }).press('Enter');
      await dialog(page).getByLabel('Name').fill('House');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'House', level: 1 }).waitFor();
      await page
        .getByRole('group', { name: /All doors of these locations/ })
        .getByRole('checkbox')
        .first()
        .press('Space');
      await page.getByLabel('Country').selectOption('DE');
      await page.getByLabel('Region').selectOption('BY');
      await page.getByText('date-holidays', { exact: false }).first().waitFor();
      await take(
        page,
        ics(['eve', '1224', 'Eve'], ['trip', '0617', 'Outing']),
        '2 closed days to add, 0 replaced',
      );
      await page.getByText('not by “House”', { exact: false }).waitFor();
      found.push(...(await look(page, 'calendar')));
      await save(page);

      // What is typed while a save is under way is no part of it, and stays a change.
      const name = page.getByLabel('Name of the calendar');
      const held = await holdAnswer(page);
      await name.fill('House 1');
      await page.getByRole('button', { name: 'Save' }).press('Enter');
      await held.asked;
      await name.fill('House');
      held.release();
      // There once it is saved.
      await page.getByRole('button', { name: 'Discard' }).click();
      expect(await name.inputValue()).toBe('House 1');
      await name.fill('House');
      await save(page);

      // What is not saved is there again after a look elsewhere, with a reminder meanwhile.
      await name.fill('House 2');
      await page.getByRole('link', { name: 'Events', exact: true }).press('Enter');
      await page.getByText('Changes to the calendar House are not saved.').waitFor();
      await page.getByRole('link', { name: 'Continue editing' }).press('Enter');
      expect(await page.getByLabel('Name of the calendar').inputValue()).toBe('House 2');
      await page.getByRole('button', { name: 'Discard' }).press('Enter');
      await page.getByText('Nothing is changed.').waitFor();

      await take(
        page,
        ics(['eve', '1224', 'Eve'], ['trip', '0618', 'Outing']),
        '1 closed day to add, 1 replaced, 1 removed',
      );
      await save(page);
      await page.getByRole('link', { name: 'All calendars' }).click();
      await page.getByRole('link', { name: 'House' }).waitFor();
      expect(found).toEqual([]);
      expect(faults).toEqual([]);
      await close();
    },
    TIMEOUT_MS,
  );

  test(
    'a door shows the days that it shares, and its year is walked through by the keyboard',
    async () => {
      const { page, faults, close } = await signedIn(browser, service, OWNER);
      const found: string[] = [];
      await page.goto('/calendars');
      await page.getByRole('link', { name: 'House' }).waitFor();
      await page.goto(`/doors/${plant_gate}/schedule`);
      await page.getByRole('heading', { name: 'Days that calendars name too' }).waitFor();
      await page.getByText('set by this door, not by “House”', { exact: false }).waitFor();
      await page.getByRole('link', { name: 'The year' }).click();
      await page.getByRole('button', { name: String(year) }).press('Enter');
      await page.getByRole('heading', { name: new RegExp(`, ${year}$`), level: 1 }).waitFor();
      await page.getByRole('button', { name: /Outing: closed/ }).waitFor();

      // By the keyboard: into the year, to its end, and a week back.
      await page.getByRole('button', { name: new RegExp(`Jan 1, ${year}|1 Jan ${year}|January 1`) }).focus();
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowUp');
      const shown = page.getByRole('status').filter({ hasText: 'Set by the door' });
      await shown.waitFor();
      expect(await shown.textContent()).toContain('not by “House”');
      found.push(...(await look(page, 'year')));
      expect(found).toEqual([]);
      expect(faults).toEqual([]);
      await close();
    },
    TIMEOUT_MS,
  );
});
