import { systemClock } from '@door-access/protocol';
import type { Asks, Plan, Started } from '../types.js';
import { type Databases, openDatabases } from './database.js';
import type { Site } from './site.js';

/*
 * The process of a site: answers what a test asks of it. It stays for some seconds after its site, as the next one starts in
 * a third of the time here, and ends with the test, however that ends.
 */

interface Question {
  id: number;
  name: keyof Asks | 'known';
  given: never[];
}

/** A run of tests that uses a site now and then keeps no database running for nothing. */
const STAYS_FOR_MS = 10_000;

// The server starts while the service is loaded, which lets nothing else happen in this process.
let databases!: Promise<Databases>;
const launched = new Promise<void>((onLaunched) => {
  databases = openDatabases({ onLaunched });
  // Reported by the start, which needs the service too.
  databases.catch(() => onLaunched());
});
const loaded = launched.then(() => import('./site.js'));
let site: Site | undefined;
let starting: Promise<unknown> = Promise.resolve();
let leaving = new AbortController();
let ending: Promise<unknown> | undefined;

/** The last announcement, until the test says that it knows the time. */
let announced = { now: Number.NaN, known: Promise.resolve() };
let onKnown = () => {};

function announce(now: number): Promise<void> {
  if (now === announced.now) return announced.known;
  const before = announced.known;
  const known = before.then(
    () =>
      new Promise<void>((resolve) => {
        onKnown = resolve;
        // A test that is gone needs no time.
        if (process.connected) reply({ now });
        else resolve();
      }),
  );
  announced = { now, known };
  return known;
}

process.on('message', async ({ id, name, given }: Question) => {
  if (name === 'known') return onKnown();
  // What is asked of a process that ends is answered by its end.
  if (ending !== undefined) return;
  try {
    reply({ id, value: await answer(name, given) });
  } catch (error) {
    reply({ id, error: (error as Error).message });
  }
});
// The test is gone, even if it was killed.
process.on('disconnect', () => {
  onKnown();
  void end();
});
// A Ctrl-C on the terminal is for the test, whose end ends this too.
process.on('SIGINT', () => {});

function reply(what: object): void {
  // A test that was killed meanwhile waits for nothing.
  if (process.connected) process.send?.(what, undefined, undefined, () => {});
}

async function answer(name: keyof Asks, given: never[]): Promise<unknown> {
  if (name === 'start') {
    const started = start(...(given as unknown as [Plan]));
    starting = started.catch(() => {});
    return started;
  }
  if (!site) throw new Error('No site is open.');
  const ask = site[name] as (...given: never[]) => Promise<unknown>;
  const value = await ask.apply(site, given);
  if (name === 'stop') void leave();
  return value;
}

async function start(plan: Plan): Promise<Started> {
  leaving.abort();
  const { Site } = await loaded;
  announced = { now: Number.NaN, known: Promise.resolve() };
  site = new Site(await databases, announce);
  return site.start(plan);
}

async function leave(): Promise<void> {
  site = undefined;
  leaving = new AbortController();
  const isOver = await systemClock.sleep(STAYS_FOR_MS, leaving.signal).then(
    () => true,
    () => false,
  );
  if (isOver) await end();
}

function end(): Promise<unknown> {
  leaving.abort();
  // A start that goes on would open what the end does not close.
  ending ??= starting
    .then(() => site?.stop())
    .then(async () => (await databases).close())
    .catch((error) => console.error(error))
    .finally(() => setImmediate(() => process.connected && process.disconnect()));
  return ending;
}
