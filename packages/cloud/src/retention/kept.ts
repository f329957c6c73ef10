import type { PoolClient } from 'pg';
import type { Config } from '../config.js';
import type { SetAside } from '../database/partitions.js';
import type { Partition } from '../database/partitions.rules.js';

/** What is kept for a time, in tables with the same months. */
export interface Kept<Found = unknown> {
  name: string;
  /** The first is the one that rows are judged by. */
  tables: readonly [string, ...string[]];
  /** 0: for ever. */
  months(config: Config): number;
  /** Looks, while all is in use, for rows of months that will be dropped that are kept all the same; since `cutoff`. */
  find(client: PoolClient, months: readonly Partition[], cutoff: Date): Promise<Found>;
  /** While nothing else reads or writes: writes again what is kept of what was set aside, by table. */
  carry(client: PoolClient, aside: ReadonlyMap<string, SetAside>, found: Found, cutoff: Date): Promise<void>;
  /** What goes with months that end at this time or before. */
  forget(client: PoolClient, until: Date): Promise<void>;
}
