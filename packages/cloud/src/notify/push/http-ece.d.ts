/** What is used of it here; it brings no types of its own. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  const ece: {
    /** RFC 8188 with the keys of RFC 8291, where `authSecret` is given. */
    encrypt(
      plain: Buffer,
      options: {
        version: 'aes128gcm';
        /** The ephemeral key of this message. */
        privateKey: ECDH;
        /** Of the browser: a point of P-256, base64url. */
        dh: string;
        /** Of the browser, base64url. */
        authSecret: string;
        /** 16 random bytes. */
        salt: Buffer;
      },
    ): Buffer;
  };
  export default ece;
}
