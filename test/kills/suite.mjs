// The frame of every suite that breaks real processes: its choices from a seed, its folder, what is stopped in the end,
// what is put under load, and the verdict. `--seed N` repeats the choices, `--keep` leaves the folder for a look, as every run
// does that breaks a promise.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { GatewayProcess } from './agents.mjs';
import { Callers, LONGEST_HOLD_MS } from './callers.mjs';
import { check } from './checks.mjs';
import { childrenOf, kill, until } from './place.mjs';
import { createRandom } from './random.mjs';
import { startReceiver } from './receiver.mjs';
import { SETTLED_WITHIN_MS, settle, strangeAnswers } from './settled.mjs';
import { DOORS, GATEWAYS, lockRefsOf } from './site.mjs';

/** A bound for a busy machine; a quiet one takes 3 s. */
const ONLINE_WITHIN_MS = 90_000;
/** Of the faults of a promise, so many are printed. */
const SHOWN = 8;

/** The second one does not wait for what is being stopped. */
const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs `main(suite)`, stops what it started, and ends the process with what was promised and not kept.
 * @param lacking what has to be installed first, or null
 */
export async function runSuite({ command, options = {}, lacking = () => null }, main) {
  const missing = process.platform === 'linux' ? lacking() : 'Linux is missing: processes are found in /proc';
  if (missing) {
    console.error(`npm run ${command}: ${missing}`);
    process.exit(1);
  }
  const { values } = parseArgs({
    options: { seed: { type: 'string' }, keep: { type: 'boolean' }, ...options },
  });
  const suite = new Suite(command, values);
  suite.say(`seed ${suite.seed}${values.keep ? `, in ${suite.folder}` : ''}`);
  let failure = null;
  try {
    await Promise.race([main(suite), suite.interrupted]);
  } catch (error) {
    failure = error;
    console.error(error);
  }
  await suite.stop();
  const isKept = values.keep || (suite.hasFailed(failure) && !suite.signal.aborted);
  if (isKept) suite.say(`kept: ${suite.folder}`);
  else rmSync(suite.folder, { recursive: true, force: true });
  suite.conclude(failure);
}

class Suite {
  values;
  seed;
  random;
  folder;
  /** `{ name, faults }` of what was promised. */
  promises = [];
  /** Rejects with the first interruption, from which on nothing more is begun. */
  interrupted;
  #command;
  #stops = [];
  #began = performance.now();
  #interruption = new AbortController();

  constructor(command, values) {
    this.#command = command;
    this.values = values;
    this.seed = Number(values.seed ?? Date.now() % 1_000_000);
    this.random = createRandom(this.seed);
    this.folder = mkdtempSync(path.join(os.tmpdir(), `door-${command.replace(':', '-')}-`));
    // PostgreSQL may run as another user, who has to pass through here.
    chmodSync(this.folder, 0o755);
    this.interrupted = new Promise((_resolve, reject) => {
      this.signal.addEventListener('abort', () => reject(this.signal.reason));
    });
    // Also where it is over before anything waits for it.
    this.interrupted.catch(() => undefined);
    for (const name of INTERRUPTIONS)
      process.on(name, () => {
        if (this.signal.aborted) process.exit(1);
        this.#interruption.abort(new Error(`interrupted by ${name}; it is cleared up`));
      });
    // However it ends, what it started ends with it, also what stands still.
    process.on('exit', () => {
      for (const pid of childrenOf(process.pid)) kill(pid);
    });
  }

  get signal() {
    return this.#interruption.signal;
  }

  say = (line) => console.log(`${this.#seconds().padStart(6)} s  ${line}`);

  /** In the end, the last first. Registered before what it stops is begun. */
  atEnd(stop) {
    this.signal.throwIfAborted();
    this.#stops.push(stop);
  }

