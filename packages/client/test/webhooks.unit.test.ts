import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { deduplicationKey, StaleWebhookError, verifyWebhook, type WebhookToVerify } from '../src/webhooks.js';

const vectors = readFileSync(
  new URL('../../cloud/test/deliveries/fixtures/webhook-signature-vectors.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { secret: string; t: number; body_b64: string; header: string });

const faultOf = (given: WebhookToVerify): Promise<string | null> =>
  verifyWebhook(given).then(
    () => null,
    (error: { fault: string }) => error.fault,
  );

describe('verifying a webhook', () => {
  it('accepts every known signature, and whatever the body is beyond that', async () => {
    expect(vectors).toHaveLength(36);
    for (const { secret, t, body_b64, header } of vectors) {
      const rawBody = Buffer.from(body_b64, 'base64');
      const fault = await faultOf({ secret, rawBody, signature: header, now: t * 1000 });
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

  it('gives the envelope, from text or bytes', async () => {
    expect(await verifyWebhook(good)).toEqual(JSON.parse(rawBody));
    expect(await verifyWebhook({ ...good, rawBody: Buffer.from(rawBody) })).toEqual(JSON.parse(rawBody));
  });

  it('refuses one byte changed, another secret, and JSON written anew', async () => {
    expect(await faultOf({ ...good, rawBody: rawBody.replace('ping', 'pong') })).toBe('wrong_signature');
    expect(await faultOf({ ...good, rawBody: JSON.stringify(JSON.parse(rawBody), null, 1) })).toBe(
      'wrong_signature',
    );
    expect(await faultOf({ ...good, secret: 'whsec_other' })).toBe('wrong_signature');
    const last = v1.endsWith('0') ? '1' : '0';
    expect(await faultOf({ ...good, signature: `t=${t},v1=${v1.slice(0, -1)}${last}` })).toBe(
      'wrong_signature',
    );
  });

  it('takes a clock that is 300 seconds off, before or behind, and not one second more', async () => {
    for (const seconds of [-300, 300])
      expect(await faultOf({ ...good, now: (t + seconds) * 1000 })).toBeNull();
    for (const seconds of [-301, 301])
      expect(await faultOf({ ...good, now: (t + seconds) * 1000 })).toBe('timestamp_outside_tolerance');
    expect(await faultOf({ ...good, now: (t + 300) * 1000 + 999 })).toBeNull();
  });

  it('refuses a header that is none', async () => {
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
      expect([header, await faultOf({ ...good, signature: header })]).toEqual([
        header,
        'malformed_signature',
      ]);
  });
});

describe('a secret that is being replaced', () => {
  const rawBody = JSON.stringify({
    id: 'd1',
    type: 'ping',
    created_at: '2026-01-07T06:00:00.000Z',
    data: {},
  });
  const t = 1_767_765_600;
  const sign = (secret: string) => createHmac('sha256', secret).update(`${t}.${rawBody}`).digest('hex');
  const verify = (signature: string) => faultOf({ secret: 'new', rawBody, signature, now: t * 1000 });

  it('is accepted beside the one before, in whichever sequence the signatures stand', async () => {
    expect(await verify(`t=${t},v1=${sign('old')},v1=${sign('new')}`)).toBeNull();
    expect(await verify(`t=${t},v1=${sign('new')},v1=${sign('old')}`)).toBeNull();
  });

  it('needs one signature of its own', async () => {
    expect(await verify(`t=${t},v1=${sign('old')},v1=${sign('older')}`)).toBe('wrong_signature');
  });

  it('has five signatures at most, and one time', async () => {
    const many = Array.from({ length: 6 }, () => `v1=${sign('new')}`).join(',');
    expect(await verify(`t=${t},${many}`)).toBe('malformed_signature');
    expect(await verify(`t=${t},t=${t},v1=${sign('new')}`)).toBe('malformed_signature');
  });
});

describe('a receiver that acts on recent events only', () => {
  const secret = 'whsec_test';
  const now = Date.parse('2026-01-07T06:00:00.000Z');
  const verify = (data: object, maxAgeMs?: number) => {
    const rawBody = JSON.stringify({
      id: 'd',
      type: 'access.granted',
      created_at: '2026-01-07T05:59:59.000Z',
      data,
    });
    const v1 = createHmac('sha256', secret)
      .update(`${now / 1000}.${rawBody}`)
      .digest('hex');
    const signature = `t=${now / 1000},v1=${v1}`;
    return verifyWebhook({
      secret,
      rawBody,
      signature,
      now,
      ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
    });
  };
  const at = (occurred_at: string) => ({ id: 7, occurred_at });

  it('takes one of exactly the maximum age, and refuses one a millisecond older', async () => {
    await expect(verify(at('2026-01-07T05:59:00.000Z'), 60_000)).resolves.toMatchObject({ id: 'd' });
    await expect(verify(at('2026-01-07T05:58:59.999Z'), 60_000)).rejects.toBeInstanceOf(StaleWebhookError);
  });

  it('gets the envelope of what it refuses, so that it can be kept', async () => {
    await expect(verify(at('2026-01-06T06:00:00.000Z'), 60_000)).rejects.toMatchObject({
      envelope: { type: 'access.granted', data: { id: 7 } },
    });
  });

  it('goes by the envelope where the event has no time, and by nothing without a maximum', async () => {
    await expect(verify({ id: 7 }, 1_000)).resolves.toBeTruthy();
    await expect(verify({ id: 7 }, 999)).rejects.toBeInstanceOf(StaleWebhookError);
    await expect(verify(at('2020-01-01T00:00:00.000Z'))).resolves.toBeTruthy();
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
    const { id, type, created_at, data } = JSON.parse(rawBody.toString());
    const isText = [id, type, created_at].every((value) => typeof value === 'string');
    return isText && typeof data === 'object' && data !== null;
  } catch {
    return false;
  }
}
