import { DEDUPLICATE_BY } from './generated/facts.js';

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

/** A genuine delivery of an event that is older than `maxAgeMs`. Answer it with 2xx, or it is sent again; do not act on it. */
export class StaleWebhookError extends Error {
  override name = 'StaleWebhookError';
  readonly envelope: WebhookEnvelope;

  constructor(envelope: WebhookEnvelope) {
    super(`The ${envelope.type} is too old to act on.`);
    this.envelope = envelope;
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
  /**
   * How old the event itself may be, by its `occurred_at`, or by the `created_at` of the envelope where it has none.
   * A delivery that was retried for hours, or an event of a gateway that was offline, is genuine and late: a
   * receiver that opens something on an event sets this.
   */
  maxAgeMs?: number;
}

/** While a secret is replaced, a delivery has a signature by each. */
const MAX_SIGNATURES = 5;
const HMAC = { name: 'HMAC', hash: 'SHA-256' };

/**
 * The delivery, once it is known to be genuine and of this time. Compares in constant time, by Web Crypto.
 * @throws WebhookVerificationError it is not genuine
 * @throws StaleWebhookError it is genuine, and older than `maxAgeMs`
 */
export async function verifyWebhook(given: WebhookToVerify): Promise<WebhookEnvelope> {
  const { secret, now, toleranceSeconds = TOLERANCE_SECONDS, maxAgeMs = Infinity } = given;
  const signature = parseSignature(given.signature);
  if (!signature) throw new WebhookVerificationError('malformed_signature');
  // A clock that is behind must not accept what was signed for later either.
  if (Math.abs(Math.floor(now / 1000) - Number(signature.t)) > toleranceSeconds)
    throw new WebhookVerificationError('timestamp_outside_tolerance');
  const body = toBytes(given.rawBody);
  if (!(await isSigned(secret, signature, body))) throw new WebhookVerificationError('wrong_signature');
  const envelope = parseEnvelope(body);
  if (now - timeOf(envelope) > maxAgeMs) throw new StaleWebhookError(envelope);
  return envelope;
}

interface Signature {
  t: string;
  v1: Uint8Array<ArrayBuffer>[];
}

/** The signature header of a delivery, as the service makes it: for the tests of a receiver. @param t Unix seconds */
export async function signWebhook(secret: string, t: number, rawBody: Uint8Array | string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', toBytes(secret), HMAC, false, ['sign']);
  const digest = new Uint8Array(await crypto.subtle.sign(HMAC, key, signed(t, toBytes(rawBody))));
  return `t=${t},v1=${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

async function isSigned(secret: string, { t, v1 }: Signature, body: Uint8Array): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', toBytes(secret), HMAC, false, ['verify']);
  const text = signed(t, body);
  const verdicts = await Promise.all(v1.map((digest) => crypto.subtle.verify(HMAC, key, digest, text)));
  return verdicts.includes(true);
}

/** The bytes that a signature covers. */
function signed(t: string | number, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = toBytes(`${t}.`);
  const text = new Uint8Array(head.length + body.length);
  text.set(head);
  text.set(body, head.length);
  return text;
}

function parseSignature(header: string | null | undefined): Signature | null {
  const parts = (header ?? '').split(',').map((part) => {
    const mark = part.indexOf('=');
    return { name: part.slice(0, mark), value: part.slice(mark + 1) };
  });
  const values = (name: string) => parts.filter((part) => part.name === name).map(({ value }) => value);
  const [t, ...others] = values('t');
  const v1 = values('v1');
  if (t === undefined || others.length > 0 || !/^[0-9]{1,12}$/.test(t)) return null;
  if (v1.length === 0 || v1.length > MAX_SIGNATURES) return null;
  return v1.every((hex) => /^[0-9a-f]{64}$/.test(hex)) ? { t, v1: v1.map(fromHex) } : null;
}

const toBytes = (text: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  typeof text === 'string' ? new TextEncoder().encode(text) : new Uint8Array(text);

const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );

/** When the event occurred, in milliseconds. */
const timeOf = ({ data, created_at }: WebhookEnvelope): number =>
  Date.parse(typeof data.occurred_at === 'string' ? data.occurred_at : created_at);

function parseEnvelope(body: Uint8Array): WebhookEnvelope {
  try {
    const envelope = JSON.parse(new TextDecoder().decode(body)) as WebhookEnvelope;
    const { id, type, created_at, data } = envelope;
    if ([id, type, created_at].every((text) => typeof text === 'string') && isObject(data)) return envelope;
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
