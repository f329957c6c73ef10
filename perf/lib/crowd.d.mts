import type { PoolClient } from 'pg';

export function crowd(options: {
  baseUrl: string;
  tokens: readonly string[];
  changes: number;
  write: (client: PoolClient, numbers: readonly number[]) => Promise<unknown>;
  transact: (work: (client: PoolClient) => Promise<void>) => Promise<void>;
  nudge: () => void;
  random: () => number;
  writers?: number;
  readers?: number;
  cutWithinMs?: number;
}): Promise<{
  committed: number;
  rolled_back: number;
  missed: number;
  twice: number;
  made_up: number;
  disordered: number;
  kills: number;
  delays: number[];
  added: number[];
}>;
