import { expect, test } from '@jest/globals';
import { JournalMessage, MAX_PAYLOAD_BYTES, parseMessage, StatusMessage } from '../src/index.js';

const BOOT = 'a2a7a0f4-3a0f-4d55-8a27-4dd6a9fbb9f5';
const record = (seq: number, fields: object) => ({
  seq,
  boot: BOOT,
  mono_ms: 1000,
  at: '2026-03-02T09:00:00.000Z',
  clock: 'synced',
  door: 1,
  ...fields,
});
const parse = (...records: object[]) =>
  parseMessage(JournalMessage, JSON.stringify({ v: 1, journal: BOOT, records }));

test.each([
  ['left out', undefined, null],
  ['null', null, null],
  ['words', 'relay 3 did not answer', 'relay 3 did not answer'],
  ['an object', { code: 5, register: [1, 2] }, null],
  ['a number', 17, null],
  ['a whole trace', 'x'.repeat(5000), 'x'.repeat(5000)],
])(
  'the detail of a result, %s, does not keep the records beside it from being read',
  (_form, detail, read) => {
    const result = record(1, { kind: 'result', command_id: BOOT, outcome: 'device_error', detail });
    const parsed = parse(result, record(2, { kind: 'contact', state: 'open' }));
    if (!parsed.ok) throw new Error(parsed.error);
    expect(parsed.message.records).toMatchObject([
      { seq: 1, outcome: 'device_error' },
      { seq: 2, kind: 'contact', state: 'open' },
    ]);
    const [first] = parsed.message.records;
    expect((first as { detail?: unknown }).detail ?? null).toBe(read);
  },
);

test('a birth whose agent has a long name is heard, the name cut', () => {
  const birth = {
    v: 1,
    session: BOOT,
    online: true,
    boot: BOOT,
    at: '2026-03-02T09:00:00.000Z',
    mono_ms: 1,
    clock: 'local',
    doors: [],
  };
  const parsed = parseMessage(
    StatusMessage,
    JSON.stringify({ ...birth, agent: `1.2.0 (${'linux '.repeat(20)})` }),
  );
  if (!parsed.ok) throw new Error(parsed.error);
  expect(parsed.message).toMatchObject({ agent: expect.stringMatching(/^1\.2\.0 \(linux .{51}$/) });
});

test('a payload of 64 KiB is a message, a longer one is none, whatever it holds', () => {
  const padded = (bytes: number) => {
    const text = JSON.stringify({
      v: 1,
      journal: BOOT,
      records: [record(1, { kind: 'exit_button', pressed: true, note: '' })],
    });
    return Buffer.from(text.replace('"note":""', `"note":"${'x'.repeat(bytes - text.length)}"`));
  };
  expect(padded(MAX_PAYLOAD_BYTES)).toHaveLength(65_536);
  expect(parseMessage(JournalMessage, padded(MAX_PAYLOAD_BYTES)).ok).toBe(true);
  expect(parseMessage(JournalMessage, padded(MAX_PAYLOAD_BYTES + 1))).toEqual({
    ok: false,
    error: 'the payload is longer than 64 KiB',
  });
});
