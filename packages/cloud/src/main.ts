import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '@door-access/protocol';
import { type Cloud, startCloud } from './cloud.js';
import { ConfigError, loadEnvironment, readConfig } from './config.js';
import { applySite } from './site/apply-site.js';
import { readSiteFile, type SiteFile, SiteFileError, siteFileFault } from './site/site-file.js';
import { type SiteResult, withKnownSecrets } from './site/site-result.js';

/** `node packages/cloud/dist/main.js`: the service by itself, as in production. */
async function main(): Promise<void> {
  loadEnvironment();
  const config = readConfig(process.env);
  // A mistake in it is told before anything is made.
  const site = config.SITE_FILE ? await readSiteFile(config.SITE_FILE, systemClock.now()) : null;
  const starting = startCloud(config, { isFurnished: site !== null });
  const isStopping = stopOnSignal(starting);
  const cloud = await starting;
  if (isStopping()) return;
  try {
    if (site) await furnish(cloud, site);
  } catch (error) {
    if (isStopping()) return;
    await cloud.stop();
    throw error;
  }
  cloud.context.log.info({ base_url: cloud.baseUrl, mqtt_url: cloud.mqttUrl }, 'ready');
}

/** Heard from the first moment on: a database that is being made must not outlive us. A second signal ends us at once. */
function stopOnSignal(starting: Promise<Cloud>): () => boolean {
  let isStopping = false;
  const stop = async (signal: string) => {
    isStopping = true;
    process.once(signal, () => process.exit(1));
    // A start that fails ends the process by itself.
    const cloud = await starting;
    cloud.context.log.info({ signal }, 'stopping');
    try {
      await cloud.stop();
      process.exit(0);
    } catch (error) {
      cloud.context.log.error({ err: error }, 'did not stop cleanly');
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      if (!isStopping) stop(signal).catch(() => undefined);
    });
  return () => isStopping;
}

/** Applies the site file and leaves its result where `npm start` does: secrets are shown once, and belong in no log. */
async function furnish(cloud: Cloud, siteFile: SiteFile): Promise<void> {
  const { result } = await applySite(cloud.context, siteFile);
  const file = path.resolve(cloud.context.config.DATA_DIR, 'site.json');
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SiteResult) : null;
  const site = {
    base_url: cloud.baseUrl,
    dashboard_url: `${cloud.origin}/`,
    mqtt_url: cloud.mqttUrl,
    bench_url: null,
    pid: process.pid,
    ...(await withKnownSecrets(cloud.context, result, known)),
  };
  writeFileSync(`${file}.draft`, `${JSON.stringify(site, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.draft`, file);
}

main().catch((error: unknown) => {
  const told =
    error instanceof SiteFileError
      ? siteFileFault(process.env.SITE_FILE ?? '', error)
      : error instanceof ConfigError
        ? error.message
        : ((error as Error).stack ?? String(error));
  process.stderr.write(`${told}\n`);
  process.exit(1);
});
