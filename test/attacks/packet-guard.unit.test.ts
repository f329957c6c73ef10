import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  MAX_BYTES,
  MAX_BYTES_BEFORE_LOGIN,
  PacketFollower,
} from '../../packages/cloud/src/edge/packet-guard.js';
import { connectOf, packet, statements } from './mqtt-statements.js';

const ID = '6f1c2a52-7f0b-4a57-9a8e-0d9f3c7b1e10';
const login = connectOf(ID, 'secret')();
const topic = Buffer.from(`\0\x32gateways/${ID}/up/x`);

function publish(payload: number): Buffer {
  return packet(0x30, topic, Buffer.alloc(payload));
}

/** Follows bytes cut into chunks of these sizes; where the fault was found, and what it is. */
function follow(bytes: Buffer, cut: () => number, isLoggedIn = true) {
  const packets = new PacketFollower();
  if (isLoggedIn) packets.maxBytes = MAX_BYTES;
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + cut());
    const fault = packets.follow(bytes.subarray(at, end));
    if (fault) return { from: at, to: end, ...fault };
    at = end;
  }
  return null;
}
const whole = () => Number.MAX_SAFE_INTEGER;

describe('the packet guard', () => {
  test.each([
    ['a payload of 64 KiB', publish(64 * 1024), true],
    ['one byte more than 66 KiB', publish(MAX_BYTES - topic.length - 4 + 1).subarray(0, 5), false],
    ['66 KiB', publish(MAX_BYTES - topic.length - 4), true],
    ['200 MB announced', Buffer.from([0x30, 0x80, 0x84, 0xaf, 0x5f]), false],
    ['a length of five bytes', Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x01]), false],
  ])('%s after login', (_name, bytes, passes) => {
    expect(follow(Buffer.concat([login, bytes]), whole) === null).toBe(passes);
  });

  test.each([
    ['4 KiB', MAX_BYTES_BEFORE_LOGIN - 3, null],
    ['one byte more', MAX_BYTES_BEFORE_LOGIN - 2, 'a packet larger than allowed'],
  ])('%s before login', (_name, length, reason) => {
    const announced = Buffer.from([0x10, (length & 0x7f) | 0x80, length >> 7]);
    expect(follow(announced, whole, false)?.reason ?? null).toBe(reason);
  });

  test.each([
    ['CONNECT', [0x10, 0]],
    ['SUBSCRIBE', [0x82, 0]],
    ['PUBLISH', [0x30, 0]],
  ])('a %s without a body is refused, as there is nothing to inspect', (name, bytes) => {
    const before = name === 'CONNECT' ? Buffer.alloc(0) : login;
    const fault = follow(Buffer.concat([before, Buffer.from(bytes)]), whole);
    expect(fault?.reason).toBe('an invalid length for the packet type');
  });

  test('passes sound packets and finds the first that is not, however the bytes are cut', () => {
    const all = statements(ID, 'secret').filter(({ afterLogin }) => afterLogin);
    // Packets that the guard passes are rejected or answered by the broker.
    const isGuarded = (bytes: Buffer) => follow(Buffer.concat([login, bytes]), whole) !== null;
    const good = [...all.filter(({ bytes }) => !isGuarded(bytes)).map(({ bytes }) => bytes), publish(2_000)];
    const bad = all.filter(({ bytes }) => isGuarded(bytes)).map(({ bytes }) => bytes);
    expect([good.length > 8, bad.length > 45]).toEqual([true, true]);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...good), { maxLength: 20 }),
        fc.constantFrom(...bad),
        fc.infiniteStream(fc.integer({ min: 1, max: 300 })),
        (sound, wrong, cuts) => {
          const before = Buffer.concat([login, ...sound]);
          const found = follow(Buffer.concat([before, wrong]), () => cuts.next().value as number);
          return found !== null && found.to > before.length && found.from < before.length + wrong.length;
        },
      ),
    );
  });
});
