import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readMachineHealth } from '../src/health.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'machine-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const says = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const health = () => readMachineHealth({ root, dataDir: root });

const THROTTLED = 'sys/devices/platform/soc/soc:firmware/get_throttled';

test('a machine that reports nothing leaves all fields null', () => {
  expect(readMachineHealth({ root, dataDir: join(root, 'missing') })).toEqual({
    disk_free_mb: null,
    undervoltage: null,
    cpu_temp_c: null,
    ntp_synced: null,
  });
});

test('the free space is that of the disk of the data folder, in whole megabytes', () => {
  const { disk_free_mb } = health();
  expect(disk_free_mb).toBeGreaterThan(0);
  expect(Number.isInteger(disk_free_mb)).toBe(true);
});

test('the temperature is in degrees', () => {
  says('sys/class/thermal/thermal_zone0/temp', '48312\n');
  expect(health().cpu_temp_c).toBe(48.312);
  says('sys/class/thermal/thermal_zone0/temp', 'unknown\n');
  expect(health().cpu_temp_c).toBeNull();
});

describe('undervoltage', () => {
  test.each([
    ['0', false],
    // Of the past only.
    ['50000', false],
    ['50005', true],
    ['?', null],
  ])('of a firmware that says %s is %s', (text, expected) => {
    says(THROTTLED, `${text}\n`);
    expect(health().undervoltage).toBe(expected);
  });

  test('is read from the sensor if the firmware does not report it', () => {
    says('sys/class/hwmon/hwmon0/name', 'cpu_thermal\n');
    expect(health().undervoltage).toBeNull();
    says('sys/class/hwmon/hwmon1/name', 'rpi_volt\n');
    says('sys/class/hwmon/hwmon1/in0_lcrit_alarm', '1\n');
    expect(health().undervoltage).toBe(true);
    says('sys/class/hwmon/hwmon1/in0_lcrit_alarm', '0\n');
    expect(health().undervoltage).toBe(false);
  });
});

test('the clock is known to be set by the network only where a service for it runs', () => {
  expect(health().ntp_synced).toBeNull();
  mkdirSync(join(root, 'run/systemd/timesync'), { recursive: true });
  expect(health().ntp_synced).toBe(false);
  says('run/systemd/timesync/synchronized', '');
  expect(health().ntp_synced).toBe(true);
});
