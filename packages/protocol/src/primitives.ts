import { z } from 'zod';

/** A UUID of any version and in any case; in lower case from here on, as ids are compared character by character. */
export const Uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'a UUID')
  .toLowerCase()
  .describe('A UUID; read in any case, sent in lower case.');

/** ISO 8601 with a zone; kept as written, since a gateway's clock may be years off and is still evidence. */
export const Timestamp = z.iso.datetime({ offset: true });

/** Milliseconds of a monotonic clock; fractions allowed. */
export const MonotonicMs = z.number().min(0).max(Number.MAX_SAFE_INTEGER);

export const DoorNumber = z.int().min(1).max(65_535);
export const Sequence = z.int().min(1);
/** A larger jump from the last number received is rejected: one forged record must not use up a journal's numbers. */
export const MAX_SEQ_JUMP = 1_000_000_000;
export const ClockQuality = z.enum(['synced', 'local']);

/** Unix milliseconds as the wire writes times: ISO 8601, UTC, milliseconds and `Z`. */
export const toTimestamp = (milliseconds: number): string => new Date(milliseconds).toISOString();
/** Of a time in Unix milliseconds, where there is one. */
export const toDate = (milliseconds: number | null): Date | null =>
  milliseconds === null ? null : new Date(milliseconds);

/** Reads what the wire carries; the Will and the birth share a topic and are told apart by `online`. */
export function parseMessage<T>(schema: z.ZodType<T>, payload: Uint8Array | string): ParseResult<T> {
  if (payload.length > MAX_PAYLOAD_BYTES)
    return { ok: false, error: `the payload is longer than ${MAX_PAYLOAD_BYTES / 1024} KiB` };
  let value: unknown;
  try {
    const text =
      typeof payload === 'string' ? payload : new TextDecoder('utf-8', { fatal: true }).decode(payload);
    value = JSON.parse(text);
  } catch {
    return { ok: false, error: 'the payload is not JSON in UTF-8' };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, message: parsed.data };
  const issue = parsed.error.issues[0];
  return {
    ok: false,
    error: `${issue?.path.join('.') || '(whole message)'}: ${issue?.message ?? 'invalid'}`,
  };
}

export type ParseResult<T> = { ok: true; message: T } | { ok: false; error: string };

/** A longer payload is no message; a packet that is 2 KiB longer still closes the connection that sent it. */
export const MAX_PAYLOAD_BYTES = 64 * 1024;
export const PROTOCOL_VERSION = 1;
export const KEEPALIVE_SECONDS = 15;
export const HEARTBEAT_SECONDS = 60;
/** A command id stays known this long, across restarts, so that a repeat is answered and not run. */
export const COMMAND_MEMORY_MS = 3_600_000;
export const MAX_RECORDS_PER_MESSAGE = 100;
