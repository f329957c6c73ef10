import { type Machine, type MachineHealth, readMachineHealth } from './health.js';

export interface Vitals {
  readonly rss_mb: number;
  /** Degrees Celsius of the processor; null if the machine does not report it. */
  readonly temp_c: number | null;
  readonly health?: MachineHealth;
}

/** Memory of this process in megabytes, and the state of the machine as far as it is known. */
export function readVitals(machine: Machine): Vitals {
  const health = readMachineHealth(machine);
  const rss_mb = Math.round(process.memoryUsage.rss() / 1e5) / 10;
  return { rss_mb, temp_c: health.cpu_temp_c ?? null, health };
}
