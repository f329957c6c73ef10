import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createWorld } from '../../../../test/world.js';
import { createApiKey } from '../../src/api-keys/create.js';
import { revokeApiKey } from '../../src/api-keys/revoke.js';
import type { Actor } from '../../src/audit/entry.rules.js';
import { listAudit } from '../../src/audit/read.js';
import { DOORCTL } from '../../src/audit/record.js';
import { sealAudit } from '../../src/audit/seal.js';
import { verifyAudit } from '../../src/audit/verify.js';
import { transaction } from '../../src/context.js';
import { createGateway, revokeGateway, rotateGatewaySecret } from '../../src/gateways/manage.js';
import { readOutbox } from '../../src/notify/outbox.js';
import { notifyOfAutoPause } from '../../src/notify/webhook-paused.js';
import { applySite } from '../../src/site/apply-site.js';
import { parseSiteFile } from '../../src/site/site-file.js';
import { createUser, setPassword } from '../../src/users/manage.js';
import { Receiver } from '../webhooks/receiver.js';

const world = await createWorld();
const { context, ids } = world;
const receiver = await Receiver.start();
afterAll(async () => {
  await world.close();
  await receiver.close();
});

let seen = 0;
beforeEach(async () => {
  seen = (await listAudit(context, { limit: 1_000 })).length;
});
/** What was written since the test began, oldest first. */
async function written() {
  const entries = await listAudit(context, { limit: 1_000 });
  return entries.slice(0, entries.length - seen).reverse();
}

test('an unlock is written with who, which lock and the reason that was given', async () => {
  const gateway = await world.connect();
  await gateway.birth([{ door: 1 }]);
  const asked = await world.call('POST', `/locks/${ids.main}/unlock`, { body: { reason: 'parcel' } });
  expect(asked.status).toBe(202);
  const refused = await world.call('POST', `/locks/${ids.archive}/unlock`, { body: {} });
  expect(refused.status).toBe(409);
  expect(await written()).toMatchObject([
    {
      account_id: ids.account,
      actor: { type: 'api_key', name: 'ERP' },
      action: 'lock.unlock',
      subject: { type: 'lock', id: String(ids.main), name: 'main' },
      location_id: ids.hq,
      details: { command_id: asked.body.id, reason: 'parcel' },
    },
  ]);
});

test('all that is done to a webhook is written, without its secret or the query of its url', async () => {
  const url = receiver.url('/hook?token=hunter2');
  const { body: made } = await world.call('POST', '/webhooks', { body: { url, events: ['*'] } });
  const path = `/webhooks/${made.id}`;
  const { body: pinged } = await world.call('POST', `${path}/ping`);
  await world.call('PATCH', path, { body: { description: 'alarms' } });
  const { body: again } = await world.call('POST', `${path}/deliveries/${pinged.id}/redeliver`);
  await world.call('PATCH', path, { body: { status: 'paused' } });
  await world.call('DELETE', path);
  expect((await world.call('DELETE', path)).status).toBe(404);
  const entries = await written();
  expect(entries.map(({ action, details }) => [action, details])).toEqual([
    ['webhook.create', { events: ['*'] }],
    ['webhook.ping', { delivery_id: pinged.id, status: 'delivered', response_status: 200 }],
    ['webhook.update', { fields: ['description'], status: 'active' }],
    ['webhook.redeliver', { delivery_id: again.id, of: pinged.id }],
    ['webhook.update', { fields: ['status'], status: 'paused' }],
    ['webhook.delete', {}],
  ]);
  const text = JSON.stringify(entries);
  expect(text).not.toContain('hunter2');
  expect(text).not.toContain(made.secret);
  expect(entries[0]).toMatchObject({
    actor: { type: 'api_key', name: 'ERP' },
    subject: { type: 'webhook', id: made.id },
  });
});

test('API keys, gateways and users are written as they come and go, each once, without a secret', async () => {
  const olga: Actor = { type: 'user', id: randomUUID(), name: 'Olga' };
  const home = { accountId: ids.account, locationId: ids.hq };
  const key = await createApiKey(context, { ...home, name: 'Till', scopes: ['events:read'], by: olga });
  await revokeApiKey(context, { accountId: ids.account, id: key.id, by: olga });
  await revokeApiKey(context, { accountId: ids.account, id: key.id, by: olga });
  const gateway = await createGateway(context, { ...home, ref: 'gw9', name: 'Shed', by: DOORCTL });
  const rotated = await rotateGatewaySecret(context, gateway.id, DOORCTL);
  await revokeGateway(context, gateway.id, DOORCTL);
  await revokeGateway(context, gateway.id, DOORCTL);
  const user = await createUser(context, {
    ...home,
    email: 'olga@acme.example',
    name: 'Olga',
    role: 'owner',
    by: DOORCTL,
  });
  const chosen = await setPassword(context, 'olga@acme.example', undefined, DOORCTL);
  const entries = await written();
  expect(entries.map(({ actor, action, subject }) => [actor.type, action, subject.name])).toEqual([
    ['user', 'api_key.create', 'Till'],
    ['user', 'api_key.revoke', 'Till'],
    ['doorctl', 'gateway.create', 'Shed'],
    ['doorctl', 'gateway.rotate_secret', 'Shed'],
    ['doorctl', 'gateway.revoke', 'Shed'],
    ['doorctl', 'user.create', 'Olga'],
    ['doorctl', 'user.set_password', 'Olga'],
  ]);
  const text = JSON.stringify(entries);
  for (const secret of [key.token, gateway.secret, rotated.secret, user.password, chosen.password])
    expect(text).not.toContain(secret);
});

