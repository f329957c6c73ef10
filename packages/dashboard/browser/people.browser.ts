import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  answerTo,
  ask,
  audit,
  LOOKS,
  OWNER,
  picture,
  settled,
  signedIn,
  signIn,
  stage,
  violations,
  watchedPage,
} from './browser.js';
import { startService } from './service.js';

const { service, browser } = await stage();
let person = '';

beforeAll(async () => {
  const { page, close } = await signedIn(browser, service, OWNER);
  const made = await ask(page, 'POST', '/people', {
    name: 'Ülle Kask',
    email: 'ulle@kask.example',
    phone: '+3725551234',
  });
  person = made.id;
  const key = { person_id: person, name: 'Ülle’s doors', security_groups: ['STAFF'], channel: 'email' };
  await ask(page, 'POST', '/keys', key);
  await close();
});

test('a person is found by the middle of a phone number, and found again after going back', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER);
  await page.getByRole('link', { name: 'People' }).click();
  const box = page.getByRole('searchbox', { name: /^Search people by any part/ });
  // One choice of the location for all pages, in the header.
  expect(await page.getByRole('combobox', { name: 'Location' }).count()).toBe(1);
  await box.fill('555 12');
  await page.getByRole('link', { name: 'Ülle Kask' }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
  await page.waitForURL(/search=555/);
  await picture(page, 'people-found');
  await page.getByRole('link', { name: 'Ülle Kask' }).click();
  await page.getByRole('heading', { name: 'Ülle Kask', level: 1 }).waitFor();
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
  expect(await box.inputValue()).toBe('555 12');
  await page.getByRole('link', { name: 'Ülle Kask' }).click();
  await page.getByRole('link', { name: 'All people' }).click();
  expect(await box.inputValue()).toBe('555 12');
  await page.reload();
  expect(await box.inputValue()).toBe('555 12');
  await box.fill('ulle');
  await page.getByRole('link', { name: 'Ülle Kask' }).waitFor();
  await box.fill('no one at all');
  await page.getByText('No people found.').waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('a new person with the address of another is not taken for that one', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER, { at: '/people' });
  await page.getByRole('button', { name: 'New person' }).click();
  const dialog = page.getByRole('dialog');
  const [name, email] = ['Name', 'E-mail address'].map((of) =>
    dialog.getByRole('textbox', { name: of, exact: true }),
  );
  await name?.fill('Another Kask');
  await email?.fill('ulle@kask.example');
  await dialog.getByRole('button', { name: 'Create' }).click();
  const said = dialog.getByRole('alert');
  await said.getByText('No one was added: Ülle Kask has this e-mail address or phone already.').waitFor();
  expect(await name?.inputValue()).toBe('Another Kask');
  await settled(page);
  expect(await violations(page)).toEqual([]);
  await picture(page, 'person-existing');
  await email?.fill('another@kask.example');
  await said.waitFor({ state: 'detached' });
  await email?.fill('ulle@kask.example');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await said.getByRole('link', { name: 'Ülle Kask' }).click();
  await page.getByRole('heading', { name: 'Ülle Kask', level: 1 }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('the events of a person are found the same way, with the keyboard', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER, { at: '/events' });
  const field = page.getByRole('combobox', { name: 'Person' });
  await field.fill('kask.ex');
  await page.getByRole('option', { name: /Ülle Kask/ }).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, 'events-person');
  await field.press('Enter');
  await page.waitForURL(new RegExp(`person=${person}`));
  expect(await field.inputValue()).toBe('Ülle Kask');
  await field.fill('');
  await page.waitForURL((url) => !url.search.includes('person'));
  expect(faults).toEqual([]);
  await close();
});

