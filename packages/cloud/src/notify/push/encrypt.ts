import { createECDH, createPrivateKey, type ECDH, type JsonWebKey } from 'node:crypto';
import ece from 'http_ece';

/* What leaves for a push service: a message that only the browser reads (RFC 8291), and who sends it (RFC 8292). */

/** What a browser gives of its subscription; each of it is a secret. */
export interface PushTarget {
  endpoint: string;
  /** A point of P-256, base64url. */
  p256dh: string;
  /** 16 bytes, base64url. */
  auth: string;
}

/** RFC 8292, 2: at most 24 hours. */
const TOKEN_LIFE_S = 12 * 3_600;

/** A key for one message. */
export function ephemeralKey(): ECDH {
  const key = createECDH('prime256v1');
  key.generateKeys();
  return key;
}

/** @param salt 16 random bytes */
export const encryptFor = (
  { p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>,
  plain: string,
  salt: Buffer,
  privateKey: ECDH,
): Buffer =>
  ece.encrypt(Buffer.from(plain), { version: 'aes128gcm', privateKey, dh: p256dh, authSecret: auth, salt });

export interface Vapid {
  /** base64url */
  publicKey: string;
  privateKey: JsonWebKey;
  /** Where those who run a push service reach those who run this one; null where it has no https address. */
  contact: string | null;
}

/** The `Authorization` of a post to a push service. @param now Unix milliseconds */
export async function vapidHeader(
  { publicKey, privateKey, contact }: Vapid,
  endpoint: string,
  now: number,
): Promise<string> {
  // Loaded when first needed: most services send to no browser.
  const { SignJWT } = await import('jose');
  const token = new SignJWT(contact === null ? {} : { sub: contact })
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(Math.floor(now / 1000) + TOKEN_LIFE_S);
  return `vapid t=${await token.sign(createPrivateKey({ key: privateKey, format: 'jwk' }))}, k=${publicKey}`;
}
