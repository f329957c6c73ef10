import { z } from 'zod';
import { DoorNumber, PROTOCOL_VERSION, Timestamp, Uuid } from './primitives.js';

/* What the cloud says. An agent ignores fields it does not know. */

/** The installer sets 1 to 10 seconds; another cloud may send less, and whatever it sends, none is longer than this. */
const LONGEST_STRIKE_MS = 10_000;
export const StrikeMs = z
  .int()
  .min(1)
  .transform((milliseconds) => Math.min(milliseconds, LONGEST_STRIKE_MS));

const holdFields = {
  on: z.boolean(),
  /** When the gateway lets go by itself; null for a hold without an end. */
  release_at: Timestamp.nullable(),
  version: z.int().min(0),
};

export const DesiredHold = z.object({ command_id: Uuid, door: DoorNumber, ...holdFields });
export type DesiredHold = z.infer<typeof DesiredHold>;

export const SessionMessage = z.object({
  v: z.literal(PROTOCOL_VERSION),
  session: Uuid,
  now: Timestamp,
  holds: z.array(DesiredHold),
  doors: z.array(z.object({ door: DoorNumber, strike_ms: StrikeMs })),
  /** How far the cloud has the gateway's newest journals, so that a gateway whose disk lost writes gives no number twice. */
  journals: z.array(z.object({ journal: Uuid, last_seq: z.int().min(0) })).optional(),
});
export type SessionMessage = z.infer<typeof SessionMessage>;

const commandFields = {
  v: z.literal(PROTOCOL_VERSION),
  id: Uuid,
  session: Uuid,
  door: DoorNumber,
  issued_at: Timestamp,
  expires_at: Timestamp,
};
export const UnlockCommand = z.object({ ...commandFields, type: z.literal('unlock'), strike_ms: StrikeMs });
export const HoldCommand = z.object({ ...commandFields, type: z.literal('hold'), ...holdFields });
export const CommandMessage = z.discriminatedUnion('type', [UnlockCommand, HoldCommand]);
export type UnlockCommand = z.infer<typeof UnlockCommand>;
export type HoldCommand = z.infer<typeof HoldCommand>;
export type CommandMessage = z.infer<typeof CommandMessage>;
