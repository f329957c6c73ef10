// What the agent reads: its configuration, its disk, its boards.
import { ConfigError, parseConfig } from '../../../packages/gateway-agent/dist/config/config.js';
import { kmtronicBoard } from '../../../packages/gateway-agent/dist/drivers/boards/kmtronic.js';
import { lcusBoard } from '../../../packages/gateway-agent/dist/drivers/boards/lcus.js';
import { waveshareBoard } from '../../../packages/gateway-agent/dist/drivers/boards/modbus.js';
import {
  answerTo,
  bitsOf,
  crc16,
  ModbusException,
  registersOf,
  request,
} from '../../../packages/gateway-agent/dist/drivers/boards/modbus.rules.js';
import { numatoBoard } from '../../../packages/gateway-agent/dist/drivers/boards/numato.js';
import { readLog, writeLog } from '../../../packages/gateway-agent/dist/journal/level/level-log.js';
import { readTable } from '../../../packages/gateway-agent/dist/journal/level/level-table.js';
import { unsnappy } from '../../../packages/gateway-agent/dist/journal/level/snappy.js';
import { loadJournal } from '../../../packages/gateway-agent/dist/journal/load.js';
import {
  isSound,
  soundRecords,
  withoutNumber,
} from '../../../packages/gateway-agent/dist/journal/records.js';
import { seal, unseal } from '../../../packages/gateway-agent/dist/journal/sealed.js';
import { StoreDamagedError } from '../../../packages/gateway-agent/dist/journal/store.js';
import { declared, must, same } from './promise.mjs';

/** A port at which all questions are answered by the same bytes. */
const portWith = (bytes) => ({
  async exchange(_request, parse) {
    const answer = parse(Buffer.from(bytes));
    if (answer === undefined) throw new Error('no answer');
    return answer;
  },
  send: async () => undefined,
});
const boards = [
  () => waveshareBoard(1),
  kmtronicBoard,
  lcusBoard,
  () => numatoBoard(null),
  () => numatoBoard(64),
];

/** A disk that holds these entries. */
function homeOf(pairs) {
  const entries = new Map(pairs);
  const within = ({ after, before }) =>
    [...entries].filter(([key]) => key > after && key < before).sort(([a], [b]) => (a < b ? -1 : 1));
  const store = {
    async write(operations) {
      for (const { key, value } of operations) value === null ? entries.delete(key) : entries.set(key, value);
    },
    async entries(range, { limit = Number.MAX_SAFE_INTEGER, reverse = false } = {}) {
      const found = within(range);
      return (reverse ? found.reverse() : found).slice(0, limit);
    },
    count: async (range) => within(range).length,
    close: async () => undefined,
  };
  return {
    place: 'memory',
    memo: null,
    isInUse: () => false,
    open: async () => ({ store, repaired: false }),
    sound: () => undefined,
    async setAside() {
      entries.clear();
      this.memo = null;
      return 'aside';
    },
    destroy: async () => undefined,
  };
}

/** A checksum stands over key and value: the store gives out nothing else. */
const isWritten = (key, value) =>
  typeof value === 'string' &&
  (!['m/forgotten', 'm/agreed', 'm/lost'].includes(key) || /^\d{1,15}$/.test(value));

const RECORD = '{"seq":1,"kind":"contact","door":1,"state":"open"}';

