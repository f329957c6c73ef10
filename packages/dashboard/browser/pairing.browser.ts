import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { OWNER, overflow, picture, settled, signedIn, stage, violations } from './browser.js';

const AGENT = fileURLToPath(new URL('../../gateway-agent/dist/main.js', import.meta.url));
const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-pairing-'));
const file = path.join(folder, 'gateway.yaml');
writeFileSync(
  file,
  'data_dir: data\ndoors:\n  - { door: 1, name: Shed door, driver: bench, contact: true, strike: true }\n',
);
const { service, browser } = await stage();
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const agent = (...args: string[]) =>
  spawnSync(process.execPath, [AGENT, ...args, '--config', file], { encoding: 'utf8' });

describe('pairing a gateway', () => {
  test('shows the code large, turns green by itself, and the doors that it reports are added there', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER);
    await page.getByRole('link', { name: 'Gateways' }).click();
    await page.getByRole('button', { name: 'Pair a gateway' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Shed');
    await page.getByRole('button', { name: 'Show the code' }).click();
    const code = await page.getByRole('status', { name: 'Code' }).innerText();
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    await page.getByText(/^(10:00|9:\d\d)$/).waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'pairing-code');

    const paired = agent('pair', code, '--url', service.origin);
    expect(paired.stderr).toBe('');
    await page.getByText('Paired; waiting for the gateway to start').waitFor();
    const child = spawn(process.execPath, [AGENT, 'run', '--config', file]);
    try {
      await page.getByText('The gateway is online').waitFor();
      expect(await violations(page)).toEqual([]);
      await picture(page, 'pairing-online');
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('link', { name: 'Shed' }).click();
      await page.getByRole('heading', { name: 'Shed', level: 1 }).waitFor();
      await page.getByRole('button', { name: 'Pair again' }).waitFor();

      await page.getByRole('button', { name: 'Add Shed door' }).click();
      const form = page.getByRole('dialog');
      expect(await form.getByLabel('Name').inputValue()).toBe('Shed door');
      expect(await form.getByLabel('Door number').inputValue()).toBe('1');
      await form.getByLabel('Place').fill('Behind the house');
      await form.getByRole('button', { name: 'Add the door' }).click();
      await page.getByText('Shed door is added.').waitFor();
      expect(await page.getByRole('button', { name: 'Add Shed door' }).count()).toBe(0);
      await page.getByRole('link', { name: 'Shed door' }).click();
      await page.getByText('Wired, reads closed').waitFor({ timeout: 30_000 });
      await picture(page, 'pairing-door');
      await page.getByRole('link', { name: 'Shed, door 1' }).click();

      await page.getByRole('button', { name: 'Revoke' }).click();
      const gone = new Promise((resolve) => child.stderr.once('data', resolve));
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('Revoked', { exact: true }).waitFor();
      expect(String(await gone)).toContain('the connection was closed');
    } finally {
      child.kill('SIGTERM');
    }
    expect(faults).toEqual([]);
    await close();
  });
});

describe.each([
  ['light', 1280],
  ['dark', 375],
] as const)('in %s at %d pixels', (colorScheme, width) => {
  test('the page of a gateway and the door’s last test pass axe and fit', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER, {
      colorScheme,
      viewport: { width, height: 800 },
      at: `/gateways/${service.site.gateways['gw-hq']?.id}`,
    });
    await page.getByText('Records waiting there').waitFor();
    await settled(page);
    await picture(page, `gateway-${colorScheme}-${width}`);
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('link', { name: 'Main entrance' }).click();
    await page.getByText('No one has tested this door yet').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
