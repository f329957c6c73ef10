import type { Asks } from '../types.js';
import { openDatabase, type SiteDatabase } from './database.js';

/* The process of a site: answers what a test asks of it, and ends with the test, however that ends. */

interface Question {
  id: number;
  name: keyof Asks | 'known';
  given: never[];
}

// The database starts while the service is loaded, which lets nothing else happen in this process.
let database!: Promise<SiteDatabase>;
const launched = new Promise<void>((onLaunched) => {
  database = openDatabase({ onLaunched });
  // Reported by the start, which needs the service too.
  database.catch(() => onLaunched());
});
const loaded = launched.then(() => import('./site.js')).then(({ Site }) => new Site(database, announce));
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
        if (!process.connected || !process.send?.({ now })) resolve();
      }),
  );
  announced = { now, known };
  return known;
}

process.on('message', async ({ id, name, given }: Question) => {
  if (name === 'known') return onKnown();
  try {
    const site = await loaded;
    const ask = site[name] as (...given: never[]) => Promise<unknown>;
    const value = await (name === 'stop' ? end() : ask.apply(site, given));
    process.send?.({ id, value });
  } catch (error) {
    process.send?.({ id, error: (error as Error).message });
  }
});
// The test is gone, even if it was killed.
process.on('disconnect', () => void end());
// A Ctrl-C on the terminal is for the test, whose end ends this too.
process.on('SIGINT', () => {});

function end(): Promise<unknown> {
  ending ??= loaded
    .then((site) => site.stop())
    .catch((error) => console.error(error))
    .finally(() => setImmediate(() => process.connected && process.disconnect()));
  return ending;
}
