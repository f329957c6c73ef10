import { describe, expect, it } from '@jest/globals';
import { createDoorAccessClient, DoorAccessError, take } from '../src/index.js';

/* Requests that are sent again, without a service: answers in sequence, and a clock that does not wait. */

type Answer = { status: number; body?: object; headers?: Record<string, string> } | Error;

function play(answers: Answer[], options: { retries?: number } = {}) {
  const sent: { key: string | null; body: string; authorization: string | null }[] = [];
  const slept: number[] = [];
  const client = createDoorAccessClient({
    baseUrl: 'https://doors.example/v1',
    apiKey: 'secret',
    ...options,
    random: () => 1,
    sleep: async (ms, signal) => {
      slept.push(ms);
      signal.throwIfAborted();
    },
    fetch: async (request) => {
      const { headers } = request;
      sent.push({
        key: headers.get('idempotency-key'),
        authorization: headers.get('authorization'),
        body: await request.text(),
      });
      const answer = answers.shift();
      if (!answer) throw new Error('one request too many');
      if (answer instanceof Error) throw answer;
      return new Response(answer.body ? JSON.stringify(answer.body) : null, {
        status: answer.status,
        headers: { 'content-type': 'application/json', ...answer.headers },
      });
    },
  });
  return { client, sent, slept };
}

const refusal = (code: string) => ({ error: { code, message: 'no' } });
const person = { id: 'p', name: 'Anna Aho' };

describe('a client', () => {
  it('sends what creates with one idempotency key for all attempts, and the same body', async () => {
    const { client, sent, slept } = play([
      new TypeError('fetch failed'),
      { status: 500, body: refusal('server_error') },
      { status: 409, body: refusal('idempotency_in_progress'), headers: { 'retry-after': '2' } },
      { status: 201, body: person },
    ]);
    expect(await take(client.POST('/people', { body: { name: 'Anna Aho' } }))).toEqual(person);
    expect(slept).toEqual([500, 1_000, 2_000]);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(sent.map(({ body }) => body))).toEqual(new Set(['{"name":"Anna Aho"}']));
    expect(sent[3]?.authorization).toBe('Bearer secret');
  });

  it('keeps the idempotency key of its caller', async () => {
    const { client, sent } = play([{ status: 201, body: person }]);
    const headers = { 'Idempotency-Key': 'mine' };
    await take(client.POST('/people', { params: { header: headers }, body: { name: 'A' } }));
    expect(sent[0]?.key).toBe('mine');
  });

  it('gives no idempotency key to what does not take one', async () => {
    const { client, sent } = play([{ status: 202, body: {} }]);
    await take(client.POST('/locks/{id}/unlock', { params: { path: { id: 1 } }, body: {} }));
    expect(sent[0]?.key).toBeNull();
  });

  it('sends an unlock once, whatever comes of it', async () => {
    const { client, sent, slept } = play([new TypeError('fetch failed')]);
    const unlocked = client.POST('/locks/{id}/unlock', { params: { path: { id: 1 } }, body: {} });
    await expect(unlocked).rejects.toThrow('fetch failed');
    expect([sent.length, slept.length]).toEqual([1, 0]);
  });

  it('waits out a limit', async () => {
    const limited = { status: 429, body: refusal('rate_limited'), headers: { 'retry-after': '31' } };
    const { client, slept } = play([limited, { status: 200, body: { data: [], next_cursor: null } }]);
    await take(client.GET('/locks'));
    expect(slept).toEqual([31_000]);
  });

  it('throws the last answer when all attempts have failed', async () => {
    const failed = { status: 500, body: refusal('server_error'), headers: { 'x-request-id': 'r-1' } };
    const { client, sent } = play([failed, failed, failed], { retries: 2 });
    const read = take(client.GET('/locks'));
    await expect(read).rejects.toBeInstanceOf(DoorAccessError);
    await expect(read).rejects.toMatchObject({ status: 500, code: 'server_error', requestId: 'r-1' });
    expect(sent).toHaveLength(3);
  });

  it('names the status of an answer that is not one of the service', async () => {
    const { client } = play([{ status: 404, body: { message: 'nginx' } }]);
    await expect(take(client.GET('/locks'))).rejects.toMatchObject({ code: 'server_error', message: /404/ });
  });
});
