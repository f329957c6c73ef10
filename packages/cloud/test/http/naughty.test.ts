import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { endpoints } from '../../src/endpoints.js';
import type { Endpoint } from '../../src/http/endpoint.js';
import { pageParameters } from '../../src/http/schemas.js';
import { topObjects } from '../../src/http/strict.js';
import { hostileBodies, naughtyStrings } from './hostile.js';
import { expectEnvelope } from './matrix.js';
import { bodyFor, makeRows, nameOf, pathTo, pretendGateways } from './rows.js';
import { type Call, httpWorld } from './world.js';

/* Hostile text from public collections in every field that takes text: refused or stored, and never a 5xx. */

const AT_ONCE = 16;
/** Of the strings that a place's schema takes, of those that it refuses by itself, and of the bodies, every so many are sent. */
const STRIDE = { taken: 6, refused: 40, bodies: 6 };

const unlimited = () => ({
  points: 1_000_000,
  get: async () => null,
  penalty: async () => ({ consumedPoints: 1, msBeforeNext: 1_000 }),
});
const world = await httpWorld(endpoints, {
  settings: { WEBHOOK_ALLOW_PRIVATE: 'on', LOG_LEVEL: 'error' },
  limiters: unlimited as never,
});
world.context.log.level = 'error';
pretendGateways(world);
const rows = await makeRows(world, world.account.id, world.location.id);
// Ended, so that no call waits for it.
await world.context.pool.query("update command set status = 'confirmed', confirmed_at = requested_at");
const strings = naughtyStrings();
const bodies = hostileBodies().map(({ bytes }) => bytes);

it('the collections are whole', () => {
  expect([strings.length, bodies.length]).toEqual([515, 340]);
});

type Sent = [path: string, given: Call];

/** All of them, some at a time; what each brings must be an answer of the interface, and no failure of the service. */
async function sendAll(endpoint: Endpoint, requests: Sent[]): Promise<void> {
  for (let next = 0; next < requests.length; next += AT_ONCE) {
    const answers = await Promise.all(
      requests
        .slice(next, next + AT_ONCE)
        .map(async ([path, given]) => [
          path,
          given,
          await world.call(endpoint.method, path, { token: rows.token, ...given }),
        ]) as Promise<[string, Call, Awaited<ReturnType<typeof world.call>>]>[],
    );
    for (const [path, given, answer] of answers) {
      if (answer.status >= 500) throw new Error(`${answer.text} to ${path} ${JSON.stringify(given.body)}`);
      expectEnvelope(answer);
    }
    // Room for the next subscriptions, where any were made.
    if (nameOf(endpoint) === 'POST /webhooks')
      await world.context.pool.query("update subscription set status = 'paused' where id <> $1", [
        rows.webhook,
      ]);
  }
}

let places = 0;
let cursors = 0;
/** A share of what the schema takes and of the rest, other ones for each place, so that together all are sent. */
function chosen(schema: z.ZodType): string[] {
  const place = places++;
  // Every list reads its cursor with the same function: once in full is enough.
  const isKnown = schema === pageParameters.cursor && cursors++ > 0;
  const takes = (text: string) => !isKnown && schema.safeParse(text).success;
  return strings.filter(
    (text, index) => (index + place) % (takes(text) ? STRIDE.taken : STRIDE.refused) === 0,
  );
}
/** Likewise of the bodies. */
const chosenBodies = () => bodies.filter((_, index) => (index + places) % STRIDE.bodies === 0);

describe.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s survives naughty strings',
  (_name, endpoint) => {
    const path = pathTo(endpoint, rows);
    const body = bodyFor(endpoint, rows);
    const shapeOf = (schema: z.ZodType | undefined) =>
      schema ? topObjects(schema).flatMap((object) => Object.entries(object.shape)) : [];

    for (const [name, schema] of shapeOf(endpoint.params))
      it(`as \`${name}\` of the path`, async () => {
        const requests = chosen(schema as z.ZodType).map((text): Sent => {
          const placed = endpoint.path.replace(`{${name}}`, encodeURIComponent(text.toWellFormed()));
          return [pathTo({ ...endpoint, path: placed }, rows), { body }];
        });
        await sendAll(endpoint, requests);
      });

    for (const [name, schema] of shapeOf(endpoint.query))
      it(`as \`${name}\` of the query`, async () => {
        const requests = chosen(schema as z.ZodType).map(
          (text): Sent => [`${path}?${name}=${encodeURIComponent(text.toWellFormed())}`, { body }],
        );
        await sendAll(endpoint, requests);
      });

    it('as a query parameter', async () => {
      const requests = chosen(z.never()).map(
        (text): Sent => [`${path}?${encodeURIComponent(text.toWellFormed())}`, { body }],
      );
      await sendAll(endpoint, requests);
    });

    for (const [name, schema] of shapeOf(endpoint.body))
      it(`as \`${name}\` of the body`, async () => {
        const isList = Array.isArray(body?.[name]);
        const requests = (isList ? strings : chosen(schema as z.ZodType)).map(
          (text): Sent => [path, { body: { ...body, [name]: isList ? [text] : text } }],
        );
        await sendAll(endpoint, requests);
      });

    if (body)
      it('as a field of the body, and bodies that are hard to parse', async () => {
        const fields = chosen(z.never()).map((text): Sent => [path, { body: { ...body, [text]: text } }]);
        await sendAll(endpoint, [...fields, ...chosenBodies().map((bytes): Sent => [path, { body: bytes }])]);
      });
  },
);
