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
export const ReadersAnswer = z.object({
  /** Null if no key was presented. */
  granted: z.boolean().nullable(),
  reason: z.enum(['no_access', 'outside_time_window', 'unknown_key']).nullable(),
  readers: z.array(
    z.object({
      lock: z.object({ id, name: z.string(), place: z.string() }),
      door: z.enum(['closed', 'open', 'left_open']),
    }),
  ),
  keys: z.array(
    z.object({
      id,
      name: z.string(),
      person: z.string().nullable(),
      state: z.enum(['handed_over', 'returned']).nullable(),
    }),
  ),
  /** There are more readers or keys than are listed. */
  has_more: z.boolean().default(false),
  /** The connection is cut. */
  cut: z.boolean(),
});
export type ReadersAnswer = z.infer<typeof ReadersAnswer>;
