import type { ReadersRequest } from '@door-access/protocol/bench';
import { afterAll, describe, expect, test } from '@jest/globals';
import { createPeopleWorld } from '../people/world.js';

const world = await createPeopleWorld({ LOG_LEVEL: 'silent' });
afterAll(() => world.close());
await world.context.prisma.gateway.updateMany({ data: { bench: true } });
const { archive } = world.ids;

async function ask(request: ReadersRequest | object, secret = world.gateway.secret) {
  const answer = await fetch(`${world.context.origin}/gateway/readers`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${world.gateway.id}:${secret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(request),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into it
  return { status: answer.status, body: (await answer.json()) as any };
}

describe('a request of the bench page to the simulated readers', () => {
  test('returns the readers, the keys and the outcome of a key', async () => {
    const key = (await world.issue()).body;
    const { status, body } = await ask({ act: 'look' });
    expect(status).toBe(200);
    const reader = { lock: { id: archive, name: 'archive', place: 'Ground floor' }, door: 'closed' };
    const shown = { id: key.id, name: 'Front doors', person: 'Anna Aho', state: null };
    expect(body).toEqual({
      granted: null,
      reason: null,
      readers: [reader],
      keys: [shown],
      cut: false,
      has_more: false,
    });
    const presented = await ask({ act: 'present', lock_id: archive, key_id: key.id });
    expect(presented.body).toMatchObject({ granted: false, reason: 'no_access' });
    expect((await ask({ act: 'line', cut: true })).body.cut).toBe(true);
    expect((await ask({ act: 'line', cut: false })).body.cut).toBe(false);
  });

  test('accepts only the credential of a simulated gateway', async () => {
    expect((await ask({ act: 'look' }, 'wrong')).status).toBe(401);
    expect((await ask({ act: 'present', lock_id: archive })).status).toBe(422);
    await world.context.prisma.gateway.updateMany({ data: { bench: false } });
    expect((await ask({ act: 'look' })).status).toBe(403);
  });
});
