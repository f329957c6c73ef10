import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * A push service and the browsers behind it, written from RFC 8030, 8188, 8291 and 8292 alone: what the cloud sends is
 * read here by nothing of its own.
 */

export interface Pushed {
  path: string;
  headers: http.IncomingHttpHeaders;
  /** Decrypted, by the browser of the path. */
  text: string;
  /** The claims of the sender, whose signature holds. */
  claims: { aud: string; exp: number; sub?: string };
  key: string;
}

export interface TestBrowser {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushReceiver {
  origin: string;
  pushed: Pushed[];
  /** A browser that subscribes. */
  browser(): TestBrowser;
  /** What the next pushes to this endpoint are answered with; 201 as long as nothing is said. */
  answer(endpoint: string, status: number, text?: string): void;
  stop(): Promise<void>;
}

/** RFC 8291, 3.4, and RFC 8188, 2: one record. */
export function decrypt(body: Buffer, privateKey: Buffer, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  if (record.length > recordSize) throw new Error('more than one record');
  const own = createECDH('prime256v1');
  own.setPrivateKey(privateKey);
  const shared = own.computeSecret(sender);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const keying = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', keying, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', keying, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('not the last record');
  return padded.subarray(0, end).toString();
}

/** RFC 8292, 2 and 3. */
function claimsOf(authorization: string): { claims: Pushed['claims']; key: string } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(authorization) ?? [];
  const [header = '', payload = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const holds = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!holds || JSON.parse(Buffer.from(header, 'base64url').toString()).alg !== 'ES256')
    throw new Error('the signature does not hold');
  return { claims: JSON.parse(Buffer.from(payload, 'base64url').toString()), key };
}

export async function startPushReceiver(): Promise<PushReceiver> {
  const browsers = new Map<string, { privateKey: Buffer; auth: Buffer }>();
  const answers = new Map<string, { status: number; text: string }>();
  const pushed: Pushed[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      try {
        const known = browsers.get(path);
        if (!known) throw new Error('no such browser');
        pushed.push({
          path,
          headers: request.headers,
          text: decrypt(Buffer.concat(chunks), known.privateKey, known.auth),
          ...claimsOf(request.headers.authorization ?? ''),
        });
        const { status, text } = answers.get(path) ?? { status: 201, text: '' };
        response.writeHead(status).end(text);
      } catch (error) {
        response.writeHead(400).end((error as Error).message);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    pushed,
    browser() {
      const key = createECDH('prime256v1');
      const p256dh = key.generateKeys('base64url');
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(16).toString('base64url')}`;
      browsers.set(path, { privateKey: key.getPrivateKey(), auth });
      return { endpoint: `${origin}${path}`, p256dh, auth: auth.toString('base64url') };
    },
    answer(endpoint, status, text = '') {
      answers.set(new URL(endpoint).pathname, { status, text });
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
