import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder, writePrivately } from '../config/credential.js';

/* The key with which this machine signs reports of door tests. It never leaves it. */

export interface ReportKey {
  /** The first 128 bits of the public key's SHA-256, in hexadecimal. */
  readonly keyId: string;
  /** 32 bytes, base64url. */
  readonly publicKey: string;
  /** An Ed25519 signature, base64url. */
  sign(bytes: Uint8Array): string;
}

/** The key in the data folder; made where there is none. */
export function openReportKey(dataDir: string): ReportKey {
  const file = join(dataDir, 'report-key.pem');
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    makePrivateFolder(dataDir);
    writePrivately(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  }
  return reportKey(createPrivateKey(readFileSync(file)));
}

export function reportKey(privateKey: KeyObject): ReportKey {
  const publicKey = createPublicKey(privateKey).export({ format: 'jwk' }).x as string;
  const keyId = createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex').slice(0, 32);
  return { keyId, publicKey, sign: (bytes) => sign(null, bytes, privateKey).toString('base64url') };
}
