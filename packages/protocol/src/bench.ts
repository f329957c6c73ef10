import { z } from 'zod';

/*
 * What the bench of simulated gateways asks over HTTP: to stand at the simulated readers of the built-in locking system.
 * A module of its own, as a real agent needs none of it.
 */

export const READERS_PATH = '/gateway/readers';

const id = z.int().min(1).max(2_147_483_647);

export const ReadersRequest = z.discriminatedUnion('act', [
  z.object({ act: z.literal('look') }),
  /** Null is a key that is unknown. */
  z.object({ act: z.literal('present'), lock_id: id, key_id: id.nullable() }),
  z.object({ act: z.literal('close'), lock_id: id }),
  z.object({ act: z.literal('leave_open'), lock_id: id }),
  /** The line between the locking system and the service. */
  z.object({ act: z.literal('line'), cut: z.boolean() }),
]);
export type ReadersRequest = z.infer<typeof ReadersRequest>;

/** Of the gateway's whole account, after the act. */
export interface ReadersAnswer {
  /** Null where no key was presented. */
  granted: boolean | null;
  reason: 'no_access' | 'outside_time_window' | 'unknown_key' | null;
  readers: { lock: { id: number; name: string; place: string }; door: 'closed' | 'open' | 'left_open' }[];
  keys: { id: number; name: string; person: string | null; state: 'handed_over' | 'returned' | null }[];
  /** The line is cut. */
  cut: boolean;
}
