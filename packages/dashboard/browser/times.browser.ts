import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ask, audit, LOOKS, OWNER, settled, signedIn, stage } from './browser.js';

const { service, browser } = await stage();
const MANAGER = 'plant-manager@demo.example';
const { plant_gate, dock } = service.site.locks;
/** A time zone other than the plant's and the head office's, and a language that writes AM and PM. */
const ELSEWHERE = { locale: 'en-US', timezoneId: 'America/New_York' };

interface Forced {
  id: number;
  occurred_at: string;
}
let forced: Forced;

beforeAll(async () => {
  const { page, close } = await signedIn(browser, service, MANAGER);
  await ask(page, 'POST', `/locks/${plant_gate}/unlock`, {});
  await service.bench('gw-plant', 'doors/2/force');
  await page.getByRole('region', { name: 'Alarms' }).getByRole('link', { name: 'Loading dock' }).waitFor();
  forced = (await ask(page, 'GET', `/events?lock_id=${dock}&type=door.forced`)).data[0];
  await close();
});

const clockIn = (timeZone: string, at: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', timeStyle: 'medium' }).format(new Date(at));

/** All text on the page that looks like a time of day. */
const timesOn = async (page: Page) =>
  (await page.locator('main').innerText()).match(/\b\d{1,2}:\d\d(:\d\d)?([.,]\d+)?(\s?[AP]M)?/g) ?? [];

/** The time elements of one event, on any page. */
const timesOf = (page: Page, at: string) => page.locator(`main time[datetime="${at}"]`);

describe('one event', () => {
  test.each([
    ['site', 'Europe/Stockholm'],
    ['mine', 'America/New_York'],
  ] as const)('is shown by the same clock on every page: %s', async (whose, zone) => {
    const { page, faults, close } = await signedIn(browser, service, OWNER, ELSEWHERE);
    await page.getByLabel('Times shown').selectOption(whose);
    const clock = clockIn(zone, forced.occurred_at);
    const pages: [string, string][] = [
      ['/', clock],
      [`/doors/${dock}`, clock],
      ['/events?types=door.forced,door.left_open', clock],
    ];
    for (const [path, time] of pages) {
      await page.goto(path);
      await settled(page);
      await timesOf(page, forced.occurred_at).filter({ hasText: ':' }).first().waitFor({ state: 'attached' });
      const shown = await timesOf(page, forced.occurred_at).allInnerTexts();
      expect([path, shown.filter((text) => text.includes(':'))]).toEqual([
        path,
        expect.arrayContaining([time]),
      ]);
      for (const text of shown) if (text.includes(':')) expect(text).toBe(time);
    }
    // The moment on the page of the past, in its banner and above its strip.
    await page.goto(`/doors/${dock}?at=${forced.occurred_at}`);
    await settled(page);
    expect(await page.getByRole('region', { name: 'As it was' }).locator('p').first().innerText()).toContain(
      clock,
    );
    expect(
      await page
        .locator('section', { has: page.getByLabel('Moment of the day') })
        .locator('p > strong')
        .innerText(),
    ).toBe(clock);
    expect(faults).toEqual([]);
    await close();
  });

  test('is shown in 24 hours and whole seconds on every page, in a language that writes AM and PM', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER, ELSEWHERE);
    for (const path of [
      '/',
      `/doors/${plant_gate}`,
      `/doors/${plant_gate}/schedule`,
      '/events',
      '/gateways',
      `/gateways/${service.site.gateways['gw-plant']?.id}`,
      '/door-tests',
      '/audit',
      '/outbox',
      '/people',
      '/webhooks',
      '/api-keys',
      '/colleagues',
      '/account',
    ]) {
      await page.goto(path);
      await settled(page);
      for (const time of await timesOn(page))
        expect([path, time]).toEqual([path, expect.stringMatching(/^\d\d:\d\d(:\d\d)?$/)]);
      expect(await page.locator('main').innerText()).not.toMatch(/\d\s?[AP]M\b/);
    }
    expect(faults).toEqual([]);
    await close();
  });

  test('keeps the chosen clock over a reload, and says which one is in force', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER, { ...ELSEWHERE, at: '/events' });
    await page
      .getByText('Times are local to each place; where no place is named, in Europe/Helsinki.')
      .waitFor();
    await page.getByRole('button', { name: 'Show my time' }).click();
    await page.getByText('Times are in your own time zone, America/New_York.').waitFor();
    await page.reload();
    await page.getByText('Times are in your own time zone, America/New_York.').waitFor();
    expect(await page.getByLabel('Times shown').inputValue()).toBe('mine');
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the time of a key', () => {
  test('is that of its place, which is named, on all pages', async () => {
    const manager = await signedIn(browser, service, MANAGER);
    const group = { code: 'GATE', name: 'Gate', location_id: service.site.locations.plant };
    await ask(manager.page, 'POST', '/groups', group);
    await ask(manager.page, 'POST', '/keys', {
      person_id: service.site.people.shift_lead,
      name: 'Summer at the gate',
      security_groups: ['GATE'],
      channel: 'email',
      starts_at: '2031-06-01T06:00:00Z',
      expires_at: '2031-08-31T16:00:00Z',
    });
    await manager.close();
    const { page, faults, close } = await signedIn(browser, service, OWNER, { ...ELSEWHERE, at: '/keys' });
    for (const path of ['/keys', `/people/${service.site.people.shift_lead}`]) {
      await page.goto(path);
      const key = page.getByRole('row', { name: /Summer at the gate/ });
      await key.getByText('from Jun 1, 2031, 08:00 Stockholm').waitFor();
      await key.getByText('until Aug 31, 2031, 18:00 Stockholm').waitFor();
    }
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the chart above the events', () => {
  const counted = (page: Page) =>
    page
      .locator('[data-tone] > p > strong')
      .evaluateAll((totals) => totals.reduce((sum, one) => sum + Number(one.textContent), 0));

  test('counts exactly the rows below it, whatever is asked for', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER, ELSEWHERE);
    for (const filter of [
      '',
      `?lock=${dock}`,
      '?types=lock.online,lock.offline',
      '?types=door.forced,door.left_open',
    ]) {
      await page.goto(`/events${filter}`);
      await page.getByRole('row').nth(1).waitFor();
      await settled(page);
      expect([filter, await counted(page)]).toEqual([filter, (await page.getByRole('row').count()) - 1]);
    }
    // By the location too, and by a time that is typed.
    await page.goto('/events');
    await page.getByLabel('Location', { exact: true }).selectOption({ label: '\u2003Laboratory' });
    await page
      .getByRole('row', { name: /Loading dock/ })
      .first()
      .waitFor({ state: 'detached' });
    await settled(page);
    expect(await counted(page)).toBe((await page.getByRole('row').count()) - 1);
    await page.getByLabel('From').fill('2031-01-01T00:00');
    await page.getByText('No events match.').waitFor();
    expect(await page.getByRole('region', { name: /^(Hour by hour|Day by day)$/ }).count()).toBe(0);
    expect(new URL(page.url()).searchParams.get('from')).toBe('2030-12-31T22:00:00.000Z');
    await page.getByRole('link', { name: 'Show everything' }).click();
    await page.getByRole('row').nth(1).waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toBeNull();
    expect(faults).toEqual([]);
    await close();
  });
});

