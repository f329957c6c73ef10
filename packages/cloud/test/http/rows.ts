import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { createApiKey } from '../../src/api-keys/create.js';
import { type Endpoint, SCOPES } from '../../src/http/endpoint.js';
import type { Answer, HttpWorld } from './world.js';

/* One of every kind of row at a location, and how an endpoint's path, lists, filters and bodies name them. */

export interface Rows {
  account: number;
  location: number;
  lock: number;
  gateway: string;
  group: string;
  person: { id: string; name: string; email: string; phone: string };
  key: number;
  invitation: number;
  command: string;
  event: number;
  door_event: number;
  webhook: string;
  delivery: string;
  /** A location below, with a lock that the key controls, and an emergency that has ended. */
  place: number;
  gate: number;
  emergency: string;
  token: string;
}

/** By the collection in front of a path parameter: `/locks/{id}`. A new one is added here, or its test fails. */
const BY_COLLECTION: Record<string, (rows: Rows) => string | number> = {
  locks: ({ lock }) => lock,
  commands: ({ command }) => command,
  people: ({ person }) => person.id,
  keys: ({ key }) => key,
  invitations: ({ invitation }) => invitation,
  webhooks: ({ webhook }) => webhook,
  deliveries: ({ delivery }) => delivery,
  locations: ({ place }) => place,
  emergencies: ({ emergency }) => emergency,
};

/** By the last segment of a list: what tells its items apart, and the row that must be among them. */
export const BY_LIST: Record<string, { field: string; of: (rows: Rows) => string | number }> = {
  locks: { field: 'id', of: ({ lock }) => lock },
  gateways: { field: 'id', of: ({ gateway }) => gateway },
  security_groups: { field: 'code', of: ({ group }) => group },
  people: { field: 'id', of: ({ person }) => person.id },
  keys: { field: 'id', of: ({ key }) => key },
  invitations: { field: 'id', of: ({ invitation }) => invitation },
  events: { field: 'id', of: ({ event }) => event },
  door_events: { field: 'id', of: ({ door_event }) => door_event },
  webhooks: { field: 'id', of: ({ webhook }) => webhook },
  deliveries: { field: 'id', of: ({ delivery }) => delivery },
  emergencies: { field: 'id', of: ({ emergency }) => emergency },
};

/** Query parameters that name a row. */
export const NAMING: Record<string, (rows: Rows) => string | number> = {
  location_id: ({ location }) => location,
  lock_id: ({ lock }) => lock,
  person_id: ({ person }) => person.id,
  key_id: ({ key }) => key,
  security_group: ({ group }) => group,
  email: ({ person }) => person.email,
  phone: ({ person }) => person.phone,
  q: ({ person }) => person.name,
};
export const NOT_NAMING = [
  'cursor',
  'limit',
  'order',
  'since',
  'until',
  'type',
  'state',
  'status',
  'event_type',
  'wait',
  'hard',
  'search',
];

/** Body fields that name a row. */
export const REFERENCES: Record<string, (rows: Rows) => unknown> = {
  location_id: ({ location }) => location,
  person_id: ({ person }) => person.id,
  security_groups: ({ group }) => [group],
};

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
export const isList = ({ method, path, query }: Endpoint): boolean =>
  method === 'GET' && !path.endsWith('}') && 'cursor' in shapeOf(query);
export const shapeOf = (schema: unknown): object => (schema as { shape?: object } | undefined)?.shape ?? {};
export const listOf = ({ path }: Endpoint): string => path.split('/').at(-1) ?? '';

/** The names of the path's parameters by the collection before each: `/locks/{id}` is `['locks']`. */
export const collections = ({ path }: Endpoint): string[] =>
  [...path.matchAll(/([^/]+)\/\{\w+\}/g)].map((match) => match[1] ?? '');

/** The path with each parameter of the given rows, one for all or one for each parameter. */
export function pathTo(endpoint: Endpoint, ...owners: [Rows, ...Rows[]]): string {
  let index = 0;
  return endpoint.path.replaceAll(/([^/]+)\/\{(\w+)\}/g, (_, collection: string) => {
    const of = BY_COLLECTION[collection];
    if (!of)
      throw new Error(
        `${nameOf(endpoint)}: say in rows.ts which row "${collection}" names, and make one in makeRows`,
      );
    const rows = owners[index++] ?? owners[0];
    return `${collection}/${of(rows)}`;
  });
}

/** The declared example of a body, with the rows it names. */
export function bodyFor(endpoint: Endpoint, rows: Rows): Record<string, unknown> | undefined {
  if (!endpoint.body) return undefined;
  const body = { ...(endpoint.bodyExample as Record<string, unknown>) };
  for (const [field, of] of Object.entries(REFERENCES)) if (field in body) body[field] = of(rows);
  if ('url' in body) body.url = 'http://127.0.0.1:9/hook';
  if ('email' in body) body.email = `${randomUUID()}@acme.example`;
  if ('phone' in body) delete body.phone;
  return body;
}

let made = 0;

