import { expect, test } from '@jest/globals';
import { overflow, picture, settled, signIn, stage, violations, watchedPage } from './browser.js';

const { service, browser } = await stage();

test.each([
  ['light', 1280],
  ['dark', 375],
] as const)(
  'the tour of the README holds word for word, in %s at %d pixels',
  async (colorScheme, width) => {
    const { page, faults, close } = await watchedPage(browser, service, {
      colorScheme,
      viewport: { width, height: 800 },
    });
    const made = page.getByRole('complementary', { name: 'What the cloud made of it' });
    const newest = made.getByRole('listitem').first();
    await page.goto(service.site.bench_url ?? '');

    const main = page.getByRole('article', { name: 'Main entrance' });
    await main.getByRole('button', { name: 'Unlock from the cloud' }).click();
    await main.getByText('confirmed by the gateway').waitFor();
    await main.getByRole('button', { name: 'Open', exact: true }).click();
    await made
      .getByText(/^Opened \d\.\d{3} s after a confirmed unlock\.$/)
      .first()
      .waitFor();
    await main.getByRole('button', { name: 'Close', exact: true }).click();

    const staff = page.getByRole('article', { name: 'Staff entrance' });
    await staff.getByRole('button', { name: 'Exit button' }).click();
    await staff.getByRole('button', { name: 'Open', exact: true }).click();
    await made
      .getByText(/^Opened \d\.\d{3} s after the exit button was pressed\.$/)
      .first()
      .waitFor();
    await staff.getByRole('button', { name: 'Close', exact: true }).click();

    const side = page.getByRole('article', { name: 'Side door' });
    await side.getByRole('button', { name: 'Force open' }).click();
    await made.getByText('Door forced').first().waitFor();
    await side.getByRole('button', { name: 'Close', exact: true }).click();

    const gateway = page.getByRole('region', { name: /^Gateway / }).filter({ has: main });
    await gateway.getByRole('heading', { name: 'Gateway · Head office', exact: true }).waitFor();
    await page.getByText(/^Times are by this browser’s clock \(.+\)\.$/).waitFor();
    await gateway.getByText('journal empty').waitFor();
    await gateway.getByRole('button', { name: 'Pull the network plug' }).click();
    await gateway.getByText('network unplugged').waitFor();
    await made.getByText('Lock offline').first().waitFor();
    await side.getByRole('button', { name: 'Force open' }).click();
    // Within the debounce of the opening, a close would leave nothing to record.
    const waiting = gateway.getByText(/[1-9]\d* records? waiting for the cloud/);
    await waiting.waitFor();
    await side.getByRole('button', { name: 'Close', exact: true }).click();
    await waiting.waitFor();
    await gateway.getByRole('button', { name: 'Plug the network in' }).click();
    await gateway.getByText('journal empty').waitFor();
    await made.getByText('Lock online').first().waitFor();

    const server = page.getByRole('article', { name: 'Server room' });
    await server.getByRole('button', { name: 'Force open' }).click();
    await made
      .getByText(/no exit button is wired, so forced-open detection is off/)
      .first()
      .waitFor();
    await server.getByRole('button', { name: 'Close', exact: true }).click();

    const archive = page.getByRole('article', { name: 'Archive' });
    const hold = archive.getByRole('button', { name: 'Hold the key to the reader' });
    await archive.getByLabel('Key').selectOption({ label: 'Front desk: Front doors' });
    await hold.click();
    await archive.getByText('Refused: the key does not open this door.').waitFor();
    await newest.getByText('Access denied').waitFor();
    await newest.getByText('The key does not open this door.').waitFor();
    await archive.getByLabel('Key').selectOption({ label: 'Lab analyst: Last summer' });
    await hold.click();
    await newest.getByText('The key is not valid at this time.').waitFor();
    await archive.getByLabel('Key').selectOption({ label: 'Unknown key' });
    await hold.click();
    await newest.getByText('The key is unknown.').waitFor();
    await archive.getByLabel('Key').selectOption({ label: 'Facility desk: IT rooms' });
    await hold.click();
    await archive.getByText('Granted: the door is open.').waitFor();
    await newest.getByText('Access granted').waitFor();
    await archive.getByRole('button', { name: 'Leave it open' }).click();
    await newest.getByText('Door left open').waitFor();
    await archive.scrollIntoViewIfNeeded();
    await picture(page, `tour-bench-${colorScheme}-${width}`);
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await archive.getByRole('button', { name: 'Close', exact: true }).click();
    await newest.getByText('Door closed').waitFor();

    const system = page.getByRole('region', { name: 'Locking system' });
    await system.getByRole('button', { name: 'Disconnect from the cloud' }).click();
    await system.getByText('disconnected: the readers keep their records').waitFor();
    await archive.getByLabel('Key').selectOption({ label: 'Unknown key' });
    await hold.click();
    await archive.getByText('Refused: the key is unknown.').waitFor();
    await system.getByRole('button', { name: 'Reconnect to the cloud' }).click();
    await newest.getByText('Access denied').waitFor();

    await signIn(page, service, 'owner@demo.example');
    await page
      .getByRole('link', { name: /^Archive/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Simulated reader' }).waitFor();
    await page.getByLabel('Key', { exact: true }).selectOption({ label: 'Front desk: Front doors' });
    await page.getByRole('button', { name: 'Hold the key to the reader' }).click();
    await page.getByText('Refused: the key has no access here.').waitFor();
    await page.getByText('Access denied to Front desk: the key has no access here').first().waitFor();
    await page.getByLabel('Key', { exact: true }).selectOption({ label: 'Facility desk: IT rooms' });
    await page.getByRole('button', { name: 'Hold the key to the reader' }).click();
    await page.getByText('Granted. The door is open.').waitFor();
    await page.getByRole('button', { name: 'Leave it open' }).click();
    await page.getByText('was left open').first().waitFor();
    await settled(page);
    await picture(page, `tour-door-${colorScheme}-${width}`);
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Close the door' }).click();
    await page.getByText('The door is closed.').waitFor();
    expect(faults).toEqual([]);
    await close();
  },
  120_000,
);
