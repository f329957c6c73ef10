import { describe, expect, test } from '@jest/globals';
import { toHealth } from '../../src/gateways/health.rules.js';

const NOTHING = {
  disk_free_mb: null,
  disk_refuses: null,
  undervoltage: null,
  cpu_temp_c: null,
  ntp_synced: null,
  guard_alive: null,
  boards: [],
  cert_expires_at: null,
};

describe('the reported health of a gateway', () => {
  test('is null if it reported none', () => {
    expect(toHealth(null)).toBeNull();
    expect(toHealth({})).toEqual(NOTHING);
  });

  test('has every field, null if it was not reported', () => {
    const boards = [
      { id: 'usb-1', ok: false, error: 'no board at /dev/ttyUSB0' },
      { id: 'usb-2', ok: true },
    ];
    expect(toHealth({ disk_free_mb: 812, disk_refuses: false, boards })).toEqual({
      ...NOTHING,
      disk_free_mb: 812,
      disk_refuses: false,
      boards: [boards[0], { id: 'usb-2', ok: true, error: null }],
    });
  });

  test('has times in the format of the interface, and none that it cannot represent', () => {
    const at = (cert_expires_at: string) => toHealth({ cert_expires_at })?.cert_expires_at;
    expect(at('2027-03-03T02:00:00+02:00')).toBe('2027-03-03T00:00:00.000Z');
    expect(at('9999-12-31T23:59:59-12:00')).toBeNull();
    expect(at('0000-01-01T00:00:00+12:00')).toBeNull();
  });
});
