import { readdirSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { Health } from '@door-access/protocol';
import type { Driver } from './drivers/driver.js';

/* How the machine is, as far as it tells: null is what it does not tell. */

export type MachineHealth = Required<
  Pick<Health, 'disk_free_mb' | 'undervoltage' | 'cpu_temp_c' | 'ntp_synced'>
>;

/** Where a machine tells of itself. */
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
/** There while systemd-timesyncd runs; the file in it once the clock was set by the network. */
const TIMESYNC = 'run/systemd/timesync';

export function readMachineHealth({ root, dataDir }: Machine): MachineHealth {
  return {
    disk_free_mb: tell(() => {
      const { bavail, bsize } = statfsSync(dataDir);
      return Math.floor((bavail * bsize) / (1 << 20));
    }),
    undervoltage: readUndervoltage(root),
    cpu_temp_c: readTemperature(root),
    ntp_synced: tell(() => readdirSync(join(root, TIMESYNC)).includes('synchronized')),
  };
}

/** Degrees Celsius of the processor. */
const readTemperature = (root: string): number | null =>
  tell(() => finite(Number(read(root, THERMOMETER)) / 1000));

function readUndervoltage(root: string): boolean | null {
  return tell(() => (finite(Number.parseInt(read(root, THROTTLED), 16)) & 1) === 1) ?? readVoltageAlarm(root);
}

/** Kernels that watch the voltage themselves. */
const readVoltageAlarm = (root: string): boolean | null =>
  tell(() => {
    const sensor = readdirSync(join(root, SENSORS)).find(
      (name) => tell(() => read(root, join(SENSORS, name, 'name'))) === 'rpi_volt',
    );
    if (sensor === undefined) return null;
    return read(root, join(SENSORS, sensor, 'in0_lcrit_alarm')) === '1';
  });

const MAX_BOARDS = 100;

/** Of the hardware: each board, and whether every guard lives that there is to be. */
export function healthOf(drivers: readonly Driver[]): Pick<Health, 'boards' | 'guard_alive'> {
  const guards = drivers.flatMap((driver) => driver.guardAlive?.() ?? []);
  return {
    guard_alive: guards.length > 0 ? guards.every((alive) => alive) : null,
    // On the wire no error is null; a reader takes it for none at all.
    boards: drivers.flatMap((driver) => driver.boards?.() ?? []).slice(0, MAX_BOARDS) as Health['boards'],
  };
}

const read = (root: string, path: string): string => readFileSync(join(root, path), 'utf8').trim();

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new Error('no number');
  return value;
}

/** Null where the machine does not have what is asked for, or has something else there. */
function tell<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch {
    return null;
  }
}
