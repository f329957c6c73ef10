import { createHash } from 'node:crypto';
import { createPrisma } from '@door-access/cloud/database/prisma';
import { TestClock } from '@door-access/protocol';
import { afterAll } from '@jest/globals';
import { pino } from 'pino';
import { testDatabase } from '../../../../test/setup/database.js';
import { readConfig } from '../../src/config.js';
import type { Context } from '../../src/context.js';
import { transaction } from '../../src/context.js';
import { enqueueDeliveries } from '../../src/deliveries/enqueue.js';
import { ApiError } from '../../src/errors.js';
import type { Caller } from '../../src/http/endpoint.js';
import { Nudge } from '../../src/nudge.js';
import { SecretBox } from '../../src/secrets/secret-box.js';
import { postgresStores } from '../../src/stores.js';
import { webhookEndpoints } from '../../src/webhooks/endpoints.js';

export interface World {
  context: Context;
  clock: TestClock;
  /** Acme with HQ, Lab beneath it, Attic beneath Lab, and Shop beside HQ. */
  hq: Caller;
  lab: Caller;
  attic: Caller;
  shop: Caller;
  /** Another account's. */
  stranger: Caller;
  /** Calls one endpoint as the pipeline would: schemas, then the handler. */
  call(caller: Caller, name: string, given?: Given): Promise<Answer>;
  /** Makes an event at the caller's location, as the transaction of a door would; returns the deliveries made. */
  happen(at: Caller, type?: string, count?: number): Promise<number>;
  /** Leaves the tree and removes subscriptions and deliveries. */
  clear(): Promise<void>;
}

export interface Given {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field in tests.
export type Answer = { status: number; body: any; details: ApiError['details'] };

/** What the webhook feature runs in: a real database, a clock that tests move, and loopback allowed as a target. */
export async function webhookWorld(settings: Record<string, string> = {}): Promise<World> {
  const database = await testDatabase();
  const prisma = createPrisma(database.pool);
  const clock = new TestClock();
  let drawn = 0;
  const draw = (count: number) => {
    const digest = createHash('sha256').update(`draw ${drawn++}`).digest();
    return digest.subarray(0, count);
  };
  const tools = {
    clock,
    ids: { uuid: () => toUuid(draw(16)), bytes: draw },
    pool: database.pool,
    secrets: new SecretBox(Buffer.alloc(32, 1)),
  };
  const context = {
    config: readConfig({ WEBHOOK_ALLOW_PRIVATE: 'on', ...settings }),
    ...tools,
    ...postgresStores(tools),
    log: pino({ level: 'silent' }),
    prisma,
    nudge: new Nudge(),
  } as unknown as Context;
  afterAll(() => prisma.$disconnect());

  const [hq, lab, attic, shop] = await account(context, 'Acme', [null, 0, 1, null]);
  const [stranger] = await account(context, 'Other', [null]);
  if (!hq || !lab || !attic || !shop || !stranger) throw new Error('the tree was not made');

  return {
    context,
    clock,
    hq,
    lab,
    attic,
    shop,
    stranger,
    call: (caller, name, given = {}) => callEndpoint(context, caller, name, given),
    async happen(at, type = 'door.opened', count = 1) {
      const created_at = new Date(clock.now());
      const { deliveries: made } = await transaction(context.pool, (client) =>
        enqueueDeliveries(
          client,
          Array.from({ length: count }, (_, index) => ({
            type,
            location_id: at.locationId,
            data: { number: index + 1 },
            created_at,
          })),
        ),
      );
      if (made > 0) context.nudge.emit('delivery');
      return made;
    },
    async clear() {
      await database.pool.query('truncate subscription, delivery, delivery_ended, delivery_lease, outgoing');
    },
  };
}

/** An account with a location for each entry, whose parent is the entry at that index; one API key for each. */
async function account(context: Context, name: string, parents: (number | null)[]): Promise<Caller[]> {
  const { prisma } = context;
  const { id: account_id } = await prisma.account.create({ data: { name } });
  const callers: Caller[] = [];
  const lineages: number[][] = [];
  for (const [index, parent] of parents.entries()) {
    const parent_id = parent === null ? null : (callers[parent]?.locationId ?? null);
    const { id } = await prisma.location.create({
      data: { account_id, parent_id, ref: String(index), name: `${name} ${index}`, timezone: 'UTC' },
    });
    const lineage = [id, ...(parent === null ? [] : (lineages[parent] ?? []))];
    lineages.push(lineage);
    await prisma.locationAncestor.createMany({
      data: lineage.map((ancestor_id, depth) => ({ location_id: id, ancestor_id, depth })),
    });
    const key = await prisma.apiKey.create({
      data: {
        account_id,
        location_id: id,
        name: `key ${index}`,
        prefix: 'x',
        token_hash: new Uint8Array([account_id, index]),
        scopes: ['webhooks:manage'],
        expires_at: new Date('2030-01-01T00:00:00Z'),
      },
    });
    callers.push({
      apiKey: { id: key.id, name: key.name },
      accountId: account_id,
      locationId: id,
      scopes: new Set(['webhooks:manage'] as const),
    });
  }
  return callers;
}

async function callEndpoint(context: Context, caller: Caller, name: string, given: Given): Promise<Answer> {
  const found = webhookEndpoints.find((one) => `${one.method} ${one.path}` === name);
  if (!found) throw new Error(`there is no endpoint ${name}`);
  try {
    const answer = await found.handler({
      context,
      caller,
      params: found.params?.parse(given.params ?? {}),
      query: found.query?.parse(given.query ?? {}),
      body: found.body?.parse(given.body ?? {}),
      ahead: null,
      signal: new AbortController().signal,
      requestId: 'test',
      arrived: context.clock.monotonic(),
    });
    const body = found.answer ? found.answer.parse(answer.body) : answer.body;
    return { status: answer.status ?? found.status, body, details: undefined };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, body: { error: { code: error.code } }, details: error.details };
  }
}

function toUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
