import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ask, OWNER, settled, signedIn, stage } from './browser.js';

const { service, browser } = await stage();
const { locks } = service.site;
const PHONE = { width: 360, height: 740 };
/** No line can break within it. */
const WORD = 'Hauptverwaltungsgebäudetreppenhauszugangskontrollanlage';

/** How far the page is wider than the screen, in pixels. */
const excess = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('a name that is one long word widens no page on a phone', async () => {
  const { page, close } = await signedIn(browser, service, OWNER, { viewport: PHONE });
  const person = await ask(page, 'POST', '/people', {
    name: WORD,
    email: `${WORD.toLowerCase().replace('ä', 'a')}@demo.example`,
  });
  const { id: location } = await ask(page, 'POST', '/locations', {
    name: WORD,
    timezone: 'Europe/Helsinki',
    parent_id: service.site.locations.hq,
  });
  const { id: group } = await ask(page, 'POST', '/groups', {
    name: WORD,
    code: 'LONG',
    location_id: location,
  });
  await ask(page, 'PATCH', `/doors/${locks.main}/set-up`, { name: WORD, place: WORD });
  await ask(page, 'PATCH', `/groups/${group}`, { add_doors: [locks.main] });
  const wide: [at: string, pixels: number][] = [];
  for (const at of [
    '/',
    '/people',
    `/people/${person.id}`,
    '/keys',
    '/groups',
    `/groups/${group}`,
    '/locations',
    `/doors/${locks.main}`,
    `/doors/${locks.main}/schedule`,
  ]) {
    await page.goto(at);
    await settled(page);
    wide.push([at, await excess(page)]);
  }
  expect(wide.filter(([, pixels]) => pixels > 0)).toEqual([]);
  await close();
});

test('the buttons that step through a day stay in their card, in Finnish too', async () => {
  const { page, close } = await signedIn(browser, service, OWNER, {
    locale: 'fi-FI',
    viewport: PHONE,
    at: `/doors/${locks.main}`,
  });
  const button = page.getByRole('button', { name: /^Myöhempi/ });
  await button.waitFor();
  const card = page.locator('section', { has: button }).last();
  const edges = await Promise.all([button, card].map((one) => one.boundingBox()));
  const [right, edge] = edges.map((box) => (box ? box.x + box.width : 0));
  expect(right).toBeLessThan(edge ?? 0);
  await close();
});

test.each([
  ['de-DE', PHONE],
  ['en-US', { width: 1440, height: 900 }],
])('the state of a door that was forced is whole in %s', async (locale, viewport) => {
  await service.bench('gw-hq', 'doors/2/force');
  const { page, close } = await signedIn(browser, service, OWNER, { locale, viewport });
  const tile = page.locator(`a[href="/doors/${locks.side}"][data-status=forced]`).first();
  const state = tile.locator('span:last-child');
  await tile.waitFor();
  expect(await state.innerText()).toMatch(/\b(now|jetzt) /);
  expect(await state.evaluate((line) => line.scrollWidth - line.clientWidth)).toBeLessThanOrEqual(0);
  await close();
});

test('why a door was not unlocked hangs below its tile, and covers nothing of it', async () => {
  const { page, close } = await signedIn(browser, service, OWNER, { viewport: PHONE });
  await page.route('**/unlock', (route) => route.abort());
  const item = page
    .getByRole('list', { name: 'Doors' })
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href="/doors/${locks.main}"]`) });
  await item.getByRole('button').click();
  const message = item.getByRole('status').filter({ hasText: /./ });
  await message.waitFor();
  const lines = await item.locator('a > span').all();
  const ends = await Promise.all(lines.map((line) => line.boundingBox()));
  const { y } = (await message.boundingBox()) ?? { y: 0 };
  expect(lines).toHaveLength(3);
  for (const line of ends) expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(y);
  // Above the next tile.
  expect(
    await message.evaluate((said) => {
      const { left, top, width, height } = said.getBoundingClientRect();
      return said.contains(document.elementFromPoint(left + width / 2, top + height - 4));
    }),
  ).toBe(true);
  await close();
});
