import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { testDatabase } from '../../../../test/setup/database.js';
import { type StartOptions, startCloud } from '../../src/cloud.js';
import { readConfig } from '../../src/config.js';
import { applySite } from '../../src/site/apply-site.js';
import { parseSiteFile } from '../../src/site/site-file.js';
import { firstRunCode } from '../../src/users/first-run.js';
import { EXAMPLE } from '../site/site-context.js';

const { url } = await testDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-first-run-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a start logs of an empty service, and the service. */
async function start(options: StartOptions = {}) {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const config = readConfig({
    DATABASE_URL: url,
    DATABASE_ALLOW_LOSS: 'on',
    DATA_DIR: folder,
    PORT: '0',
    MQTT_PORT: '0',
  });
  const cloud = await startCloud(config, { log, ...options });
  return { cloud, logged: lines.filter((line) => line.startsWith('The service is empty')) };
}

test('an empty service says where to begin and with which code, unless a site is about to be applied', async () => {
  const begun = await start();
  expect(begun.logged).toEqual([
    `The service is empty: open ${begun.cloud.origin}/ with the code ${firstRunCode(begun.cloud.context)}`,
  ]);
  await begun.cloud.stop();

  const furnished = await start({ isFurnished: true });
  expect(furnished.logged).toEqual([]);
  await applySite(
    furnished.cloud.context,
    parseSiteFile(EXAMPLE, 'site.yaml', furnished.cloud.context.clock.now()),
  );
  await furnished.cloud.stop();

  const again = await start();
  expect(again.logged).toEqual([]);
  await again.cloud.stop();
}, 30_000);
