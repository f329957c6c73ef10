import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Config, ConfigError } from '../config.js';
import type { Context } from '../context.js';

/** A certificate chain and its key, PEM. */
export interface Certificate {
  cert: Buffer;
  key: Buffer;
}

/** Between looks at the files: what renews a certificate does so weeks before its end. */
const LOOK_EVERY_MS = 60_000;

/** The broker's certificate. Throws a ConfigError that says which of the two files is at fault. */
export function readCertificate(config: Pick<Config, 'TLS_CERT' | 'TLS_KEY'>): Certificate {
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

/**
 * Looks at the files until `signal` aborts, and passes on a certificate that has been renewed. While the files do not fit
 * together, as between the writing of the one and the other, or are at fault, the present certificate stays in use; a
 * fault is logged once. Never rejects.
 */
export async function followCertificate(
  { config, clock, log }: Pick<Context, 'config' | 'clock' | 'log'>,
  present: Certificate,
  signal: AbortSignal,
  onRenewed: (certificate: Certificate) => void,
): Promise<void> {
  let { cert, key } = present;
  let logged: string | null = null;
  for (;;) {
    await clock.sleep(LOOK_EVERY_MS, signal).catch(() => {});
    if (signal.aborted) return;
    try {
      const found = readCertificate(config);
      logged = null;
      if (found.cert.equals(cert) && found.key.equals(key)) continue;
      ({ cert, key } = found);
      onRenewed(found);
      const ends = new Date(certificateEnds(cert)).toISOString();
      log.info({ ends }, 'a renewed TLS certificate is in use for new connections');
    } catch (error) {
      const { message } = error as Error;
      if (message !== logged)
        log.error({ fault: message }, 'a new TLS certificate cannot be used: the present one stays in use');
      logged = message;
    }
  }
}

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
