import { describe, expect, test } from '@jest/globals';
import { healthLines, terminalWords, troubles } from '../src/gateways/health-words.js';
import type { GatewayHealth } from '../src/types.js';

const NOW = Date.parse('2026-03-02T09:00:00.000Z');
const NOTHING: GatewayHealth = {
  disk_free_mb: null,
  disk_refuses: null,
  undervoltage: null,
  cpu_temp_c: null,
  ntp_synced: null,
  guard_alive: null,
  boards: [],
  cert_expires_at: null,
};
const WELL: GatewayHealth = {
  disk_free_mb: 9_120,
  disk_refuses: false,
  undervoltage: false,
  cpu_temp_c: 48.25,
  ntp_synced: true,
  guard_alive: true,
  boards: [{ id: 'usb-1', ok: true, error: null }],
  cert_expires_at: '2027-03-03T00:00:00.000Z',
};
const lines = (change: Partial<GatewayHealth>, whole = WELL) =>
  healthLines({ ...whole, ...change }, NOW, (at) => at.slice(0, 10));
const faulty = (change: Partial<GatewayHealth>) => lines(change).filter(({ advice }) => advice);

describe('the health of a gateway, in words', () => {
  test('says nothing of what was not reported', () => {
    expect(lines({}, NOTHING)).toEqual([]);
  });

  test('of a healthy gateway has no advice', () => {
    expect(lines({}).map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'Disk: 8.91 GB free',
      'Power: Sufficient',
      'Processor: 48.3 °C',
      'Clock set by network time: Yes',
      'Guard of the relays: Running',
      'Certificate: Valid until 2027-03-03',
      'Board usb-1: Answers',
    ]);
    expect(faulty({})).toEqual([]);
    expect(troubles({ health: WELL, faulty_doors: 0 }, NOW)).toEqual([]);
  });

  test.each<[Partial<GatewayHealth>, string, string]>([
    [{ disk_refuses: true }, 'Refuses writes, 8.91 GB free', 'disk'],
    [{ disk_free_mb: 99 }, '99 MB free', 'disk'],
    [{ undervoltage: true }, 'Voltage too low', 'low voltage'],
    [{ cpu_temp_c: 80 }, '80 °C', 'too hot'],
    [{ ntp_synced: false }, 'No: corrected only by the service', 'no network time'],
    [{ guard_alive: false }, 'Not running', 'no guard'],
    [{ cert_expires_at: '2026-03-10T00:00:00.000Z' }, 'Valid until 2026-03-10', 'certificate ends'],
    [{ cert_expires_at: '2026-03-01T00:00:00.000Z' }, 'Ended on 2026-03-01', 'certificate ends'],
    [
      { boards: [{ id: 'usb-1', ok: false, error: 'no board at /dev/ttyUSB0' }] },
      'Does not answer: no board at /dev/ttyUSB0',
      '1 board not answering',
    ],
  ])('says what is wrong and what to do: %j', (change, value, short) => {
    const [line, ...others] = faulty(change);
    expect([line?.value, others]).toEqual([value, []]);
    expect(line?.advice).toMatch(/\.$/);
    expect(troubles({ health: { ...WELL, ...change }, faulty_doors: 0 }, NOW)).toEqual([short]);
  });

  test('a fault of a door counts even if the agent reports no health', () => {
    expect(troubles({ health: null, faulty_doors: 2 }, NOW)).toEqual(['2 doors with a fault']);
  });

  test('says what the fault of a terminal means for its door, and why', () => {
    expect(terminalWords({ terminal: 'strike', error: 'no board' })).toBe(
      'The strike cannot be driven: the door cannot be unlocked (no board).',
    );
  });
});
