import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CommandFailedError,
  createDoorAccessClient,
  DoorAccessError,
  deduplicationKey,
  list,
  take,
  unlock,
  verifyWebhook,
  type WebhookEnvelope,
} from '@door-access/client';
import { ACCESS_EVENT_TYPES, EVENT_TYPES } from '@door-access/protocol';
import { afterAll, describe, expect, it } from '@jest/globals';
import { DEDUPLICATE_BY } from '../packages/client/src/generated/facts.js';
import { createWorld } from './world.js';

/* The client package against the real service. */

const world = await createWorld();
const client = createDoorAccessClient({ baseUrl: world.baseUrl, apiKey: world.token });
const gateway = await world.connect();
await gateway.birth();
afterAll(() => world.close());

describe('the client', () => {
  it('makes and reads a person', async () => {
    const made = await take(client.POST('/people', { body: { name: 'Anna Aho' } }));
    const read = await take(client.GET('/people/{id}', { params: { path: { id: made.id } } }));
    expect(read).toEqual(made);
  });

  it('throws what the service refused, with the details', async () => {
    const refused = take(client.POST('/people', { body: { name: 'Admin', phone: '040' } }));
    await expect(refused).rejects.toBeInstanceOf(DoorAccessError);
    await expect(refused).rejects.toMatchObject({
      status: 422,
      code: 'validation_failed',
      requestId: expect.any(String),
      details: [
        { field: 'phone', code: 'invalid' },
        { field: 'name', code: 'reserved_name' },
      ],
    });
  });

  it('answers nothing for a delete', async () => {
    const { id } = await take(client.POST('/people', { body: { name: 'Bo' } }));
    expect(await take(client.DELETE('/people/{id}', { params: { path: { id } } }))).toBeUndefined();
  });

  it('reads a list to its end, page after page', async () => {
    for (let number = 0; number < 5; number++)
      await take(client.POST('/people', { body: { name: `Page ${number}` } }));
    const names: string[] = [];
    for await (const { name } of list(client, '/people', { query: { q: 'Page ', limit: 2 } }))
      names.push(name);
    expect(names).toEqual(['Page 4', 'Page 3', 'Page 2', 'Page 1', 'Page 0']);
  });

  it('opens a door: resolves when the gateway has confirmed it', async () => {
    const opened = unlock(client, world.ids.main, { reason: 'test' });
    const { id } = await gateway.next('command');
    await gateway.send([
      gateway.record({ kind: 'relay', relay: 'strike', on: true, cause: 'command', command_id: id }),
      gateway.record({ kind: 'result', command_id: id, outcome: 'confirmed' }),
    ]);
    expect(await opened).toMatchObject({ id, type: 'unlock', status: 'confirmed' });
  });

  it('throws the command that the gateway could not run, with the reason', async () => {
    const failed = unlock(client, world.ids.main).catch((error: unknown) => error);
    const { id } = await gateway.next('command');
    await gateway.send([
      gateway.record({ kind: 'result', command_id: id, outcome: 'device_error', detail: 'no answer' }),
    ]);
    expect(await failed).toBeInstanceOf(CommandFailedError);
    expect(await failed).toMatchObject({ command: { id, status: 'failed', reason: 'device_error' } });
  });

  it('is given up after its time', async () => {
    const silent = createDoorAccessClient({
      baseUrl: 'http://127.0.0.1:1/v1',
      apiKey: 'x',
      timeoutMs: 1,
      fetch: (request) =>
        new Promise((_, reject) =>
          request.signal.addEventListener('abort', () => reject(request.signal.reason)),
        ),
    });
    await expect(silent.GET('/locks')).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

it('a webhook of the service is verified as it came, and known again', async () => {
  const received: { raw: Buffer; signature: string | undefined }[] = [];
  let arrived = () => {};
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        raw: Buffer.concat(chunks),
        signature: request.headers['x-service-signature'] as string | undefined,
      });
      response.end();
      arrived();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const hook = await take(client.POST('/webhooks', { body: { url, events: ['person.created'] } }));
  const came = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const { id } = await take(client.POST('/people', { body: { name: 'Cia' } }));
  await came;
  const [delivery] = received;
  const given = { secret: hook.secret, rawBody: delivery?.raw ?? '', signature: delivery?.signature };
  const envelope = await verifyWebhook({ ...given, now: world.clock.now() });
  expect(envelope).toMatchObject({ type: 'person.created', data: { id, name: 'Cia' } });
  expect(deduplicationKey(envelope)).toBe(`person.created:${id}`);
  await expect(verifyWebhook({ ...given, now: world.clock.now() + 302_000 })).rejects.toThrow(/tolerance/);
  await new Promise((resolve) => receiver.close(resolve));
});

it('every event type has identifying fields: data.id if that belongs to the event, else the id of the envelope', () => {
  const data = { id: 1, occurred_at: 'a', lock: { id: 2 }, since: 'b', invitation_id: 3 };
  const byData = [...EVENT_TYPES, 'ping', 'heartbeat'].filter(
    (type) =>
      !deduplicationKey({ id: 'd', type, created_at: '', data } as WebhookEnvelope).startsWith('delivery:'),
  );
  const ofKeysAndPeople = ['key.activated', 'key.revoked', 'person.created', 'person.deleted'];
  const byId = [...ACCESS_EVENT_TYPES, ...ofKeysAndPeople, 'emergency.started', 'emergency.ended'];
  expect(byData.sort()).toEqual(byId.sort());
  expect(Object.keys(DEDUPLICATE_BY).sort()).toEqual([...EVENT_TYPES, 'ping', 'heartbeat'].sort());
});
