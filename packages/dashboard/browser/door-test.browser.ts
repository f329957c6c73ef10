import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import { launch, overflow, picture, violations, watchedPage } from './browser.js';
import type { Service } from './service.js';

const AGENT = fileURLToPath(new URL('../../gateway-agent/dist/main.js', import.meta.url));
const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-door-test-'));
const file = path.join(folder, 'gateway.yaml');
writeFileSync(
  file,
  `gateway_id: 0b9c1c1e-0000-4000-8000-000000000001\nsecret: sesame\ncloud_url: mqtt://127.0.0.1:9\ndata_dir: data
doors:\n  - { door: 1, name: Main entrance <b>, driver: bench, contact: { debounce_ms: 290 }, strike: true }\n`,
);
const browser = await launch();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the page of the door test leads through it on a phone, and gives the report', async () => {
  const child = spawn(process.execPath, [AGENT, 'test', '--config', file, '--lan']);
  let said = '';
  const url = new Promise<string>((resolve) => {
    child.stderr.on('data', (text) => {
      said += text;
      const found = /test page: (http:\/\/[\d.]+:\d+\/\?token=\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
  });
  try {
    const address = new URL(await url);
    const service = { origin: address.origin } as Service;
    const { page, faults, close } = await watchedPage(browser, service, {
      viewport: { width: 375, height: 700 },
      colorScheme: 'dark',
    });
    await page.goto(address.href);
    expect(page.url()).toBe(`${address.origin}/`);
    await page.getByRole('heading', { name: 'Door 1, Main entrance <b>' }).waitFor();
    await page.getByText('Contact, opening').waitFor();
    await picture(page, 'door-test-running-dark-375');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('heading', { name: 'Main entrance <b> failed.' }).waitFor();
    await page.getByText('To check: run door-agent doctor').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await picture(page, 'door-test-over-dark-375');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Report as PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toContain('.pdf');
    expect(faults).toEqual([]);
    const stranger = await fetch(address.href);
    expect(stranger.status).toBe(403);
    await close();
  } finally {
    child.kill('SIGTERM');
  }
});
