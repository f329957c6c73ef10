import { beforeEach, expect, test } from '@jest/globals';
import { Places } from '../../src/deliveries/places.js';

const FAST = { ok: true, milliseconds: 100 };
const SLOW = { ok: true, milliseconds: 101 };
const FAILED = { ok: false, milliseconds: 1 };

let places: Places;
let log: string[];

beforeEach(() => {
  places = new Places({ slots: 4, perSubscription: 2, perOrigin: 3 });
  log = [];
});

/** Writes `name+` when it has a place, `name-` when it is to be handed back. */
async function take(name: string, subscription: string, origin = 'hooks'): Promise<void> {
  const taken = places.take(subscription, origin);
  const note = (hasPlace: boolean) => log.push(hasPlace ? `${name}+` : `${name}-`);
  if (typeof taken === 'boolean') note(taken);
  else void taken.then(note);
  await Promise.resolve();
}

async function release(subscription: string, attempt = FAST, origin = 'hooks'): Promise<void> {
  places.release(subscription, origin, attempt);
  await Promise.resolve();
}

test('attempts to one subscription have so many places, and the next waits for one', async () => {
  for (const name of ['1', '2', '3']) await take(name, 'a');
  expect(log).toEqual(['1+', '2+']);
  await release('a');
  expect(log).toEqual(['1+', '2+', '3+']);
});

test('attempts to one origin have so many places together', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await take(name, name);
  expect(log).toEqual(['a+', 'b+', 'c+']);
  await take('elsewhere', 'e', 'other');
  expect(log).toEqual(['a+', 'b+', 'c+', 'elsewhere+']);
  await release('b');
  expect(log).toEqual(['a+', 'b+', 'c+', 'elsewhere+', 'd+']);
});

test('what waits at another origin is admitted once all places of the process were taken', async () => {
  for (const name of ['a', 'b', 'c']) await take(name, name);
  await take('d', 'd', 'other');
  await take('e', 'e', 'third');
  expect(log).toEqual(['a+', 'b+', 'c+', 'd+']);
  await release('a');
  expect(log).toEqual(['a+', 'b+', 'c+', 'd+', 'e+']);
});

test('one that waits for its subscription does not hold back others at the origin', async () => {
  for (const name of ['1', '2', '3']) await take(name, 'a');
  await take('b', 'b');
  expect(log).toEqual(['1+', '2+']);
  await release('a', FAST);
  expect(log).toEqual(['1+', '2+', '3+', 'b+']);
});

test.each([
  ['fails', FAILED],
  ['takes long', SLOW],
])(
  'where an attempt %s, what waits of its subscription is handed back, and nothing of others',
  async (_, end) => {
    for (const name of ['1', '2', '3', '4']) await take(name, 'a');
    await take('b1', 'b');
    await take('b2', 'b');
    await release('a', end);
    expect(log).toEqual(['1+', '2+', '3-', '4-', 'b1+', 'b2+']);
  },
);

test('a subscription is fast as long as it answers fast', async () => {
  expect(places.isFast('a')).toBe(false);
  await take('1', 'a');
  await release('a', FAST);
  expect(places.isFast('a')).toBe(true);
  expect(places.isFast('b')).toBe(false);
  await take('2', 'a');
  await release('a', SLOW);
  expect(places.isFast('a')).toBe(false);
});

test('closing hands back all that waits', async () => {
  for (const name of ['1', '2', '3']) await take(name, 'a');
  places.close();
  await Promise.resolve();
  expect(log).toEqual(['1+', '2+', '3-']);
});
