import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM for secrets that must be read back; `subject` (the row's id) is bound in as associated data. */
export class SecretBox {
  readonly #key: Buffer;
  readonly #derived = new Map<string, Buffer>();

  /** @param key 32 bytes */
  constructor(key: Buffer) {
    if (key.length !== 32) throw new RangeError('a secret box takes a key of 32 bytes');
    this.#key = key;
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
    const bytes = Buffer.from(box);
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(subject));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ]).toString('utf8');
  }

  /** A key of 32 bytes for another purpose (HKDF-SHA-256): knowing it reveals nothing of this box's own key. */
  derive(purpose: string): Buffer {
    let derived = this.#derived.get(purpose);
    if (!derived) {
      derived = Buffer.from(hkdfSync('sha256', this.#key, '', purpose, 32));
      this.#derived.set(purpose, derived);
    }
    return derived;
  }
}
