// npm start: the whole service in this process, on an embedded PostgreSQL unless DATABASE_URL says otherwise, and one
// child process with simulated gateways. It prints what a person needs to begin, and writes it to site.json.
import { accessSync, constants, existsSync, mkdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from './build.mjs';
import { superviseBench, writeConfig } from './start/bench.mjs';
import { writePrivately } from './start/files.mjs';
import { InUseError, lockFolder } from './start/lock-file.mjs';
import { openLog } from './start/log.mjs';
import { furnish, keepSite, makePastBehind, openKept, welcome } from './start/site.mjs';

const STOP_WITHIN_MS = 15_000;
const SESSIONS_WITHIN_MS = 30_000;
const ONE_CTRL_C_MS = 500;

/** An error that the user can correct; its message is the one line to print. */
class StartError extends Error {}
/** A signal came while starting. */
class Stopped extends Error {}

/** What was started, to be undone in reverse. */
const undo = [];
/** What the stop waits for, in words. */
let waitingFor = 'what was just starting';
const stopping = new AbortController();
const asked = new Promise((_, reject) => {
  stopping.signal.addEventListener('abort', () => reject(stopping.signal.reason), { once: true });
});
asked.catch(() => {});
let isTaken = false;
let askedToStop = 0;
let ending;

/** Enough for one machine, and for the files that a process may open by default. */
const CONNECTIONS = { HTTP_CONNECTIONS: '2000', MQTT_CONNECTIONS: '5000' };
const started = start().catch(async (error) => {
  if (stopping.signal.aborted) return;
  stopping.abort(error);
  console.error(error instanceof StartError ? error.message : error);
  await stop(1);
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (!stopping.signal.aborted) return stopOnRequest();
    // The second Ctrl-C does not wait; of one and the same, npm may pass on a copy.
    if (performance.now() - askedToStop > ONE_CTRL_C_MS) process.exit(130);
  });
}
// A signal to npm alone ends npm and the shell between us, which passes nothing on.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !stopping.signal.aborted) stopOnRequest();
  }, 100).unref();
}
process.on('uncaughtException', (error) => {
  console.error(error);
  stopping.abort(error);
  stop(1);
});

function stopOnRequest() {
  stopping.abort(new Stopped());
  askedToStop = performance.now();
  void started.finally(() => stop(0));
  void sleep(STOP_WITHIN_MS).then(() => {
    console.error(
      `It did not stop within ${STOP_WITHIN_MS / 1000} s, as ${waitingFor} takes longer, and is ended. The next start finds all data again.`,
    );
    process.exit(1);
  });
}

/** Undoes all that was started, once, and ends the process. */
function stop(code) {
  ending ??= (async () => {
    let outcome = code;
    for (let last = undo.pop(); last; last = undo.pop()) {
      waitingFor = last.what;
      try {
        await last.end();
      } catch (error) {
        console.error(error);
        outcome = 1;
      }
    }
    process.exit(outcome);
  })();
  return ending;
}

function onStop(what, end) {
  undo.push({ what, end });
}

async function start() {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const folder = path.resolve(process.env.DATA_DIR || './data');
  const siteJson = path.join(folder, 'site.json');
  // The folder may hold the site.json of a killed run, which must not be mistaken for this run's.
  if (existsSync(folder)) await takeFolder(folder, siteJson);
  const isBuilt = await build({ signal: stopping.signal });
  continueUnlessStopping();
  if (!isBuilt) throw new StartError('The sources do not build; see above.');
  // Nothing has started yet that would have to be stopped.
  const modules = await Promise.race([loadModules(), asked]);
  const config = reading(modules, () => modules.readConfig({ ...CONNECTIONS, ...process.env }));
  const siteFile = config.SITE_FILE ? await readSite(modules, config.SITE_FILE) : null;
  continueUnlessStopping();
  await takeFolder(folder, siteJson);

  const logFile = path.join(folder, 'service.log');
  const { log, showWarnings, hideWarnings } = openLog(logFile, config.LOG_LEVEL, modules.createLog);
  const cloud = await startService(modules, config, log);
  onStop('the service with its database', () => cloud.stop());
  onStop('the log', hideWarnings);
  continueUnlessStopping();

  const { context } = cloud;
  const kept = openKept(folder);
  const site = await furnish({ modules, context, siteFile, kept }).catch((error) => {
    if (error instanceof modules.SiteFileError)
      throw new StartError(modules.siteFileFault(config.SITE_FILE ?? 'demo', error));
    const fault = modules.databaseFault(error, config);
    throw fault === null ? error : new StartError(fault);
  });
  const bench = await startBench({ modules, config, cloud, site, kept, folder, log });
  continueUnlessStopping();

  let benchUrl = bench.url;
  const publish = () =>
    writePrivately(
      siteJson,
      `${JSON.stringify(
        {
          base_url: cloud.baseUrl,
          dashboard_url: `${cloud.origin}/`,
          mqtt_url: cloud.mqttUrl,
          bench_url: benchUrl,
          pid: process.pid,
          ...site.result,
        },
        null,
        2,
      )}\n`,
    );
  bench.onMoved((url) => {
    benchUrl = url;
    publish();
  });
  publish();
  showWarnings();
  const shown = { siteJson: path.relative('', siteJson), log: path.relative('', logFile) };
  process.stdout.write(
    `${await welcome({ context, cloud, site: site.result, benchUrl, shown, roles: config.ROLES })}\n`,
  );
  const { signal } = stopping;
  const made = makePastBehind({ modules, context, kept, site: site.result, signal });
  if (made) onStop('the past of the demo', () => made);
}

