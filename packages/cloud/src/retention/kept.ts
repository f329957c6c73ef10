import type { PoolClient } from 'pg';
import type { Config } from '../config.js';
import type { Context } from '../context.js';
import type { SetAside } from '../database/partitions.js';
import type { PartitionPlan } from '../database/partitions.rules.js';
import type { Period } from '../database/periods.rules.js';

/** The transaction of one look, and what its work needs. */
export interface Keeping {
  client: PoolClient;
  secrets: Context['secrets'];
  /** What was recorded since is kept whatever its month. */
  cutoff: Date;
}

/** What is kept for a time, in tables with the same months, or days. */
export interface Kept<Found = unknown> {
  name: string;
  /** The first is the one whose months are looked at. */
  tables: readonly [string, ...string[]];
  period(config: Config): Period;
  /** How many months or days; 0: for ever. */
  count(config: Config): number;
  /** Looks, while all is in use, for what must be known of months before they go. @throws KeepRefused */
  find(keeping: Keeping, months: PartitionPlan['forget']): Promise<Found>;
  /** While nothing else reads or writes: writes again what is kept of what was set aside, by table. */
  carry(keeping: Keeping, aside: ReadonlyMap<string, SetAside>, found: Found): Promise<void>;
}

/** Months that may not go, and why. */
export class KeepRefused extends Error {
  override name = 'KeepRefused';
}
