import { expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { sign, toSecret } from '../../src/deliveries/signature.rules.js';
import { fixture } from './fixtures/read.js';

interface Vector {
  secret: string;
  t: number;
  body_b64: string;
  header: string;
}

const vectors = fixture<Vector>('webhook-signature-vectors.jsonl');

test('every known signature comes out byte for byte', () => {
  expect(vectors).toHaveLength(36);
  for (const { secret, t, body_b64, header } of vectors) {
    expect(sign(secret, t, Buffer.from(body_b64, 'base64'))).toBe(header);
  }
});

test('a verifier that others wrote accepts what is signed, and refuses one byte changed', () => {
  const secret = toSecret(new Uint8Array(32).fill(7));
  const t = 1_767_765_600;
  const body = JSON.stringify({ id: '1', type: 'ping', data: { message: 'Größe 🚪' } });
  const verify = (text: string) =>
    Stripe.webhooks.constructEvent(text, sign(secret, t, body), secret, 300, undefined, t * 1000);
  expect(verify(body)).toMatchObject({ type: 'ping' });
  expect(() => verify(body.replace('ping', 'pong'))).toThrow(/signature/i);
});

test('while two secrets are valid, that verifier accepts either, and a receiver that keeps one v1 keeps the previous', () => {
  const t = 1_767_765_600;
  const body = '{"id":"1","type":"ping"}';
  const header = sign('whsec_new', t, body, 'whsec_old');
  const verify = (secret: string) =>
    Stripe.webhooks.constructEvent(body, header, secret, 300, undefined, t * 1000);
  for (const secret of ['whsec_new', 'whsec_old']) expect(verify(secret)).toMatchObject({ type: 'ping' });
  expect(() => verify('whsec_other')).toThrow(/signature/i);
  const parts = Object.fromEntries(header.split(',').map((part) => part.split('=')));
  expect(sign('whsec_old', t, body)).toBe(`t=${parts.t},v1=${parts.v1}`);
});

test('a secret is whsec_ and 256 random bits', () => {
  expect(toSecret(new Uint8Array(32))).toBe(`whsec_${'A'.repeat(43)}=`);
  expect(() => toSecret(new Uint8Array(31))).toThrow(RangeError);
});