export const agent = {
  'agent-config': {
    run(bytes) {
      declared([ConfigError], () => parseConfig(bytes.toString(), '/nonexistent/gateway.yaml'));
    },
    seeds: [
      `gateway_id: 3f2b8c1e-5d4a-4c6b-9e7f-0a1b2c3d4e5f
secret: abc
cloud_url: mqtts://cloud.example
data_dir: /var/lib/door-agent
driver: bench
doors:
  - { door: 1, name: Main, contact: true, exit_button: true, strike: true, hold: true }
`,
      'driver: gpio\ndoors:\n  - { door: 1, contact: { line: GPIO17, normally: closed, debounce_ms: 50 }, strike: { line: 4 } }\n',
      'driver: modbus\nboards: [{ id: a, port: { vendor: "1a86" } }]\ndoors: []\n',
    ],
    words: [
      'contact',
      'exit_button',
      'strike',
      'hold',
      'line',
      'channel',
      'boards',
      'driver',
      'modbus',
      'numato',
      'keep_acknowledged_days',
      '&a',
      '*a',
    ],
  },
  boards: {
    async run(bytes) {
      const [which = 0] = bytes;
      const board = boards[which % boards.length]();
      const port = portWith(bytes.subarray(1));
      for (const work of [
        () => board.start?.(port, [1]),
        () => board.poll(port, [1, 2]),
        () => board.coils(port, [1]),
      ]) {
        // A board may be refused with words; what it says otherwise is levels.
        const said = await Promise.resolve()
          .then(work)
          .catch((error) => {
            must(
              error instanceof Error &&
                error.message !== '' &&
                !(error instanceof TypeError) &&
                !(error instanceof RangeError),
              'a refusal has words',
              error?.stack,
            );
            return null;
          });
        if (said)
          must(
            said.every((level) => typeof level === 'boolean'),
            'levels are on or off',
            said,
          );
      }
    },
    seeds: [
      [0, 1, 2, 1, 3, 0xe1, 0x89],
      [1, 0xff, 1, 1],
      [1, 0, 1, 0, 1],
      [2, ...Buffer.from('CH1:ON\r\nCH2:OFF\r\n')],
      [3, ...Buffer.from('relay readall\n\r0003\n\r>')],
      [3, ...Buffer.from('relay read 1\n\ron\n\r>')],
      [4, ...Buffer.from('relay readall\n\r0000000000000003\n\r>')],
    ].map((bytes) => Buffer.from(bytes)),
  },
  modbus: {
    run(bytes) {
      const [code = 1, count = 1] = bytes;
      const asked = request(1, [1, 2, 3, 5][code % 4], 0, code % 4 === 3 ? 0xff00 : 1 + (count % 64));
      const body = bytes.subarray(2);
      // Half of the guesses get a checksum that holds.
      const frame = Buffer.concat([body, Buffer.alloc(2)]);
      frame.writeUInt16LE(crc16(body), body.length);
      for (const received of [body, frame]) {
        const answer = declared([ModbusException], () => answerTo(asked, received));
        if (!answer) continue;
        must(answer.length <= received.length, 'an answer is part of what came');
        same(bitsOf(answer, 8).length, 8, 'as many bits as asked');
        registersOf(answer);
      }
    },
    seeds: [
      [1, 7, 1, 2, 1, 3],
      [0, 0, 1, 0x81, 2],
      [3, 0, 1, 5, 0, 0, 0xff, 0],
      [2, 1, 1, 3, 4, 0, 1, 0, 2],
    ].map((bytes) => Buffer.from(bytes)),
  },
  'journal-records': {
    async run(bytes) {
      const text = bytes.toString();
      same(unseal('r/1', seal('r/1', text)), text, 'what is sealed is read');
      const inside = unseal('r/1', text);
      if (inside !== null) same(seal('r/1', inside), text, 'only what was sealed is read');
      let pairs;
      try {
        pairs = Object.entries(JSON.parse(text)).map(([key, value]) => [
          key,
          /^r\/(?!\d{16}$)/.test(key) ? null : value,
        ]);
      } catch {
        return;
      }
      if (pairs.some(([key, value]) => value !== null && !isWritten(key, value))) return;
      const loaded = await loadJournal(
        homeOf(pairs),
        () => 'new',
        () => undefined,
      );
      must(Number.isFinite(loaded.last) && loaded.last >= 0, 'a journal has a last number', loaded.last);
      for (const { seq, json } of await soundRecords(loaded.store, 0, 10, () => undefined)) {
        must(isSound(`r/${String(seq).padStart(16, '0')}`, json), 'only sound records are sent', json);
        withoutNumber(json);
      }
      await loaded.store.close();
    },
    seeds: [
      JSON.stringify({
        'm/journal': 'j',
        'm/forgotten': '3',
        'r/0000000000000004': RECORD.replace('1', '4'),
      }),
      JSON.stringify({ 'm/journal': null, 'm/agreed': '1', 'm/lost': '2', 'r/0000000000000001': RECORD }),
      JSON.stringify({ 'r/0000000000000001': null, 'n/x': 'y' }),
      JSON.stringify({ 'm/journal': 'j', 'r/00000000000p0001': null }),
      '{}',
    ],
    words: [
      'm/journal',
      'm/forgotten',
      'm/agreed',
      'm/lost',
      'r/0000000000000001',
      'seq',
      'gap',
      'from_seq',
      'to_seq',
    ],
  },
  'journal-files': {
    run(bytes) {
      const { batches } = readLog(Buffer.from(bytes));
      const whole = readLog(writeLog(batches));
      must(!whole.damaged, 'what was written is sound');
      same(
        whole.batches.map((one) => Buffer.from(one).toString('hex')),
        batches.map((one) => Buffer.from(one).toString('hex')),
        'what was saved is saved whole',
      );
      unsnappy(bytes);
      // The search for blocks in a table without an index may take seconds, up to a bound; a short one does not.
      declared([StoreDamagedError], () => [...readTable(Buffer.from(bytes.subarray(0, 512)))].length);
    },
    seeds: [
      writeLog([Buffer.from('abc'), Buffer.alloc(300, 1)]),
      Buffer.concat([Buffer.alloc(60), Buffer.from('57fb808b247547db', 'hex')]),
      Buffer.from([5, 16, 97, 98, 99, 100, 101]),
    ],
  },
};
