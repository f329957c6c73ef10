import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { dashboardWorld } from '../../packages/cloud/test/http/pages-world.js';
import { connectGateway } from '../raw-gateway.js';

/* Pairing a gateway gives control of its doors: a manager of the lab must not gain a door of HQ this way. */

const { world, context, ids, ask, signIn } = await dashboardWorld();
const { prisma } = context;
const manager = await signIn('lab@acme.example');
const owner = await signIn('owner@acme.example');
const secret = randomBytes(32).toString('base64url');
let gateway: string;

async function lockAt(locationId: number, door: number): Promise<number> {
  const data = {
    account_id: ids.account,
    location_id: locationId,
    ref: randomUUID(),
    name: `Door ${door}`,
    type: 'remote',
    gateway_id: gateway,
    door,
    door_state: { create: {} },
  };
  return (await prisma.lock.create({ data })).id;
}

const hash = async () => (await prisma.gateway.findUniqueOrThrow({ where: { id: gateway } })).secret_hash;
const pair = (cookie: string) => ask('POST', `/gateways/${gateway}/pair`, { cookie, body: {} });
const revoke = (cookie: string) => ask('DELETE', `/gateways/${gateway}`, { cookie });

beforeEach(async () => {
  gateway = randomUUID();
  await prisma.gateway.create({
    data: {
      id: gateway,
      account_id: ids.account,
      location_id: ids.lab,
      ref: gateway,
      name: 'Lab gateway',
      secret_hash: createHash('sha256').update(secret).digest(),
    },
  });
  await lockAt(ids.lab, 1);
});

describe('a gateway at the lab that also drives a door of HQ', () => {
  beforeEach(() => lockAt(ids.hq, 2));

  test('is not paired by a manager of the lab, and keeps its credential', async () => {
    const before = await hash();
    const answer = await pair(manager);
    expect([answer.status, answer.json.error.code]).toEqual([403, 'forbidden']);
    expect(answer.json.error.message).toMatch(/door outside/);
    expect(answer.text).not.toMatch(/Door 2|HQ/);
    expect(await prisma.gatewayPairing.count({ where: { gateway_id: gateway } })).toBe(0);
    expect(await hash()).toEqual(before);
  });

  test('is not revoked by one either, and stays connected', async () => {
    const url = world.mqttUrl;
    const clock = { now: () => context.clock.now(), monotonic: () => context.clock.monotonic() };
    const connected = await connectGateway({ url, id: gateway, secret, ...clock });
    await connected.birth();
    expect((await revoke(manager)).status).toBe(403);
    const { revoked_at } = await prisma.gateway.findUniqueOrThrow({ where: { id: gateway } });
    expect(revoked_at).toBeNull();
    expect(context.downlink.isConnected(gateway, connected.session)).toBe(true);
    await connected.end(true);
  });

  test('cannot be viewed from HQ to bypass this', async () => {
    for (const location of [ids.hq, ids.lab]) {
      const answer = await ask('POST', `/gateways/${gateway}/pair`, { cookie: manager, body: {}, location });
      expect([403, 404]).toContain(answer.status);
    }
    expect(await prisma.gatewayPairing.count({ where: { gateway_id: gateway } })).toBe(0);
  });

  test('is paired and revoked by someone who manages both', async () => {
    expect((await pair(owner)).status).toBe(200);
    expect((await revoke(owner)).status).toBe(204);
  });
});

const bringCode = async (code: string) => {
  const answer = await fetch(new URL('/gateway/pair', world.baseUrl), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      v: 1,
      code,
      public_key: randomBytes(32).toString('base64url'),
      host: 'gateway',
      agent: '0.1.0',
      doors: [],
    }),
  });
  return answer.status;
};

test('a code that was open when a door of HQ was wired to the gateway pairs no more', async () => {
  const before = await hash();
  const { code } = (await pair(manager)).json;
  const door = await lockAt(ids.hq, 2);
  expect(await bringCode(code)).toBe(403);
  expect(await hash()).toEqual(before);
  await prisma.lock.delete({ where: { id: door } });
  expect(await bringCode(code)).toBe(200);
  expect(await hash()).not.toEqual(before);
});

test('a manager of all doors of a gateway may pair and revoke it', async () => {
  expect((await pair(manager)).status).toBe(200);
  expect((await revoke(manager)).status).toBe(204);
});
