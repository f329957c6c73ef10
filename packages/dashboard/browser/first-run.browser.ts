import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { launch, overflow, picture, violations, watchedPage } from './browser.js';
import type { Service } from './service.js';

/* The service as in production, on an empty database: `npm start` would bring its demo site. */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const browser = await launch();
const undo: (() => Promise<void> | void)[] = [];
afterAll(async () => {
  for (const one of undo) await one();
});

async function startEmpty(): Promise<{ service: Service; code: string }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-empty-'));
  const child: ChildProcess = spawn(process.execPath, ['packages/cloud/dist/main.js'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      MQTT_PORT: '0',
      DATA_DIR: path.join(folder, 'data'),
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const over = new Promise((resolve) => child.once('exit', resolve));
  undo.push(async () => {
    child.kill('SIGTERM');
    await Promise.race([over, sleep(15_000, undefined, { ref: false }).then(() => child.kill('SIGKILL'))]);
    rmSync(folder, { recursive: true, force: true });
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      output += text;
    });
  const find = (form: RegExp) => form.exec(output)?.[1];
  for (let waited = 0; waited < 60_000; waited += 100) {
    const code = find(/with the code ([a-z0-9]{4}-[a-z0-9]{4})/);
    const base = find(/"base_url":"([^"]+)\/v1"/);
    if (code && base) return { service: { origin: base } as Service, code };
    if (child.exitCode !== null) break;
    await sleep(100);
  }
  throw new Error(`the service did not start: ${output}`);
}

describe('an empty service', () => {
  test.each([
    ['light', 1280],
    ['dark', 375],
  ] as const)('takes its owner by the code in its log, in %s at %d pixels', async (colorScheme, width) => {
    const { service, code } = await startEmpty();
    const options = { colorScheme, viewport: { width, height: 800 } };
    const { page, faults, close } = await watchedPage(browser, service, options);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await picture(page, `first-run-${colorScheme}-${width}`);
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.getByLabel('Code').fill(code);
    if (width > 800) {
      await page.getByLabel('Organisation').fill('Acme');
      await page.getByLabel('First location').fill('HQ');
      await page.getByLabel('Time zone').fill('Europe/Helsinki');
      await page.getByLabel('Your name').fill('Olga');
      await page.getByLabel('Your e-mail address').fill('olga@acme.example');
      await page.getByRole('textbox', { name: 'A password' }).fill('a long enough password');
      await page.getByRole('button', { name: 'Begin' }).click();
      await page.getByRole('heading', { name: 'What comes next' }).waitFor();
    } else {
      await page.getByRole('button', { name: 'Fill it with the demo site' }).click();
      await page.getByRole('status', { name: 'Password' }).waitFor();
      expect(await violations(page)).toEqual([]);
      await picture(page, `demo-made-${colorScheme}-${width}`);
      await page.getByRole('button', { name: 'I have it' }).click();
      await page.getByText('12 doors', { exact: true }).waitFor();
    }
    expect(faults).toEqual([]);
    await close();
  });
});
