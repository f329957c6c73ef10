// The simulated gateways: their configurations, and the one process that runs their agents.
import { fork } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { writePrivately } from './files.mjs';
import { openLogFile } from './log.mjs';

const program = fileURLToPath(new URL('../../packages/gateway-agent/dist/main.js', import.meta.url));
const READY_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 5_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** An agent process that lived this long has no lasting fault. */
const HEALTHY_MS = 60_000;

/**
 * Writes the configuration of a bench gateway and returns its path and secret. What a person took out of a door's
 * wiring there stays out; a secret that the database does not know is made anew by `rotate`.
 */
export async function writeConfig(
  gateway,
  { folder, mqttUrl, serviceUrl, isSecretOf, rotate, withoutExitButton },
) {
  const file = path.join(folder, 'gateways', `${gateway.id}.yaml`);
  const before = readConfig(file);
  const paired = path.join(folder, 'gateways', gateway.id, 'credential.json');
  // A person may have paired it by hand; its credential is ours to write all the same.
  const known = [before.secret, readConfig(paired).secret].find((one) => one && isSecretOf(one, gateway));
  const secret = known ?? (await rotate(gateway.id));
  rmSync(paired, { force: true });
  const wiring = (door) => {
    const kept = before.doors?.find((one) => one?.door === door.door);
    const wired = (input) => (kept ? kept[input] !== undefined && kept[input] !== false : true);
    return {
      contact: wired('contact'),
      exit_button: wired('exit_button') && !withoutExitButton.has(door.lock_id),
      hold: wired('hold'),
    };
  };
  const config = {
    gateway_id: gateway.id,
    secret,
    cloud_url: mqttUrl,
    service_url: serviceUrl,
    allow_plaintext: true,
    data_dir: path.join(folder, 'gateways', gateway.id),
    doors: gateway.doors.map((door) => ({
      door: door.door,
      name: door.name,
      driver: 'bench',
      ...wiring(door),
      strike_ms: door.strike_ms,
      lock_id: door.lock_id,
    })),
  };
  const heading = `# ${gateway.name}: a simulated gateway. npm start writes this file; what you unwire here stays unwired.\n`;
  writePrivately(file, heading + stringify(config));
  return { file, secret };
}

function readConfig(file) {
  try {
    const config = existsSync(file) ? parse(readFileSync(file, 'utf8')) : undefined;
    return typeof config === 'object' && config !== null ? config : {};
  } catch {
    return {};
  }
}

/**
 * Runs the agents in one process and keeps them running. `start` resolves with the bench page's address, or rejects
 * with what the process says is wrong; `onMoved` receives the address after each restart.
 */
export function superviseBench({ files, cloud, logFile, log, onMoved }) {
  const output = openLogFile(logFile);
  let child;
  let isStopping = false;
  let port = '0';

  function launch() {
    const configs = files.flatMap((file) => ['--config', file]);
    const started = performance.now();
    child = fork(program, ['bench', ...configs, '--host', '127.0.0.1', '--port', port], {
      execArgv: [],
      env: environment(cloud),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A Ctrl-C on the terminal is for the service, which stops its agents in order.
      detached: true,
    });
    const running = child;
    for (const stream of [running.stdout, running.stderr])
      stream.on('data', (text) => output.write(text.toString()));
    const ended = new Promise((resolve) => {
      running.once('error', resolve);
      running.once('exit', resolve);
    });
    const ready = new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('did not become ready in time')), READY_WITHIN_MS);
      running.on('message', (message) => {
        clearTimeout(late);
        if (message?.type === 'failed') reject(new Error(message.message));
        if (message?.type === 'ready') resolve(message.bench_url ?? null);
      });
      void ended.then(() => {
        clearTimeout(late);
        reject(new Error(`ended before it was ready; see ${logFile}`));
      });
    });
    return { ready, ended, isHealthy: () => performance.now() - started > HEALTHY_MS };
  }

  async function keepRunning(run) {
    let current = run;
    let pause = FIRST_PAUSE_MS;
    while (true) {
      await current.ended;
      if (isStopping) return;
      pause = current.isHealthy() ? FIRST_PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS);
      log.warn(`the simulated gateways stopped; they start again in ${pause / 1000} s (see ${logFile})`);
      await sleep(pause, undefined, { ref: false });
      if (isStopping) return;
      current = launch();
      current.ready.then(
        (url) => {
          remember(url);
          onMoved(url);
        },
        (error) => {
          // The previous port may be taken by now.
          port = '0';
          log.warn(`the simulated gateways do not start: ${error.message}`);
          child.kill('SIGTERM');
        },
      );
    }
  }

  function remember(url) {
    port = url === null ? '0' : new URL(url).port || '0';
  }

  return {
    /** @param signal aborts it */
    async start(signal) {
      signal.throwIfAborted();
      const givenUp = new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      givenUp.catch(() => {});
      const run = launch();
      try {
        const url = await Promise.race([run.ready, givenUp]);
        remember(url);
        void keepRunning(run);
        return url;
      } catch (error) {
        await this.stop();
        throw error;
      }
    },
    async stop() {
      isStopping = true;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await Promise.race([ended, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
      child.kill('SIGKILL');
    },
  };
}

/** The agents get only the settings that they need, and none of the service's secrets. */
function environment({ url, token }) {
  const { PATH, HOME, TZ, LANG } = process.env;
  return Object.fromEntries(
    Object.entries({ PATH, HOME, TZ, LANG, BENCH_CLOUD_URL: url, BENCH_CLOUD_TOKEN: token ?? '' }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}
