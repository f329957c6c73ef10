import { describe, expect, test } from '@jest/globals';
import { audit, LOOKS, OWNER, settled, signedIn, stage } from './browser.js';

const { service, browser } = await stage({ DEMO_PAST: 'on' });
const { side, main, staff } = service.site.locks;

/** The night of the story, found by its alarm. */
async function night(page: Awaited<ReturnType<typeof signedIn>>['page']): Promise<number> {
  await page.getByText('was forced open').waitFor();
  const href = await page.getByTitle('See the door at that moment').first().getAttribute('href');
  return Date.parse(new URL(href ?? '', service.origin).searchParams.get('at') ?? '');
}

const stretch = (from: number, to: number) =>
  `range=${new Date(from).toISOString()}/${new Date(to).toISOString()}`;

describe('the timeline of a door', () => {
  test('zooms from a month to a second, by wheel and by keys, and says what is behind a mark', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER);
    const forced = await night(page);
    await page.goto(`/doors/${side}`);
    await page.getByRole('link', { name: 'Zoom in and out' }).click();
    await page.getByRole('heading', { name: 'Timeline: Side door' }).waitFor();
    // Both ends with their days, though one is today.
    await page.getByText(/^\w+, \w+ \d+, \d\d:\d\d – \w+, \w+ \d+, \d\d:\d\d \(7 d\)$/).waitFor();
    await page.getByText('From the top: Door, Held open, Gateway.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Held open' }).waitFor();
    await page.getByRole('button', { name: 'Month', exact: true }).click();
    await page.getByText(/\(31 d\)/).waitFor();
    const track = page.getByRole('region', { name: 'Timeline of Side door' });
    await track.getByRole('button').first().waitFor();

    await page.goto(`/doors/${side}/timeline?${stretch(forced - 600_000, forced + 600_000)}`);
    const mark = track.getByRole('button', { name: /Forced open/ });
    await mark.hover();
    await page
      .getByRole('tooltip')
      .getByText(/^Opened with nothing in the last 10 s/)
      .waitFor();
    const box = await mark.boundingBox();
    for (let turn = 0; turn < 12; turn++) {
      await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 10);
      await page.mouse.wheel(0, -400);
    }
    await page.getByText(/\(1 s\)/).waitFor();
    await track.getByRole('button', { name: /Forced open/ }).waitFor();

    await track.getByRole('button', { name: /Forced open/ }).focus();
    await page.getByRole('tooltip').waitFor();
    for (let press = 0; press < 8; press++) await page.keyboard.press('-');
    await page.getByText(/\(4\.3 min\)/).waitFor();
    await page.keyboard.press('+');
    await page.getByText(/\(2\.1 min\)/).waitFor();
    await page.getByRole('region', { name: 'Timeline of Side door' }).getByRole('button').first().focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
      /Door|Forced/,
    );
    expect(faults).toEqual([]);
    await close();
  });

  test('by the keyboard alone: from the week by the hour to the door at that moment', async () => {
    const { page, close } = await signedIn(browser, service, OWNER);
    const forced = await night(page);
    await page.goto(`/doors/${side}/timeline?${stretch(forced - 86_400_000, forced + 86_400_000)}`);
    const hour = page.getByRole('button', { name: /02:00: \d+ events, 1 alarm$/ });
    await hour.focus();
    await page.keyboard.press('Enter');
    await page.getByText(/\(1 h\)/).waitFor();
    const track = page.getByRole('region', { name: 'Timeline of Side door' });
    const mark = track.getByRole('button', { name: /Forced open/ });
    await mark.waitFor();
    await mark.focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('region', { name: 'As it was' })
      .getByText('Yes: nothing explained the opening')
      .waitFor();
    await close();
  });

  test('shows two doors one above the other, and folds runs of the same', async () => {
    const { page, close } = await signedIn(browser, service, OWNER);
    const forced = await night(page);
    const monday = forced - 86_400_000;
    await page.goto(`/doors/${main}/timeline?${stretch(monday + 5 * 3_600_000, monday + 9 * 3_600_000)}`);
    await page.getByLabel('Compare with').selectOption({ label: 'Staff entrance' });
    await page
      .getByRole('region', { name: 'Timeline of Staff entrance' })
      .getByRole('button')
      .first()
      .waitFor();
    for (const name of ['Main entrance', 'Staff entrance']) {
      await page.getByRole('table', { name: `The week of ${name} by the hour` }).waitFor();
      const happened = page.getByRole('region', { name: `What happened: ${name}` });
      await happened.getByText('Door opened').first().waitFor({ state: 'attached' });
    }
    const run = page.getByText(/^(Came in|Went through) \d+ times/).first();
    await run.click();
    await page.getByText('Door opened').first().waitFor();
    await close();
  });

  test('zooms by two fingers', async () => {
    const { page, close } = await signedIn(browser, service, OWNER, {
      viewport: { width: 390, height: 800 },
      hasTouch: true,
      isMobile: true,
    });
    const forced = await night(page);
    await page.goto(`/doors/${side}/timeline?${stretch(forced - 4 * 3_600_000, forced + 4 * 3_600_000)}`);
    const track = page.getByRole('region', { name: 'Timeline of Side door' });
    await track.getByRole('button', { name: /Forced open/ }).waitFor();
    await track.scrollIntoViewIfNeeded();
    const box = await track.boundingBox();
    const y = (box?.y ?? 0) + 60;
    const centre = (box?.x ?? 0) + (box?.width ?? 0) / 2;
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          type === 'touchEnd'
            ? []
            : [
                { x: centre - apart, y, id: 1 },
                { x: centre + apart, y, id: 2 },
              ],
      });
    await touch('touchStart', 20);
    for (const apart of [40, 60, 80]) await touch('touchMove', apart);
    await touch('touchEnd', 80);
    await page.getByText(/\(2 h\)/).waitFor();
    await close();
  });
});

test.each(LOOKS)('the timeline in %s at %d pixels', async (colorScheme, width, height) => {
  const { page, close } = await signedIn(browser, service, OWNER, {
    colorScheme,
    viewport: { width, height },
  });
  const forced = await night(page);
  const name = (of: string) => `timeline-${of}-${colorScheme}-${width}`;
  for (const [of, search] of [
    ['night', stretch(forced - 300_000, forced + 300_000)],
    ['day', stretch(forced - 4 * 3_600_000, forced + 20 * 3_600_000)],
    ['month', stretch(forced - 20 * 86_400_000, forced + 86_400_000)],
  ] as const) {
    await page.goto(`/doors/${side}/timeline?${search}&with=${staff}`);
    await page
      .getByRole('region', { name: 'Timeline of Staff entrance' })
      .getByRole('button')
      .first()
      .waitFor();
    await settled(page);
    expect(await audit(page, name(of))).toEqual([]);
  }
  await close();
});
