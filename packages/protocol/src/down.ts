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
  release_at: Timestamp.nullable().describe(
    'When the gateway lets go by itself; null for a hold without an end.',
  ),
  version: z.int().min(0).describe('Rises with every write to a door.'),
};

export const DesiredHold = z.object({ command_id: Uuid, door: DoorNumber, ...holdFields });
export type DesiredHold = z.infer<typeof DesiredHold>;

/** Where an installation that took over the gateway is reached. */
export const MovedTo = z.object({
  mqtt_url: z
    .url({ protocol: /^mqtts?$/ })
    .max(500)
    .describe('As mqtts://cloud.example:8883.'),
  service_url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable()
    .describe('The service over HTTP; null if it stays.'),
});
export type MovedTo = z.infer<typeof MovedTo>;

const journals = z.array(z.object({ journal: Uuid, last_seq: z.int().min(0) }));

/** What the installation that sends a gateway away has acted upon: the gateway carries it to the next one. */
export const Border = z.object({
  at: Timestamp.describe('When it last heard the gateway; what fell due at its doors until then is judged.'),
  journals: journals.max(10).describe('How far it has the journals of the gateway.'),
});
export type Border = z.infer<typeof Border>;

export const SessionMessage = z.object({
  v: z.literal(PROTOCOL_VERSION),
  session: Uuid.describe('The session of the birth that this answers.'),
  now: Timestamp.describe("The cloud's time: the gateway corrects its clock by it."),
  holds: z.array(DesiredHold).describe('The desired hold of every door; a door that is not named is off.'),
  doors: z.array(z.object({ door: DoorNumber, strike_ms: StrikeMs })),
  journals: journals
    .optional()
    .describe(
      "How far the cloud has the gateway's newest journals, so that a gateway whose disk lost writes gives no number twice.",
    ),
  statement: z
    .int()
    .min(1)
    .optional()
    .catch(undefined)
    .describe(
      'Counts the session messages of a connection: one that arrives late does not undo a newer one.',
    ),
  moved_to: MovedTo.extend({ border: Border.optional().catch(undefined) })
    .optional()
    .catch(undefined)
    .describe(
      'The gateway belongs to another installation now: it goes there, and comes back while that one does not answer.',
    ),
});
export type SessionMessage = z.infer<typeof SessionMessage>;

const commandFields = {
  v: z.literal(PROTOCOL_VERSION),
  id: Uuid.describe('The id of the command record; the result names it.'),
  session: Uuid.describe('The session that the command is for; in any other it is not run.'),
  door: DoorNumber,
  issued_at: Timestamp,
  expires_at: Timestamp.describe('From this moment on the command is not run.'),
};
export const UnlockCommand = z.object({ ...commandFields, type: z.literal('unlock'), strike_ms: StrikeMs });
export const HoldCommand = z.object({ ...commandFields, type: z.literal('hold'), ...holdFields });
export const CommandMessage = z.discriminatedUnion('type', [UnlockCommand, HoldCommand]);
export type UnlockCommand = z.infer<typeof UnlockCommand>;
export type HoldCommand = z.infer<typeof HoldCommand>;
export type CommandMessage = z.infer<typeof CommandMessage>;
