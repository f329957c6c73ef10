import { randomUUID } from 'node:crypto';
import { createWorld, type World } from '../../../../test/world.js';
import { createApiKey } from '../../src/api-keys/create.js';
import { SCOPES, type Scope } from '../../src/http/endpoint.js';

/** The whole cloud with security groups, a subscription to everything, and an outbox to look into. */
export interface PeopleWorld extends World {
  /** A token of an API key at a location. */
  key(locationId: number, scopes?: readonly Scope[]): Promise<string>;
  /** What was reported to subscribers of HQ, oldest first. */
  reported(type?: string): Promise<{ type: string; data: Record<string, unknown> }[]>;
  /** Messages that wait in the outbox, oldest first. */
  outbox(): Promise<
    {
      channel: string;
      recipient: string;
      language: string;
      status: string;
      link: string;
      link_ends: string;
    }[]
  >;
  person(fields?: object): Promise<{ id: string; name: string; email: string }>;
  issue(fields?: object): Promise<Awaited<ReturnType<World['call']>>>;
}

export async function createPeopleWorld(
  settings: Record<string, string> = {},
  account: { sms_enabled?: boolean; phone_key_limit?: number | null } = {},
): Promise<PeopleWorld> {
  const world = await createWorld(settings);
  // Deliveries stay as they were written: nothing sends them.
  await world.deliveries.stop();
  const { prisma, pool, secrets } = world.context;
  const { ids } = world;
  await prisma.account.update({ where: { id: ids.account }, data: { sms_enabled: true, ...account } });
  for (const [code, location_id, locks] of [
    ['STAFF', ids.hq, [ids.main, ids.archive]],
    ['CLEANING', ids.hq, [ids.side]],
    ['LAB', ids.lab, [ids.side]],
  ] as const) {
    await prisma.securityGroup.create({
      data: {
        account_id: ids.account,
        location_id,
        code,
        name: code.toLowerCase(),
        locks: { create: locks.map((lock_id) => ({ lock_id })) },
      },
    });
  }
  await prisma.subscription.create({
    data: {
      id: randomUUID(),
      account_id: ids.account,
      location_id: ids.hq,
      url: 'https://receiver.invalid/',
      events: ['*'],
      secret: new Uint8Array(secrets.seal('whsec', 'x')),
    },
  });
  let people = 0;
  const person: PeopleWorld['person'] = async (fields = {}) => {
    people += 1;
    const body = {
      name: 'Anna Aho',
      email: `anna${people}@acme.example`,
      phone: `+35840123${4000 + people}`,
      ...fields,
    };
    return (await world.call('POST', '/people', { body })).body;
  };
  return Object.assign(world, {
    async key(locationId: number, scopes: readonly Scope[] = SCOPES) {
      return (
        await createApiKey(world.context, { accountId: ids.account, locationId, name: 'Other', scopes })
      ).token;
    },
    async reported(type?: string) {
      const { rows } = await pool.query(
        `select type, data from (
           select event_type as type, payload as data, created_at, 1 as part, ctid as place from delivery_ended
           union all select event_type, payload, created_at, 2, ctid from delivery) d
         where $1::text is null or type = $1 order by created_at, part, place`,
        [type ?? null],
      );
      return rows;
    },
    async outbox() {
      const { rows } = await pool.query(
        'select id, channel, recipient, language, status, data from notice order by created_at, ctid',
      );
      return rows.map(({ id, data, ...row }) => {
        const { setup_link: link, link_expires_at: link_ends } = JSON.parse(secrets.open(data, id));
        return { ...row, link, link_ends };
      });
    },
    person,
    async issue(fields: object = {}) {
      const body = { name: 'Front doors', security_groups: ['STAFF'], channel: 'email', ...fields };
      const person_id = 'person_id' in body ? body.person_id : (await person()).id;
      return world.call('POST', '/keys', { body: { ...body, person_id } });
    },
  });
}
