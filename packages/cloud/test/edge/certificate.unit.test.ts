import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { selfSigned } from '../../../../test/setup/certificate.js';
import { readCertificate } from '../../src/edge/certificate.js';

const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-certificate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, text: string): string => {
  const at = path.join(folder, name);
  writeFileSync(at, text);
  return at;
};
const own = selfSigned('doors.example');
const cert = file('cert.pem', own.cert);
const key = file('key.pem', own.key);
const strange = file('strange.pem', selfSigned('doors.example').key);
const text = file('text.pem', 'no PEM');
const missing = path.join(folder, 'missing.pem');

test('a certificate and its key are read', () => {
  expect(readCertificate({ TLS_CERT: cert, TLS_KEY: key }).cert.toString()).toBe(own.cert);
});

test.each([
  ['a missing certificate', missing, key, `TLS_CERT=${missing}: there is no such file`],
  ['a missing key', cert, missing, `TLS_KEY=${missing}: there is no such file`],
  ['a folder', folder, key, `TLS_CERT=${folder}: cannot be read (EISDIR)`],
  ['no certificate', text, key, `TLS_CERT=${text}: holds no certificate in PEM form`],
  ['no key', cert, text, `TLS_KEY=${text}: holds no private key in PEM form, or one with a passphrase`],
  [
    "another certificate's key",
    cert,
    strange,
    `TLS_KEY=${strange}: is not the key of the first certificate in TLS_CERT`,
  ],
])('%s is reported in one line that names the setting', (_, TLS_CERT, TLS_KEY, message) => {
  expect(() => readCertificate({ TLS_CERT, TLS_KEY })).toThrow(message);
});