  async stop() {
    for (const stop of this.#stops.splice(0).reverse()) await stop().catch((error) => console.error(error));
  }

  promise(name, faults) {
    this.promises.push({ name, faults });
  }

  hasFailed(failure) {
    return failure !== null || this.promises.some(({ faults }) => faults.length > 0);
  }

  conclude(failure) {
    for (const { name, faults } of this.promises) {
      console.log(
        `  ${faults.length === 0 ? '✓' : '✕'} ${name}${faults.length > 0 ? ` (${faults.length})` : ''}`,
      );
      for (const fault of faults.slice(0, SHOWN)) console.log(`      ${fault}`);
    }
    const passed = this.promises.filter(({ faults }) => faults.length === 0).length;
    const failed = this.promises.length - passed + (failure ? 1 : 0);
    if (this.hasFailed(failure)) console.log(`Repeat with: npm run ${this.#command} -- ${this.#words()}`);
    console.log(`Tests: ${failed > 0 ? `${failed} failed, ` : ''}${passed} passed, ${failed + passed} total`);
    console.log(`Time: ${this.#seconds()} s`);
    process.exit(this.hasFailed(failure) ? 1 : 0);
  }

  #words() {
    const { keep, ...values } = { ...this.values, seed: String(this.seed) };
    return Object.entries(values)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `--${name} ${/\s/.test(value) ? `"${value}"` : value}`)
      .join(' ');
  }

  #seconds() {
    return ((performance.now() - this.#began) / 1000).toFixed(1);
  }
}

/** A receiver with its subscription, callers and gateways whose doors move, for an applied site; the callers wait. */
export async function startLoad(
  suite,
  { site, baseUrl, mqttUrlOf, hookOf = (url) => url, doors = DOORS, unlockEveryMs },
) {
  const receiver = await startReceiver();
  suite.atEnd(async () => receiver.close());
  const locks = lockRefsOf(doors).map((ref) => site.locks[ref]);
  const tokens = Object.values(site.api_keys).map(({ token }) => token);
  const random = createRandom(suite.seed + 1);
  const callers = new Callers({ baseUrl, tokens, locks, random, unlockEveryMs });
  suite.atEnd(() => callers.stop());
  const subscription = await callers.call('POST', '/webhooks', {
    url: await hookOf(receiver.url),
    events: ['*'],
  });
  if (subscription.status !== 201) throw new Error(`POST /webhooks: ${JSON.stringify(subscription)}`);
  receiver.trust(subscription.body.secret);
  const gateways = GATEWAYS.map(
    (ref, index) =>
      new GatewayProcess(ref, {
        folder: suite.folder,
        ...site.gateways[ref],
        mqttUrl: mqttUrlOf(ref),
        doors,
        seed: suite.seed + 1000 * (index + 1),
      }),
  );
  for (const gateway of gateways) {
    suite.atEnd(() => gateway.kill('SIGTERM'));
    gateway.start();
  }
  if ((await until(() => gateways.every(({ isOnline }) => isOnline), ONLINE_WITHIN_MS)) === null)
    throw new Error('the gateways do not come online');
  return { receiver, locks, tokens, callers, gateways };
}

/** Ends the load, waits until all has come to rest, and checks that what went in came out; returns figures. */
export async function settleLoad(suite, database, { gateways, locks, callers, receiver }) {
  await callers.stop();
  for (const gateway of gateways) gateway.calm();
  await sleep(LONGEST_HOLD_MS);
  const settledMs = await settle(database, gateways);
  suite.say(settledMs === null ? 'not settled' : `settled after ${(settledMs / 1000).toFixed(1)} s`);
  const { promises, figures } = await check({ database, gateways, locks, callers, receiver });
  suite.promise('all settles', settledMs === null ? [`not within ${SETTLED_WITHIN_MS / 1000} s`] : []);
  suite.promises.push(...promises);
  suite.promise('no answer is one that a caller could not explain', strangeAnswers(callers));
  suite.promise(
    'no agent ends by itself',
    gateways.flatMap(({ ends }) => ends.map((end) => JSON.stringify(end))),
  );
  return { ...figures, settled_s: settledMs === null ? null : Math.round(settledMs / 1000) };
}
