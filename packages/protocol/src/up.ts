import { z } from 'zod';
import { Border } from './down.js';
import {
  ClockQuality,
  DoorNumber,
  MAX_RECORDS_PER_MESSAGE,
  MonotonicMs,
  PROTOCOL_VERSION,
  Sequence,
  Timestamp,
  Uuid,
} from './primitives.js';

/* What a gateway says. Unknown fields are dropped: a reader ignores what it does not know. */

const MAX_TEXT_LENGTH = 200;
/** One line that is safe to store and to print: no control characters, no lone surrogates. */
const plain = (words: string): string =>
  words
    .slice(0, MAX_TEXT_LENGTH)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ');
/** Text for people, of any form and length: a malformed text must not invalidate the rest of the message. */
const Words = z
  .unknown()
  .transform((words) => (typeof words === 'string' ? plain(words) : undefined))
  .meta({ type: 'string' });

export const DoorReport = z.object({
  door: DoorNumber,
  contact: z
    .enum(['open', 'closed'])
    .nullable()
    .describe('Null if no contact is wired, or if it cannot be read.'),
  contact_fault: Words.optional().describe('Why a contact that is wired cannot be read.'),
  exit_button: z.boolean().describe('Whether an exit button is wired.'),
  hold_relay: z.boolean().describe('Whether a hold relay is wired.'),
  strike_on: z.boolean(),
  hold_on: z.boolean(),
});
export type DoorReport = z.infer<typeof DoorReport>;

const LONGEST_AGENT = 64;

export const Birth = z.object({
  v: z.literal(PROTOCOL_VERSION),
  session: Uuid.describe('New for each connection.'),
  online: z.literal(true),
  boot: Uuid.describe('New for each start of the agent.'),
  /** Shown to people; another agent may have more to say about itself than fits, and still is to be heard. */
  agent: z.string().transform((agent) => agent.slice(0, LONGEST_AGENT)),
  at: Timestamp,
  mono_ms: MonotonicMs,
  clock: ClockQuality,
  doors: z.array(DoorReport).max(1000),
  moved_from: Border.optional()
    .catch(undefined)
    .describe(
      'Of the installation that sent the gateway here, as it said it: alarms up to there are raised already.',
    ),
});
export type Birth = z.infer<typeof Birth>;

export const Will = z.object({ v: z.literal(PROTOCOL_VERSION), session: Uuid, online: z.literal(false) });
export type Will = z.infer<typeof Will>;

export const StatusMessage = z.discriminatedUnion('online', [Birth, Will]);
export type StatusMessage = z.infer<typeof StatusMessage>;

const recordBase = {
  seq: Sequence.describe('Rises by one within a journal.'),
  boot: Uuid,
  mono_ms: MonotonicMs.describe('The monotonic clock of this boot when it happened, in milliseconds.'),
  at: Timestamp.describe('The wall clock when it happened.'),
  clock: ClockQuality.describe('`synced`: `at` is corrected by the time of the cloud.'),
};
const doorRecord = { ...recordBase, door: DoorNumber };

export const RELAY_CAUSES = ['command', 'exit_button', 'pulse_end', 'lease_end', 'boot', 'bench'] as const;
export const OUTCOMES = ['confirmed', 'device_error', 'device_missing', 'expired'] as const;

export const ContactRecord = z.object({
  ...doorRecord,
  kind: z.literal('contact'),
  state: z.enum(['open', 'closed']),
  snapshot: z.boolean().default(false).describe('True for a level read at start, which is no edge.'),
});
export const ExitButtonRecord = z.object({
  ...doorRecord,
  kind: z.literal('exit_button'),
  pressed: z.boolean(),
  /** Of a press: its release will be reported too, so that until then the button is held. */
  release_follows: z.boolean().optional().catch(undefined),
});
export const RelayRecord = z.object({
  ...doorRecord,
  kind: z.literal('relay'),
  relay: z.enum(['strike', 'hold']),
  on: z.boolean(),
  cause: z.enum(RELAY_CAUSES),
  command_id: Uuid.nullable().default(null),
});
export const ResultRecord = z.object({
  ...doorRecord,
  kind: z.literal('result'),
  command_id: Uuid,
  outcome: z.enum(OUTCOMES),
  /** Text for people, of any form and length: a malformed text must not invalidate the records beside it. */
  detail: z
    .unknown()
    .transform((detail) => (typeof detail === 'string' ? detail : null))
    .meta({ type: ['string', 'null'] })
    .optional(),
});
/** The maximum time for which a guided test marks a door. */
export const MAX_DOOR_TEST_MS = 15 * 60_000;
export const DoorTestRecord = z.object({
  ...doorRecord,
  kind: z.literal('door_test'),
  for_ms: z
    .int()
    .min(0)
    .transform((milliseconds) => Math.min(milliseconds, MAX_DOOR_TEST_MS))
    .describe(
      'The door is under test for this time from now on, at most 15 minutes; 0 ends the test. In milliseconds.',
    ),
});
/** A terminal that cannot be read or driven (`ok` false), or can again. */
export const FaultRecord = z.object({
  ...doorRecord,
  kind: z.literal('fault'),
  /** One of `input` and `relay` is set; a terminal of a later version is ignored. */
  input: z.enum(['contact', 'exit_button']).optional().catch(undefined),
  relay: z.enum(['strike', 'hold']).optional().catch(undefined),
  ok: z.boolean().describe('False: the terminal cannot be read or driven; true: it can again.'),
  error: Words.optional(),
});
export const GapRecord = z
  .object({ ...recordBase, door: z.null(), kind: z.literal('gap'), from_seq: Sequence, to_seq: Sequence })
  .refine((gap) => gap.from_seq <= gap.to_seq, { path: ['to_seq'], message: 'before from_seq' });

