import { once } from 'node:events';
import net from 'node:net';
import { afterAll, describe, expect, test } from '@jest/globals';
import { createWorld } from '../world.js';
import { connack, connectOf, PINGREQ, PINGRESP, packet, statements } from './mqtt-statements.js';

/* A client that violates the protocol is disconnected at once; one that follows it is served. */

const world = await createWorld();
afterAll(() => world.close());
const { id, secret } = world.gateway;
const login = connectOf(id, secret)();

interface Wire {
  socket: net.Socket;
  heard(): Buffer;
  hears(bytes: number): Promise<void>;
  closed: Promise<unknown>;
}

async function open(): Promise<Wire> {
  const socket = net.connect(Number(new URL(world.mqttUrl).port), '127.0.0.1');
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  let heard = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    heard = Buffer.concat([heard, chunk]);
  });
  await once(socket, 'connect');
  return {
    socket,
    heard: () => heard,
    closed,
    async hears(bytes) {
      while (heard.length < bytes && !socket.destroyed) await Promise.race([once(socket, 'data'), closed]);
    },
  };
}

async function loggedIn(): Promise<Wire> {
  const wire = await open();
  wire.socket.write(login);
  await wire.hears(4);
  expect(wire.heard()).toEqual(connack(0));
  return wire;
}

describe.each(statements(id, secret))('[MQTT-$id] $what', ({ bytes, afterLogin, answer, lives }) => {
  test.each(['in one piece', 'byte by byte'])('%s', async (how) => {
    const wire = afterLogin ? await loggedIn() : await open();
    const before = wire.heard().length;
    wire.socket.setNoDelay(true);
    if (how === 'in one piece') wire.socket.write(bytes);
    else
      for (const byte of bytes) {
        wire.socket.write(Buffer.from([byte]));
        await new Promise(setImmediate);
      }
    if (lives) {
      wire.socket.write(PINGREQ);
      await wire.hears(before + answer.length + PINGRESP.length);
      // The broker may answer the ping first.
      expect([Buffer.concat([answer, PINGRESP]), Buffer.concat([PINGRESP, answer])]).toContainEqual(
        Buffer.from(wire.heard().subarray(before)),
      );
      wire.socket.destroy();
    } else {
      await wire.closed;
      expect(wire.heard().subarray(before)).toEqual(answer);
    }
  });
});

describe('the size of a packet', () => {
  const journal = `gateways/${id}/up/weather`;
  const publish = (payload: number) =>
    packet(
      0x32,
      Buffer.from([0, journal.length]),
      Buffer.from(journal),
      Buffer.from([0, 9]),
      Buffer.alloc(payload, 'x'),
    );

  test('before login is at most 4 KiB, by the length that it announces', async () => {
    const wire = await open();
    // 4,095 bytes and a header of three.
    wire.socket.write(Buffer.from([0x10, 0xff, 0x1f]));
    await wire.closed;
    expect(wire.heard()).toHaveLength(0);
  });

  test('of a login of 4 KiB is read', async () => {
    const wire = await open();
    const fields = [id, id, Buffer.alloc(4 * 1024 - 3 - 10 - 2 * 38 - 2, 'x')];
    const bytes = connectOf(id, secret)({ fields });
    expect(bytes).toHaveLength(4 * 1024);
    wire.socket.write(bytes);
    await wire.closed;
    expect(wire.heard()).toEqual(connack(4));
  });

  test('after login has room for a payload of 64 KiB', async () => {
    const wire = await loggedIn();
    wire.socket.write(publish(64 * 1024));
    await wire.hears(8);
    expect(wire.heard().subarray(4)).toEqual(packet(0x40, Buffer.from([0, 9])));
    wire.socket.destroy();
  });

  test('after login is at most 66 KiB', async () => {
    const wire = await loggedIn();
    wire.socket.write(publish(66 * 1024).subarray(0, 1_000));
    await wire.closed;
    expect(wire.heard()).toHaveLength(4);
  });
});
