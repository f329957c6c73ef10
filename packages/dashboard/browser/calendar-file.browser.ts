import { expect, test } from '@jest/globals';
import { auditLooks, calendarOf, OWNER, signedIn, stage } from './browser.js';

/* Holidays of an iCalendar file become exceptions of a door's schedule, with overlaps shown before anything is saved. */

const { service, browser } = await stage();
const { plant_gate } = service.site.locks;
const year = new Date().getUTCFullYear() + 1;
const ICS = calendarOf(
  ['0101', `${year}0101`, 'New Year'],
  ['0501', `${year}0501`, 'Labour Day'],
  ['1225', `${year}1225`, 'Christmas Day'],
);

test('holidays of a file are chosen, previewed and saved, and overlaps are shown', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER);
  const found: string[] = [];
  await page.goto(`/doors/${plant_gate}/schedule`);
  await page.getByRole('button', { name: 'Add an exception' }).press('Enter');
  await page.getByLabel('Date').last().fill(`${year}-05-01`);
  await page.getByRole('button', { name: 'Import a calendar file' }).press('Enter');
  await page
    .getByLabel('An iCalendar file (.ics)')
    .setInputFiles({ name: 'holidays.ics', mimeType: 'text/calendar', buffer: Buffer.from(ICS) });
  await page.getByText('Have an exception already, which stays:', { exact: false }).waitFor();
  await page.getByText('2 of 2 chosen', { exact: false }).waitFor();
  found.push(...(await auditLooks(page, 'calendar-file')));
  await page.getByRole('button', { name: 'Add 2 closed days' }).press('Enter');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('Saved.', { exact: true }).waitFor();
  await page.reload();
  await page
    .getByRole('button', { name: new RegExp(`^Remove the exception of .*${year}`) })
    .nth(2)
    .waitFor();
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});
