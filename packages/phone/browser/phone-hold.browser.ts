import { describe, expect, test } from '@jest/globals';
import {
  OWNER,
  overflow,
  picture,
  signIn,
  stage,
  violations,
  watchedPage,
} from '../../dashboard/browser/browser.js';
import { createPhones } from './phones.js';

const { service, browser } = await stage();
const { api, manage, invite, linkTo, phoneWith } = await createPhones(service, browser);
const { side } = service.site.locks;

async function marked() {
  const made = await invite();
  await manage('PUT', `/keys/${made.key.id}/holds-doors`, { holds_doors: true });
  return made;
}

describe('holding a door from the phone', () => {
  test.each(['light', 'dark'] as const)(
    'for an hour, seen with its end, and ended, in %s',
    async (colorScheme) => {
      const { key, link } = await marked();
      const { page, faults, close } = await phoneWith(link, { colorScheme });
      const card = page.locator('li[data-state]', { has: page.getByRole('heading', { name: 'Side door' }) });
      await card.getByRole('button', { name: 'Keep open: Side door' }).click();
      await card.getByRole('button', { name: /^Until \d\d:\d\d/ }).waitFor();
      await picture(page, `phone-hold-choice-${colorScheme}`);
      expect(await violations(page)).toEqual([]);
      await card.getByRole('button', { name: '1 hour' }).click();
      await card.getByText('The door is held open now.').waitFor();
      await card.getByText(/^Held open until \d\d:\d\d/).waitFor();
      expect(await card.getAttribute('data-held')).toBe('true');
      await picture(page, `phone-held-${colorScheme}`);
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect((await api('GET', `/locks/${side}`)).hold_open).toBe(true);

      await card.getByRole('button', { name: 'Lock again: Side door' }).click();
      await card.getByText('The door is not held open any more.').waitFor();
      await card.getByText(/^Held open/).waitFor({ state: 'detached' });
      expect((await api('GET', `/locks/${side}`)).hold_open).toBe(false);
      const { data } = await api('GET', `/door_events?lock_id=${side}&type=lock.hold_open.ended`);
      expect(data[0]).toMatchObject({ source: 'app', actor: { type: 'user', key: { id: key.id } } });
      expect(faults).toEqual([]);
      await close();
    },
  );

  test('is not offered to a key without the mark, which still shows a held door', async () => {
    const holder = await phoneWith((await marked()).link);
    await holder.page.getByRole('button', { name: 'Keep open: Staff entrance' }).click();
    await holder.page.getByRole('button', { name: '15 minutes' }).click();
    await holder.page.getByText('The door is held open now.').waitFor();
    const { page, close } = await phoneWith((await invite()).link, { locale: 'de-DE' });
    await page.getByText(/^Held open until/).waitFor();
    expect(await page.getByRole('button', { name: /^Keep open/ }).count()).toBe(0);
    await holder.page.getByRole('button', { name: 'Lock again: Staff entrance' }).click();
    await holder.page.getByText('The door is not held open any more.').waitFor();
    for (const one of [holder, { close }]) await one.close();
  });

  test('explains a failure if the key lost the mark meanwhile, or the network is down', async () => {
    const { key, link } = await marked();
    const { page, close } = await phoneWith(link, { serviceWorkers: 'block' });
    await page.getByText('Connected', { exact: true }).waitFor();
    const keep = page.getByRole('button', { name: 'Keep open: Side door' });
    await keep.waitFor();
    await manage('PUT', `/keys/${key.id}/holds-doors`, { holds_doors: false });
    await keep.click();
    await page.getByRole('button', { name: '1 hour' }).click();
    await page.getByText('Not sent. Your key may not keep this door open.').waitFor();
    await keep.waitFor({ state: 'detached' });
    await close();

    const other = await phoneWith((await marked()).link, { serviceWorkers: 'block' });
    await other.page.context().setOffline(true);
    await other.page.getByRole('button', { name: 'Keep open: Side door' }).click();
    await other.page.getByRole('button', { name: '1 hour' }).click();
    await other.page.getByText('Not sent. There is no network.').waitFor();
    await other.page.context().setOffline(false);
    await other.page.getByText('There is no network.').waitFor({ state: 'detached' });
    await other.close();
  });
});

test('a key that is pressed outside its time says so', async () => {
  const { key, link } = await invite();
  const { page, close } = await phoneWith(link, { serviceWorkers: 'block' });
  await page.getByText('Connected', { exact: true }).waitFor();
  // The list is as it was when the person looked at it.
  await page.route('**/ring', (route) => route.abort());
  await api('PATCH', `/keys/${key.id}`, { starts_at: new Date(Date.now() + 86_400_000).toISOString() });
  await page.getByRole('button', { name: 'Open Side door' }).click();
  await page.getByText('Your key does not open this door at this time.').waitFor();
  await picture(page, 'phone-outside-time');
  const { data } = await api('GET', `/events?type=access.denied&lock_id=${side}`);
  expect(data[0]).toMatchObject({ reason: 'outside_time_window', source: 'app', key: { id: key.id } });
  await close();
});

test('a manager marks a key, removes its phone, and hands the key over again', async () => {
  const { person, key, link } = await invite();
  const lost = await phoneWith(link);
  const manager = await watchedPage(browser, service);
  const { page } = manager;
  await signIn(page, service, OWNER);
  await page.goto(`/people/${person.id}`);
  await page.getByRole('button', { name: `Allow hold open: ${key.name}` }).click();
  await page.getByText('may hold doors open from the phone', { exact: true }).waitFor();
  await page.getByText(/^on Chrome/).waitFor();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByLabel('Send new setup links, for another phone').check();
  await picture(page, 'person-remove-phone');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('on no phone').waitFor();
  await page.getByText(/^Waiting/).waitFor();
  const found = await phoneWith(await linkTo(person.email));
  await found.page.getByRole('button', { name: 'Keep open: Side door' }).waitFor();
  await page.reload();
  await page.getByText(/^on Chrome/).waitFor();

  await page.getByRole('button', { name: `Take back: ${key.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await page.getByText('Taken back', { exact: true }).waitFor();
  await page.getByRole('button', { name: `Hand over: ${key.name}` }).click();
  await page.getByLabel('How to hand it over').waitFor();
  await picture(page, 'person-hand-over');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click();
  await page.getByText(`A new setup link to “${key.name}” is being sent.`).waitFor();
  const again = await phoneWith(await linkTo(person.email));
  await again.page.getByRole('button', { name: 'Open Side door' }).waitFor();
  expect(manager.faults).toEqual([]);
  for (const one of [lost, found, again, manager]) await one.close();
});