/** One of every kind of row at a location, with an API key that may do everything there. */
export async function makeRows(world: HttpWorld, account: number, location: number): Promise<Rows> {
  const { context } = world;
  const number = ++made;
  const tag = `row${number}`;
  const at = new Date(context.clock.now());
  const gateway_id = randomUUID();
  await context.prisma.account.update({ where: { id: account }, data: { sms_enabled: true } });
  await context.prisma.gateway.create({
    data: {
      id: gateway_id,
      account_id: account,
      location_id: location,
      ref: tag,
      name: tag,
      secret_hash: new Uint8Array(32),
      online: true,
      online_since: at,
      session: randomUUID(),
      boot: randomUUID(),
    },
  });
  const { id: lock } = await context.prisma.lock.create({
    data: {
      account_id: account,
      location_id: location,
      ref: tag,
      name: tag,
      type: 'remote',
      gateway_id,
      door: 1,
      door_state: { create: { hold_relay_wired: true } },
    },
  });
  const place = await makeLocation(world, account, location);
  const { id: gate } = await context.prisma.lock.create({
    data: {
      account_id: account,
      location_id: place,
      ref: `${tag} gate`,
      name: `${tag} gate`,
      type: 'remote',
      gateway_id,
      door: 2,
      door_state: { create: { hold_relay_wired: true } },
    },
  });
  const emergency = randomUUID();
  await context.pool.query(
    `insert into emergency (id, account_id, location_id, mode, drill, reason, cause, begun_by, doors, started_at, ended_at)
     values ($1, $2, $3, 'lockdown', true, 'Drill', '{"source": "manager", "actor": null}', 'Olga', 1, $4, $4)`,
    [emergency, account, place, at],
  );
  const group = `GROUP${number}`;
  await context.prisma.securityGroup.create({
    data: {
      account_id: account,
      location_id: location,
      code: group,
      name: group,
      locks: { create: [{ lock_id: lock }] },
    },
  });
  const { id: api_key_id, token } = await createApiKey(context, {
    accountId: account,
    locationId: location,
    name: tag,
    scopes: SCOPES,
    lockIds: [lock, gate],
  });
  const call = async (path: string, body: object) => {
    const answer = await world.call('POST', path, { token, body });
    expect([path, answer.json, Math.floor(answer.status / 100)]).toEqual([path, expect.anything(), 2]);
    return answer.json;
  };
  // Last, so that deliveries of its own making are all it has.
  const person = await call('/people', {
    name: `Person ${tag}`,
    email: `${tag}@acme.example`,
    phone: `+3584012340${String(number).padStart(2, '0')}`,
  });
  const key = await call('/keys', {
    person_id: person.id,
    name: 'Front doors',
    security_groups: [group],
    channel: 'email',
  });
  const command = await call(`/locks/${lock}/unlock`, {});
  const webhook = await call('/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['*'] });
  const delivery = await call(`/webhooks/${webhook.id}/ping`, {});
  const event = async (type: string, person_id: string | null) => {
    const { rows } = await context.pool.query(
      `with e as (
         insert into event (account_id, location_id, lock_id, type, occurred_at, result, source, person_id, key_id, api_key_id)
         values ($1, $2, $3, $4, $5, 'success', 'app', $6, $7, $8) returning *),
       s as (
         insert into event_scope (location_id, type, occurred_at, event_id)
         select a.ancestor_id, e.type, e.occurred_at, e.id from e join location_ancestor a on a.location_id = e.location_id)
       select id::int from e`,
      [account, location, lock, type, at, person_id, person_id && key.id, api_key_id],
    );
    return rows[0].id as number;
  };
  return {
    account,
    location,
    lock,
    gateway: gateway_id,
    group,
    person,
    key: key.id,
    invitation: key.invitation.id,
    command: command.id,
    event: await event('access.granted', person.id),
    door_event: await event('door.opened', person.id),
    webhook: webhook.id,
    delivery: delivery.id,
    place,
    gate,
    emergency,
    token,
  };
}

/** A location below another, or an account's first where there is none above. */
export async function makeLocation(world: HttpWorld, account: number, parent: number | null) {
  const { rows } = await world.context.pool.query(
    `with l as (insert into location (account_id, parent_id, ref, name, timezone)
       values ($1, $2, $3, $3, 'UTC') returning id)
     , a as (insert into location_ancestor (location_id, ancestor_id, depth)
       select l.id, l.id, 0 from l
       union all select l.id, p.ancestor_id, p.depth + 1 from l join location_ancestor p on p.location_id = $2)
     select id from l`,
    [account, parent, `place${++made}`],
  );
  return rows[0].id as number;
}

/** Gateways that accept commands and never answer; callers who wait hear of a confirmation. */
export function pretendGateways(world: HttpWorld): void {
  const { clock, nudge } = world.context;
  world.context.downlink = {
    isConnected: () => true,
    // For callers that wait: the record is as it was.
    async publish(_gateway, _session, _channel, message) {
      const confirmed_at = new Date(clock.now());
      const { id } = message as { id: string };
      nudge.emit('command', id, { status: 'confirmed', reason: null, confirmed_at, failed_at: null });
    },
  };
}

export const idsIn = (answer: Answer, field: string): unknown[] =>
  answer.json.data.map((item: Record<string, unknown>) => item[field]);
