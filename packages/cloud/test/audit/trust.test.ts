import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { sealAudit } from '../../src/audit/seal.js';
import { sign } from '../../src/deliveries/signature.rules.js';
import { dashboardWorld } from '../http/pages-world.js';

const { world, ask, signIn, context, ids, origin, mount } = await dashboardWorld();
const { pool, prisma, clock } = context;
let owner: string;
let viewer: string;
let lab: string;
beforeAll(async () => {
  owner = await signIn('owner@acme.example');
  viewer = await signIn('viewer@acme.example');
  lab = await signIn('lab@acme.example');
});

async function webhook(url: string) {
  const id = randomUUID();
  const secret = `whsec_${id}`;
  await prisma.subscription.create({
    data: {
      id,
      account_id: ids.account,
      location_id: ids.hq,
      url,
      events: ['door.forced', 'person.created'],
      secret: new Uint8Array(context.secrets.seal(secret, id)),
    },
  });
  return { id, secret };
}

describe('the test receiver for webhooks', () => {
  const seen = async (cookie = owner) => (await ask('GET', '/webhook-inbox', { cookie })).json;
  const pathOf = async () => new URL((await seen()).url).pathname;
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${origin}${path}`, { method: 'POST', body, headers });

  test('shows what came and how its signature is checked, with the secret of the webhook that sent it', async () => {
    const path = await pathOf();
    const { id, secret } = await webhook(`${origin}${path}`);
    const delivery = randomUUID();
    await pool.query(
      `insert into delivery_ended (id, subscription_id, event_type, event_id, status, attempt, payload, created_at)
       values ($1, $2, 'ping', $3, 'delivered', 1, '{}', now())`,
      [delivery, id, delivery],
    );
    const body = JSON.stringify({ id: delivery, type: 'ping' });
    const t = Math.floor(clock.now() / 1_000);
    const answer = await post(path, body, {
      'x-service-delivery': delivery,
      'x-service-signature': sign(secret, t, body),
      authorization: 'Bearer of someone',
    });
    expect(answer.status).toBe(204);
    const { requests } = await seen();
    expect(requests[0]).toMatchObject({ body, webhook: { id } });
    expect(requests[0].steps.map((step: { ok: boolean }) => step.ok)).toEqual([true, true, true, true]);
    expect(JSON.stringify(requests)).not.toContain('someone');
    expect(JSON.stringify(requests)).not.toContain(secret);
  });

  test('keeps the newest twenty, answers as it is asked to, and takes 64 KB', async () => {
    const path = await pathOf();
    for (let index = 0; index < 25; index++) await post(path, `{"n":${index}}`);
    const { requests } = await seen();
    expect(requests).toHaveLength(20);
    expect(requests[0].body).toBe('{"n":24}');
    expect((await post(`${path}?answer=503`, '{}')).status).toBe(503);
    expect((await post(path, 'x'.repeat(70_000))).status).toBe(413);
    expect((await ask('DELETE', '/webhook-inbox', { cookie: owner })).status).toBe(204);
    expect((await seen()).requests).toEqual([]);
  });

  test('is one of each location, for managers, and not for guesses', async () => {
    expect((await seen(lab)).url).not.toBe((await seen()).url);
    await post(await pathOf(), '{}');
    expect((await seen(lab)).requests).toEqual([]);
    expect((await ask('GET', '/webhook-inbox', { cookie: viewer })).status).toBe(403);
    expect((await post(`/inbox/${ids.hq}-${'a'.repeat(32)}`, '{}')).status).toBe(404);
    expect((await fetch(`${origin}${await pathOf()}`)).status).toBe(405);
  });
});

describe('a pause of a webhook', () => {
  test('is reported with what happened meanwhile, and over once it is resumed', async () => {
    const { id } = await webhook('https://receiver.example/hook');
    const pause = async () => (await ask('GET', `/webhooks/${id}/pause`, { cookie: viewer })).json.data;
    expect(await pause()).toBeNull();
    await ask('PATCH', `/webhooks/${id}`, { cookie: owner, body: { status: 'paused' } });
    await world.clock.advance(60_000);
    await pool.query(
      `with e as (insert into event (account_id, location_id, lock_id, type, occurred_at, source)
         values ($1, $2, $3, 'door.forced', $4, 'device') returning id)
       insert into event_scope (location_id, type, occurred_at, event_id) select $2, 'door.forced', $4, id from e`,
      [ids.account, ids.hq, ids.main, new Date(clock.now())],
    );
    await world.clock.advance(60_000);
    expect(await pause()).toMatchObject({
      resumed_at: null,
      automatic: false,
      missed: [{ type: 'door.forced', count: 1, is_cut: false }],
    });
    await ask('PATCH', `/webhooks/${id}`, { cookie: owner, body: { status: 'active' } });
    expect((await pause()).resumed_at).toEqual(expect.any(String));
  });
});

describe('trust', () => {
  test('the built-in locking system says that it is one', async () => {
    const { json } = await ask('GET', '/locking-system', { cookie: owner });
    expect(json).toMatchObject({ kind: 'builtin', condition: null, feed: null });
  });

  test('the audit chain is read with its progress, and a change in it is found', async () => {
    await sealAudit(context);
    const lines = async (cookie = owner) =>
      (await ask('GET', '/audit/check', { cookie })).text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    const whole = await lines();
    const declared = mount.endpoints.find(({ path }) => path === '/audit/check')?.streams;
    for (const line of whole) expect(declared?.safeParse(line)).toMatchObject({ success: true });
    expect(whole[0]).toMatchObject({ read: expect.any(Number), of: expect.any(Number) });
    expect(whole.at(-1).check).toMatchObject({ fault: null, anchor: expect.any(String) });
    await pool.query(`alter table audit disable trigger user`);
    await pool.query(`update audit set actor_name = 'unknown' where sequence = 2`);
    expect((await lines()).at(-1).check.fault).toMatchObject({ sequence: 2 });
    expect((await ask('GET', '/audit/check', { cookie: lab })).status).toBe(403);
    // Where to go on is what the service has given out.
    expect((await ask('GET', '/audit/check?after=WzEsMCwiMDAiXQ', { cookie: owner })).status).toBe(400);
  });
});
