import { EVENT_TYPES } from '@door-access/protocol';
import { afterAll, describe, expect, test } from '@jest/globals';
import { api } from '../../src/endpoints.js';
import { eventsById } from '../../src/events/read.js';
import { openApiDocument } from '../../src/http/openapi/document.js';
import { CATALOGUE } from '../../src/webhooks/catalogue.js';
import { createPeopleWorld } from '../people/world.js';

const world = await createPeopleWorld({ LOG_LEVEL: 'error' });
afterAll(() => world.close());

test('the catalogue has every type that a subscription may name, and what is sent besides', () => {
  expect(Object.keys(CATALOGUE).sort()).toEqual([...EVENT_TYPES, 'ping', 'heartbeat'].sort());
});

describe.each(Object.entries(CATALOGUE))('%s', (type, { data, example }) => {
  test('shows an example of its data, as it is declared', () => {
    expect(data.safeParse(example)).toMatchObject({ success: true });
  });

  test('is in the OpenAPI document, with the headers of its signature', () => {
    const { webhooks } = openApiDocument(api, 'Acme') as unknown as {
      webhooks: Record<string, { post: { parameters: { name: string }[]; requestBody: AnyJson } }>;
    };
    const post = webhooks[type]?.post;
    expect(post?.parameters.map(({ name }) => name)).toEqual([
      'User-Agent',
      'X-Acme-Event',
      'X-Acme-Delivery',
      'X-Acme-Timestamp',
      'X-Acme-Signature',
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
    const { schema, example: body } = post?.requestBody.content['application/json'] ?? {};
    expect(schema.properties.type).toEqual({ type: 'string', const: type });
    expect(schema.required).toEqual(['id', 'type', 'created_at', 'data']);
    expect(body).toMatchObject({ type, data: example });
  });
});

test('what people and keys report is what the catalogue says', async () => {
  const { body: key } = await world.issue({ channel: 'both' });
  await world.call('PUT', `/people/${key.person.id}`, { body: { title: 'Guard' } });
  await world.call('DELETE', `/people/${key.person.id}`);
  await holdsTo(['key.issued', 'key.revoked', 'person.created', 'person.deleted', 'person.updated']);
});

test('what doors report is what the catalogue says', async () => {
  const { pool } = world.context;
  await pool.query('truncate delivery, delivery_ended');
  const { account, hq, main } = world.ids;
  const why = { verdict: 'forced', text: 'Nothing explains the opening.' };
  for (const type of EVENT_TYPES.filter((name) => /^(access|door|unlock|lock)\./.test(name))) {
    const result = /denied|failed/.test(type) ? 'denied' : 'success';
    const details = type === 'lock.hold_open.failed' ? { reason: 'offline' } : null;
    await pool.query(
      `insert into event (account_id, location_id, lock_id, type, occurred_at, result, source, details, explanation)
       values ($1, $2, $3, $4, now(), $5, 'device', $6, $7)`,
      [account, hq, main, type, result, details, /opened|forced/.test(type) ? why : null],
    );
  }
  const { rows } = await pool.query<{ id: number }>('select id from event');
  const events = await eventsById(
    pool,
    rows.map(({ id }) => id),
  );
  expect(events.length).toBe(15);
  for (const { type, data } of events) expect([type, CATALOGUE[type].data.parse(data)]).toEqual([type, data]);
  const explained = events.filter(({ data }) => data.explanation !== undefined);
  expect(explained).toMatchObject([{ type: 'door.forced', data: { explanation: why } }]);
  const detailed = events.filter(({ data }) => Object.keys(data.details ?? {}).length > 0);
  expect(Object.fromEntries(detailed.map(({ type, data }) => [type, data.details]))).toEqual({
    'lock.hold_open.failed': { reason: 'offline' },
  });
});

async function holdsTo(types: string[]): Promise<void> {
  const announced = await world.reported();
  expect([...new Set(announced.map(({ type }) => type))].sort()).toEqual(types);
  for (const { type, data } of announced)
    expect([type, CATALOGUE[type as keyof typeof CATALOGUE].data.parse(data)]).toEqual([type, data]);
}

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema, looked into by the tests.
type AnyJson = any;