describe('an alarm', () => {
  test('shows the present contact state of its door, as it changes', async () => {
    const { page, faults, close } = await signedIn(browser, service, MANAGER, ELSEWHERE);
    const alarm = page.getByRole('region', { name: 'Alarms' });
    await alarm
      .getByText(/The contact reports open since \d\d:\d\d:\d\d: the door is still open\./)
      .waitFor();
    await service.bench('gw-plant', 'doors/2/close');
    await alarm.getByText(/, open for .+, closed\.$/).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

test.concurrent.each(LOOKS)(
  'in %s at %d pixels the pages with times pass axe and fit the width',
  async (colorScheme, width, height) => {
    const { page, faults, close } = await signedIn(
      browser,
      service,
      colorScheme === 'dark' ? OWNER : MANAGER,
      {
        ...ELSEWHERE,
        colorScheme,
        viewport: { width, height },
      },
    );
    const found: string[] = [];
    for (const [name, path] of [
      ['times-overview', '/'],
      ['times-events', '/events'],
      ['times-door', `/doors/${dock}`],
      ['times-audit', '/audit'],
      ['times-gateways', '/gateways'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      found.push(...(await audit(page, `${name}-${colorScheme}-${width}`)));
    }
    if (width < 800) {
      await page.getByRole('button', { name: 'Menu' }).click();
      found.push(...(await audit(page, `times-menu-${colorScheme}-${width}`)));
    }
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  },
  180_000,
);
