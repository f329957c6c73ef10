import { randomUUID } from 'node:crypto';
import { afterAll } from '@jest/globals';
import { createWorld, type World } from '../../../../test/world.js';
import { api } from '../../src/endpoints.js';
import type { Role } from '../../src/http/role.rules.js';
import { startHttpServer } from '../../src/http/server.js';
import { pagesMount } from '../../src/pages.js';
import { createUser } from '../../src/users/manage.js';

// biome-ignore lint/suspicious/noExplicitAny: whatever came over the wire; the tests look into it
type AnyJson = any;

export interface Ask {
  cookie?: string | null;
  body?: unknown;
  location?: number;
  /** Null leaves it out. */
  origin?: string | null;
  headers?: Record<string, string>;
}

export interface PageAnswer {
  status: number;
  json: AnyJson;
  text: string;
  headers: Headers;
}

export const PASSWORD = 'a long enough password';

/** The whole cloud with its pages, an owner, a manager of the lab, a viewer, and a second organisation. */
export async function dashboardWorld(settings: Record<string, string> = {}) {
  const world = await createWorld(settings);
  const { context, ids } = world;
  const mount = pagesMount(context, { checkAnswers: true });
  const http = await startHttpServer(context, { ...api, endpoints: [] }, { mounts: [mount] });
  const origin = `http://127.0.0.1:${http.port}`;
  afterAll(async () => {
    await mount.stop();
    await http.close();
    await world.close();
  });

  const addUser = (email: string, role: Role, locationId: number, accountId = ids.account) =>
    createUser(context, {
      accountId,
      locationId,
      email,
      name: email.split('@')[0] ?? email,
      role,
      password: PASSWORD,
    });
  await addUser('owner@acme.example', 'owner', ids.hq);
  await addUser('lab@acme.example', 'manager', ids.lab);
  await addUser('viewer@acme.example', 'viewer', ids.hq);
  const other = await secondTenant(world);
  await addUser('other@globex.example', 'owner', other.location, other.account);

  async function ask(method: string, path: string, asked: Ask = {}): Promise<PageAnswer> {
    const { cookie, body, location } = asked;
    const isWrite = method !== 'GET';
    const from = asked.origin === undefined ? origin : asked.origin;
    const answer = await fetch(`${origin}/dashboard${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie ? { Cookie: cookie } : {}),
        ...(isWrite ? { 'X-Dashboard': '1' } : {}),
        ...(isWrite && from !== null ? { Origin: from } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(location === undefined ? {} : { 'X-Location': String(location) }),
        ...asked.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    return {
      status: answer.status,
      text,
      json: isJson ? JSON.parse(text) : undefined,
      headers: answer.headers,
    };
  }

  const tryToSignIn = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
    ask('POST', '/session', { body: { email, password }, headers });

  /** The cookie of a new session. */
  async function signIn(email: string): Promise<string> {
    const answer = await tryToSignIn(email);
    const cookie = answer.headers.get('set-cookie')?.split(';')[0];
    if (answer.status !== 204 || !cookie) throw new Error(`not signed in: ${answer.status} ${answer.text}`);
    return cookie;
  }

  return { world, context, ids, other, origin, ask, signIn, tryToSignIn, addUser, mount };
}

async function secondTenant({ context }: World) {
  const { prisma } = context;
  const account = await prisma.account.create({ data: { name: 'Globex' } });
  const location = await prisma.location.create({
    data: { account_id: account.id, ref: 'hq', name: 'Globex HQ', timezone: 'UTC' },
  });
  await prisma.locationAncestor.create({
    data: { location_id: location.id, ancestor_id: location.id, depth: 0 },
  });
  const gateway = await prisma.gateway.create({
    data: {
      id: randomUUID(),
      account_id: account.id,
      location_id: location.id,
      ref: 'gw',
      name: 'Globex gateway',
      secret_hash: Buffer.alloc(32),
    },
  });
  const lock = await prisma.lock.create({
    data: {
      account_id: account.id,
      location_id: location.id,
      ref: 'vault',
      name: 'Globex vault',
      type: 'remote',
      gateway_id: gateway.id,
      door: 1,
      door_state: { create: {} },
    },
  });
  return { account: account.id, location: location.id, lock: lock.id, gateway: gateway.id };
}