test('a language is chosen from a list, in its own name, and is kept as its tag', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER, { at: `/people/${person}` });
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const field = page.getByRole('combobox', { name: 'Language' });
  await field.click();
  const first = await page.getByRole('listbox', { name: 'Language' }).getByRole('option').first().innerText();
  expect(first).toMatch(/^English/);
  await field.fill('eston');
  await picture(page, 'language-list');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('option', { name: /Eesti/ }).click();
  expect(await field.inputValue()).toBe('Eesti');
  await field.fill('zz');
  await field.press('Escape');
  await page.getByRole('dialog').waitFor();
  expect(await field.inputValue()).toBe('Eesti');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('dl').getByText('Eesti').waitFor();
  expect((await ask(page, 'GET', `/people/${person}`)).language).toBe('et');
  expect(faults).toEqual([]);
  await close();
});

test('a language that there is not stays as it was typed, and nothing is saved', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER, { at: `/people/${person}` });
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const field = page.getByRole('combobox', { name: 'Language' });
  await field.fill('Klingonian');
  await field.press('Tab');
  await page.getByText('Choose one from the list, or empty the field.').waitFor();
  expect(await field.inputValue()).toBe('Klingonian');
  await page.getByRole('button', { name: 'Save' }).click();
  expect(await field.evaluate((input) => (input as HTMLInputElement).validity.customError)).toBe(true);
  await page.getByRole('dialog').waitFor();
  await field.fill('');
  await field.press('Tab');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await close();
});

test('the timeline says that the outbox keeps an invitation, and why', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER, { at: `/people/${person}` });
  await page.getByText('An invitation to “Ülle’s doors” is kept in the outbox').waitFor();
  await page.getByText('E-mail: kept in the outbox, as no server for e-mail (SMTP_URL) is set.').waitFor();
  expect(faults).toEqual([]);
  await close();
});

describe.each(LOOKS)('in %s at %d pixels', (colorScheme, width, height) => {
  test('the dialog that deletes a person for good passes axe and fits', async () => {
    const viewport = { width, height };
    const { page, faults, close } = await signedIn(browser, service, OWNER, {
      colorScheme,
      viewport,
      at: '/people?search=kask',
    });
    await page.getByRole('link', { name: 'Ülle Kask' }).waitFor();
    await settled(page);
    const found = await audit(page, `people-search-${colorScheme}-${width}`);
    await page.goto(`/people/${person}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByLabel('Everything that names the person, for good').check();
    await page.getByLabel('Type “delete” to confirm').waitFor();
    found.push(...(await audit(page, `delete-for-good-${colorScheme}-${width}`)));
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

test('a person is deleted for good once the word is typed, with everything that names them', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER, { at: '/people?search=kask' });
  await page.getByRole('link', { name: 'Ülle Kask' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByLabel('Everything that names the person, for good').check();
  const button = page.getByRole('button', { name: 'Delete for good' });
  expect(await button.isDisabled()).toBe(true);
  await page.getByLabel('Type “delete” to confirm').fill('remove');
  expect(await button.isDisabled()).toBe(true);
  await page.getByLabel('Type “delete” to confirm').fill('delete');
  await button.click();
  await page.getByText('No people found.').waitFor();
  await page.goto('/audit');
  await page
    .getByRole('row', { name: /Person erased|erased for good/i })
    .first()
    .waitFor();
  expect((await answerTo(page, 'GET', `/people/${person}`)).status).toBe(404);
  expect(faults.filter((one) => !one.includes('404'))).toEqual([]);
  await close();
});

test('a server without key revocation, and a person of the service itself, refuse with an explanation', async () => {
  const other = await startService({ KEY_REVOCATION: 'off' });
  try {
    const { page, close } = await watchedPage(browser, other);
    await signIn(page, other, OWNER);
    const made = await ask(page, 'POST', '/people', { name: 'Kept Person', email: 'kept@demo.example' });
    const key = { person_id: made.id, name: 'Doors', security_groups: ['STAFF'], channel: 'email' };
    await ask(page, 'POST', '/keys', key);
    await page.goto(`/people/${made.id}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByLabel('Everything that names the person, for good').check();
    await page.getByLabel('Type “delete” to confirm').fill('Delete');
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('Key revocation is not enabled on this server.').waitFor();
    await close();
  } finally {
    await other.stop();
  }
});
