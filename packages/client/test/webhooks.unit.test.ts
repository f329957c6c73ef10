import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { deduplicationKey, verifyWebhook, type WebhookToVerify } from '../src/webhooks.js';

const vectors = readFileSync(
  new URL('../../cloud/test/deliveries/fixtures/webhook-signature-vectors.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { secret: string; t: number; body_b64: string; header: string });

const faultOf = (given: WebhookToVerify): string | null => {
  try {
    verifyWebhook(given);
    return null;
  } catch (error) {
    return (error as { fault: string }).fault;
  }
};

describe('verifying a webhook', () => {
  it('accepts every known signature, and whatever the body is beyond that', () => {
    expect(vectors).toHaveLength(36);
    for (const { secret, t, body_b64, header } of vectors) {
      const rawBody = Buffer.from(body_b64, 'base64');
      const fault = faultOf({ secret, rawBody, signature: header, now: t * 1000 });
      expect([header, fault]).toEqual([header, isEnvelope(rawBody) ? null : 'malformed_body']);
    }
  });

  const secret = 'whsec_test';
  const rawBody = JSON.stringify({
    id: 'd1',
    type: 'ping',
    created_at: '2026-01-07T06:00:00.000Z',
    data: { message: 'Größe 🚪' },
  });
  const t = 1_767_765_600;
  const v1 = createHmac('sha256', secret).update(`${t}.${rawBody}`).digest('hex');
  const signature = `t=${t},v1=${v1}`;
  const good = { secret, rawBody, signature, now: t * 1000 };

  it('gives the envelope, from text or bytes', () => {
    expect(verifyWebhook(good)).toEqual(JSON.parse(rawBody));
    expect(verifyWebhook({ ...good, rawBody: Buffer.from(rawBody) })).toEqual(JSON.parse(rawBody));
  });

  it('refuses one byte changed, another secret, and JSON written anew', () => {
    expect(faultOf({ ...good, rawBody: rawBody.replace('ping', 'pong') })).toBe('wrong_signature');
    expect(faultOf({ ...good, rawBody: JSON.stringify(JSON.parse(rawBody), null, 1) })).toBe(
      'wrong_signature',
    );
    expect(faultOf({ ...good, secret: 'whsec_other' })).toBe('wrong_signature');
    const last = v1.endsWith('0') ? '1' : '0';
    expect(faultOf({ ...good, signature: `t=${t},v1=${v1.slice(0, -1)}${last}` })).toBe('wrong_signature');
  });

  it('takes a clock that is 300 seconds off, before or behind, and not one second more', () => {
    for (const seconds of [-300, 300]) expect(faultOf({ ...good, now: (t + seconds) * 1000 })).toBeNull();
    for (const seconds of [-301, 301])
      expect(faultOf({ ...good, now: (t + seconds) * 1000 })).toBe('timestamp_outside_tolerance');
    expect(faultOf({ ...good, now: (t + 300) * 1000 + 999 })).toBeNull();
  });

  it('refuses a header that is none', () => {
    for (const header of [
      undefined,
      null,
      '',
      'v1',
      `t=${t}`,
      `v1=${v1}`,
      `t=,v1=${v1}`,
      `t=-1,v1=${v1}`,
      `t=1e9,v1=${v1}`,
      `t=${t},v1=`,
      `t=${t},v1=${v1.slice(2)}`,
      `t=${t},v1=${'g'.repeat(64)}`,
      `t=${t},v0=${v1}`,
    ])
      expect([header, faultOf({ ...good, signature: header })]).toEqual([header, 'malformed_signature']);
  });
});

describe('distinguishing events', () => {
  const key = (type: string, data: Record<string, unknown>, id = 'd1') =>
    deduplicationKey({ id, type, created_at: '', data });
  const lock = { id: 41, name: 'Main entrance', place: '' };

  it('knows an access event by its id', () => {
    expect(key('access.granted', { id: 7 })).toBe(key('access.granted', { id: 7 }, 'd2'));
    expect(key('access.granted', { id: 7 })).not.toBe(key('access.denied', { id: 7 }));
  });

  it('takes a key handed over twice for two events, though data.id is the same', () => {
    const at = (occurred_at: string, id?: string) => key('key.activated', { id: 9001, occurred_at }, id);
    expect(at('2026-01-07T06:00:00.000Z')).not.toBe(at('2026-01-08T06:00:00.000Z'));
    expect(at('2026-01-07T06:00:00.000Z')).toBe(at('2026-01-07T06:00:00.000Z', 'd2'));
  });

  it('identifies an event without its own id by the envelope, which every retry shares', () => {
    for (const type of ['door.forced', 'lock.offline', 'lock.hold_open.ended', 'key.issued']) {
      expect(key(type, { lock })).toBe(key(type, { lock }, 'd1'));
      expect(key(type, { lock })).not.toBe(key(type, { lock }, 'd2'));
    }
  });

  it('identifies a redelivery by the event_id of its record, else by data.id', () => {
    const again = { id: 'd2', type: 'door.forced', created_at: '', data: { lock } };
    expect(deduplicationKey(again, { redeliveryOf: 'd1' })).toBe(key('door.forced', { lock }, 'd1'));
    const granted = { ...again, type: 'access.granted', data: { id: 7 } };
    expect(deduplicationKey(granted, { redeliveryOf: 'd1' })).toBe(key('access.granted', { id: 7 }));
  });

  it('ignores a missing field', () => {
    expect(key('access.granted', {})).toBe('delivery:d1');
  });

  it('takes two changes of a person for two, and a type it does not know by its delivery', () => {
    for (const type of ['person.updated', 'ping', 'lock.tampered', 'constructor', '__proto__']) {
      expect(key(type, { id: 'p' })).toBe(key(type, { id: 'p' }));
      expect(key(type, { id: 'p' })).not.toBe(key(type, { id: 'p' }, 'd2'));
    }
  });
});

function isEnvelope(rawBody: Buffer): boolean {
  try {
    const { id, type, data } = JSON.parse(rawBody.toString());
    return typeof id === 'string' && typeof type === 'string' && typeof data === 'object' && data !== null;
  } catch {
    return false;
  }
}
