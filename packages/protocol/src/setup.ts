import { z } from 'zod';
import { canonicalJson, type Json } from './canonical.js';
import { ClockQuality, DoorNumber, PROTOCOL_VERSION, Timestamp, Uuid } from './primitives.js';

/*
 * What passes over HTTP while a gateway is set up: pairing, and the reports of door tests. A module of its own, as a
 * running agent needs none of it. Unknown fields are dropped, as in the rest of the protocol.
 */

export const PAIR_PATH = '/gateway/pair';
export const REPORTS_PATH = '/gateway/reports';

/** Text of an Ed25519 public key (32 bytes) or signature (64 bytes), base64url without padding. */
const PublicKeyText = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes in base64url');
const SignatureText = z.string().regex(/^[A-Za-z0-9_-]{86}$/, 'must be 64 bytes in base64url');
/** The first 128 bits of the SHA-256 of the public key. */
export const KeyId = z.string().regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits');

const Name = z.string().max(200);

/** The gateway identifies itself; the code says which gateway it becomes. */
export const PairRequest = z.object({
  v: z.literal(PROTOCOL_VERSION),
  code: z.string().min(1).max(40),
  host: z.string().max(253),
  agent: z.string().max(64),
  public_key: PublicKeyText,
  doors: z.array(z.object({ door: DoorNumber, name: Name })).max(100),
});
export type PairRequest = z.infer<typeof PairRequest>;

export const PairAnswer = z.object({
  gateway_id: Uuid,
  secret: z.string().min(1).max(200),
  mqtt_url: z.string().max(2048),
  name: z.string(),
});
export type PairAnswer = z.infer<typeof PairAnswer>;

export const STEPS = [
  'contact_open',
  'contact_close',
  'exit_button',
  'strike',
  'hold_on',
  'hold_off',
  'forced',
  'network',
  'power',
] as const;
export type StepName = (typeof STEPS)[number];

export const StepResult = z.object({
  step: z.enum(STEPS),
  result: z.enum(['passed', 'failed', 'skipped']),
  /** What was seen. */
  detail: z.string().max(500),
  /** What to check; empty where nothing is wrong. */
  advice: z.string().max(500),
  /** Numbers by name; a name that ends in `_ms` is milliseconds. */
  measured: z.record(z.string().max(40), z.number()),
});
export type StepResult = z.infer<typeof StepResult>;

export const REPORT_FORMAT = 'door-test/1';

export const DoorTestReport = z.object({
  format: z.literal(REPORT_FORMAT),
  id: Uuid,
  gateway: z.object({ id: Uuid, host: z.string().max(253), agent: z.string().max(64) }),
  door: z.object({ door: DoorNumber, name: Name, driver: z.string().max(40) }),
  started_at: Timestamp,
  finished_at: Timestamp,
  /** Whether the clock behind the times is synchronised. */
  clock: ClockQuality,
  /** Who tested, in their own words. */
  by: Name,
  /** `incomplete`: nothing failed, but not all that is wired was tested. */
  result: z.enum(['passed', 'failed', 'incomplete']),
  steps: z.array(StepResult).min(1).max(STEPS.length),
});
export type DoorTestReport = z.infer<typeof DoorTestReport>;

/** A report as it is kept: its text is the canonical JSON of this, so that any other byte is another text. */
export const SignedReport = z.strictObject({
  report: DoorTestReport.loose(),
  key_id: KeyId,
  public_key: PublicKeyText,
  signature: SignatureText,
});
export type SignedReport = z.infer<typeof SignedReport>;

export const MAX_DOCUMENT_CHARACTERS = 16_000;
export const MAX_PDF_CHARACTERS = 44_000;

export const ReportUpload = z.object({
  v: z.literal(PROTOCOL_VERSION),
  /** The text of a SignedReport. */
  document: z.string().min(1).max(MAX_DOCUMENT_CHARACTERS),
  /** The signed page, base64url; null where none was made. */
  pdf: z
    .string()
    .max(MAX_PDF_CHARACTERS)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url')
    .nullable(),
});
export type ReportUpload = z.infer<typeof ReportUpload>;

/** What an Ed25519 signature of a report covers. The first line keeps it from standing for anything else. */
export const signedReportText = (report: unknown): string =>
  `${REPORT_FORMAT} report\n${canonicalJson(report as Json)}`;

/** Reports of emergencies are signed by the service, which stands in the place of the gateway. */
export const EMERGENCY_FORMAT = 'emergency/1';
export const SERVICE_SIGNER = '00000000-0000-0000-0000-000000000000';
export type PageFormat = typeof REPORT_FORMAT | typeof EMERGENCY_FORMAT;

/** What the signature behind a page covers before the page's own bytes. */
export const signedPagePrefix = (gatewayId: string, format: PageFormat = REPORT_FORMAT): string =>
  `${format} page\n${gatewayId}\n`;

/** A page's signature is a comment behind its end, where PDF readers do not look. */
export const pageTrailer = (
  gatewayId: string,
  keyId: string,
  signature: string,
  format: PageFormat = REPORT_FORMAT,
): string => `%${format} ${gatewayId} ${keyId} ${signature}\n`;

/** Of the file's last bytes, read as Latin-1; null where there is no such trailer at the end. */
export function parsePageTrailer(
  text: string,
): { format: PageFormat; gatewayId: string; keyId: string; signature: string; length: number } | null {
  const match = /%(door-test\/1|emergency\/1) ([0-9a-f-]{36}) ([0-9a-f]{32}) ([A-Za-z0-9_-]{86})\n$/.exec(
    text,
  );
  if (!match) return null;
  const [trailer, format, gatewayId = '', keyId = '', signature = ''] = match;
  return { format: format as PageFormat, gatewayId, keyId, signature, length: trailer.length };
}

/** The built-in fonts of a page contain only Western European characters; its attachment has every name unchanged. */
export const printable = (text: string): string =>
  [...text.normalize('NFC')].map((character) => (PRINTABLE.test(character) ? character : '?')).join('');
const PRINTABLE = /^[\x20-\x7e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u20ac]$/;