const KNOWN_KINDS = ['contact', 'exit_button', 'relay', 'result', 'door_test', 'fault', 'gap'];
/** A kind of a later version: counted as had, otherwise ignored. */
export const UnknownRecord = z
  .object({ seq: Sequence, kind: z.string().regex(new RegExp(`^(?!(?:${KNOWN_KINDS.join('|')})$)`)) })
  .transform((record) => ({ seq: record.seq, kind: 'unknown' as const, name: record.kind }));

export type ContactRecord = z.infer<typeof ContactRecord>;
export type ExitButtonRecord = z.infer<typeof ExitButtonRecord>;
export type RelayRecord = z.infer<typeof RelayRecord>;
export type ResultRecord = z.infer<typeof ResultRecord>;
export type DoorTestRecord = z.infer<typeof DoorTestRecord>;
export type FaultRecord = z.infer<typeof FaultRecord>;
export type GapRecord = z.infer<typeof GapRecord>;
export type DoorRecord =
  | ContactRecord
  | ExitButtonRecord
  | RelayRecord
  | ResultRecord
  | DoorTestRecord
  | FaultRecord;
/** What an agent of this version writes. */
export type JournalRecord = DoorRecord | GapRecord;

const KnownRecord = z.discriminatedUnion('kind', [
  ContactRecord,
  ExitButtonRecord,
  RelayRecord,
  ResultRecord,
  DoorTestRecord,
  FaultRecord,
  GapRecord,
]);

export const IncomingRecord = z.unknown().transform((value, context) => {
  const kind = (value as { kind?: unknown } | null)?.kind;
  const schema = typeof kind === 'string' && !KNOWN_KINDS.includes(kind) ? UnknownRecord : KnownRecord;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues)
    context.addIssue({ code: 'custom', path: issue.path as (string | number)[], message: issue.message });
  return z.NEVER;
});
export type IncomingRecord = JournalRecord | z.infer<typeof UnknownRecord>;

export const JournalMessage = z.object({
  v: z.literal(PROTOCOL_VERSION),
  journal: Uuid,
  records: z.array(IncomingRecord).min(1).max(MAX_RECORDS_PER_MESSAGE),
});
export interface JournalMessage {
  v: typeof PROTOCOL_VERSION;
  journal: string;
  records: IncomingRecord[];
}

const MAX_BOARDS = 100;
const Board = z.object({ id: z.string().transform(plain), ok: z.boolean(), error: Words.optional() });
const Measure = z.number().nullable().optional().catch(undefined);
const Finding = z.boolean().nullable().optional().catch(undefined);

/** The health of the gateway itself; malformed fields are left out. */
export const Health = z.object({
  disk_free_mb: Measure,
  disk_refuses: Finding,
  undervoltage: Finding,
  cpu_temp_c: Measure,
  ntp_synced: Finding,
  guard_alive: Finding,
  /** Malformed boards and those beyond the limit are left out. */
  boards: z
    .array(
      z
        .unknown()
        .meta({ type: 'object', description: 'Its `id`, whether it is `ok`, and the `error` if not.' }),
    )
    .transform((boards) =>
      boards.slice(0, MAX_BOARDS).flatMap((board) => {
        const read = Board.safeParse(board);
        return read.success ? [read.data] : [];
      }),
    )
    .optional()
    .catch(undefined),
  cert_expires_at: Timestamp.nullable().optional().catch(undefined),
});
export type Health = z.infer<typeof Health>;

export const Heartbeat = z.object({
  v: z.literal(PROTOCOL_VERSION),
  session: Uuid,
  uptime_s: z.number().min(0),
  journal_depth: z.number().min(0),
  rss_mb: z.number().min(0),
  temp_c: z.number().nullable(),
  at: Timestamp.optional()
    .catch(undefined)
    .describe("The gateway's corrected time; the cloud renews the time of a gateway that is off."),
  clock: ClockQuality.optional()
    .catch(undefined)
    .describe("The gateway's wall clock now; the birth reports it before the time of the cloud has come."),
  health: Health.optional().catch(undefined),
});
export type Heartbeat = z.infer<typeof Heartbeat>;
