import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { afterAll, expect, test } from '@jest/globals';
import { selfSigned } from '../setup/certificate.js';
import { createWorld } from '../world.js';

/* The broker speaks no TLS whose suites lack forward secrecy or authenticated encryption. */

const folder = mkdtempSync(path.join(tmpdir(), 'tls-'));
const { cert, key } = selfSigned('doors.example');
writeFileSync(path.join(folder, 'cert.pem'), cert);
writeFileSync(path.join(folder, 'key.pem'), key);
const world = await createWorld({
  MQTT_TLS_PORT: '0',
  TLS_CERT: path.join(folder, 'cert.pem'),
  TLS_KEY: path.join(folder, 'key.pem'),
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});
const port = world.context.mqttPorts?.tls as number;

const handshake = (options: tls.ConnectionOptions): Promise<string> =>
  new Promise((resolve) => {
    const socket = tls.connect({
      host: '127.0.0.1',
      port,
      ca: cert,
      servername: 'doors.example',
      ...options,
    });
    socket.once('secureConnect', () => {
      resolve(`${socket.getProtocol()} ${socket.getCipher().standardName}`);
      socket.destroy();
    });
    socket.once('error', () => resolve('refused'));
  });

test.each([
  [{ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA256' }],
  [{ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES256-SHA384' }],
  [{ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA:@SECLEVEL=0' }],
  [{ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-CCM' }],
  [{ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' }],
] as [tls.ConnectionOptions][])('%j is refused', async (options) => {
  expect(await handshake(options)).toBe('refused');
});

test.each([
  [{}, 'TLSv1.3 TLS_AES_'],
  [{ maxVersion: 'TLSv1.2' }, 'TLSv1.2 TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256'],
  [
    { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-CHACHA20-POLY1305' },
    'TLSv1.2 TLS_ECDHE_ECDSA_WITH_CHACHA20',
  ],
] as [tls.ConnectionOptions, string][])('%j is agreed on', async (options, agreed) => {
  expect(await handshake(options)).toContain(agreed);
});

test('a gateway logs in over it, and its connection counts as its own', async () => {
  const raw = await world.connect({
    url: `mqtts://127.0.0.1:${port}`,
    tls: { ca: cert, servername: 'doors.example' },
  });
  await raw.birth();
  await raw.end();
});

test('a renewed certificate is in use within a minute, and connections that are open stay', async () => {
  const kept = await world.connect({
    url: `mqtts://127.0.0.1:${port}`,
    tls: { ca: cert, servername: 'doors.example' },
  });
  const renewed = selfSigned('doors.example');
  writeFileSync(path.join(folder, 'cert.pem'), renewed.cert);
  writeFileSync(path.join(folder, 'key.pem'), renewed.key);
  await world.clock.advance(60_000);
  expect(await handshake({ ca: cert })).toBe('refused');
  expect(await handshake({ ca: renewed.cert })).toContain('TLSv1.3');
  await kept.birth();
  await kept.end();
});
