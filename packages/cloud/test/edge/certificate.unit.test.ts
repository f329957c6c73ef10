import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TestClock } from '@door-access/protocol';
import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { selfSigned } from '../../../../test/setup/certificate.js';
import { type Certificate, followCertificate, readCertificate } from '../../src/edge/certificate.js';

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

describe('a certificate is followed', () => {
  const at = { TLS_CERT: path.join(folder, 'live-cert.pem'), TLS_KEY: path.join(folder, 'live-key.pem') };
  const install = (pair: { cert?: string; key?: string }) => {
    if (pair.cert !== undefined) writeFileSync(at.TLS_CERT, pair.cert);
    if (pair.key !== undefined) writeFileSync(at.TLS_KEY, pair.key);
  };
  const log = { info: jest.fn(), error: jest.fn() };
  let clock: TestClock;
  let renewed: Certificate[];
  let stop: AbortController;
  let ended: Promise<void>;

  beforeEach(() => {
    install(own);
    jest.clearAllMocks();
    clock = new TestClock();
    renewed = [];
    stop = new AbortController();
    const tools = { config: at, clock, log } as unknown as Parameters<typeof followCertificate>[0];
    ended = followCertificate(tools, readCertificate(at), stop.signal, (one) => renewed.push(one));
  });
  afterEach(async () => {
    stop.abort();
    await ended;
  });
  const minute = () => clock.advance(60_000);

  test('a renewed one is taken within a minute, once', async () => {
    await minute();
    expect(renewed).toEqual([]);
    const next = selfSigned('doors.example');
    install(next);
    await minute();
    await minute();
    expect(renewed.map((one) => one.cert.toString())).toEqual([next.cert]);
    expect(log.info).toHaveBeenCalledTimes(1);
  });

  test('a fault keeps the present one, is logged once, and what follows it is taken', async () => {
    const next = selfSigned('doors.example');
    install({ cert: next.cert });
    await minute();
    await minute();
    expect(renewed).toEqual([]);
    expect(log.error.mock.calls).toEqual([
      [
        { fault: `TLS_KEY=${at.TLS_KEY}: is not the key of the first certificate in TLS_CERT` },
        'a new TLS certificate cannot be used: the present one stays in use',
      ],
    ]);
    install({ key: next.key });
    await minute();
    expect(renewed.map((one) => one.key.toString())).toEqual([next.key]);
  });
});
