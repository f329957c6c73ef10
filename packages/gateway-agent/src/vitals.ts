import { readFileSync } from 'node:fs';
import type { Vitals } from './agent.js';

const THERMOMETER = '/sys/class/thermal/thermal_zone0/temp';

/** Memory of this process in megabytes, and the processor's temperature where the machine tells it. */
export function readVitals(): Vitals {
  let temp_c: number | null = null;
  try {
    const milli = Number(readFileSync(THERMOMETER, 'utf8'));
    if (Number.isFinite(milli)) temp_c = milli / 1000;
  } catch {
    // No thermometer.
  }
  return { rss_mb: Math.round(process.memoryUsage.rss() / 1e5) / 10, temp_c };
}
