import type { PoolClient } from 'pg';
import type { Context } from '../../context.js';
import type { Site } from '../site-schema.js';

/** Refs of the file, and the ids they have or get while it is applied. */
export interface Ids {
  locations: Map<string, number>;
  gateways: Map<string, string>;
  locks: Map<string, number>;
  security_groups: Map<string, number>;
  api_keys: Map<string, number>;
  people: Map<string, string>;
}

/** What the writers of sections share; all in one transaction. */
export interface Tools {
  client: PoolClient;
  context: Context;
  site: Site;
  accountId: number;
  ids: Ids;
  at: Date;
}

/** The id of a name that the cross-checks have found in the file, or null for none. */
export function idOf<Id>(known: Map<string, Id>, ref: unknown): Id | null {
  return typeof ref === 'string' ? (known.get(ref) ?? null) : null;
}

/** Ids of a list of names. */
export function idsOf<Id>(known: Map<string, Id>, refs: unknown): Id[] {
  return (refs as string[]).flatMap((ref) => known.get(ref) ?? []);
}

/** Notes the ids of rows just made. */
export function remember<Id>(known: Map<string, Id>, rows: readonly { ref: string; id: Id }[]): void {
  for (const { ref, id } of rows) known.set(ref, id);
}
