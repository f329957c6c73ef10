import { describe, expect, test } from '@jest/globals';
import { audit, LOOKS, OWNER, picture, settled, signedIn, signIn, stage, watchedPage } from './browser.js';

const { service, browser } = await stage({ DEMO_PAST: 'on' });

describe('a stranger who has started the demo', () => {
  test('comes in four clicks to the forced door of a Tuesday night, with its reasons and what was before', async () => {
    const { page, faults, close } = await watchedPage(browser, service);
    // The first click.
    await signIn(page, service, OWNER);
    const alarms = page.getByRole('region', { name: 'Alarms' });
    await alarms.getByText('was forced open').waitFor();
    await alarms.getByText(/^Opened with nothing in the last 10 s to explain it/).waitFor();
    await picture(page, 'past-overview');
    await alarms.getByTitle('See the door at that moment').click();
    const then = page.getByRole('region', { name: 'As it was' });
    await then.getByText('Yes: nothing explained the opening').waitFor();
    await then
      .getByText(/02:14:07/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Earlier event' }).click();
    await then
      .getByText(/02:12:43/)
      .first()
      .waitFor();
    await page
      .getByText(/outside the hours of the key/i)
      .first()
      .waitFor();
    await picture(page, 'past-story');
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByRole('region', { name: 'Now' }).waitFor();
    await page.getByText(/^The past of this demo, up to .*, was generated\./).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

test.each(LOOKS)(
  'the overview and the door show it, in %s at %d pixels',
  async (colorScheme, width, height) => {
    const { page, close } = await signedIn(browser, service, OWNER, {
      colorScheme,
      viewport: { width, height },
    });
    const name = (of: string) => `past-${of}-${colorScheme}-${width}`;
    await page.getByText('was forced open').waitFor();
    await settled(page);
    expect(await audit(page, name('overview'))).toEqual([]);
    for (const [path, of] of [
      [`/doors/${service.site.locks.main}`, 'door'],
      ['/events', 'events'],
      ['/alarms?show=all', 'alarms'],
    ] as const) {
      await page.goto(path);
      await settled(page);
      await page.getByText(/^The past of this demo, up to/).waitFor();
      expect(await audit(page, name(of))).toEqual([]);
    }
    await close();
  },
);
