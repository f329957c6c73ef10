import { createHmac, timingSafeEqual } from 'node:crypto';
import { DEDUPLICATE_BY } from './generated/deduplication.js';

/* Receiving webhooks: whether a delivery is genuine, and whether it has been seen before. */

/** How far the time of a signature may lie from the receiver's clock, before or after, in seconds. */
export const TOLERANCE_SECONDS = 300;

export interface WebhookEnvelope {
  /** Of the delivery; the same in every retry, another one in a redelivery. */
  id: string;
  type: string;
  /** ISO 8601. */
  created_at: string;
  /** The event; its shape depends on `type`. */
  data: Record<string, unknown>;
}

export type WebhookFault =
  | 'malformed_signature'
  | 'timestamp_outside_tolerance'
  | 'wrong_signature'
  | 'malformed_body';

/** A delivery that must not be believed. Answer it with 400 and do nothing else. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault) {
    super(`The webhook is not genuine: ${fault.replaceAll('_', ' ')}.`);
    this.fault = fault;
  }
}

export interface WebhookToVerify {
  /** Of the subscription, shown when it was created. */
  secret: string;
  /** The bytes as they came, before any parser: JSON written anew is another text. */
  rawBody: Uint8Array | string;
  /** The header `X-Service-Signature`, of whichever name the service has. */
  signature: string | null | undefined;
  /** The receiver's clock, in milliseconds. */
  now: number;
  toleranceSeconds?: number;
}

/**
 * The delivery, once it is known to be genuine and of this time. Compares in constant time.
 * @throws WebhookVerificationError
 */
export function verifyWebhook(given: WebhookToVerify): WebhookEnvelope {
  const { secret, rawBody, now, toleranceSeconds = TOLERANCE_SECONDS } = given;
  const signature = parseSignature(given.signature);
  if (!signature) throw new WebhookVerificationError('malformed_signature');
  // A clock that is behind must not accept what was signed for later either.
  if (Math.abs(Math.floor(now / 1000) - Number(signature.t)) > toleranceSeconds)
    throw new WebhookVerificationError('timestamp_outside_tolerance');
  const expected = createHmac('sha256', secret).update(`${signature.t}.`).update(rawBody).digest();
  if (!timingSafeEqual(expected, Buffer.from(signature.v1, 'hex')))
    throw new WebhookVerificationError('wrong_signature');
  return parseEnvelope(rawBody);
}

function parseSignature(header: string | null | undefined): { t: string; v1: string } | null {
  const parts = new Map(
    (header ?? '').split(',').map((part): [string, string] => {
      const mark = part.indexOf('=');
      return [part.slice(0, mark), part.slice(mark + 1)];
    }),
  );
  const t = parts.get('t') ?? '';
  const v1 = parts.get('v1') ?? '';
  return /^[0-9]{1,12}$/.test(t) && /^[0-9a-f]{64}$/.test(v1) ? { t, v1 } : null;
}

function parseEnvelope(rawBody: Uint8Array | string): WebhookEnvelope {
  try {
    const text = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody);
    const envelope = JSON.parse(text) as WebhookEnvelope;
    if (typeof envelope?.id === 'string' && typeof envelope.type === 'string' && isObject(envelope.data))
      return envelope;
  } catch {
    // Reported below.
  }
  throw new WebhookVerificationError('malformed_body');
}

export interface Redelivery {
  /** The `event_id` of the redelivery's record: the `id` of the delivery that it repeats. The envelope does not carry it. */
  redeliveryOf?: string;
}

/**
 * Identifies an event, so that a receiver acts once: the same text for every retry, and for a redelivery if the data
 * identifies the event or `redeliveryOf` is given. The README lists the fields for each type; for types of later releases
 * it is the `id` of the envelope. Remember the texts for longer than the retries last (33 hours) and than you redeliver
 * by hand.
 */
export function deduplicationKey(envelope: WebhookEnvelope, { redeliveryOf }: Redelivery = {}): string {
  const { id, type, data } = envelope;
  const fields = Object.hasOwn(DEDUPLICATE_BY, type) ? (DEDUPLICATE_BY[type] ?? []) : [];
  const values = fields.flatMap((field) => (field.startsWith('data.') ? [data[field.slice(5)]] : []));
  const isWhole = values.every((value) => typeof value === 'string' || typeof value === 'number');
  if (values.length === 0 || !isWhole) return `delivery:${redeliveryOf ?? id}`;
  return [type, ...values].join(':');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
