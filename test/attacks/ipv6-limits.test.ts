import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { makeToken } from '../../packages/cloud/src/api-keys/tokens.rules.js';
import { createWorld } from '../world.js';

/* The owner of one IPv6 address has all 2^64 of its network: each limit by address counts them as one. */

const world = await createWorld({ TRUST_PROXY: '1' });
const origin = world.baseUrl.replace('/v1', '');
afterAll(() => world.close());
beforeEach(() => world.clock.advance(61_000));

/** The addresses of one /64, each written in another of the ways that IPv6 has. */
const addressOf = (index: number) =>
  [`2001:db8:a:b::${(index + 1).toString(16)}`, `2001:0DB8:a:b:${index + 1}:2:3:4`][index % 2] as string;
const NEXT_DOOR = '2001:db8:a:c::1';

interface Attack {
  limit: number;
  refused: number;
  send(address: string): Promise<Response>;
}

const wrongToken = makeToken(Buffer.alloc(24, 7));
const attacks: [string, Attack][] = [
  [
    'wrong tokens',
    {
      limit: 30,
      refused: 429,
      send: (address) =>
        fetch(`${world.baseUrl}/locks`, {
          headers: { authorization: `Bearer ${wrongToken}`, 'x-forwarded-for': address },
        }),
    },
  ],
  [
    'pairing codes',
    {
      limit: 10,
      refused: 429,
      send: (address) =>
        fetch(`${origin}/gateway/pair`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          body: '{"code":"ABCD-EFGH"}',
        }),
    },
  ],
  [
    'setup links',
    {
      limit: 10,
      refused: 429,
      send: (address) => fetch(`${origin}/setup/nothing-here`, { headers: { 'x-forwarded-for': address } }),
    },
  ],
  [
    'cookies of phones',
    {
      limit: 30,
      refused: 429,
      send: (address) =>
        fetch(`${origin}/phone/api/ring`, {
          headers: { cookie: `phone=${'A'.repeat(43)}`, 'x-forwarded-for': address },
        }),
    },
  ],
];

describe.each(attacks)('%s tried from every address of one /64', (_name, { limit, refused, send }) => {
  test('are limited like one address, and the neighbouring /64 is not', async () => {
    const statuses: number[] = [];
    for (let index = 0; index <= limit; index++) statuses.push((await send(addressOf(index))).status);
    expect(statuses.slice(0, limit)).not.toContain(refused);
    expect(statuses.at(-1)).toBe(refused);
    expect((await send(NEXT_DOOR)).status).not.toBe(refused);
  });

  test('count against IPv4 where they are IPv4 written as IPv6', async () => {
    for (let index = 0; index < limit; index++)
      await send(['::ffff:192.0.2.9', '::ffff:c000:209'][index % 2] as string);
    expect((await send('192.0.2.9')).status).toBe(refused);
  });
});
