// The gateways' entrance: packets, topics and messages, both ways.
import * as protocol from '@door-access/protocol';
import * as setup from '@door-access/protocol/setup';
import { parser } from 'mqtt-packet';
import { MAX_BYTES, PacketFollower } from '../../../packages/cloud/dist/edge/packet-guard.js';
import { checkReportFile } from '../../../packages/cloud/dist/gateways/door-tests/report-check.js';
import { declared, must, same } from './promise.mjs';

const ID = '3f2b8c1e-5d4a-4c6b-9e7f-0a1b2c3d4e5f';
const AT = { at: '2026-01-07T06:00:00.000Z', mono_ms: 1_000, boot: ID, clock: 'synced' };
const record = (fields) => ({ v: 1, journal: ID, records: [{ seq: 1, ...AT, door: 1, ...fields }] });

/** What is read can be written and read again as the same. */
function readsBack(schema, payload) {
  const read = protocol.parseMessage(schema, payload);
  if (!read.ok) {
    must(typeof read.error === 'string' && read.error.length > 0, 'a fault is named', read);
    return;
  }
  const again = protocol.parseMessage(schema, Buffer.from(JSON.stringify(read.message)));
  must(again.ok, 'what was read can be read again', read.message, again.error);
  // What a later version added is read as its name alone.
  if (read.message.records?.some(({ kind }) => kind === 'unknown')) return;
  same(JSON.stringify(again.message), JSON.stringify(read.message), 'what was read twice is the same');
}

const schemaTarget = (schemas, seeds) => ({
  run(bytes) {
    for (const schema of schemas) readsBack(schema, bytes);
  },
  seeds: seeds.map((seed) => JSON.stringify(seed)),
  words: [
    'door',
    'kind',
    'seq',
    'session',
    'online',
    'state',
    'open',
    'closed',
    'snapshot',
    'relay',
    'strike',
    'hold',
  ],
});

const packet = (...bytes) => Buffer.from(bytes).toString('latin1');
const CONNECT = [0x10, 0x10, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 15, 0, 4, 0x67, 0x77, 0x2d, 0x31];

/** The packets that have arrived whole; only these are judged. */
function wholePackets(bytes) {
  let end = 0;
  for (let at = 0; at < bytes.length; ) {
    let [length, factor, byte] = [0, 1, 128];
    for (at++; byte >= 128; factor *= 128) {
      if (at >= bytes.length) return bytes.subarray(0, end);
      byte = bytes[at++];
      length += (byte & 127) * factor;
    }
    at += length;
    if (at <= bytes.length) end = at;
  }
  return bytes.subarray(0, end);
}

/** The first byte chooses where the rest is cut: faults do not depend on how the network slices. */
function sliced(bytes) {
  const [cut = 0] = bytes;
  const packets = bytes.subarray(1);
  const whole = new PacketFollower();
  const verdict = whole.follow(packets);
  const parts = new PacketFollower();
  let first = null;
  for (let at = 0; at < packets.length && first === null; ) {
    const end = at + 1 + ((cut + at * 7) % 23);
    first = parts.follow(packets.subarray(at, end));
    at = end;
  }
  same(first, verdict, 'the same verdict however it is sliced');
  if (verdict !== null) return;
  // What passes is what the broker's own parser reads without an error.
  const broker = parser({ protocolVersion: 4 });
  let fault = null;
  broker.on('error', (error) => {
    fault ??= error;
  });
  broker.parse(Buffer.from(wholePackets(packets)));
  must(fault === null, 'what passes the guard is a packet to the broker', fault?.message);
}

