import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { picture, signedIn, stage, violations } from './browser.js';

const { service, browser } = await stage();

const csv = (rows: readonly string[]) => Buffer.from(`${rows.join('\r\n')}\r\n`, 'latin1');
const LIST = csv([
  'Etunimi;Sukunimi;Sähköposti;Puhelin;Osasto',
  'Päivi;Nurmi;paivi@demo.example;+358 40 555 0001;',
  'Päivi;Nurmi;PAIVI@demo.example;+358405550001;',
  '=cmd();<b>Bold</b>;bold@demo.example;;',
  'Otto;Oja;otto at demo;040 1;Moon',
  ';;;;',
  'Ville;Vieras;;;',
]);

describe('a list of people', () => {
  test('is read, shown row by row before anything happens, imported with keys, and not twice', async () => {
    const { page, faults, close } = await signedIn(browser, service, 'owner@demo.example', { at: '/people' });
    await page.getByRole('link', { name: 'Import a list' }).click();
    await page.getByRole('heading', { name: 'Import people' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'import-choose');
    const choose = () =>
      page.getByLabel('A CSV file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: LIST });
    await choose();
    await page.getByText('5 rows, Windows-1252, columns separated by semicolons.').waitFor();
    expect(await page.getByLabel('Column 3 holds').inputValue()).toBe('email');
    expect(await page.getByLabel('Column 5 holds').inputValue()).toBe('location');
    await page.getByLabel('Give everyone a key').check();
    await page.getByRole('checkbox', { name: /^Staff/ }).check();
    await page.getByRole('button', { name: 'See what will happen' }).click();
    await page.getByRole('heading', { name: 'What will happen' }).waitFor();
    await page.getByText('as row 2').waitFor();
    await page.getByText('no location is called Moon').waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'import-preview');
    await page.getByRole('button', { name: 'Import 4 rows' }).click();
    await page.getByRole('heading', { name: 'What happened' }).waitFor();
    await page.getByText('5 of 5 rows').waitFor();
    await page.getByText('2 people got a key.').waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'import-done');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the refused rows' }).click(),
    ]);
    const saved = readFileSync(await download.path(), 'utf8');
    expect(saved).toContain('refused because');
    expect(saved).toMatch(/Otto,Oja,otto at demo,040 1,Moon,.*no location is called Moon/);

    await page.goto('/people');
    await page.getByRole('link', { name: '=cmd() <b>Bold</b>' }).waitFor();
    expect(await page.getByRole('link', { name: 'Päivi Nurmi' }).count()).toBe(1);
    await page.getByRole('link', { name: 'Import a list' }).click();
    await choose();
    await page.getByLabel('Give everyone a key').check();
    await page.getByRole('checkbox', { name: /^Staff/ }).check();
    await page.getByRole('button', { name: 'See what will happen' }).click();
    await page.getByRole('button', { name: /^Imported before\s*4$/ }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('of a thousand rows can be stopped and goes on where it was, on a phone too', async () => {
    const { page, faults, close } = await signedIn(browser, service, 'owner@demo.example', {
      viewport: { width: 375, height: 812 },
      colorScheme: 'dark',
      at: '/people/import',
    });
    const rows = Array.from({ length: 1_000 }, (_, index) => `Person ${index},person${index}@many.example`);
    await page.getByLabel('Or paste it here').fill(rows.join('\n'));
    await page.getByRole('button', { name: 'Read it' }).click();
    await page.getByRole('button', { name: 'See what will happen' }).click();
    await page.getByRole('button', { name: 'Import 1,000 rows' }).click();
    await page.getByText(/^[1-9]\d* of 1,000 rows$/).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    await picture(page, 'import-stopped-375');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('1,000 of 1,000 rows').waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: /^Created\s*1,000$/ }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
