import { createHmac } from 'node:crypto';

export const SECRET_PREFIX = 'whsec_';
/** Of randomness in a secret. */
export const SECRET_BYTES = 32;

/** @param random 32 random bytes */
export function toSecret(random: Uint8Array): string {
  if (random.length !== SECRET_BYTES)
    throw new RangeError(`a webhook secret takes ${SECRET_BYTES} random bytes`);
  return SECRET_PREFIX + Buffer.from(random).toString('base64url');
}

/**
 * The `X-Service-Signature` header: `t=<unix seconds>,v1=<hex>`, HMAC-SHA256 over `{t}.{raw body}`.
 * The key is the whole secret, its prefix included, as the receiver was given it.
 * @param t Unix seconds at which the attempt is sent
 */
export function sign(secret: string, t: number, rawBody: string | Uint8Array): string {
  const digest = createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest('hex');
  return `t=${t},v1=${digest}`;
}