export const wire = {
  'mqtt-packets': {
    run: sliced,
    seeds: [
      [9, 0x10, 0],
      [3, ...CONNECT],
      [1, ...CONNECT, 0x32, 7, 0, 1, 0x61, 0, 1, 0x68, 0x69],
      [9, ...CONNECT, 0x82, 8, 0, 1, 0, 3, 0x61, 0x2f, 0x2b, 1],
      [5, ...CONNECT, 0xa2, 6, 0, 1, 0, 2, 0x61, 0x23, 0xc0, 0, 0xe0, 0],
      [2, ...CONNECT, 0x62, 2, 0, 1, 0x40, 2, 0, 1, 0x50, 2, 0, 1, 0x70, 2, 0, 1],
      [
        7, 0x10, 0x1c, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 0xce, 0, 15, 0, 1, 0x67, 0, 1, 0x74, 0, 1, 0x77, 0, 1,
        0x75, 0, 3, 0x70, 0x77, 0x64,
      ],
    ].map((bytes) => Buffer.from(bytes)),
  },
  'mqtt-after-login': {
    run(bytes) {
      const follower = new PacketFollower();
      follower.maxBytes = MAX_BYTES;
      must(follower.follow(Buffer.from(CONNECT)) === null, 'a login passes');
      follower.follow(bytes);
    },
    seeds: [packet(0x32, 7, 0, 1, 0x61, 0, 1, 0x68, 0x69), packet(0x30, 0xff, 0xff, 3, 0, 1, 0x61)],
  },
  topics: {
    run(bytes) {
      const topic = bytes.toString();
      const read = protocol.parseUpTopic(topic);
      if (read && protocol.UP_CHANNELS.includes(read.channel))
        same(
          protocol.upTopic(read.gatewayId, read.channel),
          topic.replace(/[^/]*(?=\/up)/, (id) => id.toLowerCase()),
          'a topic is its gateway and channel',
        );
      if (protocol.maySubscribe(ID, topic))
        must(topic.toLowerCase().includes(ID), 'a gateway hears itself alone', topic);
      protocol.topicFor(topic, ID, 'command');
    },
    seeds: [
      `gateways/${ID}/up/journal`,
      `gateways/${ID}/down/+`,
      `gateways/+/down/+`,
      `gateways/${ID}/down/command`,
    ],
  },
  'messages-up': schemaTarget(
    [protocol.StatusMessage, protocol.JournalMessage, protocol.Heartbeat],
    [
      { v: 1, session: ID, online: false },
      {
        v: 1,
        session: ID,
        online: true,
        agent: '1.0.0',
        ...AT,
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
      record({ kind: 'contact', state: 'open', snapshot: false }),
      record({ kind: 'exit_button', pressed: true }),
      record({ kind: 'relay', relay: 'strike', on: true, cause: 'command', command_id: ID }),
      record({ kind: 'result', command_id: ID, outcome: 'confirmed' }),
      record({ kind: 'door_test', for_ms: 60_000 }),
      record({ kind: 'fault', input: 'contact', ok: false, error: 'x' }),
      record({ kind: 'gap', door: null, from_seq: 1, to_seq: 2 }),
      record({ kind: 'of_tomorrow' }),
      {
        v: 1,
        session: ID,
        uptime_s: 1,
        journal_depth: 0,
        rss_mb: 50,
        temp_c: null,
        health: { boards: [{ id: 'a', ok: true }] },
      },
    ],
  ),
  'messages-down': schemaTarget(
    [protocol.SessionMessage, protocol.CommandMessage],
    [
      {
        v: 1,
        session: ID,
        now: AT.at,
        holds: [{ command_id: ID, door: 1, on: true, version: 1, until: null }],
        doors: [{ door: 1, strike_ms: 5_000 }],
        journals: [{ journal: ID, last_seq: 4 }],
        statement: 1,
      },
      {
        v: 1,
        session: ID,
        id: ID,
        door: 1,
        type: 'unlock',
        strike_ms: 5_000,
        expires_at: AT.at,
        issued_at: AT.at,
      },
      {
        v: 1,
        session: ID,
        id: ID,
        door: 1,
        type: 'hold',
        on: true,
        version: 1,
        until: AT.at,
        issued_at: AT.at,
        expires_at: AT.at,
      },
    ],
  ),
  setup: {
    ...schemaTarget(
      [setup.PairRequest, setup.PairAnswer, setup.SignedReport, setup.ReportUpload],
      [
        { code: 'ABCD-EFGH', key_id: '0'.repeat(32) },
        { report: { format: 'door-test/1' }, key_id: '0'.repeat(32), signature: 'x' },
      ],
    ),
  },
  'signed-reports': {
    async run(bytes) {
      const { verdict } = await checkReportFile(Buffer.from(bytes), async () => []);
      must(verdict !== 'valid', 'nothing made up is valid');
    },
    seeds: [
      `${protocol.canonicalJson({ report: { format: 'door-test/1' }, key_id: '0'.repeat(32), signature: 'x' })}\n`,
      '{"a":1e400}\n',
    ],
    words: ['report', 'signature', 'format', 'steps', 'door-test/1'],
  },
  'canonical-json': {
    run(bytes) {
      let value;
      try {
        value = JSON.parse(bytes.toString());
      } catch {
        return;
      }
      // 1e400 is JSON and infinite: it has no form, and the caller is to know.
      const text = declared([TypeError], () => protocol.canonicalJson(value));
      if (text === null) return;
      same(protocol.canonicalJson(JSON.parse(text)), text, 'one value, one text');
    },
    seeds: ['{"b":1,"a":[null,true,{"x":"\\u2028"}]}'],
  },
};
