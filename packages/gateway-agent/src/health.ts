import { readdirSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { Health } from '@door-access/protocol';
import type { Driver } from './drivers/driver.js';

/* The state of the machine; null for what it does not report. */

export type MachineHealth = Required<
  Pick<Health, 'disk_free_mb' | 'undervoltage' | 'cpu_temp_c' | 'ntp_synced'>
>;

/** Where the machine reports its state. */
export interface Machine {
  /** In front of every path of the system. */
  readonly root: string;
  /** The folder whose disk counts. */
  readonly dataDir: string;
}

const THERMOMETER = 'sys/class/thermal/thermal_zone0/temp';
/** A Raspberry Pi's firmware; bit 0: undervoltage now. */
const THROTTLED = 'sys/devices/platform/soc/soc:firmware/get_throttled';
const SENSORS = 'sys/class/hwmon';
/** Exists while systemd-timesyncd runs; the file in it exists once the network has set the clock. */
const TIMESYNC = 'run/systemd/timesync';

export function readMachineHealth({ root, dataDir }: Machine): MachineHealth {
  return {
    disk_free_mb: orNull(() => {
      const { bavail, bsize } = statfsSync(dataDir);
      return Math.floor((bavail * bsize) / (1 << 20));
    }),
    undervoltage: readUndervoltage(root),
    cpu_temp_c: readTemperature(root),
    ntp_synced: orNull(() => readdirSync(join(root, TIMESYNC)).includes('synchronized')),
  };
}

/** Degrees Celsius of the processor. */
const readTemperature = (root: string): number | null =>
  orNull(() => finite(Number(read(root, THERMOMETER)) / 1000));

function readUndervoltage(root: string): boolean | null {
  return (
    orNull(() => (finite(Number.parseInt(read(root, THROTTLED), 16)) & 1) === 1) ?? readVoltageAlarm(root)
  );
}

/** Kernels that monitor the voltage themselves. */
const readVoltageAlarm = (root: string): boolean | null =>
  orNull(() => {
    const sensor = readdirSync(join(root, SENSORS)).find(
      (name) => orNull(() => read(root, join(SENSORS, name, 'name'))) === 'rpi_volt',
    );
    if (sensor === undefined) return null;
    return read(root, join(SENSORS, sensor, 'in0_lcrit_alarm')) === '1';
  });

const MAX_BOARDS = 100;

/** The hardware: each board, and whether every required guard runs. */
export function healthOf(drivers: readonly Driver[]): Pick<Health, 'boards' | 'guard_alive'> {
  const guards = drivers.flatMap((driver) => driver.guardAlive?.() ?? []);
  return {
    guard_alive: guards.length > 0 ? guards.every((alive) => alive) : null,
    // On the wire, no error is null.
    boards: drivers.flatMap((driver) => driver.boards?.() ?? []).slice(0, MAX_BOARDS) as Health['boards'],
  };
}

const read = (root: string, path: string): string => readFileSync(join(root, path), 'utf8').trim();

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new Error('no number');
  return value;
}

/** Null if the machine has no such file, or a different one. */
function orNull<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch {
    return null;
  }
}
