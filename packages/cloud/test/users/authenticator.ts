import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What the device of a person would do, honest or not, as WebAuthn writes it down. */
export interface Behaviour {
  origin?: string;
  rpId?: string;
  /** Whether it checked who holds it. */
  isVerified?: boolean;
  counter?: number;
  userHandle?: string;
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url');

/** An authenticator in software: one discoverable passkey of P-256. */
export function createAuthenticator(pageOrigin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let handle = '';
  let count = 0;

  const clientData = (type: string, challenge: string, origin = pageOrigin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authData = ({ rpId, isVerified = true, counter }: Behaviour, extra: Buffer, flag: number) => {
    const fixed = Buffer.alloc(5);
    fixed[0] = 0x01 | (isVerified ? 0x04 : 0) | flag;
    fixed.writeUInt32BE(counter ?? ++count, 1);
    return Buffer.concat([sha256(rpId ?? new URL(pageOrigin).hostname), fixed, extra]);
  };

  return {
    /** Answers the options of a registration. */
    register(options: { challenge: string; user: { id: string } }, how: Behaviour = {}) {
      handle = options.user.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const length = Buffer.from([0, id.length]);
      const data = authData(how, Buffer.concat([Buffer.alloc(16), length, id, cose]), 0x40);
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, how.origin)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      };
    },
    /** Answers the options of a sign-in. */
    answer(options: { challenge: string }, how: Behaviour = {}) {
      const client = clientData('webauthn.get', options.challenge, how.origin);
      const data = authData(how, Buffer.alloc(0), 0);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: how.userHandle ?? handle,
        },
      };
    },
  };
}
