import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Config, ConfigError } from '../config.js';

/** The broker's certificate chain and its key, PEM. Throws a ConfigError that says which of the two files is at fault. */
export function readCertificate(config: Pick<Config, 'TLS_CERT' | 'TLS_KEY'>): { cert: Buffer; key: Buffer } {
  const cert = read('TLS_CERT', config.TLS_CERT);
  const key = read('TLS_KEY', config.TLS_KEY);
  const certificate = understood(
    () => new X509Certificate(cert),
    `TLS_CERT=${config.TLS_CERT}: holds no certificate in PEM form`,
  );
  const ownKey = understood(
    () => createPrivateKey(key),
    `TLS_KEY=${config.TLS_KEY}: holds no private key in PEM form, or one with a passphrase`,
  );
  if (!certificate.checkPrivateKey(ownKey))
    throw new ConfigError(`TLS_KEY=${config.TLS_KEY}: is not the key of the first certificate in TLS_CERT`);
  return { cert, key };
}

/** When the broker's certificate ends, Unix milliseconds. */
export const certificateEnds = (cert: Buffer): number => Date.parse(new X509Certificate(cert).validTo);

function read(setting: 'TLS_CERT' | 'TLS_KEY', file: string | null): Buffer {
  try {
    return readFileSync(file ?? '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `${setting}=${file}: ${code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code})`}`,
    );
  }
}

function understood<T>(parse: () => T, fault: string): T {
  try {
    return parse();
  } catch {
    throw new ConfigError(fault);
  }
}
