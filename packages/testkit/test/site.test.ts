import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deduplicationKey, unlock, verifyWebhook } from '@door-access/client';
import { type Fate, startSite } from '@door-access/testkit';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';

/* A site as an integrator's test uses it. */

const site = await startSite({ doors: 3, startAt: '2026-03-02T07:00:00Z' });
const main = site.door('Main entrance');
const side = site.door('Side door');

const received: { type: string; key: string | null }[] = [];
let secret = '';
let status = 204;
const server = createServer(async (request, response) => {
  const rawBody = Buffer.concat(await request.toArray());
  const signature = String(request.headers['x-service-signature']);
  const type = String(request.headers['x-service-event']);
  const key = await verifyWebhook({ secret, rawBody, signature, now: site.clock.now() }).then(
    deduplicationKey,
    () => null,
  );
  received.push({ type, key });
  response.writeHead(key === null ? 400 : status).end();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
({ secret } = await site.webhooks.to(url));
afterAll(async () => {
  await site.close();
  server.close();
});

const types = () => received.map(({ type }) => type);
beforeEach(async () => {
  status = 204;
  for (const door of site.doors) if ((await door.view()).isOpen) await door.close();
  await site.clock.advance({ minutes: 5 });
  received.length = 0;
});

describe('a door', () => {
  test('that is forced reports it', async () => {
    await main.force();
    expect(types().sort()).toEqual(['door.forced', 'door.opened']);
  });
  test('that is locked cannot be opened, and says what to do', async () => {
    await expect(main.open()).rejects.toThrow(
      'Main entrance is locked: unlock it, press() the exit button first, or force() it',
    );
  });
  test('opens after the exit button, without an alarm', async () => {
    await main.press();
    await main.open();
    await main.close();
    expect(types()).toEqual(['door.exit_button', 'door.opened', 'door.closed']);
  });
  test('is unlocked by a command, for its strike time, and says which', async () => {
    const { id } = await unlock(site.client, side.id);
    expect((await site.unlocked('Side door')).at(-1)).toMatchObject({
      relay: 'strike',
      cause: 'command',
      command_id: id,
    });
    expect(await side.view()).toMatchObject({ isLocked: false, strikeOn: true });
    await site.clock.advance({ seconds: 5 });
    expect(await side.view()).toMatchObject({ isLocked: true, latched: true });
  });
  test('is held for an hour', async () => {
    await main.hold({ hours: 1 });
    await site.clock.advance({ minutes: 59 });
    expect(await main.view()).toMatchObject({ holdOn: true });
    await main.open();
    expect(types()).toEqual(['lock.hold_open.started', 'door.opened']);
    await main.close();
    await site.clock.advance({ minutes: 1 });
    expect(await main.view()).toMatchObject({ holdOn: false, isLocked: true });
    expect(types().at(-1)).toBe('lock.hold_open.ended');
  });
  test('is released before its time', async () => {
    await main.hold();
    await main.release();
    expect(await main.view()).toMatchObject({ holdOn: false });
  });
  test('that stands open is left open after its time', async () => {
    await main.force();
    received.length = 0;
    await site.clock.advance({ minutes: 2 });
    expect(types()).toContain('door.left_open');
  });
  test('that does not exist is named, with those that do', () => {
    expect(() => site.door('Cellar')).toThrow(
      'There is no door "Cellar" at this site; there are: Main entrance, Side door, Door 3.',
    );
  });
});

describe('a gateway', () => {
  test('whose link is cut keeps what happens, and sends it once it is back', async () => {
    await site.gateway().cutLink();
    expect(types()).toEqual(['lock.offline', 'lock.offline', 'lock.offline']);
    await main.force();
    await site.clock.advance({ hours: 3 });
    expect(types()).not.toContain('door.forced');
    await site.gateway().restoreLink();
    expect(types()).toContain('door.forced');
  });
  test('stays online through a day and a night', async () => {
    await site.clock.advance({ days: 1 });
    expect(types()).toEqual([]);
  });
});

describe('the next webhook', () => {
  const comes = async (fate: Fate) => {
    await site.webhooks.next(fate);
    await main.press();
    return received.map(({ type, key }) => (key === null ? 'refused' : type));
  };
  const PRESS = 'door.exit_button';

  test.each<[Fate, string[], string[]]>([
    ['twice', [PRESS, PRESS], []],
    ['twice at once', [PRESS, PRESS], []],
    ['late', [], [PRESS]],
    ['answer lost', [PRESS], [PRESS]],
    ['wrong signature', ['refused'], [PRESS]],
    ['old signature', ['refused'], [PRESS]],
    ['changed body', ['refused'], [PRESS]],
  ])('comes %s: %j, and a minute later %j', async (fate, now, later) => {
    expect(await comes(fate)).toEqual(now);
    received.length = 0;
    await site.clock.advance({ minutes: 1 });
    expect(types()).toEqual(later);
    expect(new Set(received.map(({ key }) => key)).size).toBe(later.length);
  });
  test('comes out of order: behind the one after it', async () => {
    expect(await comes('out of order')).toEqual([]);
    await main.open();
    expect(types()).toEqual(['door.opened', PRESS]);
  });
  test('that no other overtakes comes when the clock moves', async () => {
    expect(await comes('out of order')).toEqual([]);
    await site.clock.advance(1);
    expect(types()).toEqual([PRESS]);
  });
  test('is sent again by the ladder of retries where the receiver fails', async () => {
    status = 500;
    await main.press();
    await site.clock.advance({ minutes: 6 });
    status = 204;
    await site.clock.advance({ minutes: 30 });
    const sent = (await site.webhooks.sent()).slice(-4);
    expect(sent.map((one) => one.status)).toEqual([500, 500, 500, 204]);
    expect(new Set(sent.map((one) => one.id)).size).toBe(1);
  });
});

test('a receiver that does not answer in its time has failed', async () => {
  const own = await startSite({ answerWithin: 50 });
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  await own.webhooks.to(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/`);
  await own.door('Main entrance').press();
  expect(await own.webhooks.sent()).toMatchObject([
    { type: 'door.exit_button', status: null, error: 'no answer within 0.05 s' },
  ]);
  await own.close();
  silent.closeAllConnections();
  silent.close();
});

test.each([
  [{ doors: 0 }, 'doors: give 1 to 200'],
  [{ doors: ['A', 'A'] }, 'doors: give each a name of its own'],
  [{ doors: 1, gateways: 2 }, 'gateways: give at least 1, and at most one for each door'],
  [{ startAt: 'soon' }, 'startAt: soon is no time: give Unix milliseconds or ISO 8601'],
])('%j is refused: %s', async (options, message) => {
  await expect(startSite(options)).rejects.toThrow(message);
});
