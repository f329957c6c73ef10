import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM for secrets that must be read back; `subject` (the row's id) is bound in as associated data. */
export class SecretBox {
  readonly #key: Buffer;
  readonly #previous: Buffer | null;
  readonly #derived = new Map<string, Keys>();

  /**
   * @param key 32 bytes
   * @param previous another, which opens what was sealed before, while the key is rotated
   */
  constructor(key: Buffer, previous: Buffer | null = null) {
    for (const each of previous ? [key, previous] : [key])
      if (each.length !== 32) throw new RangeError('a secret box takes a key of 32 bytes');
    this.#key = key;
    this.#previous = previous?.equals(key) ? null : previous;
  }

  seal(plain: string, subject: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    cipher.setAAD(Buffer.from(subject));
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** Throws when the key, the subject or a byte is not the one it was sealed with. */
  open(box: Uint8Array, subject: string): string {
    try {
      return openWith(this.#key, box, subject);
    } catch (error) {
      if (!this.#previous) throw error;
      return openWith(this.#previous, box, subject);
    }
  }

  /** The same sealed with the present key; null where it is already. Throws when neither key opens it. */
  reseal(box: Uint8Array, subject: string): Buffer | null {
    try {
      openWith(this.#key, box, subject);
      return null;
    } catch {
      return this.seal(this.open(box, subject), subject);
    }
  }

  /** A key of 32 bytes for another purpose (HKDF-SHA-256): knowing it reveals nothing of this box's own key. */
  derive(purpose: string): Buffer {
    return this.keysFor(purpose)[0];
  }

  /** Those by which what was made for the purpose is recognised: the derived key, and that of the previous key. */
  keysFor(purpose: string): Keys {
    let derived = this.#derived.get(purpose);
    if (!derived) {
      const from = (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
      derived = [from(this.#key), ...(this.#previous ? [from(this.#previous)] : [])];
      this.#derived.set(purpose, derived);
    }
    return derived;
  }
}

/** The present one first. */
export type Keys = readonly [Buffer, ...Buffer[]];

function openWith(key: Buffer, box: Uint8Array, subject: string): string {
  const bytes = Buffer.from(box);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(subject));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
    'utf8',
  );
}
