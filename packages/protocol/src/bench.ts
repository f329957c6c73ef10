import { z } from 'zod';

/*
 * HTTP requests of the bench of simulated gateways: it operates the simulated readers of the built-in locking system.
 * A separate module, because a real agent does not need it.
 */

export const READERS_PATH = '/gateway/readers';

const id = z.int().min(1).max(2_147_483_647);

export const ReadersRequest = z.discriminatedUnion('act', [
  z.object({ act: z.literal('look') }),
  /** Null is an unknown key. */
  z.object({ act: z.literal('present'), lock_id: id, key_id: id.nullable() }),
  z.object({ act: z.literal('close'), lock_id: id }),
  z.object({ act: z.literal('leave_open'), lock_id: id }),
  /** The connection between the locking system and the service. */
  z.object({ act: z.literal('line'), cut: z.boolean() }),
]);
export type ReadersRequest = z.infer<typeof ReadersRequest>;

/** The readers and keys of the gateway's whole account, after the action. */
export interface ReadersAnswer {
  /** Null if no key was presented. */
  granted: boolean | null;
  reason: 'no_access' | 'outside_time_window' | 'unknown_key' | null;
  readers: { lock: { id: number; name: string; place: string }; door: 'closed' | 'open' | 'left_open' }[];
  keys: { id: number; name: string; person: string | null; state: 'handed_over' | 'returned' | null }[];
  /** The connection is cut. */
  cut: boolean;
}
