import { z } from 'zod';
import { CommandMessage, SessionMessage } from './down.js';
import {
  HEARTBEAT_SECONDS,
  KEEPALIVE_SECONDS,
  MAX_PAYLOAD_BYTES,
  MAX_RECORDS_PER_MESSAGE,
} from './primitives.js';
import { type DownChannel, downTopic, type UpChannel, upTopic } from './topics.js';
import {
  Birth,
  ContactRecord,
  DoorTestRecord,
  ExitButtonRecord,
  FaultRecord,
  GapRecord,
  Heartbeat,
  IncomingRecord,
  JournalMessage,
  RelayRecord,
  ResultRecord,
  UnknownRecord,
  Will,
} from './up.js';

/* The AsyncAPI 3 document of the wire, from the schemas that both sides read with. A running agent needs none of it. */

type Json = Record<string, unknown>;

interface MessageDeclaration {
  schema: z.ZodType;
  title: string;
  summary: string;
  example: Json;
}

interface ChannelDeclaration {
  qos: 0 | 1;
  description: string;
  messages: Record<string, MessageDeclaration>;
  /** The channel that an answer comes by. */
  reply?: UpChannel | DownChannel;
}

/** The records have no schema that describes all of them: one of a later version must not invalidate its message. */
const RECORDS = {
  contact: ContactRecord,
  exit_button: ExitButtonRecord,
  relay: RelayRecord,
  result: ResultRecord,
  door_test: DoorTestRecord,
  fault: FaultRecord,
  gap: GapRecord,
  later: UnknownRecord,
};

const SESSION = '7d0f6a52-2c1b-4a3e-9a53-6a1d0e5b7c11';
const BOOT = '0b6f9f1e-5a0f-4d0c-8f0a-3c1f9d1b2e10';
const JOURNAL = '3f2a7c88-91d4-4b7e-8a66-52f0c9d3e401';
const COMMAND = 'c2b1d0e4-6f7a-4c3d-9e8b-1a2b3c4d5e6f';
const AT = '2026-01-07T06:00:00.000Z';
const MOMENT = { boot: BOOT, mono_ms: 12_345.5, at: AT, clock: 'synced' };

const MESSAGES_UP: Record<UpChannel, ChannelDeclaration> = {
  status: {
    qos: 1,
    description:
      'The birth after each connect, and the Will, which the broker publishes when the connection is lost.',
    reply: 'session',
    messages: {
      birth: {
        schema: Birth,
        title: 'Birth',
        summary: 'The first message on a connection: the gateway, its boot, and the state of its doors.',
        example: {
          v: 1,
          session: SESSION,
          online: true,
          boot: BOOT,
          agent: '1.2.0',
          at: AT,
          mono_ms: 12_345.5,
          clock: 'local',
          doors: [
            {
              door: 1,
              contact: 'closed',
              exit_button: true,
              hold_relay: true,
              strike_on: false,
              hold_on: false,
            },
          ],
        },
      },
      will: {
        schema: Will,
        title: 'Will',
        summary: 'Given with CONNECT; published by the broker when the connection is lost.',
        example: { v: 1, session: SESSION, online: false },
      },
    },
  },
  journal: {
    qos: 1,
    description:
      'Every fact about the doors, in order, one message at a time. The PUBACK means that the records and all that ' +
      'follows from them are stored: only then the gateway forgets them.',
    messages: {
      journal: {
        schema: JournalMessage,
        title: 'Journal',
        summary: `1 to ${MAX_RECORDS_PER_MESSAGE} numbered records.`,
        example: {
          v: 1,
          journal: JOURNAL,
          records: [
            { seq: 17, ...MOMENT, door: 1, kind: 'contact', state: 'open', snapshot: false },
            {
              seq: 18,
              ...MOMENT,
              door: 1,
              kind: 'relay',
              relay: 'strike',
              on: true,
              cause: 'command',
              command_id: COMMAND,
            },
            {
              seq: 19,
              ...MOMENT,
              door: 1,
              kind: 'result',
              command_id: COMMAND,
              outcome: 'confirmed',
              detail: null,
            },
          ],
        },
      },
    },
  },
  heartbeat: {
    qos: 0,
    description: `Every ${HEARTBEAT_SECONDS} seconds.`,
    messages: {
      heartbeat: {
        schema: Heartbeat,
        title: 'Heartbeat',
        summary: 'The gateway is alive; optionally its health.',
        example: {
          v: 1,
          session: SESSION,
          uptime_s: 3600,
          journal_depth: 0,
          rss_mb: 61.5,
          temp_c: 48.2,
          clock: 'synced',
        },
      },
    },
  },
};

