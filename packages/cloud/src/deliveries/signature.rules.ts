import { createHmac } from 'node:crypto';

export const SECRET_PREFIX = 'whsec_';
/** Of randomness in a secret. */
export const SECRET_BYTES = 32;

/** Whose headers a delivery has: ours, or those of Standard Webhooks besides. */
export const FORMATS = ['service', 'standard'] as const;
export type Format = (typeof FORMATS)[number];

/** @param random 32 random bytes */
export function toSecret(random: Uint8Array): string {
  if (random.length !== SECRET_BYTES)
    throw new RangeError(`a webhook secret takes ${SECRET_BYTES} random bytes`);
  return SECRET_PREFIX + Buffer.from(random).toString('base64');
}

/**
 * The `X-Service-Signature` header: `t=<unix seconds>,v1=<hex>`, HMAC-SHA256 over `{t}.{raw body}`.
 * The key is the whole secret, its prefix included, as the receiver was given it.
 * @param t Unix seconds at which the attempt is sent
 * @param previous the secret before, while it is valid too: `,v1=<hex>` follows. A receiver that keeps only one value of a
 * name keeps the last, which is the secret that it has had so far.
 */
export function sign(
  secret: string,
  t: number,
  rawBody: string | Uint8Array,
  previous: string | null = null,
): string {
  const secrets = previous === null ? [secret] : [secret, previous];
  const signatures = secrets.map((key) => {
    const digest = createHmac('sha256', key).update(`${t}.`).update(rawBody).digest('hex');
    return `,v1=${digest}`;
  });
  return `t=${t}${signatures.join('')}`;
}

/**
 * The `webhook-signature` header of Standard Webhooks: `v1,<base64>` for each secret, HMAC-SHA256 over
 * `{id}.{t}.{raw body}`. The key is the bytes that the secret writes in base64 behind its prefix.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signStandard(
  secrets: readonly string[],
  { id, t }: { id: string; t: number },
  rawBody: string | Uint8Array,
): string {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${t}.`).update(rawBody).digest('base64')}`;
  });
  return signatures.join(' ');
}
