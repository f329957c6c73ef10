import { afterAll, expect, test } from '@jest/globals';
import { DOORCTL } from '../../src/audit/record.js';
import { actAtReader } from '../../src/locking-feed/simulated.js';
import { createPeopleWorld } from '../people/world.js';

const world = await createPeopleWorld();
afterAll(() => world.close());

test('a key goes from the interface to a person, through a link, to a door, and back', async () => {
  const { archive } = world.ids;
  await world.context.prisma.gateway.updateMany({ data: { bench: true } });
  const reach = { accountId: null, locationId: null };
  const act = async (wanted: Parameters<typeof actAtReader>[3]) => {
    const answer = await actAtReader(world.context, reach, archive, wanted, DOORCTL);
    await world.due.runDue();
    return answer;
  };
  const present = (key_id: number) => act({ act: 'present', key_id });
  const person = await world.call('POST', '/people', {
    body: { name: 'Anna Aho', phone: '+358 40 123 4567', email: 'anna@acme.example', language: 'sv' },
  });
  const issued = await world.call('POST', '/keys', {
    headers: { 'Idempotency-Key': 'anna-front-doors' },
    body: { person_id: person.body.id, name: 'Front doors', security_groups: ['STAFF'], channel: 'sms' },
  });
  const key = issued.body;
  expect((await present(key.id)).reason).toBe('no_access');

  const [sms] = await world.outbox();
  expect([sms?.channel, sms?.recipient, sms?.language]).toEqual(['sms', '+358401234567', 'sv']);
  await fetch(sms?.link ?? '', { method: 'POST' });

  await world.clock.advance(60_000);
  expect((await present(key.id)).granted).toBe(true);
  await world.clock.advance(3_000);
  await act({ act: 'close' });
  await world.call('DELETE', `/keys/${key.id}`);
  await world.clock.advance(1_000);
  expect((await present(key.id)).reason).toBe('no_access');

  expect((await world.reported()).map(({ type }) => type)).toEqual([
    'person.created',
    'key.issued',
    'access.denied',
    'key.activated',
    'access.granted',
    'door.closed',
    'key.revoked',
    'access.denied',
  ]);
  const { body } = await world.call('GET', `/events?person_id=${person.body.id}&order=asc`);
  expect(body.data.map(({ type }: { type: string }) => type)).toEqual([
    'access.denied',
    'access.granted',
    'door.closed',
    'access.denied',
  ]);
});
