import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { asyncApiDocument } from '../src/asyncapi.js';
import {
  CommandMessage,
  DOWN_CHANNELS,
  downTopic,
  Heartbeat,
  JournalMessage,
  SessionMessage,
  StatusMessage,
  UP_CHANNELS,
  upTopic,
} from '../src/index.js';

interface Document {
  channels: Record<string, { address: string; messages: Record<string, { $ref: string }> }>;
  operations: Record<string, { action: string }>;
  components: {
    messages: Record<string, { payload: Record<string, unknown>; examples: { payload: object }[] }>;
    schemas: Record<string, unknown>;
  };
}

const document = asyncApiDocument() as unknown as Document;
const { channels, operations, components } = document;
const id = '{gateway_id}';

test('every topic of the wire is a channel, and the document has no other', () => {
  const addresses = Object.values(channels).map(({ address }) => address);
  const topics = [
    ...UP_CHANNELS.map((name) => upTopic(id, name)),
    ...DOWN_CHANNELS.map((name) => downTopic(id, name)),
  ];
  expect(addresses).toEqual(topics);
  expect(Object.keys(operations)).toEqual([
    ...UP_CHANNELS.map((name) => `send_${name}`),
    ...DOWN_CHANNELS.map((name) => `receive_${name}`),
  ]);
});

test('every reference leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
    ([, path = '']) => path,
  );
  expect(references.length).toBeGreaterThan(10);
  for (const path of references) {
    const target = path
      .split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], document);
    expect({ path, isThere: target !== undefined }).toEqual({ path, isThere: true });
  }
});

/** With the schemas that it refers to. */
const standalone = (schema: object): object =>
  JSON.parse(
    JSON.stringify({ ...schema, $defs: components.schemas }).replaceAll('#/components/schemas/', '#/$defs/'),
  );

const SCHEMAS = {
  birth: StatusMessage,
  will: StatusMessage,
  journal: JournalMessage,
  heartbeat: Heartbeat,
  session: SessionMessage,
  command: CommandMessage,
};

describe.each(Object.entries(SCHEMAS))('the example of %s', (name, schema: z.ZodType) => {
  const { payload, examples } = components.messages[name] as Document['components']['messages'][string];
  const [example] = examples;

  test('is a message that the other side reads', () =>
    expect(schema.safeParse(example?.payload)).toMatchObject({ success: true }));

  test('fits the schema in the document, which rejects it without its first field', () => {
    const written = z.fromJSONSchema(standalone(payload) as never);
    expect(written.safeParse(example?.payload)).toMatchObject({ success: true });
    const [first = ''] = Object.keys(example?.payload ?? {});
    expect(written.safeParse({ ...example?.payload, [first]: undefined }).success).toBe(false);
  });
});