describe('a subscription that 24 hours of failure pause', () => {
  const pause = async (subscriptionId: string) => {
    const failing_since = context.clock.now() - 86_400_000;
    await transaction(context.pool, (client) =>
      notifyOfAutoPause(context)(client, [{ id: subscriptionId, failing_since }]),
    );
  };
  const subscribe = async (token: string) => {
    const url = receiver.url('/hook?token=hunter2');
    return (
      await world.call('POST', '/webhooks', { token, body: { url, events: ['*'], description: 'ERP' } })
    ).body.id as string;
  };

  test('is reported to the user who created its API key, and written as done by the rule', async () => {
    const home = { accountId: ids.account, locationId: ids.hq };
    const { id } = await createUser(context, {
      ...home,
      email: 'omar@acme.example',
      name: 'Omar',
      role: 'manager',
    });
    const by: Actor = { type: 'user', id, name: 'Omar' };
    const { token } = await createApiKey(context, { ...home, name: 'Desk', scopes: ['webhooks:manage'], by });
    const subscription = await subscribe(token);
    await pause(subscription);
    const [message] = await readOutbox(context);
    expect(message).toMatchObject({
      kind: 'webhook_paused',
      channel: 'email',
      to: 'omar@acme.example',
      about: `webhook:${subscription}`,
      text: expect.stringMatching(/Hello Omar,[\s\S]*\/hook \(ERP\) have failed for 24 hours/),
    });
    expect(message?.text).not.toContain('hunter2');
    await context.pool.query(
      "insert into alarm_contact (user_id, account_id, language) values ($1, $2, 'fi')",
      [id, ids.account],
    );
    await pause(subscription);
    expect((await readOutbox(context)).map(({ text }) => text)).toContainEqual(
      expect.stringContaining('Hei Omar,'),
    );
    expect((await written()).at(-1)).toMatchObject({
      actor: { type: 'rule' },
      action: 'webhook.pause',
      subject: { id: subscription },
    });
  });

  test('whose creator is not known is not reported, but written all the same', async () => {
    const before = (await readOutbox(context)).length;
    const subscription = await subscribe(world.token);
    await pause(subscription);
    expect(await readOutbox(context)).toHaveLength(before);
    expect((await written()).at(-1)).toMatchObject({
      action: 'webhook.pause',
      subject: { id: subscription },
    });
  });
});

test('applying a site file writes an entry for each row that it makes or changes; again, none', async () => {
  const file = (name: string) =>
    parseSiteFile(
      JSON.stringify({
        account: { name: 'Bureau' },
        locations: [{ ref: 'hq', name, timezone: 'UTC' }],
        gateways: [{ ref: 'g', name: 'G', location: 'hq' }],
        api_keys: [{ ref: 'k', name: 'K', location: 'hq', scopes: ['events:read'] }],
        people: [{ ref: 'p', name: 'Anna Aho', email: 'anna@bureau.example', location: 'hq' }],
      }),
      'site.json',
      context.clock.now(),
    );
  const actions = async () => (await written()).map(({ action }) => action).sort();
  await applySite(context, file('HQ'));
  const first = ['account.create', 'api_key.create', 'gateway.create', 'location.create', 'person.create'];
  expect(await actions()).toEqual(first);
  await applySite(context, file('HQ'));
  expect(await actions()).toEqual(first);
  await applySite(context, file('Home'));
  const entries = await written();
  expect(entries.at(-1)).toMatchObject({
    actor: { type: 'site_file' },
    action: 'location.update',
    details: { fields: ['name'] },
  });
  expect(JSON.stringify(entries)).not.toMatch(/Anna|anna@/);
});

test('and all of it makes whole chains', async () => {
  await sealAudit(context);
  const checks = await verifyAudit(context);
  expect(checks.length).toBe(2);
  expect(checks.every(({ fault, entries }) => fault === null && entries > 4)).toBe(true);
});