const MESSAGES_DOWN: Record<DownChannel, ChannelDeclaration> = {
  session: {
    qos: 1,
    description: 'The answer to a birth. Until it has come, the gateway runs no command.',
    messages: {
      session: {
        schema: SessionMessage,
        title: 'Session',
        summary:
          'The time, the desired hold of every door, strike times, and how far the journals are stored.',
        example: {
          v: 1,
          session: SESSION,
          now: AT,
          holds: [
            { command_id: COMMAND, door: 1, on: true, release_at: '2026-01-07T16:00:00.000Z', version: 5 },
          ],
          doors: [{ door: 1, strike_ms: 5000 }],
          journals: [{ journal: JOURNAL, last_seq: 17 }],
        },
      },
    },
  },
  command: {
    qos: 1,
    description: 'Unlocks and holds; each is answered by a `result` record in the journal.',
    reply: 'journal',
    messages: {
      command: {
        schema: CommandMessage,
        title: 'Command',
        summary: 'Unlock a door once, or hold it open and end the hold.',
        example: {
          v: 1,
          id: COMMAND,
          session: SESSION,
          door: 1,
          type: 'unlock',
          strike_ms: 5000,
          issued_at: AT,
          expires_at: '2026-01-07T06:00:10.000Z',
        },
      },
    },
  },
};

export function asyncApiDocument(): Json {
  const channels: Json = {};
  const operations: Json = {};
  const messages: Json = {};
  const add = (name: string, address: string, action: 'send' | 'receive', channel: ChannelDeclaration) => {
    const { qos, description, reply } = channel;
    const names = Object.keys(channel.messages);
    channels[name] = {
      address,
      description,
      parameters: { gateway_id: { $ref: '#/components/parameters/gateway_id' } },
      messages: Object.fromEntries(names.map((key) => [key, { $ref: `#/components/messages/${key}` }])),
    };
    operations[`${action}_${name}`] = {
      action,
      channel: { $ref: `#/channels/${name}` },
      summary: description.split('. ')[0]?.replace(/\.?$/, '.'),
      bindings: { mqtt: { qos, retain: false, bindingVersion: '0.2.0' } },
      ...(reply ? { reply: { channel: { $ref: `#/channels/${reply}` } } } : {}),
    };
    for (const [key, { schema, title, summary, example }] of Object.entries(channel.messages))
      messages[key] = {
        name: key,
        title,
        summary,
        contentType: 'application/json',
        payload: jsonSchema(schema),
        examples: [{ name: key, payload: example }],
      };
  };
  for (const [name, channel] of Object.entries(MESSAGES_UP))
    add(name, upTopic('{gateway_id}', name as UpChannel), 'send', channel);
  for (const [name, channel] of Object.entries(MESSAGES_DOWN))
    add(name, downTopic('{gateway_id}', name as DownChannel), 'receive', channel);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Door access: gateway and cloud',
      version: '1.0.0',
      description:
        'What passes between a gateway and the cloud, from the side of the gateway: it sends up and receives down. ' +
        'docs/protocol.md says what each side does with it. Within version 1, changes are additive: a reader ignores ' +
        'fields and kinds of records that it does not know.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    defaultContentType: 'application/json',
    servers: {
      tls: {
        ...server('secure-mqtt', '8883'),
        description: `MQTT over TLS. No payload is above ${MAX_PAYLOAD_BYTES / 1024} KiB.`,
      },
      loopback: { ...server('mqtt', '1883'), description: 'Plain MQTT, within one machine.' },
    },
    channels,
    operations,
    components: {
      messages,
      schemas: Object.fromEntries(
        Object.entries(RECORDS).map(([name, schema]) => [recordName(name), jsonSchema(schema)]),
      ),
      parameters: { gateway_id: { description: "The gateway's id: a lower-case UUID." } },
      securitySchemes: {
        gateway: {
          type: 'userPassword',
          description: "Client id and user name: the gateway's id. Password: the gateway's secret.",
        },
      },
    },
  };
}

function server(protocol: string, port: string): Json {
  return {
    host: '{host}:{port}',
    protocol,
    protocolVersion: '3.1.1',
    variables: { host: { description: 'The address of the service.' }, port: { default: port } },
    security: [{ $ref: '#/components/securitySchemes/gateway' }],
    bindings: {
      mqtt: {
        cleanSession: true,
        keepAlive: KEEPALIVE_SECONDS,
        lastWill: {
          topic: upTopic('{gateway_id}', 'status'),
          qos: 1,
          retain: false,
          message: '{"v":1,"session":"…","online":false}',
        },
        bindingVersion: '0.2.0',
      },
    },
  };
}

const recordName = (kind: string): string => `${kind}_record`;

/** As a writer writes it; JSON Schema draft-07, which AsyncAPI 3 builds on. */
function jsonSchema(schema: z.ZodType): Json {
  const { $schema: _, ...converted } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: json }) => tidy(zodSchema as unknown as z.ZodType, json as Json),
  }) as Json;
  return converted;
}

function tidy(schema: z.ZodType, json: Json): void {
  if (schema === IncomingRecord)
    json.anyOf = Object.keys(RECORDS).map((name) => ({ $ref: `#/components/schemas/${recordName(name)}` }));
  // The format says it, and the pattern hides it.
  if (json.format === 'date-time') delete json.pattern;
  // The range of safe integers says nothing that a reader needs.
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
}