/** Creates the folder if it is missing, and makes sure that no other service uses it. */
async function takeFolder(folder, siteJson) {
  if (isTaken) return;
  const setting = `DATA_DIR=${process.env.DATA_DIR || './data'}`;
  try {
    const isMade = makeFolder(folder);
    // An empty folder created for nothing is removed again.
    if (isMade) onStop('its folder', () => rmdirIfEmpty(folder));
    accessSync(folder, constants.W_OK | constants.X_OK);
    onStop('its folder', await lockFolder(folder));
  } catch (error) {
    if (error instanceof InUseError)
      throw new StartError(
        `${setting}: another npm start (process ${error.message}) uses it; stop that one or name another folder`,
      );
    throw new StartError(
      `${setting}: cannot be used as a folder (${error.code ?? error.message}); name one that this user may write to`,
    );
  }
  isTaken = true;
  rmSync(siteJson, { force: true });
  onStop('its folder', () => rmSync(siteJson, { force: true }));
}

/** Returns whether it was missing. Node's own recursive mkdir does not end in a folder like /proc. */
function makeFolder(folder) {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST' && statSync(folder).isDirectory()) return false;
    if (error.code !== 'ENOENT' || existsSync(path.dirname(folder))) throw error;
  }
  makeFolder(path.dirname(folder));
  return makeFolder(folder);
}

function rmdirIfEmpty(folder) {
  try {
    rmdirSync(folder);
  } catch {
    // It holds data by now.
  }
}

/** Imported late, as there is nothing to load before the first build. */
async function loadModules() {
  const dist = new URL('../packages/cloud/dist/', import.meta.url);
  const all = await Promise.all(
    [
      'cloud.js',
      'config.js',
      'database/fault.js',
      'gateways/bench.js',
      'gateways/manage.js',
      'gateways/secret.rules.js',
      'past/make.js',
      'site/apply-site.js',
      'site/demo-keys.js',
      'site/site-file.js',
      'site/site-result.js',
      'telemetry/log.js',
    ].map((name) => import(new URL(name, dist).href)),
  );
  return Object.assign({}, ...all);
}

function reading({ ConfigError }, read) {
  try {
    return read();
  } catch (error) {
    throw error instanceof ConfigError ? new StartError(error.message) : error;
  }
}

async function readSite({ readSiteFile, SiteFileError, siteFileFault }, file) {
  try {
    return await readSiteFile(file, Date.now());
  } catch (error) {
    throw error instanceof SiteFileError ? new StartError(siteFileFault(file, error)) : error;
  }
}

async function startService({ startCloud, ConfigError }, config, log) {
  try {
    return await startCloud(config, { log, isFurnished: true, signal: stopping.signal });
  } catch (error) {
    throw error instanceof ConfigError ? new StartError(error.message) : error;
  }
}

async function startBench({ modules, config, cloud, site, kept, folder, log }) {
  const none = { url: null, onMoved() {} };
  const { context, mqttUrl } = cloud;
  const gateways = await modules.listBenchGateways(context);
  if (gateways.length === 0 || !config.ROLES.includes('edge')) return none;
  requireReachableBroker(config);
  const files = [];
  for (const gateway of gateways) {
    const { file, secret } = await writeConfig(gateway, {
      folder,
      mqttUrl,
      serviceUrl: cloud.origin,
      withoutExitButton: site.withoutExitButton,
      isSecretOf: (known, { secret_hash }) => modules.hashGatewaySecret(known).equals(secret_hash),
      rotate: async (id) =>
        secretOf(site.result, gateway) ?? (await modules.rotateGatewaySecret(context, id)).secret,
    });
    files.push(file);
    const shown = Object.values(site.result.gateways).find(({ id }) => id === gateway.id);
    if (shown) shown.secret = secret;
  }
  keepSite(kept, site.result);
  const token = await modules.benchToken(context, kept.get().bench_token);
  kept.set({ bench_token: token ?? undefined });

  let onMoved = () => {};
  const logFile = path.join(folder, 'bench.log');
  const supervisor = superviseBench({
    files,
    cloud: { url: cloud.baseUrl, token },
    logFile,
    log,
    onMoved: (url) => onMoved(url),
  });
  onStop('the simulated gateways', () => supervisor.stop());
  let url;
  try {
    url = await supervisor.start(stopping.signal);
  } catch (error) {
    throw new StartError(`The simulated gateways do not start: ${error.message}`);
  }
  await waitForSessions(modules, context, gateways, logFile);
  return {
    url,
    onMoved(listener) {
      onMoved = listener;
    },
  };
}

function secretOf({ gateways }, { id }) {
  return Object.values(gateways).find((gateway) => gateway.id === id)?.secret;
}

/** Resolves once every bench gateway has reported its doors and has its session, so that a door can be opened. */
async function waitForSessions({ areBenchGatewaysOnline }, context, gateways, logFile) {
  const ids = gateways.map(({ id }) => id);
  const deadline = performance.now() + SESSIONS_WITHIN_MS;
  while (!(await areBenchGatewaysOnline(context, ids))) {
    continueUnlessStopping();
    if (performance.now() > deadline)
      throw new StartError(
        `The simulated gateways did not connect within ${SESSIONS_WITHIN_MS / 1000} s; see ${logFile}`,
      );
    await sleep(20);
  }
}

/** The broker accepts plain MQTT from loopback only, unless configured otherwise. */
function requireReachableBroker({ HOST, MQTT_ALLOW_PLAINTEXT }) {
  if (MQTT_ALLOW_PLAINTEXT || /^(localhost|127\.|0\.0\.0\.0$|::1?$)/.test(HOST)) return;
  throw new StartError(
    `HOST=${HOST}: the site's simulated gateways could not reach the broker there; use 0.0.0.0, or MQTT_ALLOW_PLAINTEXT=on`,
  );
}

function continueUnlessStopping() {
  stopping.signal.throwIfAborted();
}
