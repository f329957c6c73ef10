import { once } from 'node:events';
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
  // A fault in it is reported before anything is created.
  const site = config.SITE_FILE ? await readSiteFile(config.SITE_FILE, systemClock.now()) : null;
  const signal = heardSignals();
  let cloud: Cloud | undefined;
  try {
    cloud = await startCloud(config, { isFurnished: site !== null, signal });
    // Never aborted half-way: it creates secrets that are shown once.
    if (site) await furnish(cloud, site);
  } catch (error) {
    await cloud?.stop();
    if (signal.aborted) process.exit(0);
    throw error;
  }
  const { log } = cloud.context;
  if (!signal.aborted) {
    log.info({ base_url: cloud.baseUrl, mqtt_url: cloud.mqttUrl, metrics_url: cloud.metricsUrl }, 'ready');
    await once(signal, 'abort');
  }
  log.info({ signal: signal.reason.message }, 'stopping');
  try {
    await cloud.stop();
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, 'did not stop cleanly');
    process.exit(1);
  }
}

/**
 * Installed first: a database that is being created must not outlive the process. A second signal ends the process at
 * once.
 */
function heardSignals(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'])
    process.on(name, () => (stopping.signal.aborted ? process.exit(1) : stopping.abort(new Error(name))));
  return stopping.signal;
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
  const message =
    error instanceof SiteFileError
      ? siteFileFault(process.env.SITE_FILE ?? '', error)
      : error instanceof ConfigError
        ? error.message
        : ((error as Error).stack ?? String(error));
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
